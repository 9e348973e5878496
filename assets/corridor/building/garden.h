// SPDX-License-Identifier: MIT
// Windows, columns, plants and other things of the courtyard. Local meshes have their origin at the foot, or at the
// wall with +Z away from it.
#ifndef PHOTOPIC_ASSETS_CORRIDOR_BUILDING_GARDEN_H
#define PHOTOPIC_ASSETS_CORRIDOR_BUILDING_GARDEN_H

#include "corridor/shapes/mesh.h"

namespace corridor {

inline constexpr float kPergola_m = 1.8F;  ///< from the north wall to the columns' axes

Mesh window(const char* name, vec2 size_m);  ///< origin in the middle of its sill
Mesh shutters();
Mesh column();
Mesh rafter();  ///< along Z, origin on the wall
Mesh fountain();
Mesh pot();
Mesh trough();
Mesh bush();
Mesh brass_bowl();  ///< on its stand
Mesh wall_tiles();  ///< 2 m along X, on a wall's top, falling towards +Z
Mesh wall_corner();
Mesh yard_trim();  ///< in the world: plinth, ledge, cornice, stones of the arch, the pergola's beam

}  // namespace corridor

#endif
