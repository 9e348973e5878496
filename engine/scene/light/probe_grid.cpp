// SPDX-License-Identifier: MIT
// Places and directions of probes.
#include "engine/scene/light/probe_grid.h"

#include <algorithm>
#include <cmath>
#include <glm/common.hpp>
#include <glm/geometric.hpp>
#include <glm/gtc/packing.hpp>
#include <glm/vector_relational.hpp>
#include <utility>
#include <vector>

namespace engine {
namespace {

constexpr std::size_t kSide = SCENE_PROBE_SIDE;
constexpr std::size_t kTile = SCENE_PROBE_TILE;

/// -1..1 to a vector with |x|+|y|+|z| = 1.
glm::dvec3 from_octahedral(double a, double b) {
  const double y = 1.0 - std::abs(a) - std::abs(b);
  if (y >= 0.0) return {a, y, b};
  return {std::copysign(1.0 - std::abs(b), a), y, std::copysign(1.0 - std::abs(a), b)};
}

glm::vec2 to_octahedral(const glm::vec3& v) {
  if (v.y >= 0.0f) return {v.x, v.z};
  return {std::copysign(1.0f - std::abs(v.z), v.x), std::copysign(1.0f - std::abs(v.x), v.z)};
}

/// Of texels, -0.5..0.5: each set in a row and a column of its own of 7 x 7.
glm::dvec2 ray_offset(std::size_t set) {
  return (glm::dvec2(double(set), double(3 * set % kRaySets)) + 0.5) / double(kRaySets) - 0.5;
}

double texel_center(std::size_t i) { return (2.0 * double(i) + 1.0) / kSide - 1.0; }

/// Sums over points of the texel. A point's share of the sphere is that of its plane over the cube of its distance.
ProbeDirection probe_direction(std::size_t column, std::size_t row) {
  constexpr int kPoints = 16;
  const glm::dvec3 center = from_octahedral(texel_center(column), texel_center(row));
  ProbeDirection result = {.direction = glm::vec3(glm::normalize(center)), .unit_sum = glm::vec3(center)};
  for (int i = 0; i < kPoints * kPoints; ++i) {
    const double step = 2.0 / kSide / kPoints;
    const double a = texel_center(column) + (i % kPoints - 0.5 * (kPoints - 1)) * step;
    const double b = texel_center(row) + (i / kPoints - 0.5 * (kPoints - 1)) * step;
    const glm::dvec3 v = from_octahedral(a, b);
    const double length = glm::length(v);
    const double share = 1.0 / (length * length * length);
    result.part += float(share);
    for (int axis = 0; axis < 3; ++axis) {
      const std::size_t side = 2 * std::size_t(axis) + (v[axis] < 0.0 ? 1 : 0);
      result.weights[side] += float(share * std::abs(v[axis]) / length);
    }
  }
  return result;
}

std::array<ProbeDirection, kProbeDirections> make_directions() {
  std::array<ProbeDirection, kProbeDirections> directions;
  float whole = 0.0f;
  Sides<float> sums = {};
  for (std::size_t i = 0; i < kProbeDirections; ++i) {
    directions[i] = probe_direction(i % kSide, i / kSide);
    whole += directions[i].part;
    for (std::size_t side = 0; side < 6; ++side) sums[side] += directions[i].weights[side];
  }
  for (ProbeDirection& direction : directions) {
    direction.part /= whole;
    for (std::size_t side = 0; side < 6; ++side) direction.weights[side] /= sums[side];
  }
  return directions;
}

std::array<std::array<glm::vec3, kProbeDirections>, kRaySets> make_ray_directions() {
  std::array<std::array<glm::vec3, kProbeDirections>, kRaySets> rays;
  for (std::size_t set = 0; set < kRaySets; ++set) {
    const glm::dvec2 offset = ray_offset(set) * (2.0 / kSide);
    for (std::size_t i = 0; i < kProbeDirections; ++i) {
      const double a = texel_center(i % kSide) + offset.x, b = texel_center(i / kSide) + offset.y;
      rays[set][i] = glm::vec3(glm::normalize(from_octahedral(a, b)));
    }
  }
  return rays;
}

/// Over an edge of the map lies the same edge, the other way round.
std::size_t wrapped(std::ptrdiff_t column, std::ptrdiff_t row) {
  constexpr auto kLast = std::ptrdiff_t(kSide) - 1;
  if (column < 0 || column > kLast) {
    column = std::clamp<std::ptrdiff_t>(column, 0, kLast);
    row = kLast - row;
  }
  if (row < 0 || row > kLast) {
    row = std::clamp<std::ptrdiff_t>(row, 0, kLast);
    column = kLast - column;
  }
  return std::size_t(row) * kSide + std::size_t(column);
}

using TexelPair = std::pair<std::size_t, std::size_t>;

/// Of texels that a tap takes together.
std::vector<TexelPair> make_texel_pairs() {
  constexpr std::array<std::pair<int, int>, 4> kSteps = {{{1, 0}, {0, 1}, {1, 1}, {1, -1}}};
  std::vector<TexelPair> pairs;
  for (std::ptrdiff_t i = 0; i < std::ptrdiff_t(kTile * kTile); ++i) {
    const std::ptrdiff_t column = i % std::ptrdiff_t(kTile) - 1, row = i / std::ptrdiff_t(kTile) - 1;
    for (const auto& [right, down] : kSteps) {
      const TexelPair pair = std::minmax({wrapped(column, row), wrapped(column + right, row + down)});
      if (pair.first != pair.second) pairs.push_back(pair);
    }
  }
  std::sort(pairs.begin(), pairs.end());
  pairs.erase(std::unique(pairs.begin(), pairs.end()), pairs.end());
  return pairs;
}

glm::ivec3 counts(const glm::vec3& size, float spacing_m) {
  // One spacing more than the bounds: surfaces that face outwards have probes before them.
  return glm::ivec3(glm::ceil(size / spacing_m)) + 2;
}

bool is_too_fine(const glm::ivec3& count) {
  const int all = count.x * count.y * count.z;
  return all > kMaxProbes || std::max({count.x, count.y, count.z}) > kMaxProbesPerAxis;
}

}  // namespace

std::size_t ProbeGrid::index(const glm::ivec3& place) const {
  return std::size_t(place.x) + std::size_t(count.x) * std::size_t(place.y + count.y * place.z);
}

glm::ivec3 ProbeGrid::place(std::size_t index) const {
  const auto i = int(index);
  return {i % count.x, i / count.x % count.y, i / count.x / count.y};
}

bool ProbeGrid::contains(const glm::ivec3& place) const {
  return glm::all(glm::greaterThanEqual(place, glm::ivec3(0))) && glm::all(glm::lessThan(place, count));
}

std::size_t ProbeGrid::ray_set(const glm::ivec3& place) const {
  return std::size_t(place.x + 2 * place.y + 3 * place.z) % kRaySets;
}

glm::ivec3 ProbeGrid::cell_at(const glm::vec3& position_m) const {
  const glm::vec3 last(count - 1);
  const glm::vec3 place = glm::clamp((position_m - origin_m) / spacing_m, glm::vec3(0.0f), last);
  return glm::ivec3(glm::min(glm::floor(place), last - 1.0f));
}

float ProbeGrid::lift_m() const { return std::min(0.05f * spacing_m, std::max(0.02f, 0.002f * spacing_m)); }

float ProbeGrid::margin_m() const { return std::clamp(0.075f, 0.075f * spacing_m, 0.3f * spacing_m); }

ProbeGrid probe_grid(const Bounds& bounds) {
  const glm::vec3 size = glm::max(bounds.max_m - bounds.min_m, glm::vec3(0.0f));
  const float longest = std::max({size.x, size.y, size.z});
  // Coarse enough for counts() to fit its integers; the loop does the rest.
  float spacing_m = std::max(std::min(kFineSpacing_m, longest / kEnoughProbes), longest / kMaxProbesPerAxis);
  if (!(spacing_m > 0.0f)) spacing_m = kFineSpacing_m;
  while (is_too_fine(counts(size, spacing_m))) spacing_m *= 1.05f;
  ProbeGrid grid = {.origin_m = {}, .spacing_m = spacing_m, .count = counts(size, spacing_m)};
  const glm::vec3 off_round(0.0137f, 0.0171f, 0.0113f);
  grid.origin_m = 0.5f * (bounds.min_m + bounds.max_m) + spacing_m * (off_round - 0.5f * glm::vec3(grid.count - 1));
  return grid;
}

const std::array<ProbeDirection, kProbeDirections>& probe_directions() {
  static const std::array<ProbeDirection, kProbeDirections> directions = make_directions();
  return directions;
}

const std::array<std::array<glm::vec3, kProbeDirections>, kRaySets>& ray_directions() {
  static const std::array<std::array<glm::vec3, kProbeDirections>, kRaySets> rays = make_ray_directions();
  return rays;
}

// A side sees (1 + cosine) / 2 of what is above a plane.
float open_part(const Sides<float>& sky_visibility, const glm::vec3& normal) {
  const glm::vec3 squares = normal * normal;
  const float open_plane = glm::dot(squares, 0.5f + 0.5f * glm::abs(normal));
  return std::min(value_of(sky_visibility, normal) / open_plane, 1.0f);
}

ProbeTile with_border(std::span<const float, kProbeDirections> texels) {
  ProbeTile tile;
  for (std::size_t i = 0; i < tile.size(); ++i) {
    tile[i] = texels[wrapped(std::ptrdiff_t(i % kTile) - 1, std::ptrdiff_t(i / kTile) - 1)];
  }
  return tile;
}

// Between texel centres, one plane's 1 / distance is linear, and the nearer one's of two convex: taps are above it by
// at most a b / (a + b), at the edge, if at the centres the planes are a and b apart.
std::array<float, kProbeDirections> too_near(const std::array<glm::vec3, kProbeDirections>& planes) {
  static const std::vector<TexelPair> pairs = make_texel_pairs();
  const auto& directions = probe_directions();
  std::array<float, kProbeDirections> excess = {};
  for (const auto& [i, j] : pairs) {
    const glm::vec3 apart = planes[i] - planes[j];
    const float a = glm::dot(directions[i].unit_sum, apart), b = -glm::dot(directions[j].unit_sum, apart);
    if (!(a > 0.0f && b > 0.0f)) continue;
    excess[i] = std::max(excess[i], a * b / (a + b));
    excess[j] = std::max(excess[j], a * b / (a + b));
  }
  return excess;
}

namespace {

bool is_valid_distance(float inverse) { return inverse < 0.1f * float(SCENE_PROBE_INVALID); }

}  // namespace

bool is_valid(const ProbeTile& tile) { return is_valid_distance(tile[0]); }
bool is_valid(const HalfTile& tile) { return is_valid_distance(glm::unpackHalf1x16(tile[0])); }

HalfTile halves_of(const ProbeTile& tile) {
  HalfTile halves;
  std::transform(tile.begin(), tile.end(), halves.begin(), [](float inverse) { return glm::packHalf1x16(inverse); });
  return halves;
}

float seen_from(const ProbeTile& tile, const glm::vec3& offset_m, float margin_m) {
  if (!is_valid(tile)) return 0.0f;
  const float length1 = std::max(std::abs(offset_m.x) + std::abs(offset_m.y) + std::abs(offset_m.z), 1e-6f);
  const glm::vec2 texel = (to_octahedral(offset_m / length1) * 0.5f + 0.5f) * float(kSide) + 0.5f;
  const glm::vec2 base = glm::clamp(glm::floor(texel), 0.0f, float(kTile - 2));
  const glm::vec2 f = texel - base;
  const float* corner = tile.data() + std::size_t(base.y) * kTile + std::size_t(base.x);
  const float inverse =
      glm::mix(glm::mix(corner[0], corner[1], f.x), glm::mix(corner[kTile], corner[kTile + 1], f.x), f.y);
  const float behind_m = glm::length(offset_m) * (1.0f - 1.0f / std::max(length1 * inverse, 1.0f));
  const float x2 = behind_m * behind_m / (margin_m * margin_m);
  return std::exp2(-x2 * x2);
}

float faced_by(float height_m, float spacing_m) {
  return glm::clamp(height_m / (float(SCENE_PROBE_FACING_STEPS) * spacing_m), 0.0f, 1.0f);
}

}  // namespace engine
