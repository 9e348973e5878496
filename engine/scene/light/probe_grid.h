// SPDX-License-Identifier: MIT
// Grids of probes: their places, and the directions they look in.
#ifndef PHOTOPIC_ENGINE_SCENE_LIGHT_PROBE_GRID_H
#define PHOTOPIC_ENGINE_SCENE_LIGHT_PROBE_GRID_H

#include <scene/interface.h>
#include <array>
#include <cstddef>
#include <cstdint>
#include <glm/vec2.hpp>
#include <glm/vec3.hpp>
#include <span>

#include "engine/scene/scene.h"

namespace engine {

/// Probes at origin + spacing * (x, y, z), x fastest.
struct ProbeGrid {
  glm::vec3 origin_m = {0, 0, 0};
  float spacing_m = 1.0f;
  glm::ivec3 count = {2, 2, 2};  ///< at least 2 per axis

  std::size_t size() const { return std::size_t(count.x) * std::size_t(count.y * count.z); }
  std::size_t index(const glm::ivec3& place) const;
  glm::ivec3 place(std::size_t index) const;
  bool contains(const glm::ivec3& place) const;
  /// Which of ray_directions() it looks in: a probe and the six around it have one of each.
  std::size_t ray_set(const glm::ivec3& place) const;
  /// The lowest corner of the cell around a place, or of the nearest cell.
  glm::ivec3 cell_at(const glm::vec3& position_m) const;
  glm::vec3 position_m(const glm::ivec3& place) const { return origin_m + spacing_m * glm::vec3(place); }
  /// How far off a surface to look for probes, so that rounding doesn't put it behind itself.
  float lift_m() const;
  /// How far behind the first surface that a probe sees its light halves: less than walls are thick, but more than its
  /// map is off, which has few directions.
  float margin_m() const;
};

/// Around `bounds`, as fine as kMaxProbes allow, but no finer than both kFineSpacing_m and kEnoughProbes along the
/// longest side ask for. The origin lies off round
/// numbers, so that few probes lie in a wall's plane.
ProbeGrid probe_grid(const Bounds& bounds);
inline constexpr int kMaxProbes = 24000;
inline constexpr int kMaxProbesPerAxis = 64;
inline constexpr float kFineSpacing_m = 0.25f;
inline constexpr float kEnoughProbes = 16.0f;

/// Something for each of the directions +X, -X, +Y, -Y, +Z, -Z (the ambient cube of McTaggart 2004).
template <typename Value>
using Sides = std::array<Value, 6>;

/// For a normal of unit length: the squares of its components add up to 1.
template <typename Value>
Value value_of(const Sides<Value>& sides, const glm::vec3& normal) {
  const glm::vec3 squares = normal * normal;
  return squares.x * sides[normal.x < 0.0f ? 1 : 0] + squares.y * sides[normal.y < 0.0f ? 3 : 2] +
         squares.z * sides[normal.z < 0.0f ? 5 : 4];
}

/// The part of the sky that a surface sees, for what the sides see of it: of an open plane all, however it is tilted.
float open_part(const Sides<float>& sky_visibility, const glm::vec3& normal);

/// A texel of a probe's octahedral map.
struct ProbeDirection {
  glm::vec3 direction;  ///< through its centre, unit length
  glm::vec3 unit_sum;   ///< the same with |x|+|y|+|z| = 1
  float part = 0.0f;    ///< of the sphere
  /// Of the irradiance of a plane that faces a side, for uniform light; all texels of a side add up to 1. That is,
  /// irradiance / pi for light of 1 nit from this texel.
  Sides<float> weights = {};
};
inline constexpr std::size_t kProbeDirections = std::size_t{SCENE_PROBE_SIDE} * SCENE_PROBE_SIDE;
const std::array<ProbeDirection, kProbeDirections>& probe_directions();

/// Where rays go: each set has one through each texel, at a place of its own within it. Were all through the centres,
/// edges would come into view of whole rows of probes at once, and light would fall in steps; so the mean of neighbours
/// sees how much of a texel they cover.
inline constexpr std::size_t kRaySets = 7;
const std::array<std::array<glm::vec3, kProbeDirections>, kRaySets>& ray_directions();

/// What a probe sees in each direction, 1 / metres in the norm |x|+|y|+|z|, 0 or less = nothing near; with the border
/// that bilinear taps need. All SCENE_PROBE_INVALID: within a solid.
using ProbeTile = std::array<float, std::size_t{SCENE_PROBE_TILE} * SCENE_PROBE_TILE>;
ProbeTile with_border(std::span<const float, kProbeDirections> texels);
bool is_valid(const ProbeTile& tile);
/// As halves, the words of a texture.
using HalfTile = std::array<std::uint16_t, std::tuple_size_v<ProbeTile>>;
HalfTile halves_of(const ProbeTile& tile);
bool is_valid(const HalfTile& tile);
/// By how much bilinear taps put surfaces too near where two meet in a hollow edge, as a floor and a wall do, at the
/// texels on both sides of the edge. `planes`: what texels see; the dot product with a direction is 1 / distance, in
/// the norm of that direction.
std::array<float, kProbeDirections> too_near(const std::array<glm::vec3, kProbeDirections>& planes);

/// As the shader does it: from 1 to 0 as a point at `offset_m` from the probe goes behind what the probe sees.
float seen_from(const ProbeTile& tile, const glm::vec3& offset_m, float margin_m);
/// As the shader does it, for a probe at that height over a surface: 0 behind it.
float faced_by(float height_m, float spacing_m);

}  // namespace engine

#endif
