// SPDX-License-Identifier: MIT
// Weights by their definitions.
#include "viewer/model/looking/meter_weight.h"

#include <algorithm>
#include <cmath>
#include <glm/geometric.hpp>

namespace viewer {

double meter_weight(const session::Settings& settings, VkExtent2D extent, glm::ivec2 texel, double luminance) {
  const photopic::MeterSettings& meter = settings.meter;
  const auto has = [&](photopic::Weight weight) { return (settings.metering.weights & weight) != 0; };
  const glm::dvec2 size = {extent.width, extent.height};
  const glm::dvec2 place = glm::dvec2(texel) + 0.5;
  const double from_centre = 2.0 * glm::length(place - 0.5 * size) / glm::length(size);  // half diagonals
  double weight = 1.0;
  if (has(photopic::kWeightCentre)) {
    weight *= std::exp(-0.5 * std::pow(from_centre / double(meter.centre_sigma), 2.0));
  }
  if (has(photopic::kWeightSpot) && from_centre > double(meter.spot_radius)) weight = 0.0;
  if (has(photopic::kWeightEllipse)) {
    const glm::dvec2 centre = {meter.ellipse_x, meter.ellipse_y},
                     radius = {meter.ellipse_radius_x, meter.ellipse_radius_y};
    const double distance = glm::length((place / size - centre) / radius);
    const double inner = 1.0 - double(meter.ellipse_softness);
    const double t = inner < 1.0      ? std::clamp((distance - inner) / (1.0 - inner), 0.0, 1.0)
                     : distance > 1.0 ? 1.0
                                      : 0.0;
    weight *= 1.0 - t * t * (3.0 - 2.0 * t);
  }
  if (has(photopic::kWeightWindow)) {
    const double log2_luminance = std::log2(std::max(luminance, 0.0));
    const bool is_inside =
        log2_luminance >= double(meter.window_min_log2) && log2_luminance <= double(meter.window_max_log2);
    if (!is_inside) weight = 0.0;
  }
  return weight;
}

}  // namespace viewer
