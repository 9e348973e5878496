// SPDX-License-Identifier: MIT
#include "layer/tools.h"

#include <unistd.h>

#include <cmath>
#include <cstdio>
#include <cstring>
#include <utility>

#include "layer/lent_device.h"

namespace layer {
namespace {

/// Texels have the same bits in it, and it is decoded by nothing but the module.
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

bool are_equal(const photopic::FlashCount& a, const photopic::FlashCount& b) {
  return a.verdict == b.verdict && a.screen_transitions == b.screen_transitions &&
         a.cell_transitions == b.cell_transitions && a.risk_share == b.risk_share && a.window_share == b.window_share;
}

}  // namespace

Tools::Tools(Device& device, std::shared_ptr<Window> window, const Kind& kind)
    : device_(device), window_(std::move(window)), kind_(kind), picture_(device), cells_(device) {}

bool Tools::create(const Configuration& wanted, Reason* reason) {
  flash_ = wanted.flashes;
  // Messages come on this thread, while the call lasts.
  const photopic::Device lent = lend(device_, kind_.family, keep_message, reason);
  const photopic::FlashCreateInfo info = {.format = format_of(kind_.texels), .encoding = window_->encoding};
  return photopic::FlashAnalyser::create(lent, info, &analyser_) == photopic::Status::ok;
}

Outcome Tools::record(VkCommandBuffer commands, VkImage presented, VkExtent2D extent, std::uint64_t frame) {
  const DeviceTable& vk = device_.vk;
  const VkDeviceSize cells_bytes =
      VkDeviceSize{sizeof(std::uint32_t)} * photopic::FlashCreateInfo().columns * photopic::FlashCreateInfo().rows;
  Outcome outcome = cells_.create(cells_bytes);
  if (outcome) {
    outcome =
        picture_.create(format_of(kind_.texels), extent, VK_IMAGE_USAGE_TRANSFER_DST_BIT | VK_IMAGE_USAGE_SAMPLED_BIT);
  }
  if (!outcome) return outcome;
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

  frame_ = frame;
  const photopic::FlashFrame flash = {.ldr = picture_.view(),
                                      .extent = extent,
                                      .time_us = std::uint64_t(std::floor(double(frame) * 1e6 / flash_.fps + 0.5))};
  if (analyser_.record(commands, flash, flash_.settings) != photopic::Status::ok) {
    return {VK_ERROR_UNKNOWN, "FlashAnalyser::record"};
  }
  const VkMemoryBarrier counted = {.sType = VK_STRUCTURE_TYPE_MEMORY_BARRIER,
                                   .srcAccessMask = VK_ACCESS_SHADER_WRITE_BIT,
                                   .dstAccessMask = VK_ACCESS_TRANSFER_READ_BIT};
  vk.CmdPipelineBarrier(commands, VK_PIPELINE_STAGE_COMPUTE_SHADER_BIT, VK_PIPELINE_STAGE_TRANSFER_BIT, 0, 1, &counted,
                        0, nullptr, 0, nullptr);
  const VkBufferCopy cells = {.size = cells_bytes};
  vk.CmdCopyBuffer(commands, analyser_.cells_buffer(), cells_.handle(), 1, &cells);
  cells_.record_barrier(commands);
  return {};
}

Outcome Tools::send(Channel& channel, Report report) {
  report.kind = Report::Kind::counted;
  report.frame = frame_;
  if (!analyser_.statistics(&report.flashes)) return {VK_ERROR_UNKNOWN, "FlashAnalyser::statistics"};
  bool is_same = true;
  for (std::size_t i = 0; i < photopic::kFlashKindCount; ++i) {
    is_same = is_same && are_equal(report.flashes.kinds[i], sent_.kinds[i]);
  }
  sent_ = report.flashes;
  if (is_same && frame_ != 0) {
    channel.send(report);
    return {};
  }
  const Outcome outcome = cells_.invalidate();
  if (!outcome) return outcome;
  const int file = cells_.sealed_file();
  if (file < 0) return {VK_ERROR_OUT_OF_HOST_MEMORY, "memfd_create"};
  channel.send(report, file);
  ::close(file);
  return {};
}

}  // namespace layer
