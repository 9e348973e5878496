// SPDX-License-Identifier: MIT
// Doors, beams, lamps and other fittings of the corridor. Local meshes have their origin at the foot, or at the wall
// with +Z away from it.
#ifndef PHOTOPIC_ASSETS_CORRIDOR_BUILDING_FITTINGS_H
#define PHOTOPIC_ASSETS_CORRIDOR_BUILDING_FITTINGS_H

#include "corridor/shapes/mesh.h"

namespace corridor {

inline constexpr float kCrateSide_m = 0.7F;

Mesh door();  ///< in its recess; origin in the middle of the threshold
Mesh crate();
Mesh barrel();
Mesh ceiling_beam();   ///< along X, origin at the ceiling
Mesh picture();        ///< origin in its middle
Mesh globe_lamp();     ///< origin on the wall, level with the globe's centre
Mesh pendant_lamp();   ///< origin in the bulb's face
Mesh corridor_trim();  ///< in the world: skirting, dado rail, pipes, threshold

}  // namespace corridor

#endif
