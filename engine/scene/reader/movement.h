// SPDX-License-Identifier: MIT
// Animations and skins of a glTF file, and the nodes that they move.
#ifndef PHOTOPIC_ENGINE_SCENE_READER_MOVEMENT_H
#define PHOTOPIC_ENGINE_SCENE_READER_MOVEMENT_H

#include <glm/mat4x4.hpp>

#include "engine/scene/movement.h"
#include "engine/scene/reader/document.h"

namespace engine::gltf {

class MovementLoader {
 public:
  explicit MovementLoader(Document& document);

  /// Once for each node, parents first. `parent`: below 0 for roots; `local`: local_transform().
  void add_node(int node, int parent, const glm::dmat4& world_from_parent, const glm::dmat4& local);
  /// Of Movement::nodes; nothing for a node that stands still and is no joint.
  std::optional<std::uint32_t> number_of(int node) const;
  /// Whether an animation moves it or a node above it.
  bool moves(int node) const { return moves_[std::size_t(node)]; }
  /// Whether an animation changes the weights of its mesh.
  bool changes_weights(int node) const { return changes_weights_[std::size_t(node)]; }

  /// A skin of the file, also in Movement::skins. Refuses one that lacks joints of the shape. After all nodes.
  const Skin& use_skin(int number, const Shape& shape);
  /// Faulty ones are left out, with a warning. After all nodes.
  void load_animations();

  Movement movement;

 private:
  Skin load_skin(const tinygltf::Skin& source) const;
  Animation load_animation(const tinygltf::Animation& source) const;
  std::optional<Channel> load_channel(const tinygltf::AnimationChannel& source) const;
  Curve load_curve(const tinygltf::AnimationSampler& source, const Channel& channel, std::size_t width) const;
  std::size_t width_of(const tinygltf::AnimationChannel& source) const;

  Document& document_;
  std::vector<bool> is_animated_, changes_weights_, is_joint_, moves_;  ///< by node of the file
  std::vector<std::int32_t> numbers_;                                   ///< likewise; below 0: none
};

}  // namespace engine::gltf

#endif
