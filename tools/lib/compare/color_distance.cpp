// SPDX-License-Identifier: MIT
// Conversions to CIELAB, YIQ and OKLab, and the distances there.
#include "compare/color_distance.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <numbers>

namespace compare {
namespace {

constexpr double kPi = std::numbers::pi;

/// CIE 15:2004, equations 8.3 to 8.8.
double lab_curve(double t) {
  constexpr double kEpsilon = 216.0 / 24389.0, kKappa = 24389.0 / 27.0;
  return t > kEpsilon ? std::cbrt(t) : (kKappa * t + 16.0) / 116.0;
}

double square(double value) { return value * value; }
double length(double a, double b) { return std::sqrt(square(a) + square(b)); }

/// sqrt(C^7 / (C^7 + 25^7))
double seventh_power_share(double chroma) {
  const double power = square(square(chroma) * chroma) * chroma;
  return std::sqrt(power / (power + 6103515625.0));
}

/// In [0, 2 pi); 0 without chroma.
double hue_of(double a, double b) {
  if (a == 0.0 && b == 0.0) return 0.0;
  const double angle = std::atan2(b, a);
  return angle < 0.0 ? angle + 2.0 * kPi : angle;
}

/// Between samples a step apart.
template <std::size_t count>
double interpolated(const std::array<double, count>& samples, double step) {
  const auto i = static_cast<std::size_t>(step);
  return samples[i] + (samples[i + 1] - samples[i]) * (step - double(i));
}

}  // namespace

double light_of(double code) {
  const double value = code / 255.0;
  return value <= 0.04045 ? value / 12.92 : std::pow((value + 0.055) / 1.055, 2.4);
}

Lab lab_of(const std::array<double, 3>& light) {
  const auto [r, g, b] = light;
  const double x = 0.4124564390896921 * r + 0.357576077643909 * g + 0.18043748326639894 * b;
  const double y = 0.21267285140562248 * r + 0.715152155287818 * g + 0.07217499330655958 * b;
  const double z = 0.019333895582329317 * r + 0.119192025881303 * g + 0.9503040785363677 * b;
  const double fx = lab_curve(x / 0.95047), fy = lab_curve(y), fz = lab_curve(z / 1.08883);
  return {116.0 * fy - 16.0, 500.0 * (fx - fy), 200.0 * (fy - fz)};
}

double delta_e2000(const Lab& one, const Lab& other) {
  const double mean_chroma = (length(one[1], one[2]) + length(other[1], other[2])) / 2.0;
  const double stretch = 1.0 + 0.5 * (1.0 - seventh_power_share(mean_chroma));
  const double a1 = stretch * one[1], a2 = stretch * other[1];
  const double c1 = length(a1, one[2]), c2 = length(a2, other[2]);
  const double h1 = hue_of(a1, one[2]), h2 = hue_of(a2, other[2]);
  const bool has_hues = c1 * c2 != 0.0;

  double turn = has_hues ? h2 - h1 : 0.0;
  if (turn > kPi) turn -= 2.0 * kPi;
  if (turn < -kPi) turn += 2.0 * kPi;
  double mean_hue = h1 + h2;
  if (has_hues) {
    mean_hue /= 2.0;
    if (std::fabs(h1 - h2) > kPi) mean_hue += mean_hue < kPi ? kPi : -kPi;
  }

  const double mean_lightness = (one[0] + other[0]) / 2.0, mean_c = (c1 + c2) / 2.0;
  const double t = 1.0 - 0.17 * std::cos(mean_hue - kPi / 6.0) + 0.24 * std::cos(2.0 * mean_hue) +
                   0.32 * std::cos(3.0 * mean_hue + kPi / 30.0) - 0.20 * std::cos(4.0 * mean_hue - 7.0 * kPi / 20.0);
  const double from_50 = square(mean_lightness - 50.0);
  const double s_l = 1.0 + 0.015 * from_50 / std::sqrt(20.0 + from_50);
  const double s_c = 1.0 + 0.045 * mean_c, s_h = 1.0 + 0.015 * mean_c * t;
  const double from_275 = (mean_hue * 180.0 / kPi - 275.0) / 25.0;
  const double rotation = -2.0 * seventh_power_share(mean_c) * std::sin(kPi / 3.0 * std::exp(-square(from_275)));

  const double lightness = (other[0] - one[0]) / s_l, chroma = (c2 - c1) / s_c;
  const double hue = 2.0 * std::sqrt(c1 * c2) * std::sin(turn / 2.0) / s_h;
  return std::sqrt(std::max(square(lightness) + square(chroma) + square(hue) + rotation * chroma * hue, 0.0));
}

double squared_yiq(const Color& difference) {
  const auto [r, g, b] = difference;
  const double y = yiq_luma(difference);
  const double i = r * 0.59597799 - g * 0.27417610 - b * 0.32180189;
  const double q = r * 0.21147017 - g * 0.52261711 + b * 0.31114694;
  return 0.5053 * y * y + 0.299 * i * i + 0.1957 * q * q;
}

Oklab::Oklab() {
  for (std::size_t i = 0; i < light_.size(); ++i) light_[i] = light_of(std::min(double(i), 255.0));
  for (std::size_t i = 0; i < roots_.size(); ++i) roots_[i] = std::cbrt(double(i) / double(kRoots));
}

const Oklab& Oklab::instance() {
  static const Oklab oklab;
  return oklab;
}

/// Lines would be far off where the root is steep.
double Oklab::root(double value) const {
  constexpr double kFirstInterpolated = 8.0;
  const double step = value * double(kRoots);
  return step < kFirstInterpolated ? std::cbrt(value) : interpolated(roots_, step);
}

Lab Oklab::of(const Color& color) const {
  const double r = interpolated(light_, color[0]), g = interpolated(light_, color[1]);
  const double b = interpolated(light_, color[2]);
  const double l = root(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b);
  const double m = root(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b);
  const double s = root(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b);
  // Lr, with Ottosson's k1, k2 and k3, which leaves 0 and 1 in their places.
  constexpr double kOne = 0.206, kTwo = 0.03, kThree = (1.0 + kOne) / (1.0 + kTwo);
  const double lightness = 0.2104542553 * l + 0.7936177850 * m - 0.0040720468 * s;
  const double moved = kThree * lightness - kOne;
  return {0.5 * (moved + std::sqrt(moved * moved + 4.0 * kTwo * kThree * lightness)),
          1.9779984951 * l - 2.4285922050 * m + 0.4505937099 * s,
          0.0259040371 * l + 0.7827717662 * m - 0.8086757660 * s};
}

bool is_beyond_oklab(const Lab& one, const Lab& other, double threshold) {
  const double rest = threshold - std::fabs(one[0] - other[0]);
  return rest < 0.0 || square(one[1] - other[1]) + square(one[2] - other[2]) > rest * rest;
}

}  // namespace compare
