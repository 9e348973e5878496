// SPDX-License-Identifier: MIT
// Effects of a lens and film on a picture, in double precision: lateral chromatic aberration, sharpening, grain.
#ifndef PHOTOPIC_TESTS_REFERENCE_EFFECTS_LENS_H
#define PHOTOPIC_TESTS_REFERENCE_EFFECTS_LENS_H

#include <array>
#include <cstdint>
#include <vector>

#include "reference/rgb.h"

namespace reference {

/// Row by row.
struct LensPlane {
  int width = 0;
  int height = 0;
  std::vector<Rgb> texels;

  /// Beyond the border, the nearest texel.
  const Rgb& at(int x, int y) const;
};

/// Scene-linear picture whose red is moved outward by `texels` in the corners, its blue inward, each smeared by a
/// triangle of as much on either side. NaN is 0, infinity 1e30.
LensPlane aberrated(const LensPlane& picture, double texels);

/// RCAS of a signal in [0, 1]; `amount` 1 = 0 stops.
LensPlane sharpened(const LensPlane& signal, double amount);
/// How far it may move a texel: the result lies within this of the centre, and in [0, 1].
double sharpening_bound(double center, double mean_of_four, double amount);

/// Noise of a texel, one number for each channel; with one for all, the first. Variance 1, in [-3, 3], in steps of
/// 6 / 1023: white noise of a tile of 512 x 512 texels, filtered. The frame's seed says where the tile lies.
std::array<double, 3> grain_noise(std::uint32_t x, std::uint32_t y, std::uint32_t seed);
double with_grain(double signal, double amount, double noise);

}  // namespace reference

#endif
