// SPDX-License-Identifier: MIT
// Weight, EV and luminance of one texel, for the inspector and legends.
#ifndef PHOTOPIC_SAMPLES_VIEWER_INSPECTION_METER_WEIGHT_H
#define PHOTOPIC_SAMPLES_VIEWER_INSPECTION_METER_WEIGHT_H

#include <vulkan/vulkan_core.h>

#include <array>
#include <glm/vec2.hpp>
#include <glm/vec3.hpp>
#include <optional>
#include <string>

#include "session/settings/settings.h"

namespace viewer {

/// The product of the weights that need no image (docs/metering.md), [0, 1]; a mask isn't in it, nor are percentiles.
double meter_weight(const session::Settings& settings, VkExtent2D extent, glm::ivec2 texel, double luminance);

/// EV at ISO 100, 1 taken as 1 cd/m^2, by the settings' K, as the measurement's.
double texel_ev100(const session::Settings& settings, double luminance);

/// Of a scene-linear colour, by Session::weights().
double luminance_of(const std::array<double, 3>& weights, const glm::vec3& color);

/// Four digits: "0.001234", "203.4", "17780"; beyond a million "1.234e+06".
std::string digits_text(double value);
/// "203 cd/m²" of a scene-linear luminance, or "1 relative" where nothing says how bright 1 is.
std::string luminance_text(const std::optional<double>& nits_of_one, double luminance);

}  // namespace viewer

#endif
