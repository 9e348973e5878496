// SPDX-License-Identifier: MIT
// Estimates of the light of a picture in double precision.
#include "reference/display/awb.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <functional>
#include <numbers>
#include <vector>

namespace reference {
namespace {

constexpr double kMaxLogRatio = 8.0;

double y_of(Rgb bt709) { return dot(luminance_row(kBt709), bt709); }
bool counts(Rgb texel) { return min_channel(texel) > 0.0 && max_channel(texel) < kInfinity; }
Rgb with_unit_luminance(Rgb light) { return scale(light, 1.0 / y_of(light)); }

Rgb weighted_log_mean(std::span<const Rgb> texels, const std::function<double(Rgb)>& weight_of) {
  double sum = 0.0;
  LogRatios mean;
  for (const Rgb texel : texels) {
    if (!counts(texel)) continue;
    const double weight = weight_of(texel);
    const LogRatios ratios = log_ratios_of(texel);
    sum += weight;
    mean.rg += weight * std::clamp(ratios.rg, -kMaxLogRatio, kMaxLogRatio);
    mean.bg += weight * std::clamp(ratios.bg, -kMaxLogRatio, kMaxLogRatio);
  }
  return sum > 0.0 ? light_of(scaled(mean, 1.0 / sum)) : grey(1.0);
}

}  // namespace

Rgb grey_world_log(std::span<const Rgb> texels) {
  return weighted_log_mean(texels, [](Rgb) { return 1.0; });
}

Rgb grey_world_linear(std::span<const Rgb> texels) { return minkowski(texels, 1.0); }

Rgb minkowski(std::span<const Rgb> texels, double power) {
  Rgb sum;
  double n = 0.0;
  for (const Rgb texel : texels) {
    if (!counts(texel)) continue;
    sum = plus(sum, per_channel(texel, [=](double x) { return std::pow(x, power); }));
    n += 1.0;
  }
  if (n == 0.0) return grey(1.0);
  return with_unit_luminance(per_channel(sum, [=](double x) { return std::pow(x / n, 1.0 / power); }));
}

Rgb white_patch(std::span<const Rgb> texels, double share) {
  std::vector<double> luminances;
  for (const Rgb texel : texels) {
    if (counts(texel)) luminances.push_back(y_of(texel));
  }
  if (luminances.empty()) return grey(1.0);
  std::sort(luminances.begin(), luminances.end(), std::greater<>());
  const double count = std::max(std::round(share * static_cast<double>(luminances.size())), 1.0);
  const double least = luminances[static_cast<std::size_t>(count) - 1];
  return weighted_log_mean(texels, [=](Rgb texel) { return y_of(texel) >= least ? 1.0 : 0.0; });
}

Rgb locus_weighted(std::span<const Rgb> texels, double sigma) {
  return weighted_log_mean(texels, [=](Rgb texel) {
    const double d = temperature_of(light_xy(texel)).duv / sigma;
    return std::exp(-d * d / 2.0);
  });
}

double angular_error(Rgb a, Rgb b) {
  const Rgb normal = cross(a, b);
  return std::atan2(std::sqrt(dot(normal, normal)), dot(a, b)) * 180.0 / std::numbers::pi;
}

LogRatios log_ratios_of(Rgb light) { return {std::log2(light.r / light.g), std::log2(light.b / light.g)}; }
Rgb light_of(LogRatios ratios) { return with_unit_luminance({std::exp2(ratios.rg), 1.0, std::exp2(ratios.bg)}); }
LogRatios scaled(LogRatios ratios, double degree) { return {ratios.rg * degree, ratios.bg * degree}; }
Chromaticity light_xy(Rgb bt709) { return chromaticity_of(multiply(rgb_to_xyz(kBt709), bt709)); }

double ciecam02_degree(double adapting_nits) { return 1.0 - std::exp((-adapting_nits - 42.0) / 92.0) / 3.6; }

}  // namespace reference
