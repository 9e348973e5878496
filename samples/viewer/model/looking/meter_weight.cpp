// SPDX-License-Identifier: MIT
// Weight of one texel, from the weights of samples/reference.
#include "viewer/model/looking/meter_weight.h"

#include "reference/weights.h"

namespace viewer {

double meter_weight(const session::Settings& settings, VkExtent2D extent, glm::ivec2 texel, double luminance) {
  return reference::weight_of(reference::weight_settings(settings.metering.weights, settings.meter),
                              {.x = std::size_t(texel.x),
                               .y = std::size_t(texel.y),
                               .width = extent.width,
                               .height = extent.height,
                               .luminance = luminance});
}

}  // namespace viewer
