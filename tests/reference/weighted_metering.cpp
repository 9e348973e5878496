// SPDX-License-Identifier: MIT
// Weights by ellipse, mask, depth and classes, and sums with them.
#include "reference/weighted_metering.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <stdexcept>

#include "reference/metering.h"

namespace reference {
namespace {

void check(const WeightSettings& settings, const WeightedSource& source) {
  const std::size_t count = source.width * source.height;
  const std::size_t mask_count = source.mask_width * source.mask_height;
  if (source.texels.size() != count || (settings.depth && source.depth.size() != count) ||
      (settings.classes && source.classes.size() != count) ||
      (settings.mask && (mask_count == 0 || source.mask.size() != mask_count))) {
    throw std::invalid_argument("an image of a weighted source is missing or of another size");
  }
}

/// Distance of the texel's centre from the rectangle's, in half diagonals.
double radius_of(const WeightedSource& source, std::size_t x, std::size_t y) {
  const double width = static_cast<double>(source.width);
  const double height = static_cast<double>(source.height);
  const double half_diagonal = std::sqrt(width * width + height * height) / 2.0;
  return std::hypot(static_cast<double>(x) + 0.5 - width / 2.0, static_cast<double>(y) + 0.5 - height / 2.0) /
         half_diagonal;
}

double ellipse_weight(const EllipseWeight& ellipse, const WeightedSource& source, std::size_t x, std::size_t y) {
  const double u = (static_cast<double>(x) + 0.5) / static_cast<double>(source.width);
  const double v = (static_cast<double>(y) + 0.5) / static_cast<double>(source.height);
  const double distance = std::hypot((u - ellipse.x) / ellipse.radius_x, (v - ellipse.y) / ellipse.radius_y);
  const double inner = 1.0 - ellipse.softness;
  if (distance <= inner) return 1.0;
  if (distance >= 1.0) return 0.0;
  const double t = (distance - inner) / (1.0 - inner);
  return 1.0 - t * t * (3.0 - 2.0 * t);
}

/// floor((i + 1/2) / size * mask_size), in integers: always within the mask.
std::size_t nearest(std::size_t i, std::size_t size, std::size_t mask_size) {
  return (2 * i + 1) * mask_size / (2 * size);
}

double mask_weight(const WeightedSource& source, std::size_t x, std::size_t y) {
  const std::size_t row = nearest(y, source.height, source.mask_height);
  const double value =
      static_cast<double>(source.mask[row * source.mask_width + nearest(x, source.width, source.mask_width)]);
  return std::isnan(value) ? 0.0 : std::clamp(value, 0.0, 1.0);
}

double is_within(double value, double min, double max) { return value >= min && value <= max ? 1.0 : 0.0; }

/// Calls visit(texel, x, y, source) for each valid texel; returns the number of the others.
template <typename Visit>
std::uint64_t for_each_valid(std::span<const WeightedSource> sources, const WeightSettings& settings, Visit visit) {
  std::uint64_t invalid = 0;
  for (const WeightedSource& source : sources) {
    check(settings, source);
    for (std::size_t y = 0; y < source.height; ++y) {
      for (std::size_t x = 0; x < source.width; ++x) {
        const Rgb& texel = source.texels[y * source.width + x];
        if (is_valid_texel(texel)) {
          visit(texel, x, y, source);
        } else {
          ++invalid;
        }
      }
    }
  }
  return invalid;
}

}  // namespace

std::vector<WeightSettings> moved_by_float_error(const WeightSettings& settings) {
  // exp() may err by 3 + 2|x| ulp (Vulkan 1.2, "Precision of individual operations"), and so does its argument by some:
  // 1e-6 of sigma is 2e-6 |x|. Squared radii: five operations.
  constexpr double kRadius = 1e-6;
  constexpr double kPosition = 3e-7;  // a fraction of at most 1: a division, 2.5 ulp of 2^-24, and a subtraction
  constexpr double kStops = 1e-6;     // a luminance: 5e-7 of it
  std::vector<WeightSettings> result = {settings};
  for (const double sign : {-1.0, 1.0}) {
    WeightSettings s = settings;
    if (s.centre) s.centre->sigma *= 1.0 + sign * kRadius;
    if (s.spot) s.spot->radius *= 1.0 + sign * kRadius;
    if (s.ellipse) s.ellipse->radius_x *= 1.0 + sign * kRadius;
    if (s.ellipse) s.ellipse->radius_y *= 1.0 + sign * kRadius;
    if (s.window) s.window->min_log2 -= sign * kStops;
    if (s.window) s.window->max_log2 += sign * kStops;
    result.push_back(s);
    if (!s.ellipse) continue;
    for (const double sign_y : {-1.0, 1.0}) {
      s.ellipse->x = settings.ellipse->x + sign * kPosition;
      s.ellipse->y = settings.ellipse->y + sign_y * kPosition;
      result.push_back(s);
    }
  }
  return result;
}

double weight_of(const WeightSettings& settings, const WeightedSource& source, std::size_t x, std::size_t y) {
  const std::size_t i = y * source.width + x;
  double weight = 1.0;
  if (settings.centre) {
    const double in_sigmas = radius_of(source, x, y) / settings.centre->sigma;
    weight *= std::exp(-0.5 * in_sigmas * in_sigmas);
  }
  if (settings.spot) weight *= radius_of(source, x, y) <= settings.spot->radius ? 1.0 : 0.0;
  if (settings.ellipse) weight *= ellipse_weight(*settings.ellipse, source, x, y);
  if (settings.mask) weight *= mask_weight(source, x, y);
  if (settings.depth) {
    weight *= is_within(static_cast<double>(source.depth[i]), settings.depth->min, settings.depth->max);
  }
  if (settings.classes) weight *= (*settings.classes)[std::min(source.classes[i], 255u)] ? 1.0 : 0.0;
  if (settings.window) {
    weight *= is_within(luminance(source.texels[i]), std::exp2(settings.window->min_log2),
                        std::exp2(settings.window->max_log2));
  }
  if (settings.quantised_steps == 0) return weight;
  const double steps = static_cast<double>(settings.quantised_steps);
  return std::floor(weight * steps + 0.5) / steps;
}

WeightedResult single_pass_weighted(std::span<const WeightedSource> sources, const WeightSettings& settings,
                                    double min_log2, double max_log2) {
  WeightedResult result;
  CompensatedSum weighted;
  CompensatedSum weights;
  const double min = std::exp2(min_log2);
  const double max = std::exp2(max_log2);
  result.invalid_texels = for_each_valid(
      sources, settings, [&](const Rgb& texel, std::size_t x, std::size_t y, const WeightedSource& source) {
        const double value = luminance(texel);
        const double weight = weight_of(settings, source, x, y);
        result.min_luminance = result.valid_texels == 0 ? value : std::min(result.min_luminance, value);
        result.max_luminance = std::max(result.max_luminance, value);
        ++result.valid_texels;
        if (value < min) ++result.outside_range.below;
        if (value > max) ++result.outside_range.above;
        weighted.add(weight * std::log2(std::clamp(value, min, max)));
        weights.add(weight);
      });
  result.weight_sum = weights.value();
  result.mean_log2_luminance =
      result.weight_sum > 0.0 ? weighted.value() / result.weight_sum : std::numeric_limits<double>::quiet_NaN();
  return result;
}

WeightedResult single_pass_weighted(const WeightedSource& source, const WeightSettings& settings, double min_log2,
                                    double max_log2) {
  return single_pass_weighted(std::span(&source, 1), settings, min_log2, max_log2);
}

std::vector<Sample> weighted_samples(std::span<const WeightedSource> sources, const WeightSettings& settings,
                                     double min_log2, double max_log2) {
  std::vector<Sample> samples;
  const double min = std::exp2(min_log2);
  const double max = std::exp2(max_log2);
  for_each_valid(sources, settings, [&](const Rgb& texel, std::size_t x, std::size_t y, const WeightedSource& source) {
    // Once more after the logarithm: log2(exp2(x)) may be off by a rounding.
    const double value = std::log2(std::clamp(luminance(texel), min, max));
    samples.push_back({std::clamp(value, min_log2, max_log2), weight_of(settings, source, x, y)});
  });
  return samples;
}

std::vector<Sample> weighted_samples(const WeightedSource& source, const WeightSettings& settings, double min_log2,
                                     double max_log2) {
  return weighted_samples(std::span(&source, 1), settings, min_log2, max_log2);
}

}  // namespace reference
