// SPDX-License-Identifier: MIT
// Walls, floors and roofs.
#ifndef PHOTOPIC_ASSETS_CORRIDOR_BUILDING_SHELL_H
#define PHOTOPIC_ASSETS_CORRIDOR_BUILDING_SHELL_H

#include <vector>

#include "corridor/building/wall.h"

namespace corridor {

/// Where something stands in or on a wall: its middle, at the foot, and the wall's normal as an angle about +Y.
struct WallPlace {
  vec3 position;
  float yaw_rad;
};

inline constexpr float kDoorWidth_m = 0.9F;
inline constexpr float kDoorHeight_m = 2.05F;
inline constexpr float kDoorDepth_m = 0.12F;
inline constexpr vec2 kLargeWindow_m{1.1F, 1.5F};
inline constexpr vec2 kSmallWindow_m{0.8F, 0.8F};
inline constexpr float kWindowDepth_m = 0.25F;

const Outline& corridor_outline();
const Outline& yard_outline();
/// The arch as seen from the courtyard.
Plane arch_plane();
Arch arch();

std::vector<WallPlace> doors();
std::vector<WallPlace> large_windows();
std::vector<WallPlace> shuttered_windows();  ///< of the large ones, also in large_windows()
std::vector<WallPlace> small_windows();
/// Stretches of the corridor's outline between its doors and the arch.
std::vector<vec2> skirting_stretches();

Mesh corridor_shell();
Mesh yard_shell();

}  // namespace corridor

#endif
