// SPDX-License-Identifier: MIT
// Closed forms of the shaders' results, in double and on their own.
#ifndef PHOTOPIC_TESTS_SCENE_GPU_SHADING_ORACLE_H
#define PHOTOPIC_TESTS_SCENE_GPU_SHADING_ORACLE_H

#include <glm/vec3.hpp>

#include "engine/scene/scene.h"

namespace test {

struct OracleSurface {
  glm::dvec3 base_color = {1, 1, 1};
  double metallic = 0.0;
  double roughness = 1.0;
  glm::dvec3 normal = {0, 1, 0};
};

/// glTF 2.0 appendix B: luminance towards `view` for `lux` across `to_light`; unit vectors.
glm::dvec3 lit(const OracleSurface& surface, const glm::dvec3& view, const glm::dvec3& to_light, const glm::dvec3& lux);
/// KHR_lights_punctual, at a place.
glm::dvec3 lit(const OracleSurface& surface, const glm::dvec3& view, const glm::dvec3& position_m,
               const engine::Light& light);
/// Illuminance across the light.
double lux_at(const engine::Light& light, const glm::dvec3& position_m);

/// IEC 61966-2-1.
double srgb_decoded(int code);

}  // namespace test

#endif
