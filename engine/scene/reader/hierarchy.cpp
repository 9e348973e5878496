// SPDX-License-Identifier: MIT
// Checks and transforms of glTF node trees.
#include "engine/scene/reader/hierarchy.h"

#include <algorithm>
#include <cmath>
#include <glm/gtc/quaternion.hpp>
#include <glm/gtc/type_ptr.hpp>

namespace engine::gltf {
namespace {

constexpr int kNone = -1;
constexpr int kMaxDepth = 256;

std::string node_name(int node) { return numbered("node", static_cast<std::size_t>(node)); }

std::vector<int> parents_of(const std::vector<tinygltf::Node>& nodes) {
  std::vector<int> parents(nodes.size(), kNone);
  for (std::size_t i = 0; i < nodes.size(); ++i) {
    for (const int child : nodes[i].children) {
      int& parent = parents[static_cast<std::size_t>(child)];
      if (parent != kNone) {
        refuse(node_name(child) + ": has two parents, nodes " + std::to_string(parent) + " and " + std::to_string(i));
      }
      parent = static_cast<int>(i);
    }
  }
  return parents;
}

// Nodes of a cycle have no root above them. Walking up from one leads round the cycle.
[[noreturn]] void refuse_cycle(const std::vector<int>& parents, int node) {
  for (std::size_t i = 0; i < parents.size(); ++i) node = parents[static_cast<std::size_t>(node)];
  refuse(node_name(node) + ": is its own ancestor");
}

void check_tree(const std::vector<tinygltf::Node>& nodes, const std::vector<int>& parents) {
  std::vector<int> level;
  std::vector<bool> is_reached(nodes.size(), false);
  for (std::size_t i = 0; i < nodes.size(); ++i) {
    if (parents[i] == kNone) level.push_back(static_cast<int>(i));
  }
  for (int depth = 1; !level.empty(); ++depth) {
    if (depth > kMaxDepth) refuse(node_name(level.front()) + ": is nested deeper than " + std::to_string(kMaxDepth));
    std::vector<int> below;
    for (const int node : level) {
      is_reached[static_cast<std::size_t>(node)] = true;
      const std::vector<int>& children = nodes[static_cast<std::size_t>(node)].children;
      below.insert(below.end(), children.begin(), children.end());
    }
    level = std::move(below);
  }
  const auto missed = std::find(is_reached.begin(), is_reached.end(), false);
  if (missed != is_reached.end()) refuse_cycle(parents, static_cast<int>(missed - is_reached.begin()));
}

/// Some tools list nodes that have parents.
Roots roots_of_scene(Document& document, std::size_t scene, const std::vector<int>& parents) {
  Roots roots = {{}, std::vector<bool>(parents.size(), false)};
  std::vector<bool> is_root(parents.size(), false);
  for (const int node : document.model.scenes[scene].nodes) {
    const auto index = static_cast<std::size_t>(node);
    if (roots.is_drawn[index]) refuse(numbered("scene", scene) + ": lists " + node_name(node) + " twice");
    roots.is_drawn[index] = true;
    int root = node;
    while (parents[static_cast<std::size_t>(root)] != kNone) root = parents[static_cast<std::size_t>(root)];
    if (root != node) {
      document.warnings.add(numbered("scene", scene) + " lists a node with a parent: drawn once, where that puts it");
    }
    if (!is_root[static_cast<std::size_t>(root)]) roots.nodes.push_back(root);
    is_root[static_cast<std::size_t>(root)] = true;
  }
  return roots;
}

glm::dquat rotation_of(const tinygltf::Node& node) {
  const std::vector<double>& r = node.rotation;
  if (r.empty()) return glm::identity<glm::dquat>();
  const glm::dquat rotation(r[3], r[0], r[1], r[2]);
  const double length = glm::length(rotation);
  if (!(length > 0) || !std::isfinite(length)) refuse("its rotation has no direction");
  return rotation / length;
}

}  // namespace

Roots checked_roots(Document& document) {
  const tinygltf::Model& model = document.model;
  const std::vector<int> parents = parents_of(model.nodes);
  check_tree(model.nodes, parents);
  if (!model.scenes.empty()) {
    return roots_of_scene(document, static_cast<std::size_t>(std::max(model.defaultScene, 0)), parents);
  }
  Roots roots = {{}, std::vector<bool>(parents.size(), true)};
  for (std::size_t i = 0; i < parents.size(); ++i) {
    if (parents[i] == kNone) roots.nodes.push_back(static_cast<int>(i));
  }
  return roots;
}

Transform transform_of(const tinygltf::Node& node) {
  Transform transform;
  transform.rotation = rotation_of(node);
  if (!node.scale.empty()) transform.scale = glm::make_vec3(node.scale.data());
  if (!node.translation.empty()) transform.translation = glm::make_vec3(node.translation.data());
  return transform;
}

glm::dmat4 local_transform(const tinygltf::Node& node) {
  if (!node.matrix.empty()) {
    const glm::dmat4 matrix = glm::make_mat4(node.matrix.data());
    const glm::dvec4 last_row(matrix[0][3], matrix[1][3], matrix[2][3], matrix[3][3]);
    if (last_row != glm::dvec4(0, 0, 0, 1)) refuse("its matrix has a last row other than 0 0 0 1");
    return matrix;
  }
  return matrix_of(transform_of(node));
}

}  // namespace engine::gltf
