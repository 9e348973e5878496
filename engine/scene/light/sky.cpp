// SPDX-License-Identifier: MIT
// The luminance of a clear sky by direction.
#include "engine/scene/light/sky.h"

#include <algorithm>
#include <cmath>
#include <glm/common.hpp>
#include <glm/geometric.hpp>
#include <numbers>

namespace engine {

glm::vec3 sky_nits(const ClearSky& sky, const glm::vec3& direction, const std::optional<glm::vec3>& to_sun) {
  if (direction.y < 0.0f) return sky.ground_albedo * sky_lux(sky) / std::numbers::pi_v<float>;
  const float from_zenith = 1.0f - std::min(direction.y, 1.0f);
  const float squared = from_zenith * from_zenith;
  glm::vec3 nits = glm::mix(sky.zenith_nits, sky.horizon_nits, squared * squared);
  if (to_sun) {
    const float towards = 0.5f + 0.5f * glm::dot(direction, *to_sun);
    nits += sky.horizon_nits * (sky.aureole * std::pow(std::max(towards, 0.0f), 32.0f));
  }
  return nits;
}

// With s the sine of the elevation: 2 pi times the integral of L(s) s over 0..1, and that of (1 - s)^4 s is 1 / 30.
glm::vec3 sky_lux(const ClearSky& sky) {
  return std::numbers::pi_v<float> * glm::mix(sky.zenith_nits, sky.horizon_nits, 1.0f / 15.0f);
}

glm::vec3 sunlit_ground_nits(const ClearSky& sky, const glm::vec3& lux, const glm::vec3& to_sun) {
  return sky.ground_albedo * lux * (std::max(to_sun.y, 0.0f) / std::numbers::pi_v<float>);
}

glm::vec3 sun_disc_nits(const glm::vec3& lux) {
  const float sine = std::sin(kSunRadius_rad);
  return lux / (std::numbers::pi_v<float> * sine * sine);
}

}  // namespace engine
