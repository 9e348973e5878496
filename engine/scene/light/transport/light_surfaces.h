// SPDX-License-Identifier: MIT
// A scene's surfaces, as light meets them.
#ifndef PHOTOPIC_ENGINE_SCENE_LIGHT_TRANSPORT_LIGHT_SURFACES_H
#define PHOTOPIC_ENGINE_SCENE_LIGHT_TRANSPORT_LIGHT_SURFACES_H

#include <glm/vec3.hpp>
#include <vector>

#include "engine/scene/light/transport/bvh.h"
#include "engine/scene/scene.h"

namespace engine {

/// A scene's triangles in the world, with what light needs of their materials.
struct LightSurfaces {
  struct Property {
    glm::vec3 normal;  ///< of the front; unit length
    glm::vec3 albedo;  ///< mean of the base colour, 0..0.95
    bool is_double_sided = false;
  };
  std::vector<Corners> triangles;
  std::vector<Property> properties;  ///< of each
};
/// Leaves out triangles without area, and those that let more than half through: of alpha masks, and blended.
LightSurfaces light_surfaces(const Scene& scene);

}  // namespace engine

#endif
