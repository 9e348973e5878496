// SPDX-License-Identifier: MIT
// Images of weights, and sums with them.
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

/// floor((i + 1/2) / size * mask_size), in integers: always within the mask.
std::size_t nearest(std::size_t i, std::size_t size, std::size_t mask_size) {
  return (2 * i + 1) * mask_size / (2 * size);
}

double mask_of(const WeightedSource& source, std::size_t x, std::size_t y) {
  const std::size_t row = nearest(y, source.height, source.mask_height);
  return static_cast<double>(source.mask[row * source.mask_width + nearest(x, source.width, source.mask_width)]);
}

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

double weight_of(const WeightSettings& settings, const WeightedSource& source, std::size_t x, std::size_t y) {
  const std::size_t i = y * source.width + x;
  return weight_of(settings, {.x = x,
                              .y = y,
                              .width = source.width,
                              .height = source.height,
                              .luminance = luminance(source.texels[i]),
                              .mask = settings.mask ? mask_of(source, x, y) : 1.0,
                              .depth = settings.depth ? static_cast<double>(source.depth[i]) : 0.0,
                              .classes = settings.classes ? source.classes[i] : 0u});
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
