// SPDX-License-Identifier: MIT
// The fit of the sun's shadow maps to scene and camera.
#include "engine/scene/light/shadow_fit.h"

#include <scene/interface.h>
#include <algorithm>
#include <cmath>
#include <glm/common.hpp>
#include <glm/geometric.hpp>
#include <glm/gtc/quaternion.hpp>
#include <glm/matrix.hpp>
#include <numbers>

#include "engine/scene/camera.h"

namespace engine {
namespace {

/// Rotates the world so that +Z is towards the sun; `turn_rad` about that axis.
glm::mat4 sun_space(const glm::vec3& to_sun, float turn_rad) {
  const glm::vec3 helper = std::abs(to_sun.y) < 0.99f ? glm::vec3(0, 1, 0) : glm::vec3(1, 0, 0);
  const glm::vec3 x = glm::normalize(glm::cross(helper, to_sun));
  const glm::vec3 y = glm::cross(to_sun, x);
  const float c = std::cos(turn_rad), s = std::sin(turn_rad);
  return glm::mat4(glm::transpose(glm::mat3(c * x + s * y, c * y - s * x, to_sun)));
}

/// The turn that needs the least area.
glm::mat4 tightest_sun_space(const Bounds& scene, const glm::vec3& to_sun) {
  constexpr int kSteps = 45;
  glm::mat4 best = sun_space(to_sun, 0.0f);
  float least = INFINITY;
  for (int i = 0; i < kSteps; ++i) {
    const glm::mat4 candidate = sun_space(to_sun, float(i) * std::numbers::pi_v<float> / (2 * kSteps));
    const Bounds box = transformed(scene, candidate);
    const glm::vec3 size = box.max_m - box.min_m;
    if (size.x * size.y >= least) continue;
    least = size.x * size.y;
    best = candidate;
  }
  return best;
}

/// Along one axis, the camera's window. A step is a whole number of texels.
void limit_to_window(float& low, float& high, float center, float side_m) {
  if (high - low <= side_m) return;
  const float step = side_m / 8.0f;
  const float middle = std::round(center / step) * step;
  low = middle - side_m / 2.0f;
  high = middle + side_m / 2.0f;
}

/// `box`: what casts shadows, in sun space.
ShadowFit fit(const glm::mat4& sun_from_world, Bounds box, const Camera& camera, float side_m) {
  // Room for the filter at the rim, and for rounding in depth.
  const glm::vec3 rim = glm::max(box.max_m - box.min_m, glm::vec3(0.01f)) * (4.0f / SCENE_SHADOW_SIDE);
  box = {box.min_m - rim, box.max_m + rim};
  const glm::vec3 ahead_m = glm::normalize(camera.orientation) * glm::vec3(0, 0, -side_m / 4.0f);
  const glm::vec3 center = glm::vec3(sun_from_world * glm::vec4(camera.position_m + ahead_m, 1.0f));
  limit_to_window(box.min_m.x, box.max_m.x, center.x, side_m);
  limit_to_window(box.min_m.y, box.max_m.y, center.y, side_m);
  const glm::vec3 size = box.max_m - box.min_m;
  const glm::vec3 middle = 0.5f * (box.min_m + box.max_m);
  glm::mat4 clip_from_sun(1.0f);
  clip_from_sun[0][0] = 2.0f / size.x;
  clip_from_sun[1][1] = 2.0f / size.y;
  clip_from_sun[2][2] = -1.0f / size.z;
  clip_from_sun[3] = {-2.0f * middle.x / size.x, -2.0f * middle.y / size.y, 0.5f + middle.z / size.z, 1.0f};
  return {.clip_from_world = clip_from_sun * sun_from_world,
          .texel_m = std::max(size.x, size.y) / float(SCENE_SHADOW_SIDE)};
}

}  // namespace

std::vector<ShadowFit> fit_shadows(const Bounds& scene, const glm::vec3& to_sun, const Camera& camera) {
  const glm::mat4 sun_from_world = tightest_sun_space(scene, to_sun);
  const Bounds box = transformed(scene, sun_from_world);
  const float whole_m = std::max(box.max_m.x - box.min_m.x, box.max_m.y - box.min_m.y);
  std::vector<ShadowFit> fits;
  if (whole_m > kWholeShadowSide_m) {
    for (const float side_m : {kNearShadowSide_m, std::sqrt(kNearShadowSide_m * whole_m)}) {
      fits.push_back(fit(sun_from_world, box, camera, side_m));
    }
  }
  fits.push_back(fit(sun_from_world, box, camera, 2.0f * whole_m));
  return fits;
}

}  // namespace engine
