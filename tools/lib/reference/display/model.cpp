// SPDX-License-Identifier: MIT
// The colour appearance model of ACES 2's output transform in double precision.
#include "reference/display/model.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace reference {
namespace {

constexpr double kNitsOfOne = 100.0;
constexpr double kCompression = 0.42;
constexpr double kCompressionOffset = 27.13;
constexpr double kDegrees = 180.0 / std::numbers::pi;

double compress(double v) {
  const double p = std::pow(std::abs(v), kCompression);
  return std::copysign(p / (kCompressionOffset + p), v);
}

double expand(double a) {
  const double limited = std::min(std::abs(a), 0.99);
  return std::copysign(std::pow(kCompressionOffset * limited / (1.0 - limited), 1.0 / kCompression), a);
}

/// XYZ to the cones, as primaries whose white is nearly that of equal energy.
Matrix cones_of_xyz() { return xyz_to_rgb({{0.8336, 0.1735}, {2.3854, -1.4659}, {0.087, -0.125}, {0.333, 0.333}}); }

/// The response of 100 nits of grey.
double white_response() { return compress(kAces2LuminanceAdaptation); }

}  // namespace

Aces2Model::Aces2Model(const Primaries& primaries) {
  constexpr double kSurround = 0.9;  // Nc of dim
  constexpr Matrix kOpponents{
      {{2.0, 1.0, 1.0 / 20.0}, {1.0, -12.0 / 11.0, 1.0 / 11.0}, {1.0 / 9.0, 1.0 / 9.0, -2.0 / 9.0}}};
  const Matrix to_xyz = rgb_to_xyz(primaries);
  const Rgb white = multiply(to_xyz, grey(kNitsOfOne));
  const Rgb response = multiply(cones_of_xyz(), white);
  const auto gain = [&](double cone) { return kAces2LuminanceAdaptation / kNitsOfOne * white.g / cone; };
  const Rgb gains = per_channel(response, gain);
  to_cones_ = multiply(diagonal(scale(gains, kNitsOfOne)), multiply(cones_of_xyz(), to_xyz));
  from_cones_ = inverse(to_cones_);
  to_opponents_ = {scale(kOpponents[0], 1.0 / dot(kOpponents[0], per_channel(times(gains, response), compress))),
                   scale(kOpponents[1], 400.0 * 43.0 * kSurround), scale(kOpponents[2], 400.0 * 43.0 * kSurround)};
  from_opponents_ = inverse(to_opponents_);
}

Rgb Aces2Model::opponents(Rgb rgb) const {
  return multiply(to_opponents_, per_channel(multiply(to_cones_, rgb), compress));
}

double Aces2Model::achromatic(Rgb rgb) const { return opponents(rgb).r; }

Jmh Aces2Model::jmh_of(Rgb rgb) const {
  const Rgb aab = opponents(rgb);
  if (!(aab.r > 0.0)) return {};
  const double hue = std::atan2(aab.b, aab.g) * kDegrees;
  return {100.0 * std::pow(aab.r, kAces2LightnessExponent), std::hypot(aab.g, aab.b), hue < 0.0 ? hue + 360.0 : hue};
}

Rgb Aces2Model::rgb_of(Jmh jmh) const {
  const double hue = jmh.h / kDegrees;
  const Rgb aab{aces2_achromatic_of_j(jmh.j), jmh.m * std::cos(hue), jmh.m * std::sin(hue)};
  return multiply(from_cones_, per_channel(multiply(from_opponents_, aab), expand));
}

double aces2_achromatic_of_j(double j) { return std::pow(std::max(j, 0.0) / 100.0, 1.0 / kAces2LightnessExponent); }

double aces2_nits_of_achromatic(double achromatic) {
  return expand(white_response() * achromatic) / (kAces2LuminanceAdaptation / kNitsOfOne);
}

double aces2_j_of_nits(double nits) {
  const double response = compress(nits * kAces2LuminanceAdaptation / kNitsOfOne);
  return 100.0 * std::pow(std::max(response, 0.0) / white_response(), kAces2LightnessExponent);
}

}  // namespace reference
