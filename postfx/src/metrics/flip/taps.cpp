// SPDX-License-Identifier: MIT
// Filters of Andersson et al. 2020, "FLIP: a difference evaluator for alternating images".
#include "metrics/flip/taps.h"

#include <cmath>
#include <numbers>

namespace photopic {
namespace {

/// a sqrt(pi / b) exp(-pi^2 x^2 / b), x in degrees: what the eye makes of a point of Y, Cx, or one term of Cz.
struct Sensitivity {
  double a, b;

  double deviation_deg() const { return std::sqrt(b / 2.0) / std::numbers::pi; }
  /// The root of its factor: the product of two is that of two dimensions.
  double along_axis(double x_deg) const {
    return std::sqrt(a * std::sqrt(std::numbers::pi / b)) *
           std::exp(-std::numbers::pi * std::numbers::pi * x_deg * x_deg / b);
  }
};
constexpr std::array<Sensitivity, 4> kSensitivities = {{{1.0, 0.0047}, {1.0, 0.0053}, {34.1, 0.04}, {13.5, 0.025}}};
constexpr double kFeatureWidth_deg = 0.082;

/// A half of a filter, from the middle.
using Half = std::array<double, PHOTOPIC_METRICS_FLIP_TAPS>;

double sum_of(const Half& half) {
  double beside = 0.0;
  for (std::size_t i = 1; i < half.size(); ++i) beside += half[i];
  return half[0] + 2.0 * beside;
}

template <class Function>
Half sampled(int radius, const Function& function) {
  Half half = {};
  for (int i = 0; i <= radius; ++i) half[static_cast<std::size_t>(i)] = function(double(i));
  return half;
}

template <std::size_t Channel>
void store(const Half& half, double factor, std::array<FlipTaps::Four, PHOTOPIC_METRICS_FLIP_TAPS>* out) {
  for (std::size_t i = 0; i < half.size(); ++i) (*out)[i][Channel] = static_cast<float>(factor * half[i]);
}

void add_colors(double pixels_per_degree, FlipTaps* taps) {
  const int radius = flip_radius(pixels_per_degree);
  std::array<Half, kSensitivities.size()> halves;
  for (std::size_t i = 0; i < halves.size(); ++i) {
    halves[i] = sampled(radius, [&](double x) { return kSensitivities[i].along_axis(x / pixels_per_degree); });
  }
  store<0>(halves[0], 1.0 / sum_of(halves[0]), &taps->colors);
  store<1>(halves[1], 1.0 / sum_of(halves[1]), &taps->colors);
  // The two terms add up to 1 over both dimensions.
  const double both = std::hypot(sum_of(halves[2]), sum_of(halves[3]));
  store<2>(halves[2], 1.0 / both, &taps->colors);
  store<3>(halves[3], 1.0 / both, &taps->colors);
}

void add_features(double pixels_per_degree, FlipTaps* taps) {
  const double deviation = 0.5 * kFeatureWidth_deg * pixels_per_degree;  // pixels
  const int radius = static_cast<int>(std::ceil(3.0 * deviation));
  const auto gaussian = [=](double x) { return std::exp(-0.5 * x * x / (deviation * deviation)); };
  const Half smooth = sampled(radius, gaussian);
  const Half first = sampled(radius, [&](double x) { return x * gaussian(x); });
  Half second = sampled(radius, [&](double x) { return (x * x / (deviation * deviation) - 1.0) * gaussian(x); });
  store<0>(smooth, 1.0 / sum_of(smooth), &taps->features);
  // Derivatives: what is positive adds up to 1, what is negative to -1.
  store<1>(first, 2.0 / sum_of(first), &taps->features);
  Half positive = {}, negative = {};
  for (std::size_t i = 0; i < second.size(); ++i) (second[i] > 0.0 ? positive : negative)[i] = second[i];
  const double above = sum_of(positive), below = -sum_of(negative);
  for (double& tap : second) tap /= tap > 0.0 ? above : below;
  store<2>(second, 1.0, &taps->features);
}

}  // namespace

int flip_radius(double pixels_per_degree) noexcept {
  return static_cast<int>(std::ceil(3.0 * kSensitivities[2].deviation_deg() * pixels_per_degree));
}

FlipTaps flip_taps(double pixels_per_degree) noexcept {
  FlipTaps taps;
  add_colors(pixels_per_degree, &taps);
  add_features(pixels_per_degree, &taps);
  return taps;
}

}  // namespace photopic
