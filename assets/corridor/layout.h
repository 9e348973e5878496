// SPDX-License-Identifier: MIT
// Places of things. Metres, +Y up. The origin is on the threshold of the archway; the courtyard lies towards -Z, the
// corridor towards +Z: from the arch to its second corner, along -X to the first, and along +Z to its closed end.
#ifndef PHOTOPIC_ASSETS_CORRIDOR_LAYOUT_H
#define PHOTOPIC_ASSETS_CORRIDOR_LAYOUT_H

#include <glm/vec3.hpp>

namespace corridor {

inline constexpr float kPi = 3.14159265F;
inline constexpr float kEyeHeight_m = 1.65F;

// ---- corridor -------------------------------------------------------------------------------------------------------
inline constexpr float kCorridorHeight_m = 2.8F;
inline constexpr float kRoof_m = 3.3F;
inline constexpr float kDado_m = 1.1F;
inline constexpr float kShell_m = 0.4F;  ///< thickness of the corridor's outer walls
inline constexpr float kEast_m = 1.3F;   ///< leg at the arch: -1.3 to 1.3
inline constexpr float kInnerEast_m = -1.3F;
inline constexpr float kInnerWest_m = -2.7F;  ///< leg of the start: -5.3 to -2.7
inline constexpr float kWest_m = -5.3F;
inline constexpr float kMiddleNorth_m = 2.4F;  ///< leg between the corners: z from 2.4 to 5
inline constexpr float kMiddleSouth_m = 5.0F;
inline constexpr float kEnd_m = 11.5F;

// ---- archway --------------------------------------------------------------------------------------------------------
inline constexpr float kArchWall_m = 0.6F;  ///< its thickness, z from 0 to 0.6
inline constexpr float kArchHalfWidth_m = 0.9F;
inline constexpr float kArchSpring_m = 1.7F;
inline constexpr int kArchSegments = 28;

// ---- courtyard ------------------------------------------------------------------------------------------------------
inline constexpr float kYardWest_m = -8.0F;
inline constexpr float kYardEast_m = 6.0F;
inline constexpr float kYardNorth_m = -14.0F;
inline constexpr float kYardHeight_m = 5.0F;
inline constexpr float kYardWall_m = 0.5F;

// ---- light ----------------------------------------------------------------------------------------------------------
inline constexpr glm::vec3 kSunColor{1.0F, 0.96F, 0.90F};   ///< linear
inline constexpr glm::vec3 kLampColor{1.0F, 0.72F, 0.42F};  ///< linear
inline constexpr float kSun_lx = 100000.0F;                 ///< on a surface that faces it
inline constexpr float kSunElevation_deg = 54.0F;
inline constexpr float kSunFromEast_deg = 20.0F;  ///< of its azimuth, towards +Z
inline constexpr float kGlobe_cd = 3.18F;         ///< 40 lm to all sides
inline constexpr float kGlobeRadius_m = 0.06F;
inline constexpr glm::vec3 kGlobe{-4.0F, 2.26F, 2.66F};
inline constexpr float kPendant_cd = 4.0F;
inline constexpr float kPendantOuterCone_deg = 76.0F;
inline constexpr float kPendantInnerCone_deg = 45.0F;
inline constexpr float kBulbRadius_m = 0.045F;
inline constexpr glm::vec3 kPendant{0.1F, 2.2F, 3.7F};  ///< the bulb's face

}  // namespace corridor

#endif
