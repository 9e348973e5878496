// SPDX-License-Identifier: MIT
// The output transform of ACES 2 in double precision.
#include "reference/display/aces2.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace reference {
namespace {

/// 0 stays 0, `limit` too; between them values are pulled towards 0, the more the larger `slope` is.
double toe(double x, double limit, double slope, double end) {
  if (x > limit) return x;
  const double k2 = std::max(end, 0.001);
  const double k1 = std::sqrt(slope * slope + k2 * k2);
  const double k3 = (limit + k1) / (limit + k2);
  const double p = k3 * x - k1;
  return (p + std::sqrt(p * p + 4.0 * k2 * k3 * x)) / 2.0;
}

/// Colourfulness that surfaces of a hue have.
double chroma_norm(double hue) {
  const double h = hue * std::numbers::pi / 180.0;
  return 11.34072 * std::cos(h) + 16.46899 * std::cos(2.0 * h) + 7.88380 * std::cos(3.0 * h) +  //
         14.66441 * std::sin(h) - 6.37224 * std::sin(2.0 * h) + 9.19364 * std::sin(3.0 * h) + 77.12896;
}

}  // namespace

Aces2::Aces2(double peak_nits, const Primaries& limit)
    : peak_(peak_nits), input_(kAp0), output_(limit), tables_(peak_, limit) {}

Rgb Aces2::clamped(Rgb rgb) const {
  return per_channel(rgb, [&](double x) { return std::clamp(x, 0.0, peak_.max_rgb); });
}

Rgb Aces2::operator()(Rgb ap0) const { return clamped(unclamped(ap0)); }

Rgb Aces2::map_gamut(Rgb rgb) const { return clamped(output_.rgb_of(compress_gamut(output_.jmh_of(rgb)))); }

Rgb Aces2::unclamped(Rgb ap0) const {
  const Rgb ap1 = per_channel(multiply(conversion(kAp0, kAp1), ap0),
                              [&](double x) { return x > 0.0 ? std::min(x, peak_.max_scene) : 0.0; });
  const Jmh scene = input_.jmh_of(multiply(conversion(kAp1, kAp0), ap1));
  const double j = aces2_j_of_nits(peak_.tone(aces2_nits_of_achromatic(aces2_achromatic_of_j(scene.j))));
  return output_.rgb_of(compress_gamut({j, compress_chroma(scene, j), scene.h}));
}

double Aces2::compress_chroma(Jmh scene, double j) const {
  if (scene.m == 0.0) return 0.0;
  const double norm = peak_.chroma_scale * chroma_norm(scene.h);
  const double share = j / peak_.max_j;
  const double rest = std::max(0.0, 1.0 - share);
  const double limit = std::pow(share, 1.0 / kAces2LightnessExponent) * tables_.reach_at(scene.h) / norm;
  double m = scene.m * std::pow(j / scene.j, 1.0 / kAces2LightnessExponent) / norm;
  m = limit -
      toe(limit - m, limit - 0.001, rest * peak_.saturation, std::sqrt(share * share + peak_.saturation_threshold));
  return norm * toe(m, limit, share * peak_.compression, rest);
}

Jmh Aces2::compress_gamut(Jmh jmh) const {
  constexpr double kThreshold = 0.75;
  if (jmh.j <= 0.0) return {0.0, 0.0, jmh.h};
  if (jmh.m <= 0.0 || jmh.j > peak_.max_j) return {jmh.j, 0.0, jmh.h};
  const Aces2Cusp cusp = tables_.cusp_at(jmh.h);
  const Aces2Focus focus(peak_, cusp, jmh.j);
  const double axis = focus.axis(jmh.j, jmh.m);
  const double boundary = focus.boundary(axis, cusp);
  if (boundary <= 0.0) return {jmh.j, 0.0, jmh.h};
  const double reach = focus.reach_boundary(axis, tables_.reach_at(jmh.h));
  const double proportion = std::max(boundary / reach, kThreshold);
  const double threshold = proportion * boundary;
  double m = jmh.m;
  if (m > threshold && proportion < 1.0) {
    const double size = (reach - threshold) / ((reach - threshold) / (boundary - threshold) - 1.0);
    const double y = (m - threshold) / size;
    m = threshold + size * y / (1.0 + y);
  }
  return {axis + focus.slope(axis) * m, m, jmh.h};
}

}  // namespace reference
