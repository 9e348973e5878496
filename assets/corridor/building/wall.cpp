// SPDX-License-Identifier: MIT
// Outlines of rooms, and walls with recesses and arches.
#include "corridor/building/wall.h"

#include <algorithm>
#include <cmath>
#include <glm/geometric.hpp>

#include "corridor/layout.h"

namespace corridor {
namespace {

constexpr int kArcSegments = 6;

std::vector<float> lines(float from, float to, std::vector<float> between) {
  between.insert(between.end(), {from, to});
  std::sort(between.begin(), between.end());
  std::vector<float> result;
  for (const float line : between) {
    if (line < from || line > to) continue;
    if (result.empty() || line - result.back() > 1e-4F) result.push_back(line);
  }
  return result;
}

bool contains(Rect rect, float u, float v) { return u > rect.u0 && u < rect.u1 && v > rect.v0 && v < rect.v1; }

/// Draws the cells of a grid of lines within `rect`, so that vertices on its edges are those of its neighbours.
void cells(Part& part, const Plane& plane, Rect rect, const std::vector<float>& us, const std::vector<float>& vs) {
  const std::vector<float> columns = lines(rect.u0, rect.u1, us), rows = lines(rect.v0, rect.v1, vs);
  for (std::size_t i = 0; i + 1 < columns.size(); ++i) {
    for (std::size_t k = 0; k + 1 < rows.size(); ++k) {
      rectangle(part, plane, {columns[i], rows[k], columns[i + 1], rows[k + 1]});
    }
  }
}

/// The sides and back of a recess.
void recess(Part& part, const Plane& plane, const Opening& opening, const std::vector<float>& us,
            const std::vector<float>& vs) {
  const Rect& rect = opening.rect;
  const vec3 back = -plane.normal() * opening.depth_m, into = -plane.normal();
  const Rect side{0.0F, rect.v0, opening.depth_m, rect.v1};
  const float texture_u_m = plane.texture_u_m + rect.u0;
  cells(part, {plane.at(rect.u0, 0.0F), into, plane.v, texture_u_m}, side, {}, vs);
  cells(part, {plane.at(rect.u1, 0.0F) + back, -into, plane.v, texture_u_m}, side, {}, vs);
  const Rect level{rect.u0, 0.0F, rect.u1, opening.depth_m};
  // The floor goes on into a doorway.
  if (rect.v0 > 0.0F) cells(part, {plane.at(0.0F, rect.v0), plane.u, into, plane.texture_u_m}, level, us, {});
  cells(part, {plane.at(0.0F, rect.v1) + back, plane.u, -into, plane.texture_u_m}, level, us, {});
  rectangle(part, {plane.origin + back, plane.u, plane.v, plane.texture_u_m}, rect);
}

}  // namespace

// ---- outline --------------------------------------------------------------------------------------------------------

Outline::Outline(std::span<const Corner> corners) {
  const std::size_t count = corners.size();
  const auto at = [&](std::size_t i) { return vec3{corners[i % count].x, 0.0F, corners[i % count].z}; };
  for (std::size_t i = 0; i < count; ++i) {
    const float before = corners[i].radius_m, after = corners[(i + 1) % count].radius_m;
    const vec3 side = at(i + 1) - at(i), way = glm::normalize(side);
    legs_.push_back({at(i) + way * before, way, glm::length(side) - before - after, length_m_});
    length_m_ += legs_.back().length_m;
    if (after <= 0.0F) continue;
    const vec3 next_way = glm::normalize(at(i + 2) - at(i + 1));
    const vec3 centre = at(i + 1) + after * (next_way - way);
    Arc arc{{}, {}, length_m_, 0.5F * kPi * after};
    for (int k = 0; k <= kArcSegments; ++k) {
      const float angle = 0.5F * kPi * static_cast<float>(k) / kArcSegments;
      const bool is_end = k == kArcSegments;
      arc.normals.push_back(is_end ? way : way * std::sin(angle) - next_way * std::cos(angle));
      arc.points.push_back(centre + after * arc.normals.back());
    }
    length_m_ += arc.length_m;
    arcs_.push_back(std::move(arc));
  }
}

std::vector<vec3> Outline::between(float from, float to, float height_m) const {
  if (to <= from) to += length_m_;
  std::vector<vec3> way;
  const auto add = [&](vec3 point) {
    point.y = height_m;
    if (way.empty() || glm::length(way.back() - point) > 1e-4F) way.push_back(point);
  };
  for (const float lap : {0.0F, length_m_}) {
    auto arc = arcs_.begin();
    for (const Leg& leg : legs_) {
      const float start = leg.along_m + lap, low = std::max(from, start), high = std::min(to, start + leg.length_m);
      if (low <= high) add(leg.start + leg.way * (low - start)), add(leg.start + leg.way * (high - start));
      const bool ends_in_arc = arc != arcs_.end() && std::abs(arc->along_m - leg.along_m - leg.length_m) < 1e-4F;
      if (!ends_in_arc) continue;
      if (arc->along_m + lap >= from && arc->along_m + lap < to) {
        for (const vec3& point : arc->points) add(point);
      }
      ++arc;
    }
  }
  return way;
}

// ---- walls ----------------------------------------------------------------------------------------------------------

void wall(Mesh& mesh, const Plane& plane, Rect outline, std::span<const Opening> openings, const WallStyle& style) {
  std::vector<float> us = style.uprights, vs = style.levels;
  for (const Opening& opening : openings) {
    us.insert(us.end(), {opening.rect.u0, opening.rect.u1});
    vs.insert(vs.end(), {opening.rect.v0, opening.rect.v1});
  }
  if (style.dado_m > 0.0F) vs.push_back(style.dado_m);
  us = lines(outline.u0, outline.u1, us);
  vs = lines(outline.v0, outline.v1, vs);
  for (std::size_t i = 0; i + 1 < us.size(); ++i) {
    for (std::size_t k = 0; k + 1 < vs.size(); ++k) {
      const float u = 0.5F * (us[i] + us[i + 1]), v = 0.5F * (vs[k] + vs[k + 1]);
      const bool is_open = std::any_of(openings.begin(), openings.end(),
                                       [&](const Opening& opening) { return contains(opening.rect, u, v); });
      if (is_open) continue;
      rectangle(mesh.part(v < style.dado_m ? style.dado : style.face), plane, {us[i], vs[k], us[i + 1], vs[k + 1]});
    }
  }
  for (const Opening& opening : openings) {
    if (opening.depth_m > 0.0F) recess(mesh.part(style.reveal), plane, opening, us, vs);
  }
}

void wall_arcs(Mesh& mesh, const Outline& outline, float height_m, const WallStyle& style) {
  std::vector<float> vs = style.levels;
  if (style.dado_m > 0.0F) vs.push_back(style.dado_m);
  vs = lines(0.0F, height_m, vs);
  for (const Outline::Arc& arc : outline.arcs()) {
    const float step_m = arc.length_m / kArcSegments;
    for (std::size_t k = 0; k + 1 < vs.size(); ++k) {
      Part& part = mesh.part(vs[k] < style.dado_m ? style.dado : style.face);
      const float tile = tile_side_m(traits(part.material).color_texture);
      const auto first = static_cast<std::uint32_t>(part.vertices.size());
      for (std::size_t i = 0; i < arc.points.size(); ++i) {
        const float u = arc.along_m + step_m * static_cast<float>(i);
        part.add({arc.points[i] + kUp * vs[k], arc.normals[i], vec2{u, -vs[k]} / tile});
        part.add({arc.points[i] + kUp * vs[k + 1], arc.normals[i], vec2{u, -vs[k + 1]} / tile});
      }
      for (std::uint32_t i = 0; i < kArcSegments; ++i) {
        const std::uint32_t a = first + 2 * i;
        part.quad(a, a + 2, a + 3, a + 1);
      }
    }
  }
}

// ---- arch -----------------------------------------------------------------------------------------------------------

vec2 Arch::point(int i) const {
  if (i == 0) return {centre_u - half_width_m, spring_m};
  if (i == segments) return {centre_u + half_width_m, spring_m};
  const float angle = kPi * static_cast<float>(i) / static_cast<float>(segments);
  return {centre_u - half_width_m * std::cos(angle), spring_m + half_width_m * std::sin(angle)};
}

std::vector<float> Arch::uprights() const {
  std::vector<float> result;
  for (int i = 0; i <= segments; ++i) result.push_back(point(i).x);
  return result;
}

void arch_spandrels(Part& part, const Plane& plane, const Arch& arch) {
  const float tile = tile_side_m(traits(part.material).color_texture);
  const float top = arch.bounds().v1;
  const auto first = static_cast<std::uint32_t>(part.vertices.size());
  for (int i = 0; i <= arch.segments; ++i) {
    const vec2 low = arch.point(i);
    for (const float v : {low.y, top}) {
      part.add({plane.at(low.x, v), plane.normal(), vec2{plane.texture_u_m + low.x, -v} / tile});
    }
  }
  for (std::uint32_t i = 0; i < static_cast<std::uint32_t>(arch.segments); ++i) {
    const std::uint32_t a = first + 2 * i;
    part.quad(a, a + 2, a + 3, a + 1);
  }
}

void arch_lining(Part& jambs, Part& vault, const Plane& plane, const Arch& arch, float depth_m) {
  const vec3 into = -plane.normal(), back = into * depth_m;
  const Rect bounds = arch.bounds(), side{0.0F, 0.0F, depth_m, arch.spring_m};
  rectangle(jambs, {plane.at(bounds.u0, 0.0F), into}, side);
  rectangle(jambs, {plane.at(bounds.u1, 0.0F) + back, -into}, side);
  const float tile = tile_side_m(traits(vault.material).color_texture);
  const auto first = static_cast<std::uint32_t>(vault.vertices.size());
  for (int i = 0; i <= arch.segments; ++i) {
    const vec2 at = arch.point(i);
    const vec2 inward = glm::normalize(vec2{arch.centre_u, arch.spring_m} - at);
    const vec3 normal = plane.u * inward.x + plane.v * inward.y;
    const float along = arch.half_width_m * kPi * static_cast<float>(i) / static_cast<float>(arch.segments);
    vault.add({plane.at(at.x, at.y), normal, vec2{0.0F, -along} / tile});
    vault.add({plane.at(at.x, at.y) + back, normal, vec2{depth_m, -along} / tile});
  }
  for (std::uint32_t i = 0; i < static_cast<std::uint32_t>(arch.segments); ++i) {
    const std::uint32_t a = first + 2 * i;
    vault.quad(a, a + 1, a + 3, a + 2);
  }
}

}  // namespace corridor
