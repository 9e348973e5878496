// SPDX-License-Identifier: MIT
#ifndef PHOTOPIC_SRC_EXTENT_H
#define PHOTOPIC_SRC_EXTENT_H

#include <vulkan/vulkan_core.h>

#include <cstdint>

namespace photopic {

constexpr std::uint32_t divide_up(std::uint32_t a, std::uint32_t b) { return (a + b - 1) / b; }
constexpr std::uint64_t area(VkExtent2D extent) { return std::uint64_t{extent.width} * extent.height; }

}  // namespace photopic

#endif
