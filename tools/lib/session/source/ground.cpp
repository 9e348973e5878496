// SPDX-License-Identifier: MIT
// A disc of ground, and the search for a model's own ground.
#include "session/source/ground.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <glm/common.hpp>
#include <glm/geometric.hpp>
#include <glm/gtc/matrix_transform.hpp>
#include <glm/mat4x4.hpp>
#include <numbers>
#include <utility>

namespace session {
namespace {

constexpr float kGroundRadii = 5.0f, kWholeGroundRadii = 1.2f;  // of the ball around the model
constexpr float kGap_radii = 0.002f;                            // floors stay above the ground

/// Area of a triangle seen from above, m^2, if it is level and no corner is above `highest_m`; else 0.
float level_area(const glm::vec3& a, const glm::vec3& b, const glm::vec3& c, float highest_m) {
  constexpr float kLevelCosine = 0.9f;
  if (std::max({a.y, b.y, c.y}) > highest_m) return 0.0f;
  const glm::vec3 normal = glm::cross(b - a, c - a);
  const float area_m2 = 0.5f * std::abs(normal.y);
  return area_m2 > kLevelCosine * 0.5f * glm::length(normal) ? area_m2 : 0.0f;
}

}  // namespace

bool has_ground(const engine::Scene& model) {
  constexpr float kFlat = 0.01f;  // of the width: a pond or a path is level within this
  const glm::vec3 size = model.bounds.max_m - model.bounds.min_m;
  if (size.y > 0.5f * std::max(size.x, size.z)) return false;
  const float highest_m = model.bounds.min_m.y + 0.1f * size.y + kFlat * std::max(size.x, size.z);
  float area_m2 = 0.0f;
  for (const engine::Instance& instance : model.instances) {
    const engine::Primitive& primitive = model.primitives[instance.primitive];
    const auto at = [&](std::size_t index) {
      const glm::vec3& position = primitive.vertices[primitive.indices[index]].position;
      return glm::vec3(instance.world_from_mesh * glm::vec4(position, 1.0f));
    };
    for (std::size_t i = 0; i + 2 < primitive.indices.size(); i += 3) {
      area_m2 += level_area(at(i), at(i + 1), at(i + 2), highest_m);
    }
  }
  return area_m2 > 0.5f * size.x * size.z;
}

/// Its own light would stand out at the edge of the disc: there it shows the sky. Between, it has the light of the
/// open, and near the model the light of probes.
void add_ground(engine::Scene& scene) {
  constexpr std::uint32_t kCorners = 96;
  const glm::vec3 size = scene.bounds.max_m - scene.bounds.min_m;
  const float radius = std::max(0.5f * glm::length(size), 0.05f);
  const glm::vec3 middle = 0.5f * (scene.bounds.min_m + scene.bounds.max_m);
  const glm::vec3 centre = {middle.x, scene.bounds.min_m.y - kGap_radii * radius, middle.z};
  engine::Primitive ground;
  ground.material = std::uint32_t(scene.materials.size());
  ground.vertices.push_back({.position = {0, 0, 0}, .normal = {0, 1, 0}});
  for (std::uint32_t i = 0; i < kCorners; ++i) {
    const float turn = 2.0f * std::numbers::pi_v<float> * float(i) / kCorners;
    const glm::vec3 outwards = radius * glm::vec3(std::cos(turn), 0.0f, -std::sin(turn));
    ground.vertices.push_back({.position = kWholeGroundRadii * outwards, .normal = {0, 1, 0}});
    ground.vertices.push_back(
        {.position = kGroundRadii * outwards, .normal = {0, 1, 0}, .color = {65535, 65535, 65535, 0}});
    const std::uint32_t inner = 1 + 2 * i, next = 1 + 2 * ((i + 1) % kCorners);
    ground.indices.insert(ground.indices.end(), {0, inner, next, inner, inner + 1, next + 1, inner, next + 1, next});
  }
  const engine::Material material = {
      .name = "ground", .base_color = {kGroundAlbedo, 1.0f}, .metallic = 0.0f, .fades_into_sky = true};
  scene.materials.push_back(material);
  // Probes as close to each other as without the ground, nearly: far from the model it sees all of the sky.
  const glm::vec3 margin = {0.5f * radius, 0.0f, 0.5f * radius};
  scene.focus = engine::Bounds{scene.bounds.min_m - margin, scene.bounds.max_m + margin};
  // Beside the model: picked by itself.
  scene.instances.push_back({std::uint32_t(scene.primitives.size()), glm::translate(glm::mat4(1.0f), centre)});
  scene.primitives.push_back(std::move(ground));
}

}  // namespace session
