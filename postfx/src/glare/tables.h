// SPDX-License-Identifier: MIT
// Numbers of glare that settings and the picture's size make: weights of levels, coverage of texels.
#ifndef PHOTOPIC_SRC_GLARE_TABLES_H
#define PHOTOPIC_SRC_GLARE_TABLES_H

#include <glare/interface.h>
#include <photopic/settings.h>
#include <vulkan/vulkan_core.h>

#include <array>
#include <cstdint>

namespace photopic::glare {

/// Weights of levels, from level 1, whose spacing is 2 texels: the share of a texel's light that the level scatters.
struct LevelWeights {
  std::array<double, PHOTOPIC_GLARE_MAX_LEVELS> of_level = {};
  double scattered = 0.0;  ///< their sum
};
/// Most of the light that may be scattered.
inline constexpr double kMostScattered = 0.95;

/// Levels of a picture until both sides are 1, at least one.
std::uint32_t level_count(VkExtent2D extent) noexcept;
/// Of a level counted from 0, the picture: sides halve and are rounded up.
VkExtent2D level_extent(VkExtent2D extent, std::uint32_t level) noexcept;
/// Degrees between texels at the centre of a picture of that many rows. Pure.
double deg_per_texel(double field_of_view_vertical_deg, std::uint32_t height) noexcept;
/// Pure.
LevelWeights level_weights(const Settings& settings, VkExtent2D extent) noexcept;
/// Exposed luminance up to which light isn't scattered; 0 = all is. Pure.
float excess_above(const Settings& settings) noexcept;
/// PHOTOPIC_GLARE_KERNEL_*.
std::uint32_t kernel_bits(const Settings& settings) noexcept;
/// `most` is the exposed value of a channel that levels hold. Pure.
gpu::GlareTables make_tables(const Settings& settings, VkExtent2D extent, float most) noexcept;

}  // namespace photopic::glare

#endif
