// SPDX-License-Identifier: MIT
// Pictures on which a highlight limit or black can go wrong, as luminances.
#ifndef PHOTOPIC_TESTS_METER_RULE_CASES_H
#define PHOTOPIC_TESTS_METER_RULE_CASES_H

#include <cstdint>
#include <vector>

#include "gpu/hdr_image.h"

namespace test {

/// Luminances row by row.
struct GreyPicture {
  std::uint32_t width = 0;
  std::uint32_t height = 0;
  std::vector<float> luminances;

  std::size_t count() const { return luminances.size(); }
  float& at(std::uint32_t x, std::uint32_t y) { return luminances[std::size_t{y} * width + x]; }
};

/// Smooth, 7 stops from its darkest to its brightest, around `log2` of luminance.
GreyPicture smooth_scene(std::uint32_t width, std::uint32_t height, double log2);
/// A scene in which every texel is anywhere within `stops` around `log2`.
GreyPicture noisy_scene(std::uint32_t width, std::uint32_t height, double log2, double stops, std::uint32_t seed);

/// The first `share` of the texels, row by row, are a lamp of this luminance.
GreyPicture with_lamp(GreyPicture picture, double share, double luminance);
/// A disc of this share of the area is a lamp.
GreyPicture with_round_lamp(GreyPicture picture, double share, double luminance);
/// `count` texels, anywhere, have this luminance.
GreyPicture with_dots(GreyPicture picture, std::size_t count, double luminance, std::uint32_t seed);
/// The uppermost and the lowest rows, this share of the height altogether, are black: as `black` says at each texel.
GreyPicture with_bars(GreyPicture picture, double share,
                      const std::function<float(std::uint32_t, std::uint32_t)>& black);
/// Means of blocks of `side` x `side` texels.
GreyPicture smaller(const GreyPicture& picture, std::uint32_t side);

HdrImage hdr_of(const GreyPicture& picture);

}  // namespace test

#endif
