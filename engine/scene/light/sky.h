// SPDX-License-Identifier: MIT
// A clear sky: made up, of the right order of magnitude and shape, or that of a daylight.
#ifndef PHOTOPIC_ENGINE_SCENE_LIGHT_SKY_H
#define PHOTOPIC_ENGINE_SCENE_LIGHT_SKY_H

#include <glm/vec3.hpp>
#include <optional>

#include "engine/scene/light/daylight.h"

namespace engine {

/// Scene-linear BT.709, nits. From the zenith to the horizon the colour goes over with (1 - sine of the elevation)^4,
/// and `aureole` of the horizon's colour is added towards the sun with ((1 + cosine of the angle) / 2)^32.
struct ClearSky {
  glm::vec3 zenith_nits = {1800, 3000, 5600};    ///< luminance about 2900
  glm::vec3 horizon_nits = {7600, 8000, 8600};   ///< luminance about 8000
  float aureole = 0.6f;                          ///< towards the sun
  glm::vec3 ground_albedo = {0.22, 0.19, 0.16};  ///< below the horizon
  std::optional<Daylight> daylight = {};         ///< this one's sky, in place of the colours above
};

/// Luminance of the made-up sky in a direction of unit length. `to_sun`: unit length, none = no sun. Without the sun's
/// disc, and without what the ground reflects of the sun.
glm::vec3 sky_nits(const ClearSky& sky, const glm::vec3& direction, const std::optional<glm::vec3>& to_sun);

/// Illuminance of level ground by the made-up sky without the aureole, lux per channel: in closed form.
glm::vec3 sky_lux(const ClearSky& sky);

/// What the ground reflects of a sun that gives a plane across `lux`.
glm::vec3 sunlit_ground_nits(const ClearSky& sky, const glm::vec3& lux, const glm::vec3& to_sun);

inline constexpr float kSunRadius_rad = 0.004651f;  ///< seen from the Earth
/// Luminance of the sun's disc, nits, for its illuminance of a plane across, lux.
glm::vec3 sun_disc_nits(const glm::vec3& lux);

}  // namespace engine

#endif
