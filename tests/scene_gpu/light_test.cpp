// SPDX-License-Identifier: MIT
// Tests of direct light against closed forms, pixel by pixel.
#include <gtest/gtest.h>

#include <cmath>
#include <glm/geometric.hpp>
#include <numbers>

#include "engine/scene/light/punctual_lights.h"
#include "scene_gpu/scene_rig.h"
#include "scene_gpu/shading_oracle.h"

namespace test {
namespace {

/// Renders a floor in the dark but for `lights`, and compares each pixel of it.
void expect_floor(const engine::Material& material, const OracleSurface& surface,
                  const std::vector<engine::Light>& lights, const engine::Camera& camera, double relative = 1.5e-3) {
  engine::Scene scene = floor_scene(material, 20.0f);
  // Probes take a mask that leaves less than half for nothing: no light goes from the floor to the floor.
  scene.materials[0].base_color.a = 0.4f;
  scene.materials[0].alpha_cutoff = 0.1f;
  scene.lights = {no_sun()};
  scene.lights.insert(scene.lights.end(), lights.begin(), lights.end());
  const Picture picture = render(scene, camera, 0.0f);
  const auto expected_at = [&](std::uint32_t x, std::uint32_t y) {
    const glm::dvec3 point = floor_point(camera, kExtent, x, y);
    const glm::dvec3 view = glm::normalize(glm::dvec3(camera.position_m) - point);
    glm::dvec3 expected(0.0);
    for (const engine::Light& light : lights) expected += lit(surface, view, point, light);
    return expected;
  };
  for (std::uint32_t y = 0; y < kExtent.height; y += 3) {
    for (std::uint32_t x = 0; x < kExtent.width; x += 3) {
      SCOPED_TRACE(testing::Message() << "pixel " << x << ", " << y);
      expect_nits(picture.at(x, y), expected_at(x, y), relative, 1e-6);
    }
  }
}

TEST(SceneLight, LambertsPlaneHasAlbedoTimesLuxTimesCosineOverPi) {
  for (const double cosine : {1.0, 0.8, 0.4, 0.1}) {
    const double sine = std::sqrt(1.0 - cosine * cosine);
    const engine::Light light = directional({float(sine), float(-cosine), 0}, 10000.0f);
    const Picture picture = [&] {
      engine::Scene scene = floor_scene(matte({0.5f, 0.25f, 0.125f}));
      scene.lights = {no_sun(), light};
      return render(scene, look_down(5.0f), 0.0f);
    }();
    const OracleSurface surface = {.base_color = {0.5, 0.25, 0.125}};
    const glm::dvec3 diffuse = surface.base_color * 10000.0 * cosine / std::numbers::pi;
    const glm::dvec3 whole = lit(surface, {0, 1, 0}, {-sine, cosine, 0}, glm::dvec3(10000.0));
    // The dielectric's own reflection adds little to white light from a rough surface, and takes little from the
    // diffuse.
    EXPECT_NEAR(whole.r, diffuse.r, 0.06 * diffuse.r);
    const Picture& seen = picture;
    expect_nits(seen.center(), whole, 2e-3);
  }
}

TEST(SceneLight, DielectricAndMetalOfAllRoughnesses) {
  for (const double metallic : {0.0, 0.5, 1.0}) {
    for (const double roughness : {0.2, 0.5, 1.0}) {
      SCOPED_TRACE(testing::Message() << "metallic " << metallic << ", roughness " << roughness);
      engine::Material material = matte({0.9f, 0.6f, 0.3f});
      material.metallic = float(metallic);
      material.roughness = float(roughness);
      const OracleSurface surface = {.base_color = {0.9f, 0.6f, 0.3f}, .metallic = metallic, .roughness = roughness};
      expect_floor(material, surface, {directional({0.4f, -1, -0.3f}, 5000.0f, {1, 0.9f, 0.7f})},
                   look_at({-1, 2, 2}, {0, 0, 0}), 3e-3);
    }
  }
}

TEST(SceneLight, SmoothMaterialsAreRaisedToTheLeastRoughness) {
  engine::Material material = matte({0.8f, 0.8f, 0.8f});
  material.metallic = 1.0f;
  material.roughness = 0.0f;
  const OracleSurface surface = {.base_color = glm::dvec3(0.8f), .metallic = 1.0, .roughness = SCENE_MIN_ROUGHNESS};
  // The highlight is in the picture.
  expect_floor(material, surface, {directional({0, -1, 1}, 0.1f)}, look_at({0.1f, 2, 2}, {0, 0, 0}), 2e-2);
}

TEST(SceneLight, PointLightFallsWithTheSquareOfTheDistance) {
  engine::Light light;
  light.position_m = {0.5f, 1.5f, -0.25f};
  light.intensity = 800.0f;
  light.color = {1, 0.5f, 0.25f};
  expect_floor(matte(), {}, {light}, look_down(6.0f));
}

TEST(SceneLight, PointLightEndsAtItsRange) {
  engine::Light light;
  light.position_m = {0, 1, 0};
  light.intensity = 1000.0f;
  light.range_m = 2.0f;
  expect_floor(matte(), {}, {light}, look_down(6.0f), 3e-3);
}

TEST(SceneLight, SpotLightFadesBetweenItsCones) {
  engine::Light light;
  light.kind = engine::Light::Kind::spot;
  light.position_m = {0.2f, 3, 0.1f};
  light.direction = glm::normalize(glm::vec3(0.1f, -1, 0.2f));
  light.intensity = 2000.0f;
  light.inner_cone_rad = 0.2f;
  light.outer_cone_rad = 0.6f;
  expect_floor(matte(), {}, {light}, look_down(6.0f), 3e-3);
}

TEST(SceneLight, SpotWithoutAFadeAndWithAFullCone) {
  engine::Light light;
  light.kind = engine::Light::Kind::spot;
  light.position_m = {0, 2, 0};
  light.direction = {0, -1, 0};
  light.intensity = 100.0f;
  light.inner_cone_rad = light.outer_cone_rad = 0.3f;
  engine::Scene scene = floor_scene(matte());
  scene.lights = {light};
  const Picture picture = render(scene, look_down(6.0f), 0.0f);
  EXPECT_GT(picture.center().g, 5.0);
  EXPECT_LT(picture.at(0, 0).g, 1e-3);
}

TEST(SceneLight, LightsAdd) {
  engine::Light point;
  point.position_m = {1, 2, 1};
  point.intensity = 500.0f;
  expect_floor(matte({0.5f, 0.5f, 0.5f}), {.base_color = glm::dvec3(0.5)},
               {directional({1, -2, 0}, 300.0f), point, directional({0, -1, 1}, 200.0f, {0, 1, 0})}, look_down(6.0f));
}

TEST(SceneLight, TheSunIsTheFirstDirectionalLight) {
  engine::Scene scene = floor_scene(matte({0.5f, 0.5f, 0.5f}));
  scene.lights = {directional({0.5f, -1, 0}, 100000.0f)};
  const engine::Camera camera = look_down(5.0f);
  const glm::dvec3 expected =
      lit({.base_color = glm::dvec3(0.5)}, {0, 1, 0}, -glm::dvec3(scene.lights[0].direction), glm::dvec3(100000.0));
  engine::SceneRenderer& renderer = shared_renderer(0.0f);
  renderer.set_scene(scene);
  expect_nits(render(renderer, camera).center(), expected, 4e-3);
  expect_nits(render(renderer, camera, {.sun_scale = 0.25f}).center(), 0.25 * expected, 4e-3);
  expect_nits(render(renderer, camera, {.sun_scale = 0.0f}).center(), glm::dvec3(0.0), 0.0, 0.0);
}

TEST(SceneLight, ManyLightsLeaveTheStrongestAtTheCamera) {
  std::vector<engine::Light> lights(40);
  for (std::size_t i = 0; i < lights.size(); ++i) {
    lights[i].position_m = {0, 0, float(1 + (i * 7) % 40)};
    lights[i].intensity = 10.0f;
  }
  const auto kept = engine::frame_lights(lights, {0, 0, 0});
  ASSERT_EQ(kept.size(), std::size_t{SCENE_MAX_LIGHTS});
  for (const auto& light : kept) EXPECT_LE(light.position.z, 16.0f);
  // In the scene's order, whatever their strength.
  EXPECT_EQ(kept[0].position.z, 1.0f);
  EXPECT_EQ(kept[1].position.z, 8.0f);

  engine::Scene scene = floor_scene(matte());
  scene.lights = std::vector<engine::Light>(20, lights[0]);
  for (engine::Light& light : scene.lights) light.position_m = {0, 1, 0};
  for (std::size_t i = 0; i < 4; ++i) scene.lights[i].intensity = 1.0f;  // these four are the ones left out
  const Picture picture = render(scene, look_down(3.0f), 0.0f);
  expect_nits(picture.center(), 160.0 * lit({}, {0, 1, 0}, {0, 1, 0}, glm::dvec3(1.0)), 3e-3);
}

}  // namespace
}  // namespace test
