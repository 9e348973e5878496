// SPDX-License-Identifier: MIT
// Tests of scenes that move: a moment is the picture of a scene that stands so.
#include <gtest/gtest.h>

#include <glm/gtc/matrix_transform.hpp>
#include <memory>

#include "engine/scene/movement.h"
#include "scene_gpu/scene_rig.h"

namespace test {
namespace {

enum class Way { carried, skinned, morphed };

constexpr float kBox_m = 0.5f;

/// A box over a floor under the sun, at `x_m`. It could move: light that goes from surface to surface passes it by.
engine::Scene boxed(float x_m, const engine::Material& material = matte({0.2f, 0.5f, 0.9f})) {
  engine::Scene scene = floor_scene(matte());
  const std::uint32_t number = add(scene, material);
  add(scene, box(glm::vec3(-kBox_m), glm::vec3(kBox_m), number), glm::translate(glm::mat4(1.0f), glm::vec3(x_m, 1, 0)));
  scene.lights = {directional({0.3f, -1, 0.2f}, 50000.0f)};
  scene.focus = engine::Bounds{glm::vec3(-4, 0, -4), glm::vec3(4, 2, 4)};
  scene.bounds = *scene.focus;
  engine::Movement movement;
  movement.nodes = {{.parent = {}, .rest = {.translation = {x_m, 1, 0}}}};
  movement.carried = {{.instance = 1, .node = 0}};
  scene.movement = std::make_shared<const engine::Movement>(movement);
  return scene;
}

/// The same box, which moves by (2, 0, 0) within a second.
engine::Scene moving(Way way, const engine::Material& material = matte({0.2f, 0.5f, 0.9f})) {
  engine::Scene scene = boxed(0.0f, material);
  engine::Movement movement;
  movement.nodes = {{.parent = {}, .rest = {.translation = {0, 1, 0}}, .moves = true}};
  engine::Animation animation = {.name = "", .duration_s = 1.0, .curves = {}, .channels = {}};
  if (way == Way::morphed) {
    animation.curves = {{engine::Interpolation::linear, {0, 1}, {0, 1}, 1}};
    animation.channels = {{engine::Channel::Path::weights, 0, 0}};
  } else {
    animation.curves = {{engine::Interpolation::linear, {0, 1}, {0, 1, 0, 2, 1, 0}, 3}};
    animation.channels = {{engine::Channel::Path::translation, 0, 0}};
  }
  movement.animations = {animation};
  engine::Shape shape = {.mesh = scene.primitives[1], .targets = {}, .influences = {}};
  const std::size_t count = shape.mesh.vertices.size();
  if (way == Way::carried) movement.carried = {{.instance = 1, .node = 0}};
  if (way == Way::morphed) {
    shape.targets = {{.positions = std::vector<glm::vec3>(count, {2, 0, 0}), .normals = {}, .tangents = {}}};
    movement.deformations = {{.shape = 0, .instance = 1, .skin = {}, .node = 0, .weights = {0}}};
  }
  if (way == Way::skinned) {
    shape.influences.resize(count);
    movement.skins = {{.joints = {0}, .joints_from_mesh = {glm::mat4(1.0f)}}};
    movement.deformations = {{.shape = 0, .instance = 1, .skin = 0, .node = {}, .weights = {}}};
    scene.instances[1].world_from_mesh = glm::mat4(1.0f);
    for (engine::Vertex& vertex : scene.primitives[1].vertices) vertex.position.y += 1.0f;
  }
  movement.shapes = {shape};
  scene.movement = std::make_shared<const engine::Movement>(movement);
  return scene;
}

class SceneMovement : public testing::TestWithParam<Way> {};

TEST_P(SceneMovement, IsSeenAtEachMoment) {
  const engine::Camera camera = look_at({1, 5, 6}, {0.5f, 0.5f, 0});
  engine::SceneRenderer& renderer = shared_renderer(0.0f);
  renderer.set_scene(boxed(0.0f));
  const Picture still = render(renderer, camera);
  renderer.set_scene(boxed(1.0f));
  const Picture moved = render(renderer, camera);
  renderer.set_scene(moving(GetParam()));
  EXPECT_EQ(render(renderer, camera).bits, still.bits);
  EXPECT_EQ(render(renderer, camera, {}, {0, 0.5}).bits, moved.bits);  // with its shadow
  EXPECT_EQ(render(renderer, camera, {}, {0, 0.5}).bits, moved.bits);
  EXPECT_NE(render(renderer, camera, {}, {0, 0.75}).bits, moved.bits);
  EXPECT_EQ(render(renderer, camera, {}, {0, 4.5}).bits, moved.bits);
  EXPECT_EQ(render(renderer, camera, {}, {}).bits, still.bits);
}

TEST_P(SceneMovement, BlendedTrianglesAreSortedWhereTheyAre) {
  engine::Material glass = matte({0, 0, 0});
  glass.is_blended = true;
  glass.is_double_sided = true;
  glass.base_color.a = 0.5f;
  glass.emissive_nits = {100, 300, 200};
  const engine::Camera camera = look_at({1, 2, 4}, {1, 1, 0});
  engine::SceneRenderer& renderer = shared_renderer(0.0f);
  renderer.set_scene(boxed(2.0f * 0.9f, glass));
  const Picture expected = render(renderer, camera);
  renderer.set_scene(moving(GetParam(), glass));
  (void)render(renderer, camera);
  EXPECT_EQ(render(renderer, camera, {}, {0, 0.9}).bits, expected.bits);
}

// A ray from above meets it where it is at rest.
TEST_P(SceneMovement, IsPickedAtRest) {
  engine::SceneRenderer& renderer = shared_renderer(0.0f);
  renderer.set_scene(moving(GetParam()));
  (void)render(renderer, look_down(5.0f), {}, {0, 0.9});
  const auto picked = renderer.pick({.origin_m = {0, 5, 0}, .direction = {0, -1, 0}});
  ASSERT_TRUE(picked.has_value());
  EXPECT_NEAR(picked->distance_m, 4.0f - kBox_m, 1e-5f);
  EXPECT_NEAR(picked->object.max_m.x, kBox_m, 1e-6f);
}

std::string name_of(const testing::TestParamInfo<Way>& way) {
  constexpr const char* kNames[] = {"carried", "skinned", "morphed"};
  return kNames[int(way.param)];
}
INSTANTIATE_TEST_SUITE_P(Ways, SceneMovement, testing::Values(Way::carried, Way::skinned, Way::morphed), name_of);

// A negative scale turns front faces: the other culling is taken.
TEST(SceneMovements, MirroredByAnAnimation) {
  engine::Scene scene = moving(Way::carried);
  engine::Movement movement = *scene.movement;
  movement.animations[0].channels[0].path = engine::Channel::Path::scale;
  movement.animations[0].curves[0].values = {1, 1, 1, -1, 1, 1};
  scene.movement = std::make_shared<const engine::Movement>(movement);
  const engine::Camera camera = look_at({1, 5, 6}, {0.5f, 0.5f, 0});
  engine::SceneRenderer& renderer = shared_renderer(0.0f);
  renderer.set_scene(scene);
  const Picture at_rest = render(renderer, camera);
  const Picture mirrored = render(renderer, camera, {}, {0, 1.0 - 1e-12});  // a box is its own mirror image
  std::size_t differing = 0;
  for (std::size_t i = 0; i < at_rest.nits.size(); ++i) differing += at_rest.nits[i] != mirrored.nits[i];
  EXPECT_LT(differing, at_rest.nits.size() / 50);  // texels at edges
}

}  // namespace
}  // namespace test
