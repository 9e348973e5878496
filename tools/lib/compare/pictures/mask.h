// SPDX-License-Identifier: MIT
// Pixels that a comparison leaves out.
#ifndef PHOTOPIC_TOOLS_COMPARE_PICTURES_MASK_H
#define PHOTOPIC_TOOLS_COMPARE_PICTURES_MASK_H

#include <vulkan/vulkan_core.h>

#include <cstdint>
#include <filesystem>
#include <span>
#include <vector>

namespace compare {

/// Of a picture, pixels.
struct Rectangle {
  std::uint32_t x = 0, y = 0, width = 0, height = 0;
};

/// Throws files::Error if `file` can't be a mask of anything.
void check_mask(const std::filesystem::path& file);

/// A byte for each pixel, 0 for those that are left out; empty if none is. `file`: 8-bit codes of the pictures' size
/// whose first channel is 0 there; empty: none. Rectangles may reach beyond the picture. Throws files::Error, and
/// Mismatch for a mask of another size.
std::vector<std::uint8_t> make_mask(VkExtent2D extent, const std::filesystem::path& file,
                                    std::span<const Rectangle> ignored);

}  // namespace compare

#endif
