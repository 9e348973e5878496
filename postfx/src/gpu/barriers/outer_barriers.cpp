// SPDX-License-Identifier: MIT
// Checks and recording of a host's barriers.
#include "gpu/barriers/outer_barriers.h"

#include "gpu/barriers/barriers.h"
#include "gpu/host/report.h"

namespace photopic {

bool is_stated(const ImageState& state) noexcept {
  return state.stages != 0 || state.access != 0 || state.layout != VK_IMAGE_LAYOUT_UNDEFINED ||
         state.changes_family != 0;
}

Status validate(const Gpu& gpu, const char* function, const char* name, const Image& image) noexcept {
  const auto refuse = [&](const char* member, const char* reason) {
    return report(gpu.device, Status::invalid_argument, "%s: %s.%s: %s", function, name, member, reason);
  };
  const bool has_after = is_stated(image.after);
  if (!has_after && !is_stated(image.before)) return Status::ok;
  if (image.image == VK_NULL_HANDLE) return refuse("image", "is VK_NULL_HANDLE, and before or after is stated");
  if (has_after &&
      (image.after.layout == VK_IMAGE_LAYOUT_UNDEFINED || image.after.layout == VK_IMAGE_LAYOUT_PREINITIALIZED)) {
    return refuse("after.layout", "is UNDEFINED or PREINITIALIZED: no image can be brought there");
  }
  return Status::ok;
}

void OuterBarriers::add(const Image& image, const ImageState& state, ImageUse use, bool is_before) noexcept {
  if (!is_stated(state)) return;
  if (count_ == kMost) record();
  is_before_ = is_before;
  const bool is_written = use == ImageUse::written;
  const VkAccessFlags own_writes = is_written ? VkAccessFlags{VK_ACCESS_SHADER_WRITE_BIT} : 0;
  const VkAccessFlags own = VK_ACCESS_SHADER_READ_BIT | own_writes;
  const VkImageLayout layout = is_written                                  ? VK_IMAGE_LAYOUT_GENERAL
                               : image.layout != VK_IMAGE_LAYOUT_UNDEFINED ? image.layout
                                                                           : VK_IMAGE_LAYOUT_SHADER_READ_ONLY_OPTIMAL;
  const bool moves = state.changes_family != 0 && state.queue_family != gpu_.device.queue_family;
  const std::uint32_t host_family = moves ? state.queue_family : VK_QUEUE_FAMILY_IGNORED;
  const std::uint32_t own_family = moves ? gpu_.device.queue_family : VK_QUEUE_FAMILY_IGNORED;
  VkImageSubresourceRange range = image.range;
  if (range.aspectMask == 0) range.aspectMask = VK_IMAGE_ASPECT_COLOR_BIT;
  if (range.levelCount == 0) range.levelCount = 1;
  if (range.layerCount == 0) range.layerCount = VK_REMAINING_ARRAY_LAYERS;
  // Of a move between families, each side sees its own half.
  list_[count_++] = {.sType = VK_STRUCTURE_TYPE_IMAGE_MEMORY_BARRIER,
                     .pNext = nullptr,
                     .srcAccessMask = is_before ? (moves ? 0 : state.access) : own_writes,
                     .dstAccessMask = is_before ? own : (moves ? 0 : state.access),
                     .oldLayout = is_before ? state.layout : layout,
                     .newLayout = is_before ? layout : state.layout,
                     .srcQueueFamilyIndex = is_before ? host_family : own_family,
                     .dstQueueFamilyIndex = is_before ? own_family : host_family,
                     .image = image.image,
                     .subresourceRange = range};
  host_stages_ |= state.stages;
  own_stages_ |= VK_PIPELINE_STAGE_COMPUTE_SHADER_BIT;
  if (use == ImageUse::read_and_draw) own_stages_ |= VK_PIPELINE_STAGE_FRAGMENT_SHADER_BIT;
}

void OuterBarriers::record() noexcept {
  if (count_ == 0) return;
  if (host_stages_ == 0) {
    host_stages_ = is_before_ ? VK_PIPELINE_STAGE_TOP_OF_PIPE_BIT : VK_PIPELINE_STAGE_BOTTOM_OF_PIPE_BIT;
  }
  gpu_.vk.vkCmdPipelineBarrier(command_buffer_, is_before_ ? host_stages_ : own_stages_,
                               is_before_ ? own_stages_ : host_stages_, 0, 0, nullptr, 0, nullptr, count_, list_);
  count_ = 0;
  host_stages_ = own_stages_ = 0;
}

}  // namespace photopic
