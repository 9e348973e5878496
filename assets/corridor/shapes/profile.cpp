// SPDX-License-Identifier: MIT
// Normals and distances along a line of corners.
#include "corridor/shapes/profile.h"

#include <cmath>
#include <glm/geometric.hpp>
#include <glm/trigonometric.hpp>

namespace corridor {
namespace {

using glm::vec2;

vec2 right_of(vec2 way) { return {way.y, -way.x}; }

struct Corner {
  vec2 point;
  vec2 way_in, way_out;
  bool is_sharp;
};

Corner corner_at(std::span<const vec2> points, std::size_t i, bool is_closed, float sharp_deg) {
  const std::size_t count = points.size();
  const bool has_before = is_closed || i > 0, has_after = is_closed || i + 1 < count;
  Corner corner{points[i], {}, {}, false};
  if (has_before) corner.way_in = glm::normalize(points[i] - points[(i + count - 1) % count]);
  if (has_after) corner.way_out = glm::normalize(points[(i + 1) % count] - points[i]);
  if (!has_before) corner.way_in = corner.way_out;
  if (!has_after) corner.way_out = corner.way_in;
  corner.is_sharp = glm::dot(corner.way_in, corner.way_out) < std::cos(glm::radians(sharp_deg));
  return corner;
}

Profile::Row row_of(const Corner& corner, vec2 way, float along_m) {
  const vec2 bisector = glm::normalize(right_of(corner.way_in) + right_of(corner.way_out));
  const float mitre = 1.0F / glm::dot(bisector, right_of(corner.way_in));
  return {corner.point, right_of(way), way, along_m, mitre, bisector};
}

}  // namespace

Profile make_profile(std::span<const vec2> points, bool is_closed, float sharp_deg) {
  Profile profile;
  const std::size_t sides = is_closed ? points.size() : points.size() - 1;
  const auto add = [&](const Corner& corner, vec2 way) {
    profile.rows.push_back(row_of(corner, way, profile.length_m));
    return static_cast<std::uint32_t>(profile.rows.size() - 1);
  };
  const auto mean_way = [](const Corner& corner) { return glm::normalize(corner.way_in + corner.way_out); };
  Corner corner = corner_at(points, 0, is_closed, sharp_deg);
  std::uint32_t row = add(corner, corner.is_sharp ? corner.way_out : mean_way(corner));
  for (std::size_t i = 1; i <= sides; ++i) {
    const Corner next = corner_at(points, i % points.size(), is_closed, sharp_deg);
    profile.length_m += glm::length(next.point - corner.point);
    const std::uint32_t end = add(next, next.is_sharp ? next.way_in : mean_way(next));
    profile.bands.push_back({row, end});
    row = next.is_sharp && i < sides ? add(next, next.way_out) : end;
    corner = next;
  }
  return profile;
}

}  // namespace corridor
