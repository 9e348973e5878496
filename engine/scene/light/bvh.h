// SPDX-License-Identifier: MIT
// Intersection of rays with triangles, on the CPU.
#ifndef PHOTOPIC_ENGINE_SCENE_LIGHT_BVH_H
#define PHOTOPIC_ENGINE_SCENE_LIGHT_BVH_H

#include <array>
#include <cstdint>
#include <glm/vec3.hpp>
#include <limits>
#include <optional>
#include <vector>

#include "engine/scene/scene.h"

namespace engine {

/// Counter-clockwise from its front.
using Corners = std::array<glm::vec3, 3>;

struct Ray {
  glm::vec3 origin_m;
  glm::vec3 direction;  ///< unit length
  float max_m = std::numeric_limits<float>::infinity();
};

struct RayHit {
  float distance_m = 0.0f;
  std::uint32_t triangle = 0;  ///< index in what the tree was made of
  bool is_back = false;
};

/// A tree of boxes, split along the longest axis of the centres where the surface area heuristic finds the least cost
/// (MacDonald and Booth 1990, with bins). Both sides of triangles are hit; rays through a common edge hit one of the
/// two. Const members may be called from several threads.
class Bvh {
 public:
  explicit Bvh(const std::vector<Corners>& triangles);

  std::optional<RayHit> nearest(const Ray& ray) const;
  bool is_blocked(const Ray& ray) const;

 private:
  struct Triangle {
    glm::vec3 corner, edge1, edge2;
    std::uint32_t index;
  };
  /// Inner nodes: the left child follows, `right` is the other. Leaves: `count` triangles from `first` on.
  struct Node {
    Bounds bounds;
    std::uint32_t right_or_first = 0;
    std::uint32_t count = 0;  ///< 0 = inner
  };
  struct Traversal;
  /// A triangle while the tree grows.
  struct Item {
    Bounds bounds;
    glm::vec3 center;
    std::uint32_t index;
  };

  void build(std::vector<Item>& items, std::uint32_t first, std::uint32_t count, int depth);

  std::vector<Node> nodes_;
  std::vector<Triangle> triangles_;
};

}  // namespace engine

#endif
