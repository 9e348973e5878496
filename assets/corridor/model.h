// SPDX-License-Identifier: MIT
// The scene in memory, before it's written as glTF.
#ifndef PHOTOPIC_ASSETS_CORRIDOR_MODEL_H
#define PHOTOPIC_ASSETS_CORRIDOR_MODEL_H

#include <string>
#include <vector>

#include "corridor/shapes/mesh.h"

namespace corridor {

/// A mesh in the world, turned about +Y, which takes +Z to (sin yaw, 0, cos yaw), and moved.
struct Placement {
  std::size_t mesh;  ///< of Model::meshes
  vec3 translation{0.0F};
  float yaw_rad = 0.0F;
};

/// As in KHR_lights_punctual.
struct Light {
  enum class Kind { directional, point, spot };
  std::string name;
  Kind kind;
  vec3 color;       ///< linear, at most 1
  float intensity;  ///< of the colour (1, 1, 1): lux or candela
  vec3 position{0.0F};
  vec3 direction{0.0F, -1.0F, 0.0F};  ///< unit length, in which the light travels
  float inner_cone_rad = 0.0F;
  float outer_cone_rad = 0.0F;
};

struct Model {
  std::vector<Mesh> meshes;
  std::vector<Placement> placements;
  std::vector<Light> lights;
};

Model make_model();

}  // namespace corridor

#endif
