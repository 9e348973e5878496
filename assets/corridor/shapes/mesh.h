// SPDX-License-Identifier: MIT
// Meshes in parts of one material each.
#ifndef PHOTOPIC_ASSETS_CORRIDOR_SHAPES_MESH_H
#define PHOTOPIC_ASSETS_CORRIDOR_SHAPES_MESH_H

#include <cstdint>
#include <deque>
#include <glm/mat4x4.hpp>
#include <glm/vec2.hpp>
#include <glm/vec3.hpp>
#include <glm/vec4.hpp>
#include <string>
#include <vector>

#include "corridor/materials/materials.h"

namespace corridor {

using glm::vec2;
using glm::vec3;
using glm::vec4;

inline constexpr vec3 kUp{0.0F, 1.0F, 0.0F};

struct Vertex {
  vec3 position;  ///< metres
  vec3 normal;    ///< unit length
  vec2 uv;        ///< (0, 0) is a texture's top-left
};

/// Triangles of one material, counter-clockwise as seen from outside.
struct Part {
  MaterialName material;
  std::vector<Vertex> vertices;
  std::vector<std::uint32_t> indices;

  std::uint32_t add(const Vertex& vertex);
  /// Leaves out what has no area.
  void triangle(std::uint32_t a, std::uint32_t b, std::uint32_t c);
  void quad(std::uint32_t a, std::uint32_t b, std::uint32_t c, std::uint32_t d);
};

struct Mesh {
  std::string name;
  std::deque<Part> parts;  ///< one for each material; references to them stay valid

  Part& part(MaterialName material);
  /// Adds a mesh moved and turned; no scaling.
  void append(const Mesh& other, const glm::mat4& transform);
  /// Moves vertices to a grid of 1/8192 m, so that those meant to coincide do.
  void snap();
};

/// One for each vertex, along growing u; w such that w * cross(normal, tangent) points to falling v, as glTF wants it.
std::vector<vec4> tangents(const Part& part);

}  // namespace corridor

#endif
