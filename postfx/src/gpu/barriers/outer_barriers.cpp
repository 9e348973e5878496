// SPDX-License-Identifier: MIT
// Checks and recording of a host's barriers.
#include "gpu/barriers/outer_barriers.h"

#include "gpu/barriers/barriers.h"
#include "gpu/host/report.h"

namespace photopic {
namespace {

Status validate(const Gpu& gpu, const char* function, const char* name, const ImageTransition& transition) noexcept {
  if (transition.image == VK_NULL_HANDLE) return Status::ok;
  if (transition.after.layout == VK_IMAGE_LAYOUT_UNDEFINED ||
      transition.after.layout == VK_IMAGE_LAYOUT_PREINITIALIZED) {
    return report(gpu.device, Status::invalid_argument,
                  "%s: barriers->%s.after.layout: is UNDEFINED or PREINITIALIZED: no image can be brought there",
                  function, name);
  }
  const VkImageSubresourceRange& range = transition.range;
  if (range.aspectMask == 0 || range.levelCount == 0 || range.layerCount == 0) {
    return report(gpu.device, Status::invalid_argument, "%s: barriers->%s.range: is empty", function, name);
  }
  return Status::ok;
}

}  // namespace

Status validate(const Gpu& gpu, const char* function, const ImageBarriers* barriers, bool has_ldr) noexcept {
  if (barriers == nullptr) return Status::ok;
  const Status status = validate(gpu, function, "hdr", barriers->hdr);
  if (status != Status::ok || !has_ldr) return status;
  if (barriers->hdr.image != VK_NULL_HANDLE && barriers->hdr.image == barriers->ldr.image) {
    return report(gpu.device, Status::invalid_argument,
                  "%s: barriers->hdr.image: is that of ldr, which alone has the states of an image that is both",
                  function);
  }
  return validate(gpu, function, "ldr", barriers->ldr);
}

OuterBarriers::OuterBarriers(const Gpu& gpu, VkCommandBuffer command_buffer, const ImageBarriers* barriers,
                             VkImageLayout hdr_layout, bool has_ldr) noexcept
    : gpu_(gpu), command_buffer_(command_buffer), barriers_(barriers), hdr_layout_(hdr_layout), has_ldr_(has_ldr) {
  record(true);
}

OuterBarriers::~OuterBarriers() { record(false); }

void OuterBarriers::record(bool is_before) const noexcept {
  if (barriers_ == nullptr) return;
  VkImageMemoryBarrier list[2];
  std::uint32_t count = 0;
  VkPipelineStageFlags host_stages = 0;
  const auto add = [&](const ImageTransition& transition, VkImageLayout layout, VkAccessFlags reads_and_writes) {
    if (transition.image == VK_NULL_HANDLE) return;
    const ImageState& state = is_before ? transition.before : transition.after;
    const std::uint32_t own = gpu_.device.queue_family;
    const bool moves = state.queue_family != VK_QUEUE_FAMILY_IGNORED && state.queue_family != own;
    const std::uint32_t host_family = moves ? state.queue_family : VK_QUEUE_FAMILY_IGNORED;
    const std::uint32_t own_family = moves ? own : VK_QUEUE_FAMILY_IGNORED;
    const VkAccessFlags writes = reads_and_writes & VK_ACCESS_SHADER_WRITE_BIT;
    // Of a move between families, each side sees its own half.
    list[count++] = {.sType = VK_STRUCTURE_TYPE_IMAGE_MEMORY_BARRIER,
                     .pNext = nullptr,
                     .srcAccessMask = is_before ? (moves ? 0 : state.access) : writes,
                     .dstAccessMask = is_before ? reads_and_writes : (moves ? 0 : state.access),
                     .oldLayout = is_before ? state.layout : layout,
                     .newLayout = is_before ? layout : state.layout,
                     .srcQueueFamilyIndex = is_before ? host_family : own_family,
                     .dstQueueFamilyIndex = is_before ? own_family : host_family,
                     .image = transition.image,
                     .subresourceRange = transition.range};
    host_stages |= state.stages;
  };
  add(barriers_->hdr, hdr_layout_, VK_ACCESS_SHADER_READ_BIT);
  if (has_ldr_) {
    add(barriers_->ldr, VK_IMAGE_LAYOUT_GENERAL, VK_ACCESS_SHADER_READ_BIT | VK_ACCESS_SHADER_WRITE_BIT);
  }
  if (count == 0) return;
  constexpr VkPipelineStageFlags kOwn = VK_PIPELINE_STAGE_COMPUTE_SHADER_BIT;
  if (host_stages == 0) {
    host_stages = is_before ? VK_PIPELINE_STAGE_TOP_OF_PIPE_BIT : VK_PIPELINE_STAGE_BOTTOM_OF_PIPE_BIT;
  }
  gpu_.vk.vkCmdPipelineBarrier(command_buffer_, is_before ? host_stages : kOwn, is_before ? kOwn : host_stages, 0, 0,
                               nullptr, 0, nullptr, count, list);
}

}  // namespace photopic
