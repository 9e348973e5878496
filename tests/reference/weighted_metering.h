// SPDX-License-Identifier: MIT
// Weighted meter in double precision, over one image or several.
#ifndef PHOTOPIC_TESTS_REFERENCE_WEIGHTED_METERING_H
#define PHOTOPIC_TESTS_REFERENCE_WEIGHTED_METERING_H

#include <bitset>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <set>
#include <span>
#include <string_view>
#include <vector>

#include "reference/histogram.h"
#include "reference/rgb.h"

namespace reference {

/// exp(-r^2 / (2 sigma^2)), r from the rectangle's centre in units of its half diagonal.
struct CentreWeight {
  double sigma = 0.35;
};

/// 1 up to and at the radius, 0 beyond; the unit is the half diagonal.
struct SpotWeight {
  double radius = 0.15;
};

/// 1 within (1 - softness) of the radii, 0 beyond them, smoothstep between. Where both hold, at softness 0, it is 1.
struct EllipseWeight {
  double x = 0.5;  ///< fractions of the rectangle's width and height, as the radii
  double y = 0.5;
  double radius_x = 0.25;
  double radius_y = 0.25;
  double softness = 0.5;
};

/// 1 within and at the limits, NaN is outside.
struct DepthWeight {
  double min = 0.0;
  double max = 1.0;
};

/// 1 where the luminance, not yet clamped, is in [2^min, 2^max]; everywhere, by default.
struct WindowWeight {
  double min_log2 = -std::numeric_limits<double>::infinity();
  double max_log2 = std::numeric_limits<double>::infinity();
};

/// The weight is the product of those that are set.
struct WeightSettings {
  std::optional<CentreWeight> centre = {};
  std::optional<SpotWeight> spot = {};
  std::optional<EllipseWeight> ellipse = {};
  bool mask = false;  ///< WeightedSource::mask, clamped to [0, 1], NaN = 0
  std::optional<DepthWeight> depth = {};
  std::optional<std::bitset<256>> classes = {};  ///< those that count; ids above 255 are 255
  std::optional<WindowWeight> window = {};
  std::uint32_t quantised_steps = 0;  ///< not 0: the product is rounded to the nearest 1/steps, halves up
};

/// The weights that `words` name as command lines do, from members of `from` that have the settings' names.
template <class Settings>
WeightSettings weight_settings(const std::set<std::string_view>& words, const Settings& from) {
  WeightSettings to;
  if (words.contains("centre")) to.centre = CentreWeight{double(from.centre_sigma)};
  if (words.contains("spot")) to.spot = SpotWeight{double(from.spot_radius)};
  if (words.contains("ellipse")) {
    to.ellipse = EllipseWeight{double(from.ellipse_x), double(from.ellipse_y), double(from.ellipse_radius_x),
                               double(from.ellipse_radius_y), double(from.ellipse_softness)};
  }
  to.mask = words.contains("mask");
  if (words.contains("depth")) to.depth = DepthWeight{double(from.depth_min), double(from.depth_max)};
  if (words.contains("classes")) {
    to.classes.emplace();
    for (std::size_t i = 0; i < 256; ++i) (*to.classes)[i] = (from.metered_classes[i / 32] >> (i % 32) & 1u) != 0;
  }
  if (words.contains("window")) to.window = WindowWeight{double(from.window_min_log2), double(from.window_max_log2)};
  return to;
}

/// The settings, and those moved by as much as float arithmetic may move the weights that they give, so that the exact
/// weight of some of them is at least as far off as the GPU's.
std::vector<WeightSettings> moved_by_float_error(const WeightSettings& settings);

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

/// Weight of a valid texel.
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
