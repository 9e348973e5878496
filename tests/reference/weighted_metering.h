// SPDX-License-Identifier: MIT
// Weighted meter in double precision, over one image or several.
#ifndef PHOTOPIC_TESTS_REFERENCE_WEIGHTED_METERING_H
#define PHOTOPIC_TESTS_REFERENCE_WEIGHTED_METERING_H

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "reference/histogram.h"
#include "reference/rgb.h"
#include "reference/weights.h"

namespace reference {

/// A metered rectangle. Images that the settings call for must be there in full, else std::invalid_argument.
struct WeightedSource {
  std::span<const Rgb> texels;  ///< row by row, as all images
  std::size_t width = 0;
  std::size_t height = 0;
  std::span<const float> mask = {};  ///< stretched over the rectangle, nearest
  std::size_t mask_width = 0;
  std::size_t mask_height = 0;
  std::span<const float> depth = {};            ///< texel for texel
  std::span<const std::uint32_t> classes = {};  ///< texel for texel
};

/// Without weight the mean is NaN. Counts and extrema are of all valid texels, whatever their weight; the extrema are
/// before clamping, and 0 without any.
struct WeightedResult {
  double mean_log2_luminance = 0.0;
  double weight_sum = 0.0;
  double min_luminance = 0.0;
  double max_luminance = 0.0;
  std::uint64_t valid_texels = 0;
  std::uint64_t invalid_texels = 0;
  OutsideRange outside_range;
};

/// Weight of a valid texel: weight_of() of reference/weights.h.
double weight_of(const WeightSettings& settings, const WeightedSource& source, std::size_t x, std::size_t y);

/// sum(w log2 L) / sum(w) over the valid texels of all sources, L clamped to [2^min, 2^max]. Positions are relative to
/// each source's own rectangle.
WeightedResult single_pass_weighted(std::span<const WeightedSource> sources, const WeightSettings& settings,
                                    double min_log2 = -16.0, double max_log2 = 16.0);
WeightedResult single_pass_weighted(const WeightedSource& source, const WeightSettings& settings,
                                    double min_log2 = -16.0, double max_log2 = 16.0);

/// The same texels for a histogram, those of weight 0 among them.
std::vector<Sample> weighted_samples(std::span<const WeightedSource> sources, const WeightSettings& settings,
                                     double min_log2 = -16.0, double max_log2 = 16.0);
std::vector<Sample> weighted_samples(const WeightedSource& source, const WeightSettings& settings,
                                     double min_log2 = -16.0, double max_log2 = 16.0);

}  // namespace reference

#endif
