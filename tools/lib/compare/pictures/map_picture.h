// SPDX-License-Identifier: MIT
// Error maps as pictures.
#ifndef PHOTOPIC_TOOLS_COMPARE_PICTURES_MAP_PICTURE_H
#define PHOTOPIC_TOOLS_COMPARE_PICTURES_MAP_PICTURE_H

#include <photopic/image_metrics.h>

#include <array>
#include <cstdint>
#include <filesystem>
#include <span>
#include <string>
#include <vector>

namespace compare {

/// "abs", "squared", "ssim", "ciede2000", "flip"
std::string name_of(photopic::MetricMap map);

/// Black over blue, purple, red and orange to pale yellow, for [0, 1]; lightness (CIELAB's, 0 to 96) rises evenly, so
/// that it also works in grey. sRGB codes.
std::array<std::uint8_t, 3> heat_color(double value);

/// RGBA texels. The hottest colour stands for: an absolute error of 16/255 of `peak` (16 codes of 8 bits), the squares
/// of that in all three channels, SSIM of 0, dE00 of 10, FLIP of 1; and for NaN. `peak`: the largest code; 1 for
/// floats.
std::vector<std::byte> map_picture(photopic::MetricMap map, std::span<const float> values, double peak);
/// The same as a PNG file, without all texels at once. Throws files::Error.
void write_map_picture(const std::filesystem::path& file, photopic::MetricMap map, VkExtent2D extent,
                       std::span<const float> values, double peak);

}  // namespace compare

#endif
