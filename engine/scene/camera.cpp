// SPDX-License-Identifier: MIT
// Matrices, frustums and bounding boxes of views.
#include "engine/scene/camera.h"

#include <cmath>
#include <glm/common.hpp>
#include <glm/geometric.hpp>
#include <glm/gtc/quaternion.hpp>
#include <glm/gtc/type_ptr.hpp>
#include <glm/matrix.hpp>
#include <limits>
#include <numbers>

#include "engine/device/vk.h"

namespace engine {
namespace {

bool is_finite(const glm::vec3& v) { return std::isfinite(v.x) && std::isfinite(v.y) && std::isfinite(v.z); }

void check_camera(const Camera& camera, float aspect) {
  const float turn = glm::dot(camera.orientation, camera.orientation);
  if (!is_finite(camera.position_m) || !std::isfinite(turn) || !(turn > 1e-12f)) {
    throw Error("camera: position and orientation must be finite, the orientation not zero");
  }
  if (!(camera.vertical_fov_rad > 0.0f && camera.vertical_fov_rad < std::numbers::pi_v<float>)) {
    throw Error("camera: the vertical field of view must be between 0 and pi");
  }
  if (!(camera.near_m > 0.0f && camera.far_m > camera.near_m && std::isfinite(camera.far_m))) {
    throw Error("camera: needs 0 < near < far");
  }
  if (!(aspect > 0.0f && std::isfinite(aspect))) throw Error("camera: the image has no size");
}

}  // namespace

View view_of(const Camera& camera, float aspect) {
  check_camera(camera, aspect);
  const glm::quat orientation = glm::normalize(camera.orientation);
  const float tangent = std::tan(0.5f * camera.vertical_fov_rad);
  const float near_over_range = camera.near_m / (camera.far_m - camera.near_m);
  glm::mat4 projection(0.0f);
  projection[0][0] = 1.0f / (tangent * aspect);
  projection[1][1] = -1.0f / tangent;
  projection[2][2] = near_over_range;
  projection[3][2] = camera.far_m * near_over_range;
  projection[2][3] = -1.0f;
  glm::mat4 view_from_world = glm::mat4_cast(glm::conjugate(orientation));
  view_from_world[3] = view_from_world * glm::vec4(-camera.position_m, 1.0f);
  return {.clip_from_world = projection * view_from_world,
          .forward = orientation * glm::vec3(0, 0, -1),
          .right = orientation * glm::vec3(tangent * aspect, 0, 0),
          .up = orientation * glm::vec3(0, tangent, 0)};
}

std::array<glm::vec4, 6> frustum_of(const glm::mat4& clip_from_world) {
  const glm::mat4 rows = glm::transpose(clip_from_world);
  return {rows[3] + rows[0], rows[3] - rows[0], rows[3] + rows[1], rows[3] - rows[1], rows[2], rows[3] - rows[2]};
}

bool may_be_seen(const std::array<glm::vec4, 6>& frustum, const Bounds& bounds) {
  for (const glm::vec4& plane : frustum) {
    const glm::vec3 normal(plane);
    const glm::vec3 farthest = glm::mix(bounds.min_m, bounds.max_m, glm::greaterThanEqual(normal, glm::vec3(0.0f)));
    if (glm::dot(normal, farthest) + plane.w < 0.0f) return false;
  }
  return true;
}

Bounds transformed(const Bounds& bounds, const glm::mat4& matrix) {
  Bounds result = {glm::vec3(matrix[3]), glm::vec3(matrix[3])};
  for (int axis = 0; axis < 3; ++axis) {
    const glm::vec3 a = glm::vec3(matrix[axis]) * bounds.min_m[axis];
    const glm::vec3 b = glm::vec3(matrix[axis]) * bounds.max_m[axis];
    result.min_m += glm::min(a, b);
    result.max_m += glm::max(a, b);
  }
  return result;
}

Bounds united(const Bounds& a, const Bounds& b) { return {glm::min(a.min_m, b.min_m), glm::max(a.max_m, b.max_m)}; }

Bounds empty_bounds() {
  constexpr float kInfinity = std::numeric_limits<float>::infinity();
  return {glm::vec3(kInfinity), glm::vec3(-kInfinity)};
}

}  // namespace engine
