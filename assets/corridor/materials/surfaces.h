// SPDX-License-Identifier: MIT
// Procedural surfaces that repeat: colour, height and roughness by place.
#ifndef PHOTOPIC_ASSETS_CORRIDOR_MATERIALS_SURFACES_H
#define PHOTOPIC_ASSETS_CORRIDOR_MATERIALS_SURFACES_H

#include <glm/vec2.hpp>
#include <glm/vec3.hpp>

namespace corridor {

struct SurfaceSample {
  glm::vec3 color;        ///< linear
  float height_m = 0.0F;  ///< above the mean surface
  float roughness = 1.0F;
};

// `at` goes from 0 to 1 over one repeat, from the top-left.
SurfaceSample plaster_surface(glm::vec2 at);
SurfaceSample tiles_surface(glm::vec2 at);
SurfaceSample paving_surface(glm::vec2 at);
SurfaceSample stone_surface(glm::vec2 at);
SurfaceSample brick_surface(glm::vec2 at);
SurfaceSample wood_surface(glm::vec2 at);
SurfaceSample picture_surface(glm::vec2 at);

}  // namespace corridor

#endif
