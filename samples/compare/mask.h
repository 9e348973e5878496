// SPDX-License-Identifier: MIT
// Pixels that a comparison leaves out.
#ifndef PHOTOPIC_SAMPLES_COMPARE_MASK_H
#define PHOTOPIC_SAMPLES_COMPARE_MASK_H

#include <vulkan/vulkan_core.h>

#include <cstdint>
#include <filesystem>
#include <span>
#include <vector>

#include "regress/suite.h"

namespace compare {

/// Throws io::Error if `file` can't be a mask of anything.
void check_mask(const std::filesystem::path& file);

/// A byte for each pixel, 0 for those that are left out; empty if none is. `file`: PNG or JPEG of the pictures' size
/// whose first channel is 0 there; empty: none. Rectangles may reach beyond the picture. Throws io::Error, and Mismatch
/// for a mask of another size.
std::vector<std::uint8_t> make_mask(VkExtent2D extent, const std::filesystem::path& file,
                                    std::span<const regress::Rectangle> ignored);

}  // namespace compare

#endif
