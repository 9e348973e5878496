// SPDX-License-Identifier: MIT
// Movement of a scene as data: animations, skins and morph targets of glTF 2.0; and the scene at a moment of them.
#ifndef PHOTOPIC_ENGINE_SCENE_MOVEMENT_H
#define PHOTOPIC_ENGINE_SCENE_MOVEMENT_H

#include <array>
#include <span>

#include "engine/scene/scene.h"

namespace engine {

struct Transform {
  glm::dvec3 translation = {0, 0, 0};
  glm::dquat rotation = {1, 0, 0, 0};  ///< unit length
  glm::dvec3 scale = {1, 1, 1};
};
glm::dmat4 matrix_of(const Transform& transform);
/// Whether all of its numbers are in [-most, most].
bool is_within(const glm::dmat4& matrix, double most);

enum class Interpolation { step, linear, cubic_spline };

/// Values at keys. A cubic spline has three for each key: in-tangent, value, out-tangent.
struct Curve {
  Interpolation interpolation = Interpolation::linear;
  std::vector<float> times_s;  ///< rising, at least one
  std::vector<float> values;   ///< `width` numbers each
  std::size_t width = 3;

  /// As appendix C of glTF 2.0 says; before the first key and after the last, their values. `is_rotation`: of
  /// quaternions (x, y, z, w), which become unit length.
  void at(double time_s, bool is_rotation, std::span<double> value) const;
};

struct Channel {
  enum class Path { translation, rotation, scale, weights };
  Path path = Path::translation;
  std::uint32_t node = 0;   ///< of Movement::nodes
  std::uint32_t curve = 0;  ///< of its animation
};

struct Animation {
  std::string name;  ///< may be empty
  double duration_s = 0.0;
  std::vector<Curve> curves;
  std::vector<Channel> channels;
};

/// A node that moves, or a joint. Its place in the world: parent's place * base * transform.
struct MovingNode {
  std::optional<std::uint32_t> parent;  ///< before it in Movement::nodes; none: it stands in the world
  glm::dmat4 base = glm::dmat4(1.0);
  Transform rest;      ///< without an animation
  bool moves = false;  ///< by an animation, or with its parent
};

struct Skin {
  std::vector<std::uint32_t> joints;  ///< of Movement::nodes
  std::vector<glm::mat4> joints_from_mesh;
};

/// What a morph target adds to each vertex, times its weight. An empty list adds nothing.
struct MorphTarget {
  std::vector<glm::vec3> positions, normals, tangents;
};

/// Four of a vertex's joints. The weights of a vertex add up to 1.
struct Influence {
  std::array<std::uint16_t, 4> joints = {};  ///< of Skin::joints
  glm::vec4 weights = {1, 0, 0, 0};
};

/// A primitive before skins and morph targets, by vertex of `mesh`.
struct Shape {
  Primitive mesh;
  std::vector<MorphTarget> targets;
  std::vector<Influence> influences;  ///< as many for each vertex; empty without a skin
  bool is_flat = false;               ///< each triangle has vertices and a normal of its own
};

/// A primitive whose vertices move; Scene::primitives has it at rest. One instance shows it.
struct Deformation {
  std::uint32_t shape = 0;
  std::uint32_t instance = 0;
  std::optional<std::uint32_t> skin;  ///< then its mesh's space is the world
  std::optional<std::uint32_t> node;  ///< whose weights an animation may change
  std::vector<float> weights;         ///< of Shape::targets, at rest
};

/// An instance that a node carries.
struct CarriedInstance {
  std::uint32_t instance = 0;
  std::uint32_t node = 0;
};

struct Movement {
  std::vector<MovingNode> nodes;
  std::vector<Skin> skins;
  std::vector<Shape> shapes;
  std::vector<Deformation> deformations;
  std::vector<CarriedInstance> carried;
  std::vector<Animation> animations;
};

/// A moment of an animation, which begins anew at its end; without an animation, rest.
struct Moment {
  std::optional<std::uint32_t> animation;  ///< of Movement::animations
  double time_s = 0.0;

  bool operator==(const Moment&) const = default;
};

/// Nodes at a moment.
struct Posture {
  std::vector<glm::dmat4> worlds;           ///< places in the world; all zero beyond what floats hold
  std::vector<std::vector<float>> weights;  ///< of morph targets, where an animation changes them; else empty
};
/// A moment beyond the animations is rest.
Posture posture_at(const Movement& movement, const Moment& moment);

/// Vertices of a deformation, in the space of its instance.
std::vector<Vertex> deformed(const Movement& movement, const Deformation& deformation, const Posture& posture);

}  // namespace engine

#endif
