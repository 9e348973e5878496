// SPDX-License-Identifier: MIT
// The choice of lights for a frame.
#include "engine/scene/light/punctual_lights.h"

#include <algorithm>
#include <cmath>
#include <glm/geometric.hpp>
#include <limits>

namespace engine {
namespace {

constexpr float kNearest_m2 = 1e-4f;

glm::vec4 cone_of(const Light& light) {
  if (light.kind != Light::Kind::spot) return {0.0f, 1.0f, 0.0f, 0.0f};
  const float inner = std::cos(light.inner_cone_rad), outer = std::cos(light.outer_cone_rad);
  const float scale = 1.0f / std::max(inner - outer, 1e-3f);
  return {scale, -outer * scale, 0.0f, 0.0f};
}

::scene::SceneLight block_of(const Light& light, std::size_t number) {
  return {.position = {light.position_m, light.range_m > 0.0f ? 1.0f / light.range_m : 0.0f},
          .intensity = {light.color * light.intensity, light.kind == Light::Kind::directional ? 1.0f : 0.0f},
          .direction = {light.direction, float(std::min<std::size_t>(number, SCENE_MAX_LAMPS))},
          .cone = cone_of(light)};
}

float cone_factor(const Light& light, const glm::vec3& to_light) {
  const glm::vec4 cone = cone_of(light);
  const float factor = std::clamp(glm::dot(light.direction, -to_light) * cone.x + cone.y, 0.0f, 1.0f);
  return factor * factor;
}

/// Sorting key: the strength without walls and cones.
float strength_at(const Light& light, const glm::vec3& position_m) {
  Light to_all_sides = light;
  if (light.kind == Light::Kind::spot) to_all_sides.kind = Light::Kind::point;
  return arrival_at(to_all_sides, position_m).lux * std::max({light.color.r, light.color.g, light.color.b});
}

}  // namespace

Arrival arrival_at(const Light& light, const glm::vec3& position_m) {
  if (light.kind == Light::Kind::directional) {
    return {-light.direction, std::numeric_limits<float>::infinity(), light.intensity};
  }
  const glm::vec3 to_light = light.position_m - position_m;
  const float squared = std::max(glm::dot(to_light, to_light), kNearest_m2);
  const float distance_m = std::sqrt(squared);
  const float ratio = light.range_m > 0.0f ? squared / (light.range_m * light.range_m) : 0.0f;
  const float window = std::clamp(1.0f - ratio * ratio, 0.0f, 1.0f);
  return {to_light / distance_m, distance_m,
          light.intensity * window / squared * cone_factor(light, to_light / distance_m)};
}

const Light* sun_of(const std::vector<Light>& lights) {
  const auto sun = std::find_if(lights.begin(), lights.end(),
                                [](const Light& light) { return light.kind == Light::Kind::directional; });
  return sun == lights.end() ? nullptr : &*sun;
}

std::vector<const Light*> lamps_of(const std::vector<Light>& lights) {
  const Light* sun = sun_of(lights);
  std::vector<const Light*> lamps;
  for (const Light& light : lights) {
    if (&light != sun) lamps.push_back(&light);
  }
  return lamps;
}

std::vector<::scene::SceneLight> frame_lights(const std::vector<Light>& lights, const glm::vec3& camera_m) {
  const std::vector<const Light*> lamps = lamps_of(lights);
  struct Candidate {
    std::size_t lamp;
    float strength;
  };
  std::vector<Candidate> candidates;
  for (std::size_t i = 0; i < lamps.size(); ++i) candidates.push_back({i, strength_at(*lamps[i], camera_m)});
  std::stable_sort(candidates.begin(), candidates.end(),
                   [](const Candidate& a, const Candidate& b) { return a.strength > b.strength; });
  if (candidates.size() > SCENE_MAX_LIGHTS) candidates.resize(SCENE_MAX_LIGHTS);
  std::sort(candidates.begin(), candidates.end(),
            [](const Candidate& a, const Candidate& b) { return a.lamp < b.lamp; });
  std::vector<::scene::SceneLight> blocks;
  for (const Candidate& candidate : candidates) blocks.push_back(block_of(*lamps[candidate.lamp], candidate.lamp));
  return blocks;
}

}  // namespace engine
