// SPDX-License-Identifier: MIT
// Building of meshes from triangles, and their tangents.
#include "corridor/shapes/mesh.h"

#include <algorithm>
#include <cmath>
#include <glm/geometric.hpp>

namespace corridor {
namespace {

constexpr float kSmallestArea_m2 = 1e-9F;

/// Along growing u, and along falling v, over one triangle; zero where the texture is squeezed to a line.
struct TextureAxes {
  vec3 right{0.0F}, up{0.0F};
};

TextureAxes texture_axes(const Vertex& a, const Vertex& b, const Vertex& c) {
  const vec3 side_1 = b.position - a.position, side_2 = c.position - a.position;
  const vec2 step_1 = b.uv - a.uv, step_2 = c.uv - a.uv;
  const float area = step_1.x * step_2.y - step_2.x * step_1.y;
  if (std::abs(area) < 1e-12F) return {};
  return {(side_1 * step_2.y - side_2 * step_1.y) / area, (side_1 * step_2.x - side_2 * step_1.x) / area};
}

vec3 any_perpendicular(vec3 normal) {
  return glm::normalize(glm::cross(std::abs(normal.y) < 0.9F ? kUp : vec3{1.0F, 0.0F, 0.0F}, normal));
}

vec4 tangent(vec3 normal, const TextureAxes& axes) {
  const vec3 flat = axes.right - normal * glm::dot(normal, axes.right);
  const float length = glm::length(flat);
  const vec3 direction = length > 1e-6F ? flat / length : any_perpendicular(normal);
  const float sign = glm::dot(glm::cross(normal, direction), axes.up) < 0.0F ? -1.0F : 1.0F;
  return {direction, sign};
}

}  // namespace

std::uint32_t Part::add(const Vertex& vertex) {
  vertices.push_back(vertex);
  return static_cast<std::uint32_t>(vertices.size() - 1);
}

void Part::triangle(std::uint32_t a, std::uint32_t b, std::uint32_t c) {
  const vec3 origin = vertices[a].position;
  const vec3 twice_area = glm::cross(vertices[b].position - origin, vertices[c].position - origin);
  if (glm::length(twice_area) < 2.0F * kSmallestArea_m2) return;
  indices.insert(indices.end(), {a, b, c});
}

void Part::quad(std::uint32_t a, std::uint32_t b, std::uint32_t c, std::uint32_t d) {
  triangle(a, b, c);
  triangle(a, c, d);
}

Part& Mesh::part(MaterialName material) {
  const auto found =
      std::find_if(parts.begin(), parts.end(), [material](const Part& part) { return part.material == material; });
  if (found != parts.end()) return *found;
  return parts.emplace_back(Part{material, {}, {}});
}

void Mesh::append(const Mesh& other, const glm::mat4& transform) {
  for (const Part& from : other.parts) {
    Part& to = part(from.material);
    const auto first = static_cast<std::uint32_t>(to.vertices.size());
    for (const Vertex& vertex : from.vertices) {
      to.add({vec3(transform * vec4(vertex.position, 1.0F)),
              glm::normalize(vec3(transform * vec4(vertex.normal, 0.0F))), vertex.uv});
    }
    for (const std::uint32_t index : from.indices) to.indices.push_back(first + index);
  }
}

void Mesh::snap() {
  constexpr float kSteps = 8192.0F;
  for (Part& part : parts) {
    for (Vertex& vertex : part.vertices) vertex.position = glm::round(vertex.position * kSteps) / kSteps;
  }
}

std::vector<vec4> tangents(const Part& part) {
  std::vector<TextureAxes> sums(part.vertices.size());
  for (std::size_t i = 0; i < part.indices.size(); i += 3) {
    const std::uint32_t* corner = &part.indices[i];
    const TextureAxes axes = texture_axes(part.vertices[corner[0]], part.vertices[corner[1]], part.vertices[corner[2]]);
    for (int k = 0; k < 3; ++k) {
      sums[corner[k]].right += axes.right;
      sums[corner[k]].up += axes.up;
    }
  }
  std::vector<vec4> result;
  result.reserve(sums.size());
  for (std::size_t i = 0; i < sums.size(); ++i) result.push_back(tangent(part.vertices[i].normal, sums[i]));
  return result;
}

}  // namespace corridor
