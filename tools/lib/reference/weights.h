// SPDX-License-Identifier: MIT
// Weights of the meter in double precision, and how far float arithmetic moves them. A weight is a member of
// WeightSettings under the word of its row in <photopic/weights.h>, and a function under the row's name.
#ifndef PHOTOPIC_TOOLS_REFERENCE_WEIGHTS_H
#define PHOTOPIC_TOOLS_REFERENCE_WEIGHTS_H

#include <photopic/weights.h>

#include <bitset>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <vector>

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
  bool mask = false;  ///< clamped to [0, 1], NaN = 0
  std::optional<DepthWeight> depth = {};
  std::optional<std::bitset<256>> classes = {};  ///< those that count; ids above 255 are 255
  std::optional<WindowWeight> window = {};
  std::uint32_t quantised_steps = 0;  ///< not 0: the product is rounded to the nearest 1/steps, halves up
};

/// Weights by their bits, with members of `from` that have the settings' names.
template <class Settings>
WeightSettings weight_settings(std::uint32_t bits, const Settings& from) {
  constexpr float kMaxStops = 64.0f;  // of the window; there it has no limit
  WeightSettings to;
  to.centre = CentreWeight{double(from.centre_sigma)};
  to.spot = SpotWeight{double(from.spot_radius)};
  to.ellipse = EllipseWeight{double(from.ellipse_x), double(from.ellipse_y), double(from.ellipse_radius_x),
                             double(from.ellipse_radius_y), double(from.ellipse_softness)};
  to.mask = true;
  to.depth = DepthWeight{double(from.depth_min), double(from.depth_max)};
  to.classes.emplace();
  for (std::size_t i = 0; i < 256; ++i) (*to.classes)[i] = (from.metered_classes[i / 32] >> (i % 32) & 1u) != 0;
  to.window.emplace();
  if (from.window_min_log2 > -kMaxStops) to.window->min_log2 = double(from.window_min_log2);
  if (from.window_max_log2 < kMaxStops) to.window->max_log2 = double(from.window_max_log2);
#define PHOTOPIC_WEIGHT(number, Name, word, function, image, parameters) \
  if ((bits >> (number)&1u) == 0) to.word = {};
  PHOTOPIC_WEIGHTS(PHOTOPIC_WEIGHT)
#undef PHOTOPIC_WEIGHT
  return to;
}

/// The settings, and those moved by as much as float arithmetic may move the weights that they give, so that the exact
/// weight of some of them is at least as far off as the GPU's.
std::vector<WeightSettings> moved_by_float_error(const WeightSettings& settings);

/// A texel of a metered rectangle, and what the images of weights have for it.
struct WeightedTexel {
  std::size_t x = 0;  ///< from the top-left of the rectangle
  std::size_t y = 0;
  std::size_t width = 1;  ///< of the rectangle
  std::size_t height = 1;
  double luminance = 0.0;  ///< not yet clamped
  double mask = 1.0;
  double depth = 0.0;
  std::uint32_t classes = 0;
};

/// The product of the weights, [0, 1].
double weight_of(const WeightSettings& settings, const WeightedTexel& texel);

}  // namespace reference

#endif
