// SPDX-License-Identifier: MIT
// Views of cameras, for images whose rows run down.
#ifndef PHOTOPIC_ENGINE_SCENE_CAMERA_H
#define PHOTOPIC_ENGINE_SCENE_CAMERA_H

#include <array>
#include <glm/mat4x4.hpp>
#include <glm/vec3.hpp>

#include "engine/scene/scene.h"

namespace engine {

/// A camera on an image of some shape.
struct View {
  glm::mat4 clip_from_world;  ///< y down; depth 1 at the near plane, 0 at the far one
  glm::vec3 forward;          ///< through the image's centre; unit length
  glm::vec3 right;            ///< from there to the image's right edge, at distance 1
  glm::vec3 up;               ///< from there to its upper edge
};

/// `aspect`: width / height. Throws engine::Error unless the field of view is within (0, pi), 0 < near < far and all is
/// finite.
View view_of(const Camera& camera, float aspect);

/// Planes (n, d) with dot(n, p) + d >= 0 inside; not normalised.
std::array<glm::vec4, 6> frustum_of(const glm::mat4& clip_from_world);
/// False only if the box is wholly outside.
bool may_be_seen(const std::array<glm::vec4, 6>& frustum, const Bounds& bounds);

/// The box around a transformed box.
Bounds transformed(const Bounds& bounds, const glm::mat4& matrix);
/// The box around both.
Bounds united(const Bounds& a, const Bounds& b);
/// Holds nothing: united() with it gives the other.
Bounds empty_bounds();

}  // namespace engine

#endif
