// SPDX-License-Identifier: MIT
// Normals and tangents worked out from triangles.
// In double throughout: squares and products of the largest floats stay finite.
#include "engine/scene/reader/geometry.h"

#include <array>
#include <cmath>
#include <glm/common.hpp>
#include <glm/geometric.hpp>
#include <unordered_map>

namespace engine::gltf {
namespace {

using Corners = std::array<std::uint32_t, 3>;

glm::dvec3 unit_or(const glm::dvec3& vector, const glm::dvec3& otherwise) {
  const double length = glm::length(vector);
  return length > 0 ? vector / length : otherwise;
}

glm::dvec3 any_orthogonal(const glm::dvec3& unit) {
  const glm::dvec3 axis = std::abs(unit.x) < 0.7 ? glm::dvec3(1, 0, 0) : glm::dvec3(0, 1, 0);
  return glm::normalize(axis - unit * glm::dot(unit, axis));
}

std::size_t triangle_count(const Primitive& primitive) { return primitive.indices.size() / 3; }

Corners corners(const Primitive& primitive, std::size_t triangle) {
  const std::uint32_t* indices = &primitive.indices[3 * triangle];
  return {indices[0], indices[1], indices[2]};
}

glm::dvec3 position(const Primitive& primitive, std::uint32_t vertex) { return primitive.vertices[vertex].position; }

// Its length is twice the area.
glm::dvec3 area_vector(const Primitive& primitive, const Corners& triangle) {
  const glm::dvec3 origin = position(primitive, triangle[0]);
  return glm::cross(position(primitive, triangle[1]) - origin, position(primitive, triangle[2]) - origin);
}

glm::dvec3 face_normal(const Primitive& primitive, const Corners& triangle) {
  return unit_or(area_vector(primitive, triangle), {0, 0, 1});
}

bool has_length(const glm::vec3& vector) { return vector != glm::vec3(0); }

struct TextureDirections {
  glm::dvec3 along_u = {0, 0, 0};  ///< as long as the triangle is large; zero where u and v don't span it
  bool is_mirrored = false;        ///< seen from the front, v is on the wrong side of u
};

TextureDirections texture_directions(const Primitive& primitive, const Corners& triangle, bool on_second) {
  const auto at = [&](std::uint32_t index) -> glm::dvec2 {
    return on_second ? primitive.vertices[index].second_coordinate : primitive.vertices[index].texture_coordinate;
  };
  const glm::dvec2 uv1 = at(triangle[1]) - at(triangle[0]), uv2 = at(triangle[2]) - at(triangle[0]);
  const glm::dvec3 edge1 = position(primitive, triangle[1]) - position(primitive, triangle[0]);
  const glm::dvec3 edge2 = position(primitive, triangle[2]) - position(primitive, triangle[0]);
  const double uv_area = uv1.x * uv2.y - uv2.x * uv1.y;
  if (uv_area == 0) return {};
  const glm::dvec3 along_u = (edge1 * uv2.y - edge2 * uv1.y) * (uv_area < 0 ? -1.0 : 1.0);
  // v points down in glTF, so an unmirrored texture turns the other way than its triangle.
  return {unit_or(along_u, {0, 0, 0}) * glm::length(area_vector(primitive, triangle)), uv_area > 0};
}

// Of one vertex, apart for triangles that see the texture mirrored (1) and not (0).
struct TangentSums {
  std::array<glm::dvec3, 2> sums = {glm::dvec3(0), glm::dvec3(0)};
  std::array<bool, 2> is_used = {false, false};
};

std::vector<TangentSums> sum_tangents(const Primitive& primitive, bool on_second,
                                      std::vector<std::int8_t>& side_of_corner) {
  std::vector<TangentSums> vertices(primitive.vertices.size());
  for (std::size_t t = 0; t < triangle_count(primitive); ++t) {
    const Corners triangle = corners(primitive, t);
    const TextureDirections directions = texture_directions(primitive, triangle, on_second);
    if (directions.along_u == glm::dvec3(0)) continue;
    const glm::dvec3 face = area_vector(primitive, triangle);
    for (std::size_t c = 0; c < 3; ++c) {
      const bool is_reversed = glm::dot(glm::dvec3(primitive.vertices[triangle[c]].normal), face) < 0;
      const std::size_t side = directions.is_mirrored != is_reversed ? 1 : 0;
      side_of_corner[3 * t + c] = static_cast<std::int8_t>(side);
      vertices[triangle[c]].sums[side] += directions.along_u;
      vertices[triangle[c]].is_used[side] = true;
    }
  }
  return vertices;
}

void set_tangent(Vertex& vertex, const glm::dvec3& sum, double sign) {
  const glm::dvec3 normal = vertex.normal;
  const glm::dvec3 along = unit_or(sum, {0, 0, 0});
  const glm::dvec3 tangent = along - normal * glm::dot(normal, along);
  constexpr double kParallel = 1e-6;
  const bool is_usable = glm::length(tangent) > kParallel;
  vertex.tangent = glm::vec4(is_usable ? glm::normalize(tangent) : any_orthogonal(normal), sign);
}

}  // namespace

std::vector<std::uint32_t> triangle_indices(std::vector<std::uint32_t> indices, Topology topology) {
  if (topology == Topology::triangles) {
    indices.resize(indices.size() / 3 * 3);
    return indices;
  }
  std::vector<std::uint32_t> triangles;
  for (std::size_t i = 0; i + 2 < indices.size(); ++i) {
    const std::size_t odd = i % 2;
    const Corners triangle = topology == Topology::fan
                                 ? Corners{indices[i + 1], indices[i + 2], indices[0]}
                                 : Corners{indices[i], indices[i + 1 + odd], indices[i + 2 - odd]};
    triangles.insert(triangles.end(), triangle.begin(), triangle.end());
  }
  return triangles;
}

Origins make_flat(Primitive& primitive) {
  std::vector<Vertex> vertices;
  vertices.reserve(primitive.indices.size());
  for (std::size_t t = 0; t < triangle_count(primitive); ++t) {
    const Corners triangle = corners(primitive, t);
    const glm::vec3 normal = face_normal(primitive, triangle);
    for (const std::uint32_t corner : triangle) {
      vertices.push_back(primitive.vertices[corner]);
      vertices.back().normal = normal;
    }
  }
  primitive.vertices = std::move(vertices);
  Origins origins = primitive.indices;
  for (std::size_t i = 0; i < primitive.indices.size(); ++i) primitive.indices[i] = static_cast<std::uint32_t>(i);
  return origins;
}

void normalize_normals(Primitive& primitive) {
  for (std::size_t t = 0; t < triangle_count(primitive); ++t) {
    const Corners triangle = corners(primitive, t);
    for (const std::uint32_t corner : triangle) {
      glm::vec3& normal = primitive.vertices[corner].normal;
      if (!has_length(normal)) normal = face_normal(primitive, triangle);
    }
  }
  for (Vertex& vertex : primitive.vertices) vertex.normal = unit_or(vertex.normal, {0, 0, 1});
}

void normalize_tangents(Primitive& primitive) {
  for (Vertex& vertex : primitive.vertices) {
    set_tangent(vertex, glm::dvec3(vertex.tangent), vertex.tangent.w < 0 ? -1.0 : 1.0);
  }
}

Origins compute_tangents(Primitive& primitive, bool on_second) {
  std::vector<std::int8_t> side_of_corner(primitive.indices.size(), -1);
  const std::vector<TangentSums> vertices = sum_tangents(primitive, on_second, side_of_corner);
  std::unordered_map<std::uint32_t, std::uint32_t> mirrored_copies;
  Origins added;
  for (std::uint32_t v = 0; v < vertices.size(); ++v) {
    const auto& [sums, is_used] = vertices[v];
    if (is_used[0] && is_used[1]) {
      mirrored_copies[v] = static_cast<std::uint32_t>(primitive.vertices.size());
      primitive.vertices.push_back(primitive.vertices[v]);
      added.push_back(v);
      set_tangent(primitive.vertices.back(), sums[1], -1);
    }
    const bool is_mirrored = is_used[1] && !is_used[0];
    set_tangent(primitive.vertices[v], sums[is_mirrored ? 1 : 0], is_mirrored ? -1 : 1);
  }
  if (mirrored_copies.empty()) return added;
  for (std::size_t i = 0; i < primitive.indices.size(); ++i) {
    const auto copy = mirrored_copies.find(primitive.indices[i]);
    if (side_of_corner[i] == 1 && copy != mirrored_copies.end()) primitive.indices[i] = copy->second;
  }
  return added;
}

Bounds bounds_of(const Primitive& primitive) {
  const glm::vec3 first = primitive.vertices[primitive.indices.front()].position;
  Bounds bounds{first, first};
  for (const std::uint32_t index : primitive.indices) {
    bounds.min_m = glm::min(bounds.min_m, primitive.vertices[index].position);
    bounds.max_m = glm::max(bounds.max_m, primitive.vertices[index].position);
  }
  return bounds;
}

}  // namespace engine::gltf
