// SPDX-License-Identifier: MIT
// The trees that nodes form.
#ifndef PHOTOPIC_ENGINE_SCENE_READER_HIERARCHY_H
#define PHOTOPIC_ENGINE_SCENE_READER_HIERARCHY_H

#include <glm/mat4x4.hpp>

#include "engine/scene/movement.h"
#include "engine/scene/reader/document.h"

namespace engine::gltf {

struct Roots {
  std::vector<int> nodes;      ///< none below another
  std::vector<bool> is_drawn;  ///< by node: it and what is below it
};
/// Refuses nodes with two parents, cycles, and nodes more than 256 deep. Returns the trees of the file's default scene,
/// else of its first, else all.
Roots checked_roots(Document& document);

/// Of a node without a matrix. Its rotation becomes unit length.
Transform transform_of(const tinygltf::Node& node);
/// A node's matrix or translation, rotation and scale.
glm::dmat4 local_transform(const tinygltf::Node& node);

}  // namespace engine::gltf

#endif
