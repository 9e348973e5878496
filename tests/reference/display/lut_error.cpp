// SPDX-License-Identifier: MIT
// Errors of lookup tables in double precision.
#include "reference/display/lut_error.h"

#include <algorithm>
#include <cmath>
#include <random>

#include "reference/display/color_spaces.h"
#include "reference/display/primaries.h"
#include "reference/display/transfer.h"
#include "reference/metrics/ciede2000.h"

namespace reference {
namespace {

constexpr double kMiddle = 0.18;
constexpr double kMinEv = -9.0;
constexpr double kMaxEv = 6.5;
constexpr double kMaxInput = 128.0;

/// CIE 15, with D65 as white.
Lab lab_of_srgb(Rgb encoded) {
  const Rgb xyz = multiply(rgb_to_xyz(kBt709), per_channel(encoded, srgb_decode));
  const Rgb white = xyz_of(kD65);
  const auto f = [](double t) {
    constexpr double kDelta = 6.0 / 29.0;
    return t > kDelta * kDelta * kDelta ? std::cbrt(t) : t / (3.0 * kDelta * kDelta) + 4.0 / 29.0;
  };
  const Rgb scaled{f(xyz.r / white.r), f(xyz.g / white.g), f(xyz.b / white.b)};
  return {static_cast<float>(116.0 * scaled.g - 16.0), static_cast<float>(500.0 * (scaled.r - scaled.g)),
          static_cast<float>(200.0 * (scaled.g - scaled.b))};
}

}  // namespace

std::vector<Rgb> lut_test_colors(std::size_t count, std::uint32_t seed) {
  std::mt19937 random(seed);
  const auto uniform = [&] { return static_cast<double>(random()) / 4294967296.0; };
  const Rgb row = luminance_row(kBt709);
  std::vector<Rgb> colors;
  while (colors.size() < count) {
    const double y = kMiddle * std::exp2(lerp(kMinEv, kMaxEv, uniform()));
    const double r = uniform();
    const double g = uniform();
    const Rgb pure{r, g, uniform()};
    const Rgb hue = lerp(grey(1.0), pure, uniform());
    colors.push_back(per_channel(scale(hue, y / dot(row, hue)), [](double x) { return std::min(x, kMaxInput); }));
  }
  return colors;
}

std::vector<Rgb> lut_test_greys(std::size_t count) {
  std::vector<Rgb> greys;
  for (std::size_t i = 0; i < count; ++i) {
    const double share = static_cast<double>(i) / static_cast<double>(count - 1);
    greys.push_back(grey(kMiddle * std::exp2(lerp(kMinEv, kMaxEv, share))));
  }
  return greys;
}

double delta_e2000_of_srgb(Rgb encoded, Rgb other_encoded) {
  return ciede2000(lab_of_srgb(encoded), lab_of_srgb(other_encoded), {1.0, 1.0, 1.0});
}

double delta_e_itp_of_pq(Rgb encoded, Rgb other_encoded) {
  return delta_e_itp(pq_decode(encoded), pq_decode(other_encoded));
}

LutError lut_error(std::span<const Rgb> shown, std::span<const Rgb> exact, const Difference& difference) {
  LutError error;
  std::vector<double> all;
  for (std::size_t i = 0; i < shown.size(); ++i) {
    all.push_back(difference(shown[i], exact[i]));
    const Rgb distance = plus(shown[i], scale(exact[i], -1.0));
    error.max_channel =
        std::max(error.max_channel, max_channel(per_channel(distance, [](double x) { return std::abs(x); })));
    error.mean += all.back() / static_cast<double>(shown.size());
  }
  if (all.empty()) return error;
  std::sort(all.begin(), all.end());
  error.max = all.back();
  error.p99 = all[static_cast<std::size_t>(std::ceil(0.99 * static_cast<double>(all.size()))) - 1];
  return error;
}

}  // namespace reference
