// SPDX-License-Identifier: MIT
// The hull of ACES 2's output transform in double precision.
#include "reference/display/hull.h"

#include <algorithm>
#include <cmath>

namespace reference {
namespace {

constexpr double kSmoothCusp = 0.12;

/// M where a line meets the curve from the axis at `base` to a point (j, m): `exponent` is how it bends.
double estimate(double axis, double slope, double exponent, double j, double m, double base) {
  return base * std::pow(axis / base, exponent) * m / (j - slope * m);
}

}  // namespace

Aces2Focus::Aces2Focus(const Aces2Peak& peak, const Aces2Cusp& cusp, double j) : peak_(peak) {
  constexpr double kCuspBlend = 1.3;
  constexpr double kGainBlend = 0.3;
  focus_j_ = lerp(cusp.j, peak.mid_j, std::min(1.0, kCuspBlend - cusp.j / peak.max_j));
  gain_ = peak.max_j * peak.focus_distance;
  const double threshold = lerp(cusp.j, peak.max_j, kGainBlend);
  if (j > threshold) {
    const double decades = std::log10((peak.max_j - threshold) / std::max(1e-4, peak.max_j - j));
    gain_ *= 1.0 + decades * decades;
  }
}

double Aces2Focus::axis(double j, double m) const {
  const double scaled = m / gain_;
  const double a = scaled / focus_j_;
  if (j < focus_j_) {
    const double b = 1.0 - scaled;
    return 2.0 * j / (b + std::sqrt(b * b + 4.0 * a * j));
  }
  const double b = -(1.0 + scaled + peak_.max_j * a);
  const double c = peak_.max_j * scaled + j;
  return -2.0 * c / (b - std::sqrt(b * b - 4.0 * a * c));
}

double Aces2Focus::slope(double axis) const {
  return (axis < focus_j_ ? axis : peak_.max_j - axis) * (axis - focus_j_) / (focus_j_ * gain_);
}

double Aces2Focus::boundary(double axis, const Aces2Cusp& cusp) const {
  const double s = slope(axis);
  const double cusp_axis = this->axis(cusp.j, cusp.m);
  const double lower = estimate(axis, s, peak_.lower_hull_gamma_inverse, cusp.j, cusp.m, cusp_axis);
  const double upper =
      estimate(peak_.max_j - axis, -s, cusp.gamma_inverse, peak_.max_j - cusp.j, cusp.m, peak_.max_j - cusp_axis);
  const double k = kSmoothCusp * cusp.m;
  const double e = std::max(k - std::abs(lower - upper), 0.0) / k;
  return std::min(lower, upper) - e * e * e * k / 6.0;
}

double Aces2Focus::reach_boundary(double axis, double reach) const {
  return estimate(axis, slope(axis), 1.0 / kAces2LightnessExponent, peak_.max_j, reach, peak_.max_j);
}

double Aces2Tables::reach_at(double hue) const {
  const double floor = std::floor(hue);
  const auto i = static_cast<std::size_t>(floor) % kSize;
  return lerp(reach[i], reach[(i + 1) % kSize], hue - floor);
}

Aces2Cusp Aces2Tables::cusp_at(double hue) const {
  const auto above = std::upper_bound(hues.begin(), hues.end() - 1, hue);
  const auto i = static_cast<std::size_t>(above - hues.begin());
  const double t = (hue - hues[i - 1]) / (hues[i] - hues[i - 1]);
  const Aces2Cusp& a = cusps[i - 1];
  const Aces2Cusp& b = cusps[i];
  return {lerp(a.j, b.j, t), lerp(a.m, b.m, t), lerp(a.gamma_inverse, b.gamma_inverse, t)};
}

}  // namespace reference
