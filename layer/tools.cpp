// SPDX-License-Identifier: MIT
// Tools of a window, and the copy of a frame that they see.
#include "layer/tools.h"

#include "layer/lent_device.h"
#include "layer/texels.h"

namespace layer {

bool Tools::create(std::uint32_t bits, const Configuration& wanted, Reason* reason) {
  using photopic::Status;
  Reason& own = bits == kOverlayTool ? overlay_reason_ : measuring_reason_;
  const photopic::Device lent = lend(device_, kind_.family, &own);
  const VkFormat format = format_of(kind_.texels);
  Status status = Status::ok;
  if ((bits & kFlashTool) != 0) {
    status = flashes_.emplace(device_, wanted.flashes, own).create(lent, format, window_->encoding);
  }
  if (status == Status::ok && (bits & kLightTool) != 0) {
    status = light_.emplace(wanted.display, own).create(lent, format, window_->encoding);
  }
  if (status == Status::ok && (bits & kOverlayTool) != 0) {
    status = overlay_.emplace(device_, wanted, own).create(lent, kind_.texels, window_->encoding);
  }
  if (status == Status::ok) return true;
  if ((bits & kFlashTool) != 0) flashes_.reset();
  if ((bits & kLightTool) != 0) light_.reset();
  if ((bits & kOverlayTool) != 0) overlay_.reset();
  *reason = own;
  return false;
}

Outcome Tools::record(VkCommandBuffer commands, VkImage presented, VkExtent2D extent, std::uint64_t frame) {
  Outcome outcome;
  if (flashes_ || light_) outcome = record_copy(commands, presented, extent);
  if (outcome && flashes_) outcome = flashes_->record(commands, picture_.view(), extent, frame);
  if (outcome && light_) outcome = light_->record(commands, picture_.view(), extent, frame);
  if (outcome && overlay_) outcome = overlay_->record(commands, presented, extent);
  return outcome;
}

Outcome Tools::send(Channel& channel, const Report& report) {
  Outcome outcome;
  if (flashes_) outcome = flashes_->send(channel, report);
  if (outcome && light_) outcome = light_->send(channel, report);
  return outcome;
}

Outcome Tools::record_copy(VkCommandBuffer commands, VkImage presented, VkExtent2D extent) {
  const Outcome outcome =
      picture_.create(format_of(kind_.texels), extent, VK_IMAGE_USAGE_TRANSFER_DST_BIT | VK_IMAGE_USAGE_SAMPLED_BIT);
  if (!outcome) return outcome;
  const DeviceTable& vk = device_.vk;
  VkImageMemoryBarrier picture = image_barrier(picture_.handle(), VK_IMAGE_LAYOUT_UNDEFINED,
                                               VK_IMAGE_LAYOUT_TRANSFER_DST_OPTIMAL, 0, VK_ACCESS_TRANSFER_WRITE_BIT);
  vk.CmdPipelineBarrier(commands, VK_PIPELINE_STAGE_TOP_OF_PIPE_BIT, VK_PIPELINE_STAGE_TRANSFER_BIT, 0, 0, nullptr, 0,
                        nullptr, 1, &picture);
  record_image_copy(device_, commands, presented, picture_.handle(), extent);
  picture =
      image_barrier(picture_.handle(), VK_IMAGE_LAYOUT_TRANSFER_DST_OPTIMAL, VK_IMAGE_LAYOUT_SHADER_READ_ONLY_OPTIMAL,
                    VK_ACCESS_TRANSFER_WRITE_BIT, VK_ACCESS_SHADER_READ_BIT);
  vk.CmdPipelineBarrier(commands, VK_PIPELINE_STAGE_TRANSFER_BIT, VK_PIPELINE_STAGE_COMPUTE_SHADER_BIT, 0, 0, nullptr,
                        0, nullptr, 1, &picture);
  return {};
}

}  // namespace layer
