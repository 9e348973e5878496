// SPDX-License-Identifier: MIT
// Weight of one texel, from the weights of tools/lib/reference.
#include "viewer/inspection/meter_weight.h"

#include <photopic/exposure.h>

#include "reference/weights.h"
#include "viewer/model/formatted.h"

namespace viewer {

double meter_weight(const session::Settings& settings, VkExtent2D extent, glm::ivec2 texel, double luminance) {
  return reference::weight_of(reference::weight_settings(settings.metering.weights, settings.meter),
                              {.x = std::size_t(texel.x),
                               .y = std::size_t(texel.y),
                               .width = extent.width,
                               .height = extent.height,
                               .luminance = luminance});
}

double texel_ev100(const session::Settings& settings, double luminance) {
  constexpr double kDefault = double(photopic::ExposureSettings{}.calibration_k);
  return photopic::ev100_from_luminance(luminance * kDefault / double(settings.exposure.calibration_k));
}

double luminance_of(const std::array<double, 3>& weights, const glm::vec3& color) {
  return weights[0] * double(color.r) + weights[1] * double(color.g) + weights[2] * double(color.b);
}

std::string digits_text(double value) {
  constexpr double kWhole = 1e3, kMost = 1e6;
  return formatted(value >= kWhole && value < kMost ? "%.0f" : "%.4g", value);
}

std::string luminance_text(const std::optional<double>& nits_of_one, double luminance) {
  return nits_of_one ? digits_text(luminance * *nits_of_one) + " cd/m\u00b2" : digits_text(luminance) + " relative";
}

}  // namespace viewer
