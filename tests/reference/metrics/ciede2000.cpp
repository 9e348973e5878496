// SPDX-License-Identifier: MIT
// Conversion to CIELAB, and the CIEDE2000 formula.
#include "reference/metrics/ciede2000.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <numeric>
#include <vector>

namespace reference {
namespace {

constexpr double kPi = std::numbers::pi;

double linear(double c) { return c > 10.0 / 255.0 ? std::pow((c + 0.055) / 1.055, 2.4) : c / 12.92; }

/// CIE 15:2004, equations 8.3 to 8.8.
float lab_curve(double t) {
  constexpr double kEpsilon = 216.0 / 24389.0;
  constexpr double kKappa = 24389.0 / 27.0;
  return static_cast<float>(t > kEpsilon ? std::cbrt(t) : (kKappa * t + 16.0) / 116.0);
}

double seventh_power_share(double chroma) {
  const double power = std::pow(chroma, 7.0);
  return std::sqrt(power / (power + std::pow(25.0, 7.0)));
}

/// Hue angle in [0, 2 pi]; 0 for no chroma.
float hue(double b, double a) {
  if (a == 0.0 && b == 0.0) return 0.0f;
  const double angle = std::atan2(b, a);
  return static_cast<float>(angle < 0.0 ? angle + 2.0 * kPi : angle);
}

/// Of linear light.
Lab lab_of(double r, double g, double b) {
  const double big_x = 0.4124564390896921 * r + 0.357576077643909 * g + 0.18043748326639894 * b;
  const double big_y = 0.21267285140562248 * r + 0.715152155287818 * g + 0.07217499330655958 * b;
  const double big_z = 0.019333895582329317 * r + 0.119192025881303 * g + 0.9503040785363677 * b;
  const double fx = double{lab_curve(big_x / 0.95047)};
  const double fy = double{lab_curve(big_y)};
  const double fz = double{lab_curve(big_z / 1.08883)};
  return {static_cast<float>(116.0 * fy - 16.0), static_cast<float>(500.0 * (fx - fy)),
          static_cast<float>(200.0 * (fy - fz))};
}

}  // namespace

Lab yuv_to_lab(Yuv8 yuv) {
  const double y = (yuv[0] - 16.0) / 219.0;
  const double u = (yuv[1] - 128.0) / 224.0;
  const double v = (yuv[2] - 128.0) / 224.0;
  return lab_of(linear(y + 1.28033 * v), linear(y - 0.21482 * u - 0.38059 * v), linear(y + 2.12798 * u));
}

Lab rgb_to_lab(Rgb8 rgb) {
  const auto decoded = [](double c) { return c > 0.04045 ? std::pow((c + 0.055) / 1.055, 2.4) : c / 12.92; };
  return lab_of(decoded(rgb[0] / 255.0), decoded(rgb[1] / 255.0), decoded(rgb[2] / 255.0));
}

DeltaEResult delta_e2000(const CodeImage& reference, const CodeImage& test) {
  check_pair(reference, test);
  std::vector<double> all;
  for (std::size_t i = 0; i < reference.pixels.size(); ++i) {
    const Lab one = rgb_to_lab(reference.pixels[i]), other = rgb_to_lab(test.pixels[i]);
    all.push_back(reference.pixels[i] == test.pixels[i] ? 0.0 : ciede2000(one, other, {1.0, 1.0, 1.0}));
  }
  std::sort(all.begin(), all.end());
  const double sum = std::accumulate(all.begin(), all.end(), 0.0);
  return {sum / double(all.size()), all.back(), all[(19 * all.size() + 19) / 20 - 1]};
}

double ciede2000(Lab one, Lab other, CiedeFactors factors) {
  const double a1 = double{one.a};
  const double b1 = double{one.b};
  const double a2 = double{other.a};
  const double b2 = double{other.b};
  const auto lightness_difference = static_cast<float>(double{other.l} - double{one.l});
  const auto mean_lightness = static_cast<float>((double{one.l} + double{other.l}) / 2.0);
  const auto c1 = static_cast<float>(std::sqrt(a1 * a1 + b1 * b1));
  const auto c2 = static_cast<float>(std::sqrt(a2 * a2 + b2 * b2));
  const auto mean_c = static_cast<float>((double{c1} + double{c2}) / 2.0);
  const auto g = static_cast<float>(1.0 - seventh_power_share(double{mean_c}));

  const auto a1_prime = static_cast<float>(a1 + a1 / 2.0 * double{g});
  const auto a2_prime = static_cast<float>(a2 + a2 / 2.0 * double{g});
  const auto c1_prime = static_cast<float>(std::sqrt(double{a1_prime} * double{a1_prime} + b1 * b1));
  const auto c2_prime = static_cast<float>(std::sqrt(double{a2_prime} * double{a2_prime} + b2 * b2));
  const auto mean_c_prime = static_cast<float>((double{c1_prime} + double{c2_prime}) / 2.0);
  const auto chroma_difference = static_cast<float>(double{c2_prime} - double{c1_prime});

  const double h1 = double{hue(b1, double{a1_prime})};
  const double h2 = double{hue(b2, double{a2_prime})};
  const bool apart = std::abs(h1 - h2) > kPi;
  float turn = 0.0f;
  if (c1 != 0.0f && c2 != 0.0f) {
    const double shorter = !apart ? 0.0 : h2 <= h1 ? 2.0 * kPi : -2.0 * kPi;
    turn = static_cast<float>(h2 - h1 + shorter);
  }
  const auto hue_difference =
      static_cast<float>(2.0 * std::sqrt(double{c1_prime} * double{c2_prime}) * std::sin(double{turn} / 2.0));
  const auto mean_hue = static_cast<float>((h1 + h2 + (apart ? 2.0 * kPi : 0.0)) / 2.0);

  const double h = double{mean_hue};
  const auto t =
      static_cast<float>(1.0 - 0.17 * std::cos(h - kPi / 6.0) + 0.24 * std::cos(2.0 * h) +
                         0.32 * std::cos(3.0 * h + kPi / 30.0) - 0.20 * std::cos(4.0 * h - 7.0 * kPi / 20.0));
  const double from_50 = (double{mean_lightness} - 50.0) * (double{mean_lightness} - 50.0);
  const auto s_l = static_cast<float>(1.0 + 0.015 * from_50 / std::sqrt(20.0 + from_50));
  const auto s_c = static_cast<float>(1.0 + 0.045 * double{mean_c_prime});
  const auto s_h = static_cast<float>(1.0 + 0.015 * double{mean_c_prime} * double{t});
  const double from_275 = (h * 180.0 / kPi - 275.0) / 25.0;
  const auto rotation = static_cast<float>(-2.0 * seventh_power_share(double{mean_c_prime}) *
                                           std::sin(kPi / 3.0 * std::exp(-from_275 * from_275)));

  const double p = double{static_cast<float>(double{lightness_difference} / (factors.lightness * double{s_l}))};
  const double q = double{static_cast<float>(double{chroma_difference} / (factors.chroma * double{s_c}))};
  const double r = double{static_cast<float>(double{hue_difference} / (factors.hue * double{s_h}))};
  return std::sqrt(p * p + q * q + r * r + double{rotation} * q * r);
}

CiedeResult ciede2000(const Yuv444& reference, const Yuv444& test) {
  check_pair(reference.y, test.y);
  check_pair(reference.u, test.u);
  check_pair(reference.v, test.v);
  check_pair(reference.y, reference.u);
  check_pair(reference.y, reference.v);
  CiedeResult result;
  result.map = Map(reference.y.width, reference.y.height);
  double sum = 0.0;
  for (std::size_t i = 0; i < result.map.pixels.size(); ++i) {
    const Yuv8 one{reference.y.pixels[i], reference.u.pixels[i], reference.v.pixels[i]};
    const Yuv8 other{test.y.pixels[i], test.u.pixels[i], test.v.pixels[i]};
    // Equal codes have a difference of exactly 0.
    result.map.pixels[i] = one == other ? 0.0 : ciede2000(yuv_to_lab(one), yuv_to_lab(other));
    sum += result.map.pixels[i];
  }
  result.mean = sum / static_cast<double>(result.map.pixels.size());
  result.score = 45.0 - 20.0 * std::log10(result.mean);
  return result;
}

}  // namespace reference
