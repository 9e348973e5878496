// SPDX-License-Identifier: MIT
// Sun and sky of a clear day.
#ifndef PHOTOPIC_ENGINE_SCENE_LIGHT_DAYLIGHT_H
#define PHOTOPIC_ENGINE_SCENE_LIGHT_DAYLIGHT_H

#include <glm/vec3.hpp>

#include "engine/scene/mip_chain.h"
#include "engine/scene/scene.h"

namespace engine {

/// The sun moves as at an equinox where it stands 60 degrees high at noon; where it stands round the scene is free.
struct Daylight {
  float time_of_day_h = 15.0f;      ///< solar time, [6, 18]: from sunrise to sunset
  float sun_azimuth_deg = -150.0f;  ///< 0 is -Z, positive turns right; [-180, 180]
  float turbidity = 3.0f;           ///< light of the whole air over that of clean air: 2 very clear, 10 hazy; [2, 10]

  bool operator==(const Daylight&) const = default;
};
inline constexpr float kSunrise_h = 6.0f, kSunset_h = 18.0f;
inline constexpr float kLeastTurbidity = 2.0f, kMostTurbidity = 10.0f;

/// Unit length.
glm::vec3 direction_to_sun(const Daylight& day);
/// The day with the sun in that direction, of unit length, or as near as it comes: from the horizon to its height at
/// noon. Mornings stay mornings.
Daylight with_sun_towards(const Daylight& day, const glm::vec3& direction);

/// The sun as it arrives on the ground, lux of a plane across it: 133 klx above the air (Preetham, Shirley, Smits 1999,
/// "A Practical Analytic Model for Daylight", appendix 1), through Rayleigh scattering, aerosols and ozone at 615, 535
/// and 445 nm for red, green and blue; water and mixed gases absorb nearly nothing there. Linear BT.709.
Light sunlight(const Daylight& day);

/// Luminance of the sky in a direction above the horizon, nits of linear BT.709, not below 0: Perez' five parameters
/// with the paper's zenith and coefficients (section 4 and appendix 2), and haze over the horizon, which the paper's
/// sky lacks. Colours are no more purple than the CIE's daylight. Without the sun's disc.
glm::vec3 daylight_nits(const Daylight& day, const glm::vec3& direction);

/// The same in all directions, as an equirectangular picture of `width` x `width` / 2 texels, at most 65504. Below the
/// horizon: what ground of that albedo reflects of the sky alone.
LinearLevel daylight_level(const Daylight& day, const glm::vec3& ground_albedo, std::uint32_t width);

}  // namespace engine

#endif
