// SPDX-License-Identifier: MIT
// Walls along the outline of a room.
#ifndef PHOTOPIC_ASSETS_CORRIDOR_BUILDING_WALL_H
#define PHOTOPIC_ASSETS_CORRIDOR_BUILDING_WALL_H

#include <vector>

#include "corridor/shapes/shapes.h"

namespace corridor {

/// A room's plan, level at y = 0. Corners go round the room so that who looks at a wall from inside goes to the right.
class Outline {
 public:
  struct Corner {
    float x, z;
    float radius_m = 0.0F;  ///< of the rounding; 90 degrees, and towards the room alone
  };
  struct Leg {
    vec3 start, way;
    float length_m;
    float along_m;  ///< at its start, from the first corner and round the roundings

    Plane plane() const { return {start, way, kUp, along_m}; }
  };
  struct Arc {
    std::vector<vec3> points, normals;
    float along_m, length_m;
  };

  explicit Outline(std::span<const Corner> corners);

  const std::vector<Leg>& legs() const { return legs_; }  ///< from each corner to the next
  const std::vector<Arc>& arcs() const { return arcs_; }
  float length_m() const { return length_m_; }
  /// The way from one place to another, as it runs along the walls at this height.
  std::vector<vec3> between(float from_along_m, float to_along_m, float height_m) const;

 private:
  std::vector<Leg> legs_;
  std::vector<Arc> arcs_;
  float length_m_ = 0.0F;
};

/// A recess with a back of its own, or a passage that something else lines.
struct Opening {
  Rect rect;
  float depth_m = 0.0F;  ///< 0: passage
};

struct WallStyle {
  MaterialName face;
  MaterialName reveal;
  MaterialName dado = face;  ///< below `dado_m`
  float dado_m = 0.0F;
  std::vector<float> levels{};    ///< heights at which all walls of the room are cut, so that their edges meet
  std::vector<float> uprights{};  ///< places along u where this wall is cut
};

void wall(Mesh& mesh, const Plane& plane, Rect outline, std::span<const Opening> openings, const WallStyle& style);
/// The walls in the roundings.
void wall_arcs(Mesh& mesh, const Outline& outline, float height_m, const WallStyle& style);

/// A round arch in a wall: what is left between it and its bounding box, which is a passage of wall().
struct Arch {
  float centre_u, half_width_m, spring_m;
  int segments;

  Rect bounds() const { return {centre_u - half_width_m, 0.0F, centre_u + half_width_m, spring_m + half_width_m}; }
  /// On its curve, from the left springing to the right.
  vec2 point(int i) const;
  /// u of its points.
  std::vector<float> uprights() const;
};
void arch_spandrels(Part& part, const Plane& plane, const Arch& arch);
/// Jambs and vault, from the plane's front back by `depth_m`.
void arch_lining(Part& jambs, Part& vault, const Plane& plane, const Arch& arch, float depth_m);

}  // namespace corridor

#endif
