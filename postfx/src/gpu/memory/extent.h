// SPDX-License-Identifier: MIT
// Arithmetic of extents and mip levels.
#ifndef PHOTOPIC_SRC_GPU_EXTENT_H
#define PHOTOPIC_SRC_GPU_EXTENT_H

#include <vulkan/vulkan_core.h>

#include <algorithm>
#include <bit>
#include <cstdint>

namespace photopic {

constexpr std::uint32_t divide_up(std::uint32_t a, std::uint32_t b) { return (a + b - 1) / b; }
constexpr VkExtent2D divide_up(VkExtent2D a, std::uint32_t b) {
  return {divide_up(a.width, b), divide_up(a.height, b)};
}
constexpr std::uint64_t area(VkExtent2D extent) { return std::uint64_t{extent.width} * extent.height; }
constexpr bool same(VkExtent2D a, VkExtent2D b) { return a.width == b.width && a.height == b.height; }

/// Levels of a full mip chain: floor(log2(longer side)) + 1.
constexpr std::uint32_t mip_levels(VkExtent2D extent) {
  return static_cast<std::uint32_t>(std::bit_width(std::max(extent.width, extent.height)));
}
/// Extent of a mip level: sides halve, rounded down, at least 1.
constexpr VkExtent2D mip_extent(VkExtent2D extent, std::uint32_t level) {
  return {std::max(extent.width >> level, 1u), std::max(extent.height >> level, 1u)};
}

}  // namespace photopic

#endif
