// SPDX-License-Identifier: MIT
// The part of the world that the sun's shadow map covers.
#ifndef PHOTOPIC_ENGINE_SCENE_LIGHT_SHADOW_FIT_H
#define PHOTOPIC_ENGINE_SCENE_LIGHT_SHADOW_FIT_H

#include <glm/mat4x4.hpp>
#include <glm/vec3.hpp>

#include "engine/scene/scene.h"

namespace engine {

/// Larger scenes get a map of this side round the camera; what lies outside it is lit.
inline constexpr float kMaxShadowSide_m = 80.0f;

struct ShadowFit {
  glm::mat4 clip_from_world;  ///< depth 0 next to the sun, 1 at the far end of the scene
  float texel_m = 0.0f;       ///< the larger side of a texel of the map

  bool operator==(const ShadowFit&) const = default;
};

/// Round the whole scene if it's small enough: the same for every camera then. Else it moves in steps of an eighth of
/// its side, so that edges stand still between them. `to_sun`: unit length.
ShadowFit fit_shadow(const Bounds& scene, const glm::vec3& to_sun, const Camera& camera);

}  // namespace engine

#endif
