// SPDX-License-Identifier: MIT
// Building blocks. Texture coordinates are metres over the texture's side, so that texels are of one size; round bodies
// take the nearest whole number of repeats.
#ifndef PHOTOPIC_ASSETS_CORRIDOR_SHAPES_SHAPES_H
#define PHOTOPIC_ASSETS_CORRIDOR_SHAPES_SHAPES_H

#include <array>
#include <span>
#include <vector>

#include "corridor/shapes/mesh.h"

namespace corridor {

struct Rect {
  float u0, v0, u1, v1;
};

/// A plane to draw on: u to the right and v up (unit vectors) as seen from its front.
struct Plane {
  vec3 origin;
  vec3 u;
  vec3 v = kUp;
  float texture_u_m = 0.0F;  ///< texture's u at u = 0

  vec3 normal() const;
  vec3 at(float u_m, float v_m) const { return origin + u * u_m + v * v_m; }
};

void rectangle(Part& part, const Plane& plane, Rect rect);

/// A box with rounded edges, drawn without its bottom if `has_bottom` isn't set. Wood grain runs along `grain` (0 to
/// 2).
struct BoxStyle {
  float bevel_m = 0.005F;
  int grain = 0;
  bool has_bottom = true;
  vec2 texture_offset{0.0F, 0.0F};
};
void box(Part& part, vec3 low, vec3 high, const BoxStyle& style = {});

/// A block on a wall: four corners on the plane, counter-clockwise, its front `height_m` before the plane with its
/// edges rounded; it goes 2 cm into the wall.
void raised_block(Part& part, const Plane& plane, const std::array<vec2, 4>& corners, float height_m, float bevel_m);

/// A profile turned about +Y at `foot`. Points are (radius, height), outside first from the bottom up; edges sharper
/// than 40 degrees stay sharp.
void lathe(Part& part, vec3 foot, std::span<const vec2> profile, int sides);
/// Points on an arc, for profiles; 0 degrees is outward, 90 up.
void add_arc(std::vector<vec2>& profile, vec2 centre, float radius_m, float from_deg, float to_deg, int segments);
void sphere(Part& part, vec3 centre, float radius_m, int sides);

/// A moulding: a profile of (out of the wall, up), from the bottom up, drawn along a level line. "Out" is to the right
/// of the way, cross(way, up): with the wall on the left.
struct SweepStyle {
  bool is_closed = false;
  bool has_caps = false;
};
void sweep(Part& part, std::span<const vec2> profile, std::span<const vec3> way, SweepStyle style = {});

/// A round bar, with flat ends.
void tube(Part& part, std::span<const vec3> way, float radius_m, int sides);
/// The way with arcs instead of its corners.
std::vector<vec3> round_corners(std::span<const vec3> way, float radius_m, int segments);

}  // namespace corridor

#endif
