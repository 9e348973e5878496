// SPDX-License-Identifier: MIT
// Which lights a frame shows, and how they reach the shader.
#ifndef PHOTOPIC_ENGINE_SCENE_PUNCTUAL_LIGHTS_H
#define PHOTOPIC_ENGINE_SCENE_PUNCTUAL_LIGHTS_H

#include <glm/vec3.hpp>
#include <scene/interface.h>
#include <vector>

#include "engine/scene/scene.h"

namespace engine {

/// The first directional light; null if there is none.
const Light* sun_of(const std::vector<Light>& lights);

/// All lights but the sun; of more than SCENE_MAX_LIGHTS the strongest at `camera_m`, walls and cones not asked. In the
/// order of the scene.
std::vector<::scene::SceneLight> frame_lights(const std::vector<Light>& lights, const glm::vec3& camera_m);

}  // namespace engine

#endif
