// SPDX-License-Identifier: MIT
// A scene's surfaces, as light meets them.
#ifndef PHOTOPIC_ENGINE_SCENE_LIGHT_LIGHT_SURFACES_H
#define PHOTOPIC_ENGINE_SCENE_LIGHT_LIGHT_SURFACES_H

#include <glm/vec3.hpp>
#include <span>
#include <vector>

#include "engine/scene/light/bvh.h"
#include "engine/scene/scene.h"

namespace engine {

/// A scene's triangles in the world, with what light needs of their materials.
struct LightSurfaces {
  struct Property {
    glm::vec3 normal;              ///< of the front; unit length
    glm::vec3 albedo;              ///< mean of the base colour, 0..0.95
    bool is_double_sided = false;  ///< its back is lit, too: of a solid's it isn't, whatever the material says
    std::uint32_t body = 0;        ///< number of what stands together: the primitives of a mesh at one place
  };
  std::vector<Corners> triangles;
  std::vector<Property> properties;  ///< of each
};
/// Of instances that stand still; `with_moving`: also of those that move, at rest. Leaves out triangles without area,
/// and those that let more than half through: of alpha masks, and blended.
LightSurfaces light_surfaces(const Scene& scene, bool with_moving = false);

/// By triangle: is it of the outside of a solid? Of what hangs together by common edges, triangles go along each edge
/// as often one way as the other, they are seen from outside, and none of `places_m` is within: what is around a lamp
/// or a camera is a room. Corners are the same where their bits are.
std::vector<bool> solid_parts(std::span<const Corners> triangles, std::span<const glm::vec3> places_m);

}  // namespace engine

#endif
