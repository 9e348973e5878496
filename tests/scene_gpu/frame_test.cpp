// SPDX-License-Identifier: MIT
// Tests of frames as such: the camera, what hides what, samples, size, sameness, refusals.
#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <glm/geometric.hpp>
#include <glm/gtc/matrix_transform.hpp>
#include <limits>
#include <set>
#include <span>

#include "engine/scene/camera.h"
#include "engine/transfer/commands.h"
#include "engine/transfer/uploads.h"
#include "scene_gpu/scene_rig.h"

namespace test {
namespace {

/// Something of all there is.
engine::Scene mixed_scene() {
  engine::Scene scene;
  const std::uint32_t plain = add(scene, matte({0.4f, 0.5f, 0.6f}));
  engine::Material shiny = matte({0.9f, 0.7f, 0.3f});
  shiny.metallic = 1.0f;
  shiny.roughness = 0.3f;
  engine::Material masked = matte();
  masked.base_color_texture = 0;
  masked.alpha_cutoff = 0.5f;
  masked.is_double_sided = true;
  add_texture(scene, {2, 2, {255, 0, 0, 255, 0, 255, 0, 0, 0, 0, 255, 255, 9, 9, 9, 0}});
  add(scene, floor_square(6.0f, plain));
  add(scene, sphere({0, 1, 0}, 0.8f, add(scene, shiny)));
  add(scene, floor_square(2.0f, add(scene, masked)), glm::translate(glm::mat4(1.0f), glm::vec3(2, 1, 0)));
  add(scene, box({-3, 0, -1}, {-2, 2, 1}, plain), glm::scale(glm::mat4(1.0f), glm::vec3(1, 1, -1)));
  scene.lights = {directional({0.5f, -1, -0.3f}, 80000.0f)};
  engine::Light lamp;
  lamp.position_m = {1, 2, 1};
  lamp.intensity = 500.0f;
  scene.lights.push_back(lamp);
  return scene;
}

TEST(SceneFrame, PointsAppearWhereTheCameraSeesThem) {
  // A small light box to the right, above the centre, turned and rolled camera.
  engine::Scene scene;
  engine::Material material = matte({0, 0, 0});
  material.emissive_nits = {500, 500, 500};
  const std::uint32_t glowing = add(scene, material);
  const glm::vec3 at(2.0f, 3.0f, -4.0f);
  add(scene, box(at - 0.08f, at + 0.08f, glowing));
  engine::Camera camera = look_at({-1, 1, 2}, {1, 2.5f, -3});
  camera.orientation = camera.orientation * glm::angleAxis(0.3f, glm::vec3(0, 0, 1));
  engine::SceneRenderer renderer(context(), {96, 54});
  set_uniform_environment(renderer, 0.0f);
  renderer.set_scene(scene);
  const Picture picture = render(renderer, camera);
  glm::dvec2 sum(0.0);
  double count = 0.0;
  glm::dvec3 expected_ray = glm::normalize(glm::dvec3(at) - glm::dvec3(camera.position_m));
  double best = -1.0;
  glm::dvec2 expected(0.0);
  for (std::uint32_t y = 0; y < 54; ++y) {
    for (std::uint32_t x = 0; x < 96; ++x) {
      const double along = glm::dot(pixel_ray(camera, {96, 54}, x, y), expected_ray);
      if (along > best) expected = {x, y};
      best = std::max(best, along);
      if (picture.at(x, y).g < 499.0) continue;
      sum += glm::dvec2(x, y);
      count += 1.0;
    }
  }
  ASSERT_GT(count, 0.0);
  EXPECT_LT(glm::distance(sum / count, expected), 1.0);
}

TEST(SceneFrame, FourSamplesAreAveragedAsTheyLook) {
  engine::Scene scene;
  engine::Material bright = matte({0, 0, 0});
  bright.emissive_nits = {1000, 1000, 1000};
  add(scene, floor_square(4.0f, add(scene, bright)), glm::rotate(glm::mat4(1.0f), 0.3f, glm::vec3(0, 1, 0)));
  engine::SceneRenderer renderer(context(), kExtent, 4);
  set_uniform_environment(renderer, 0.0f);
  renderer.set_scene(scene);
  const float exposure = 0.01f;
  const engine::Buffer buffer =
      engine::upload_buffer(context(), std::as_bytes(std::span(&exposure, 1)), VK_BUFFER_USAGE_STORAGE_BUFFER_BIT,
                            VK_PIPELINE_STAGE_COMPUTE_SHADER_BIT, VK_ACCESS_SHADER_READ_BIT, "exposure");
  const auto shares = [](const Picture& picture) {
    std::set<long> found;
    for (const glm::dvec3& nits : picture.nits) found.insert(std::lround(nits.g));
    return found;
  };
  EXPECT_EQ(shares(render(renderer, look_down(9.0f))), (std::set<long>{0, 250, 500, 750, 1000}));
  submit([&](VkCommandBuffer commands) { renderer.record(commands, look_down(9.0f), {}, buffer.handle()); });
  // n of four under x / (1 + x) with x = 10, and back.
  EXPECT_EQ(shares(read_picture(renderer)), (std::set<long>{0, 29, 83, 214, 1000}));
}

TEST(SceneFrame, NearHidesFarInAnyOrder) {
  engine::Scene scene;
  engine::Material red = matte({0, 0, 0}), green = matte({0, 0, 0});
  red.emissive_nits = {100, 0, 0};
  green.emissive_nits = {0, 100, 0};
  add(scene, red);
  add(scene, green);
  add(scene, floor_square(6.0f, 0));
  add(scene, floor_square(1.0f, 1), glm::translate(glm::mat4(1.0f), glm::vec3(0, 1, 0)));
  expect_nits(render(scene, look_down(4.0f), 0.0f).center(), {0, 100, 0});
  std::swap(scene.instances[0], scene.instances[1]);
  expect_nits(render(scene, look_down(4.0f), 0.0f).center(), {0, 100, 0});
}

TEST(SceneFrame, SameBitsEveryTime) {
  const engine::Scene scene = mixed_scene();
  const engine::Camera camera = look_at({2, 2, 4}, {0, 0.7f, 0});
  engine::SceneRenderer first(context(), kExtent), second(context(), kExtent);
  first.set_scene(scene);
  second.set_scene(floor_scene(matte()));
  second.set_scene(scene);
  const Picture a = render(first, camera);
  render(first, look_at({-4, 3, 1}, {0, 0, 0}), {.sun_scale = 0.1f, .environment_scale = 3.0f});
  EXPECT_EQ(a.bits, render(first, camera).bits);
  EXPECT_EQ(a.bits, render(second, camera).bits);
}

/// By whole stops, half floats have the same digits, and hold what was clipped.
TEST(SceneFrame, PreExposure) {
  engine::Scene scene = mixed_scene();
  engine::Material lamp = matte({0, 0, 0});
  lamp.emissive_nits = glm::vec3(200000.0f);
  add(scene, floor_square(1.0f, add(scene, lamp)), glm::translate(glm::mat4(1.0f), glm::vec3(0, 2, 0)));
  const engine::Camera camera = look_at({0.3f, 4, 0}, {0, 2, 0});
  engine::SceneRenderer& renderer = shared_renderer();
  renderer.set_scene(scene);
  const Picture plain = render(renderer, camera);
  const Picture darker = render(renderer, camera, {.pre_exposure_ev = -2.0f});
  EXPECT_EQ(plain.center().g, 65504.0);
  EXPECT_NEAR(darker.center().g, 50000.0, 500.0);
  for (std::size_t i = 0; i < plain.nits.size(); ++i) {
    if (plain.nits[i].g < 65504.0 && plain.nits[i].r < 65504.0 && plain.nits[i].b < 65504.0) {
      EXPECT_EQ(4.0 * darker.nits[i], plain.nits[i]);
    } else {
      EXPECT_GE(4.0 * darker.nits[i].g + 64.0, plain.nits[i].g);
    }
  }
  engine::submit_and_wait(context(), [&](VkCommandBuffer command_buffer) {
    EXPECT_THROW(renderer.record(command_buffer, camera, {.pre_exposure_ev = 17.0f}), engine::Error);
  });
}

TEST(SceneFrame, FramesInFlightDontDisturbEachOther) {
  const engine::Scene scene = mixed_scene();
  engine::SceneRenderer& renderer = shared_renderer();
  renderer.set_scene(scene);
  const std::vector<engine::Camera> cameras = {look_at({2, 2, 4}, {0, 0.7f, 0}), look_at({-4, 3, 1}, {0, 0, 0}),
                                               look_at({0, 5, 0.1f}, {0, 0, 0})};
  std::vector<Picture> expected;
  std::vector<engine::SceneSettings> settings = {{1.0f, 1.0f}, {0.5f, 2.0f}, {2.0f, 0.0f}};
  for (std::size_t i = 0; i < 3; ++i) expected.push_back(render(renderer, cameras[i], settings[i]));
  const VkDeviceSize frame_bytes = VkDeviceSize{8} * kExtent.width * kExtent.height;
  const engine::Buffer copies(context(), 3 * frame_bytes, VK_BUFFER_USAGE_TRANSFER_DST_BIT,
                              engine::MemoryUse::readback);
  engine::CommandRing ring(context(), 3);
  for (std::size_t i = 0; i < 3; ++i) {
    const VkCommandBuffer command_buffer = ring.begin();
    renderer.record(command_buffer, cameras[i], settings[i]);
    engine::image_barrier(context(), command_buffer, renderer.color().handle(),
                          VK_IMAGE_LAYOUT_SHADER_READ_ONLY_OPTIMAL, VK_IMAGE_LAYOUT_TRANSFER_SRC_OPTIMAL,
                          engine::kTransferRead, engine::kTransferRead);
    VkBufferImageCopy copy = {};
    copy.bufferOffset = i * frame_bytes;
    copy.imageSubresource = {VK_IMAGE_ASPECT_COLOR_BIT, 0, 0, 1};
    copy.imageExtent = {kExtent.width, kExtent.height, 1};
    context().vk().vkCmdCopyImageToBuffer(command_buffer, renderer.color().handle(),
                                          VK_IMAGE_LAYOUT_TRANSFER_SRC_OPTIMAL, copies.handle(), 1, &copy);
    engine::memory_barrier(context(), command_buffer, engine::kTransferWrite, engine::kHostRead);
    ring.submit();
  }
  ring.wait();
  for (std::size_t i = 0; i < 3; ++i) {
    EXPECT_EQ(std::memcmp(copies.mapped().data() + i * frame_bytes, expected[i].bits.data(), frame_bytes), 0) << i;
  }
}

TEST(SceneFrame, ResizeKeepsTheScene) {
  const engine::Scene scene = mixed_scene();
  const engine::Camera camera = look_at({2, 2, 4}, {0, 0.7f, 0});
  engine::SceneRenderer renderer(context(), kExtent);
  renderer.set_scene(scene);
  const Picture before = render(renderer, camera);
  for (const VkExtent2D extent : {VkExtent2D{1, 1}, VkExtent2D{37, 5}, VkExtent2D{200, 113}}) {
    renderer.resize(extent);
    const Picture picture = render(renderer, camera);
    EXPECT_EQ(picture.extent.width, extent.width);
    // The middle of the view stays in the middle.
    if (extent.width > 100) expect_nits(picture.center(), before.center(), 0.2);
  }
  renderer.resize(kExtent);
  EXPECT_EQ(before.bits, render(renderer, camera).bits);
  EXPECT_THROW(renderer.resize({0, 5}), engine::Error);
  EXPECT_THROW(renderer.resize({1u << 20, 5}), engine::Error);
  EXPECT_EQ(before.bits, render(renderer, camera).bits);
}

TEST(SceneFrame, AnEmptySceneIsSky) {
  engine::SceneRenderer renderer(context(), kExtent);
  const Picture fresh = render(renderer, look_at({0, 1, 0}, {0, 2, -1}));
  renderer.set_scene(mixed_scene());
  renderer.set_scene({});
  EXPECT_EQ(fresh.bits, render(renderer, look_at({0, 1, 0}, {0, 2, -1})).bits);
  for (const glm::dvec3& nits : fresh.nits) EXPECT_GT(nits.g, 2000.0);
  engine::Scene without_instances = mixed_scene();
  without_instances.instances.clear();
  without_instances.lights.clear();
  renderer.set_scene(without_instances);
  EXPECT_EQ(fresh.bits, render(renderer, look_at({0, 1, 0}, {0, 2, -1})).bits);
}

TEST(SceneFrame, DegenerateInputGivesSoundValues) {
  engine::Scene scene = mixed_scene();
  constexpr float kNan = std::numeric_limits<float>::quiet_NaN();
  engine::Material odd = scene.materials[0];
  odd.normal_texture = 0;
  odd.is_double_sided = true;
  const std::uint32_t material = add(scene, odd);
  engine::Primitive primitive = floor_square(3.0f, material);
  for (engine::Vertex& vertex : primitive.vertices) vertex.normal = {0, 0, 0};
  add(scene, primitive, glm::translate(glm::mat4(1.0f), glm::vec3(0, 0.2f, 2)));
  for (engine::Vertex& vertex : primitive.vertices) vertex.normal = {kNan, 1, 0};
  add(scene, primitive, glm::translate(glm::mat4(1.0f), glm::vec3(0, 0.3f, 1)));
  for (engine::Vertex& vertex : primitive.vertices) {
    vertex.normal = {0, 1, 0};
    vertex.tangent = {0, 1, 0, 1};  // along the normal
    vertex.texture_coordinate = {kNan, 1e30f};
  }
  add(scene, primitive, glm::translate(glm::mat4(1.0f), glm::vec3(1, 0.4f, 1)));
  primitive.indices.insert(primitive.indices.end(), {0, 0, 0, 1, 1, 2});  // no area
  add(scene, primitive, glm::mat4(0.0f));                                 // all in one place, w = 0
  add(scene, primitive, glm::scale(glm::mat4(1.0f), glm::vec3(1, 0, 1)));
  add(scene, primitive, glm::scale(glm::mat4(1.0f), glm::vec3(1e18f)));
  scene.lights[1].position_m = {0, 0, 0};  // in a surface
  scene.lights[1].range_m = -3.0f;
  scene.lights.push_back(directional({0, -1, 0}, 1e30f));
  scene.lights.back().intensity = 3e38f;
  engine::SceneRenderer& renderer = shared_renderer();
  renderer.set_scene(scene);
  for (const glm::vec3 from : {glm::vec3(2, 2, 4), glm::vec3(0.01f, 4, 0), glm::vec3(0, -2, 1)}) {
    render(renderer, look_at(from, {0, 0.3f, 0}));
  }
}

TEST(SceneFrame, BadCamerasAndSettingsAreRefused) {
  engine::SceneRenderer& renderer = shared_renderer();
  const engine::Camera good = look_at({0, 1, 2}, {0, 0, 0});
  std::vector<engine::Camera> bad(7, good);
  bad[0].vertical_fov_rad = 0.0f;
  bad[1].vertical_fov_rad = 3.2f;
  bad[2].near_m = 0.0f;
  bad[3].far_m = bad[3].near_m;
  bad[4].position_m.x = NAN;
  bad[5].orientation = {0, 0, 0, 0};
  bad[6].far_m = INFINITY;
  engine::submit_and_wait(context(), [&](VkCommandBuffer command_buffer) {
    for (const engine::Camera& camera : bad) EXPECT_THROW(renderer.record(command_buffer, camera), engine::Error);
    EXPECT_THROW(renderer.record(command_buffer, good, {.sun_scale = -1.0f}), engine::Error);
    EXPECT_THROW(renderer.record(command_buffer, good, {.environment_scale = NAN}), engine::Error);
  });
  render(renderer, good);
}

TEST(SceneFrame, BadScenesAreRefusedAndTheLastOneStays) {
  engine::SceneRenderer& renderer = shared_renderer();
  renderer.set_scene(mixed_scene());
  const engine::Camera camera = look_at({2, 2, 4}, {0, 0.7f, 0});
  const Picture before = render(renderer, camera);
  const auto expect_refused = [&](const char* what, auto change) {
    engine::Scene scene = mixed_scene();
    change(scene);
    try {
      renderer.set_scene(scene);
      ADD_FAILURE() << "taken: " << what;
    } catch (const engine::Error& error) {
      EXPECT_NE(std::string(error.what()).find(what), std::string::npos) << error.what();
    }
  };
  const std::uint32_t max_side = context().properties().limits.maxImageDimension2D;
  expect_refused("image 0", [&](engine::Scene& scene) { scene.images[0].width = max_side + 1; });
  expect_refused("image 0", [](engine::Scene& scene) { scene.images[0].rgba.pop_back(); });
  expect_refused("texture 0", [](engine::Scene& scene) { scene.textures[0].image = 1; });
  expect_refused("material 1", [](engine::Scene& scene) { scene.materials[1].normal_texture = 5; });
  expect_refused("material 0", [](engine::Scene& scene) { scene.materials[0].roughness = NAN; });
  expect_refused("primitive 0", [](engine::Scene& scene) { scene.primitives[0].indices[2] = 4; });
  expect_refused("primitive 0", [](engine::Scene& scene) { scene.primitives[0].indices.pop_back(); });
  expect_refused("primitive 2", [](engine::Scene& scene) { scene.primitives[2].material = 9; });
  expect_refused("primitive 1", [](engine::Scene& scene) { scene.primitives[1].vertices[3].position.y = INFINITY; });
  expect_refused("instance 3", [](engine::Scene& scene) { scene.instances[3].primitive = 4; });
  expect_refused("instance 1", [](engine::Scene& scene) { scene.instances[1].world_from_mesh[3][0] = NAN; });
  expect_refused("light 1", [](engine::Scene& scene) { scene.lights[1].intensity = -1.0f; });
  expect_refused("light 0", [](engine::Scene& scene) { scene.lights[0].direction = {0, 0, 0}; });
  EXPECT_EQ(before.bits, render(renderer, camera).bits);
}

}  // namespace
}  // namespace test
