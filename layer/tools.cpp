// SPDX-License-Identifier: MIT
#include "layer/tools.h"

#include <cstdio>

#include "layer/lent_device.h"

namespace layer {
namespace {

/// Texels have the same bits in it, and nothing but the module decodes them.
VkFormat format_of(Texels texels) {
  switch (texels) {
    case Texels::bgra8:
      return VK_FORMAT_B8G8R8A8_UNORM;
    case Texels::rgb10a2:
      return VK_FORMAT_A2B10G10R10_UNORM_PACK32;
    case Texels::bgr10a2:
      return VK_FORMAT_A2R10G10B10_UNORM_PACK32;
    case Texels::rgba16f:
      return VK_FORMAT_R16G16B16A16_SFLOAT;
    case Texels::none:
    case Texels::rgba8:
      break;
  }
  return VK_FORMAT_R8G8B8A8_UNORM;
}

void keep_message(photopic::Status status, const char* text, void* user) {
  auto& reason = *static_cast<Tools::Reason*>(user);
  if (status != photopic::Status::ok) std::snprintf(reason.data(), reason.size(), "%s", text);
}

}  // namespace

bool Tools::create(const Configuration& wanted, Reason* reason) {
  photopic::Device lent = lend(device_, kind_.family);
  lent.message = keep_message;
  lent.message_user = reason;
  flashes_.emplace(device_, wanted.flashes);
  return flashes_->create(lent, format_of(kind_.texels), window_->encoding) == photopic::Status::ok;
}

Outcome Tools::record(VkCommandBuffer commands, VkImage presented, VkExtent2D extent, std::uint64_t frame) {
  Outcome outcome = record_copy(commands, presented, extent);
  if (outcome) outcome = flashes_->record(commands, picture_.view(), extent, frame);
  return outcome;
}

Outcome Tools::send(Channel& channel, const Report& report) { return flashes_->send(channel, report); }

Outcome Tools::record_copy(VkCommandBuffer commands, VkImage presented, VkExtent2D extent) {
  const Outcome outcome =
      picture_.create(format_of(kind_.texels), extent, VK_IMAGE_USAGE_TRANSFER_DST_BIT | VK_IMAGE_USAGE_SAMPLED_BIT);
  if (!outcome) return outcome;
  const DeviceTable& vk = device_.vk;
  VkImageMemoryBarrier picture = image_barrier(picture_.handle(), VK_IMAGE_LAYOUT_UNDEFINED,
                                               VK_IMAGE_LAYOUT_TRANSFER_DST_OPTIMAL, 0, VK_ACCESS_TRANSFER_WRITE_BIT);
  vk.CmdPipelineBarrier(commands, VK_PIPELINE_STAGE_TOP_OF_PIPE_BIT, VK_PIPELINE_STAGE_TRANSFER_BIT, 0, 0, nullptr, 0,
                        nullptr, 1, &picture);
  const VkImageCopy copy = {.srcSubresource = {VK_IMAGE_ASPECT_COLOR_BIT, 0, 0, 1},
                            .dstSubresource = {VK_IMAGE_ASPECT_COLOR_BIT, 0, 0, 1},
                            .extent = {extent.width, extent.height, 1}};
  vk.CmdCopyImage(commands, presented, VK_IMAGE_LAYOUT_TRANSFER_SRC_OPTIMAL, picture_.handle(),
                  VK_IMAGE_LAYOUT_TRANSFER_DST_OPTIMAL, 1, &copy);
  picture =
      image_barrier(picture_.handle(), VK_IMAGE_LAYOUT_TRANSFER_DST_OPTIMAL, VK_IMAGE_LAYOUT_SHADER_READ_ONLY_OPTIMAL,
                    VK_ACCESS_TRANSFER_WRITE_BIT, VK_ACCESS_SHADER_READ_BIT);
  vk.CmdPipelineBarrier(commands, VK_PIPELINE_STAGE_TRANSFER_BIT, VK_PIPELINE_STAGE_COMPUTE_SHADER_BIT, 0, 0, nullptr,
                        0, nullptr, 1, &picture);
  return {};
}

}  // namespace layer
