// SPDX-License-Identifier: MIT
// Lights of a frame, in the layout of the shader.
#ifndef PHOTOPIC_ENGINE_SCENE_LIGHT_PUNCTUAL_LIGHTS_H
#define PHOTOPIC_ENGINE_SCENE_LIGHT_PUNCTUAL_LIGHTS_H

#include <scene/interface.h>
#include <glm/vec3.hpp>
#include <vector>

#include "engine/scene/scene.h"

namespace engine {

/// The first directional light; null if there is none.
const Light* sun_of(const std::vector<Light>& lights);

/// All others, in the order of the scene. The first SCENE_MAX_LAMPS have numbers, for what probes know of them.
std::vector<const Light*> lamps_of(const std::vector<Light>& lights);

/// Light as it arrives at a place where nothing is in its way.
struct Arrival {
  glm::vec3 to_light;  ///< unit length
  float distance_m;    ///< infinite for directional lights
  float lux;           ///< of a plane across it, of white light; the colour is left out
};
Arrival arrival_at(const Light& light, const glm::vec3& position_m);

/// All lights but the sun; of more than SCENE_MAX_LIGHTS the strongest at `camera_m`, walls and cones not asked. In the
/// order of the scene.
std::vector<::scene::SceneLight> frame_lights(const std::vector<Light>& lights, const glm::vec3& camera_m);

}  // namespace engine

#endif
