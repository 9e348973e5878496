// SPDX-License-Identifier: MIT
// Recording of a chain of blits.
#include "naive/blit_chain.h"

#include "gpu/barriers/barriers.h"
#include "gpu/host/report.h"
#include "gpu/memory/extent.h"

namespace photopic {
namespace {

VkImageBlit blit_region(VkExtent2D source, std::uint32_t source_level, VkExtent2D target, std::uint32_t target_level) {
  VkImageBlit blit = {};
  blit.srcSubresource = {VK_IMAGE_ASPECT_COLOR_BIT, source_level, 0, 1};
  blit.srcOffsets[1] = {static_cast<std::int32_t>(source.width), static_cast<std::int32_t>(source.height), 1};
  blit.dstSubresource = {VK_IMAGE_ASPECT_COLOR_BIT, target_level, 0, 1};
  blit.dstOffsets[1] = {static_cast<std::int32_t>(target.width), static_cast<std::int32_t>(target.height), 1};
  return blit;
}

std::uint32_t even_below(std::uint32_t side) { return side > 1 ? side & ~1u : side; }

}  // namespace

Status BlitChain::create(VkExtent2D max_extent, const passes::LevelPasses& level_passes, bool even_crop) noexcept {
  even_crop_ = even_crop;
  if ((gpu_.queue_flags & VK_QUEUE_GRAPHICS_BIT) == 0) {
    return report(gpu_.device, Status::unsupported,
                  "create: method: blit chains need a graphics queue, family %u isn't one", gpu_.device.queue_family);
  }
  Status status = base_.create_log_luminance(*level_passes.log_luminance, false);
  if (status == Status::ok) {
    status = base_.create(level_passes.format, VK_FORMAT_FEATURE_SAMPLED_IMAGE_FILTER_LINEAR_BIT |
                                                   VK_FORMAT_FEATURE_BLIT_SRC_BIT | VK_FORMAT_FEATURE_BLIT_DST_BIT);
  }
  return status == Status::ok ? make_sized(max_extent) : status;
}

Status BlitChain::make_sized(VkExtent2D max_extent) noexcept {
  return base_.make_sized(max_extent, 0, VK_IMAGE_USAGE_TRANSFER_DST_BIT);
}

VkImageView BlitChain::record(VkCommandBuffer command_buffer, const Binding& hdr, const VkRect2D& region,
                              const MeterSettings& settings) const noexcept {
  base_.record_begin(command_buffer);
  base_.record_log_luminance(command_buffer, hdr, region, settings, {});
  const VkExtent2D extent = region.extent;
  const VkImage image = base_.levels().handle();
  const std::uint32_t count = mip_levels(extent);
  // Producer: log_luminance (level 0, stats). Consumers: the first blit, and adapt (stats, or level 0 of 1x1 texels).
  memory_barrier(gpu_, command_buffer, kComputeWrite, kComputeReadWrite);
  layout_barrier(gpu_, command_buffer, image, 0, 1, VK_IMAGE_LAYOUT_GENERAL, VK_IMAGE_LAYOUT_TRANSFER_SRC_OPTIMAL,
                 kComputeWrite, kTransferRead);
  for (std::uint32_t level = 1; level < count; ++level) {
    VkExtent2D source = mip_extent(extent, level - 1);
    if (even_crop_) source = {even_below(source.width), even_below(source.height)};
    // Producer: the transition of record_begin(), ordered before compute writes alone. Consumer: this blit.
    layout_barrier(gpu_, command_buffer, image, level, 1, VK_IMAGE_LAYOUT_UNDEFINED,
                   VK_IMAGE_LAYOUT_TRANSFER_DST_OPTIMAL, kComputeWrite, kTransferWrite);
    const VkImageBlit blit = blit_region(source, level - 1, mip_extent(extent, level), level);
    gpu_.vk.vkCmdBlitImage(command_buffer, image, VK_IMAGE_LAYOUT_TRANSFER_SRC_OPTIMAL, image,
                           VK_IMAGE_LAYOUT_TRANSFER_DST_OPTIMAL, 1, &blit, VK_FILTER_LINEAR);
    // Producer: this blit. Consumer: the next one.
    layout_barrier(gpu_, command_buffer, image, level, 1, VK_IMAGE_LAYOUT_TRANSFER_DST_OPTIMAL,
                   VK_IMAGE_LAYOUT_TRANSFER_SRC_OPTIMAL, kTransferWrite, kTransferRead);
  }
  // Producer: the blits. Consumers: adapt, and the host's debug views.
  layout_barrier(gpu_, command_buffer, image, 0, count, VK_IMAGE_LAYOUT_TRANSFER_SRC_OPTIMAL, VK_IMAGE_LAYOUT_GENERAL,
                 kTransferWrite, kComputeRead);
  return base_.levels().level(count - 1);
}

}  // namespace photopic
