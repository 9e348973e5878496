// SPDX-License-Identifier: MIT
// Weights of the meter by their definitions.
#include "reference/weights.h"

#include <algorithm>
#include <cmath>

namespace reference {
namespace {

/// Distance of the texel's centre from the rectangle's, in half diagonals.
double radius_of(const WeightedTexel& texel) {
  const double width = static_cast<double>(texel.width);
  const double height = static_cast<double>(texel.height);
  const double half_diagonal = std::sqrt(width * width + height * height) / 2.0;
  return std::hypot(static_cast<double>(texel.x) + 0.5 - width / 2.0,
                    static_cast<double>(texel.y) + 0.5 - height / 2.0) /
         half_diagonal;
}

double is_within(double value, double min, double max) { return value >= min && value <= max ? 1.0 : 0.0; }

// ---- weights, under the names of <photopic/weights.h> ----

double centre_weight(const WeightSettings& settings, const WeightedTexel& texel) {
  const double in_sigmas = radius_of(texel) / settings.centre->sigma;
  return std::exp(-0.5 * in_sigmas * in_sigmas);
}

double spot_weight(const WeightSettings& settings, const WeightedTexel& texel) {
  return radius_of(texel) <= settings.spot->radius ? 1.0 : 0.0;
}

double ellipse_weight(const WeightSettings& settings, const WeightedTexel& texel) {
  const EllipseWeight& ellipse = *settings.ellipse;
  const double u = (static_cast<double>(texel.x) + 0.5) / static_cast<double>(texel.width);
  const double v = (static_cast<double>(texel.y) + 0.5) / static_cast<double>(texel.height);
  const double distance = std::hypot((u - ellipse.x) / ellipse.radius_x, (v - ellipse.y) / ellipse.radius_y);
  const double inner = 1.0 - ellipse.softness;
  if (distance <= inner) return 1.0;
  if (distance >= 1.0) return 0.0;
  const double t = (distance - inner) / (1.0 - inner);
  return 1.0 - t * t * (3.0 - 2.0 * t);
}

double mask_weight(const WeightSettings&, const WeightedTexel& texel) {
  return std::isnan(texel.mask) ? 0.0 : std::clamp(texel.mask, 0.0, 1.0);
}

double depth_weight(const WeightSettings& settings, const WeightedTexel& texel) {
  return is_within(texel.depth, settings.depth->min, settings.depth->max);
}

double classes_weight(const WeightSettings& settings, const WeightedTexel& texel) {
  return (*settings.classes)[std::min(texel.classes, 255u)] ? 1.0 : 0.0;
}

double window_weight(const WeightSettings& settings, const WeightedTexel& texel) {
  return is_within(texel.luminance, std::exp2(settings.window->min_log2), std::exp2(settings.window->max_log2));
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

double weight_of(const WeightSettings& settings, const WeightedTexel& texel) {
  double weight = 1.0;
#define PHOTOPIC_WEIGHT(number, Name, word, function, image, parameters) \
  if (settings.word) weight *= function(settings, texel);
  PHOTOPIC_WEIGHTS(PHOTOPIC_WEIGHT)
#undef PHOTOPIC_WEIGHT
  if (settings.quantised_steps == 0) return weight;
  const double steps = static_cast<double>(settings.quantised_steps);
  return std::floor(weight * steps + 0.5) / steps;
}

}  // namespace reference
