// SPDX-License-Identifier: MIT
// Gamut mapping in double precision.
#include "reference/display/gamut.h"

#include <algorithm>
#include <cmath>

#include "reference/display/color_spaces.h"
#include "reference/display/spaces.h"
#include "reference/matrix.h"

namespace reference {
namespace {

constexpr int kBisections = 60;

bool is_in_cube(Rgb c) { return min_channel(c) >= 0.0 && max_channel(c) <= 1.0; }

/// ACES 1.3: distance from the achromatic axis, of cyan, magenta or yellow.
double compress_distance(double distance, double threshold, double limit) {
  constexpr double kPower = 1.2;
  if (distance <= threshold) return distance;
  const double reach = std::pow((1.0 - threshold) / (limit - threshold), -kPower) - 1.0;
  const double size = (limit - threshold) / std::pow(reach, 1.0 / kPower);
  const double n = (distance - threshold) / size;
  return threshold + size * n / std::pow(1.0 + std::pow(n, kPower), 1.0 / kPower);
}

}  // namespace

Rgb clip_gamut(Rgb c) { return per_channel(c, saturate); }

Rgb desaturate_gamut(Rgb c, const Primaries& target) {
  const double y = dot(luminance_row(target), c);
  const double low = min_channel(c);
  if (low >= 0.0) return clip_gamut(c);
  return clip_gamut(per_channel(c, [=](double x) { return y + (x - y) * y / (y - low); }));
}

Rgb oklab_gamut(Rgb bt709) {
  if (is_in_cube(bt709)) return bt709;
  const Rgb lab = to_oklab(bt709);
  if (lab.r >= 1.0) return grey(1.0);
  const Polar polar = polar_of(lab);
  const auto at = [&](double share) { return from_oklab(lab_of(lab.r, {share * polar.chroma, polar.hue})); };
  double low = 0.0;
  double high = 1.0;
  for (int i = 0; i < kBisections; ++i) {
    const double middle = (low + high) / 2.0;
    (is_in_cube(at(middle)) ? low : high) = middle;
  }
  return clip_gamut(at(low));
}

Rgb compress_aces13(Rgb ap1) {
  const double achromatic = max_channel(ap1);
  if (achromatic == 0.0) return ap1;
  const double size = std::abs(achromatic);
  const auto compressed = [=](double x, double threshold, double limit) {
    return achromatic - compress_distance((achromatic - x) / size, threshold, limit) * size;
  };
  return {compressed(ap1.r, 0.815, 1.147), compressed(ap1.g, 0.803, 1.264), compressed(ap1.b, 0.880, 1.312)};
}

}  // namespace reference
