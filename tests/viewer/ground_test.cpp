// SPDX-License-Identifier: MIT
// Tests of the ground under models.
#include "session/source/ground.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <glm/gtc/matrix_transform.hpp>
#include <vector>

#include "engine/scene/camera.h"

namespace {

/// A level square, or an upright one, whose lowest edge or middle is at `at`.
void add_square(engine::Scene& model, const glm::vec3& at, float side_m, bool is_upright = false) {
  engine::Primitive square;
  const glm::vec3 down = is_upright ? glm::vec3(0, 1, 0) : glm::vec3(0, 0, 1);
  for (int i = 0; i < 4; ++i) {
    const glm::vec3 corner = glm::vec3(float(i & 1) - 0.5f, 0, 0) + down * (float(i >> 1) - (is_upright ? 0.0f : 0.5f));
    square.vertices.push_back({.position = side_m * corner, .normal = {0, 1, 0}});
  }
  square.indices = {0, 2, 1, 1, 2, 3};
  model.instances.push_back({std::uint32_t(model.primitives.size()), glm::translate(glm::mat4(1.0f), at)});
  model.primitives.push_back(square);
  engine::Bounds bounds = model.instances.size() == 1 ? engine::empty_bounds() : model.bounds;
  for (const engine::Vertex& vertex : square.vertices) {
    bounds = engine::united(bounds, {at + vertex.position, at + vertex.position});
  }
  model.bounds = bounds;
}

TEST(Ground, AModelMayBringItsOwn) {
  engine::Scene floor, chair_on_floor, shelf, wall, plinth, pond;
  add_square(floor, {3, 1, 2}, 10.0f);
  EXPECT_TRUE(session::has_ground(floor));
  add_square(chair_on_floor, {0, 0, 0}, 10.0f);
  add_square(chair_on_floor, {0, 0, 0}, 2.0f, true);
  EXPECT_TRUE(session::has_ground(chair_on_floor));
  // Its board is far above its foot.
  add_square(shelf, {0, 4, 0}, 10.0f);
  add_square(shelf, {0, 0, 0}, 1.0f, true);
  EXPECT_FALSE(session::has_ground(shelf));
  add_square(wall, {0, 0, 0}, 10.0f, true);
  EXPECT_FALSE(session::has_ground(wall));
  // As high as wide: something that stands on a foot.
  add_square(plinth, {0, 0, 0}, 2.0f);
  add_square(plinth, {0, 0, 0}, 2.0f, true);
  EXPECT_FALSE(session::has_ground(plinth));
  // Roots reach a little below the water.
  add_square(pond, {0, 0, 0}, 300.0f);
  add_square(pond, {0, -1, 0}, 4.0f, true);
  EXPECT_TRUE(session::has_ground(pond));
}

TEST(Ground, IsADiscALittleBelowTheModel) {
  engine::Scene scene;
  scene.materials.resize(1);
  add_square(scene, {5, 2, -3}, 4.0f, true);
  const engine::Bounds model = scene.bounds;
  session::add_ground(scene);
  const engine::Primitive& ground = scene.primitives.back();
  EXPECT_TRUE(scene.materials[ground.material].fades_into_sky);
  const float radius_m = 0.5f * glm::distance(model.min_m, model.max_m);
  float farthest_m = 0.0f;
  for (const engine::Vertex& vertex : ground.vertices) {
    const glm::vec3 position(scene.instances.back().world_from_mesh * glm::vec4(vertex.position, 1.0f));
    EXPECT_LT(position.y, model.min_m.y);
    EXPECT_GT(position.y, model.min_m.y - 0.01f * radius_m);
    const float from_middle_m = glm::distance(glm::vec2(position.x, position.z), glm::vec2(5, -3));
    farthest_m = std::max(farthest_m, from_middle_m);
    if (from_middle_m > 2.0f * radius_m) {
      EXPECT_EQ(vertex.color.a, 0);  // is the sky there
    }
  }
  EXPECT_NEAR(farthest_m, 5.0f * radius_m, 1e-3f * radius_m);
}

}  // namespace
