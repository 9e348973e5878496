// SPDX-License-Identifier: MIT
// The parts of the world that the sun's shadow maps cover.
#ifndef PHOTOPIC_ENGINE_SCENE_LIGHT_SHADOW_FIT_H
#define PHOTOPIC_ENGINE_SCENE_LIGHT_SHADOW_FIT_H

#include <glm/mat4x4.hpp>
#include <glm/vec3.hpp>
#include <vector>

#include "engine/scene/scene.h"

namespace engine {

/// Larger scenes have cascades: of this side round the camera, of all, and one between.
inline constexpr float kWholeShadowSide_m = 80.0f, kNearShadowSide_m = 20.0f;

struct ShadowFit {
  glm::mat4 clip_from_world;  ///< depth 0 next to the sun, 1 at the far end of the scene
  float texel_m = 0.0f;       ///< the larger side of a texel of the map

  bool operator==(const ShadowFit&) const = default;
};

/// From the finest to that of the whole scene: up to SCENE_SHADOW_CASCADES, or that one alone if it's small enough,
/// which is the same for every camera. The others move in steps of an eighth of their side, so that edges stand still
/// between them. What `scene` leaves out is shadowed, but casts none. `to_sun`: unit length.
std::vector<ShadowFit> fit_shadows(const Bounds& scene, const glm::vec3& to_sun, const Camera& camera);

}  // namespace engine

#endif
