// SPDX-License-Identifier: MIT
// Layout of buffers, and the search for the tallest strips.
#include "metrics/planning.h"

#include <algorithm>
#include <bit>

#include "gpu/host/report.h"

namespace photopic {
namespace {

VkDeviceSize result_bytes(const MetricParts& parts) {
  return VkDeviceSize{parts.sections.end_words()} * sizeof(std::uint32_t);
}

std::uint64_t map_count(const MetricParts& parts) { return std::uint64_t(std::popcount(parts.info.maps)); }

VkDeviceSize texel_bytes(VkFormat format) {
  switch (format) {
    case VK_FORMAT_R8_UNORM:
      return 1;
    case VK_FORMAT_R16_UNORM:
      return 2;
    case VK_FORMAT_R16G16B16A16_UNORM:
    case VK_FORMAT_R16G16B16A16_SFLOAT:
      return 8;
    case VK_FORMAT_R32G32B32A32_SFLOAT:
      return 16;
    default:
      return 4;
  }
}

/// Memory of the object, and of both images and the mask of `strip`.
VkDeviceSize memory_for(const MetricParts& parts, const MetricsStrip& strip) {
  const MetricsCreateInfo& info = parts.info;
  VkDeviceSize bytes = result_bytes(parts) * (1 + info.slots) + map_count(parts) * parts.map_bytes();
  for (const Scratch& scratch : parts.scratches()) bytes += scratch.bytes;
  for (std::uint32_t plane = 0; plane < (parts.format.is_planes() ? 3u : 1u); ++plane) {
    bytes += 2 * texel_bytes(info.format) * area(image_extent(info, info.max_extent, strip, plane));
  }
  return bytes + (info.has_mask ? area(image_extent(info, info.max_extent, strip, 0)) : 0);
}

/// Whether the device holds the largest strip's images and buffers.
bool is_held(const Gpu& gpu, const MetricParts& parts, const MetricsStrip& strip) {
  const VkExtent2D image = image_extent(parts.info, parts.info.max_extent, strip, 0);
  const std::uint32_t side = gpu.limits.maxImageDimension2D;
  return image.width <= side && image.height <= side && largest_buffer(parts) <= gpu.limits.maxStorageBufferRange;
}

}  // namespace

Status make_sets(const Gpu& gpu, std::uint32_t metrics, Sets* sets) noexcept {
  for (std::uint32_t i = 0; i < metric_sets().size(); ++i) {
    if ((metrics & metric_sets()[i]->metrics()) == 0) continue;
    (*sets)[i].reset(metric_sets()[i]->make(gpu));
    if (!(*sets)[i]) return Status::out_of_memory;
  }
  return Status::ok;
}

void lay_out(const Sets& sets, MetricParts* parts) noexcept {
  parts->clear_layout();
  for_each_set(sets, [&](MetricPasses& set) { set.lay_out(*parts); });
}

VkDeviceSize largest_buffer(const MetricParts& parts) noexcept {
  VkDeviceSize largest = std::max(result_bytes(parts), map_count(parts) == 0 ? 0 : parts.map_bytes());
  for (const Scratch& scratch : parts.scratches()) largest = std::max(largest, scratch.bytes);
  return largest;
}

Status plan_strips(const Gpu& gpu, const Sets& sets, VkDeviceSize memory_bytes, MetricParts* parts) noexcept {
  const VkExtent2D extent = parts->info.max_extent;
  const std::uint32_t side = gpu.limits.maxImageDimension2D;
  const auto largest_strip = [&] {
    // One in the middle, which has rows around it above and below.
    const MetricsStrip first = strip_of(*parts, sets, extent, 0);
    const MetricsStrip next = first.rows < extent.height ? strip_of(*parts, sets, extent, first.rows) : first;
    return next.image_rows > first.image_rows ? next : first;
  };
  const auto fits = [&](MetricsStrips strips, VkDeviceSize budget_bytes) {
    parts->info.strips = strips;
    lay_out(sets, parts);
    const MetricsStrip largest = largest_strip();
    return is_held(gpu, *parts, largest) && memory_for(*parts, largest) <= budget_bytes;
  };
  if (fits({}, memory_bytes)) return Status::ok;
  const std::uint32_t columns = extent.width <= side ? 0 : std::bit_floor(std::min(side, kMaxStripColumns));
  const auto strips = [&](std::uint32_t count) { return MetricsStrips{count * kMetricsStripRows, columns}; };
  // Tallest of those that fit, else the least ones.
  std::uint32_t least = 1, most = divide_up(extent.height, kMetricsStripRows);
  while (least < most) {
    const std::uint32_t middle = (least + most + 1) / 2;
    if (fits(strips(middle), memory_bytes)) {
      least = middle;
    } else {
      most = middle - 1;
    }
  }
  if (fits(strips(least), ~VkDeviceSize{0})) return Status::ok;
  return report(gpu.device, Status::unsupported,
                "ImageMetrics::plan_strips: max_extent = %u x %u: even %u rows are more than the device's images "
                "(%u a side) and storage buffers (%u bytes) hold",
                extent.width, extent.height, kMetricsStripRows, side, gpu.limits.maxStorageBufferRange);
}

MetricsStrip strip_of(const MetricParts& parts, const Sets& sets, VkExtent2D extent, std::uint32_t first_row) noexcept {
  if (!parts.has_strips()) return whole_strip(extent);
  Reach reach;
  for_each_set(sets, [&](const MetricPasses& set) { reach.include(set.reach(extent)); });
  const std::uint32_t end_row = std::min(first_row + parts.info.strips.rows, extent.height);
  constexpr std::uint32_t kEven = ~1u;  // chroma planes begin with a whole sample
  const std::uint32_t image_row = (std::max(first_row, reach.above) - reach.above) & kEven;
  const std::uint32_t image_end = std::min(end_row + reach.below, extent.height);
  return {first_row, end_row - first_row, image_row, image_end - image_row};
}

VkExtent2D image_extent(const MetricsCreateInfo& info, VkExtent2D extent, const MetricsStrip& strip,
                        std::uint32_t plane) noexcept {
  const std::uint32_t width = plane_extent(extent, info.chroma, plane).width;
  const Rows rows = {strip.image_row, strip.image_row + strip.image_rows};
  const std::uint32_t height = plane_rows(rows, info.chroma, plane).count();
  const std::uint32_t columns = info.strips.columns;
  if (columns == 0 || width <= columns) return {width, height};
  return {columns, divide_up(width, columns) * height};
}

}  // namespace photopic
