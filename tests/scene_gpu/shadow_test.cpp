// SPDX-License-Identifier: MIT
// Tests of the sun's shadow: its outline, and the placing of its map.
#include <gtest/gtest.h>

#include <cmath>
#include <glm/geometric.hpp>
#include <glm/gtc/matrix_transform.hpp>

#include "engine/scene/light/shadow_fit.h"
#include "scene_gpu/scene_rig.h"
#include "scene_gpu/shading_oracle.h"

namespace test {
namespace {

constexpr float kSunLux = 100000.0f;
/// What a shadow may hold at the most: light that surfaces nearby reflect.
constexpr double kDark = 0.02;

glm::dvec3 sunlit_floor(const engine::Light& sun, double albedo) {
  return lit({.base_color = glm::dvec3(albedo)}, {0, 1, 0}, -glm::dvec3(sun.direction),
             glm::dvec3(double(sun.intensity)));
}

/// The pixel of look_down(height) that shows (x, z) of the floor.
const glm::dvec3& floor_pixel(const Picture& picture, const engine::Camera& camera, double x, double z) {
  const double scale =
      picture.extent.height / (2.0 * std::tan(0.5 * double(camera.vertical_fov_rad)) * camera.position_m.y);
  return picture.at(std::uint32_t(picture.extent.width / 2.0 + (x - camera.position_m.x) * scale),
                    std::uint32_t(picture.extent.height / 2.0 + (z - camera.position_m.z) * scale));
}

TEST(SceneShadow, DarkUnderAnOccluderLitBesideIt) {
  engine::Scene scene = floor_scene(matte({0.1f, 0.1f, 0.1f}));
  add(scene, box({-1, 2, -1}, {1, 2.3f, 1}, 0));
  // Slants so that the shadow of the box lies at x = 2..4 or so, seen from above beside the box.
  scene.lights = {directional({1.5f, -1, 0}, kSunLux)};
  const engine::Camera camera = look_down(12.0f);
  const Picture picture = render(scene, camera, 0.0f);
  const glm::dvec3 lit_nits = sunlit_floor(scene.lights[0], 0.1f);
  EXPECT_LT(floor_pixel(picture, camera, 3.2, 0.0).g, kDark * lit_nits.g);
  expect_nits(floor_pixel(picture, camera, 3.2, 2.0), lit_nits, 1e-2);
  expect_nits(floor_pixel(picture, camera, -3.2, 0.0), lit_nits, 1e-2);
}

TEST(SceneShadow, EdgesAreWhereTheyBelong) {
  engine::Scene scene = floor_scene(matte({0.1f, 0.1f, 0.1f}), 20.0f);
  add(scene, box({-1, 0, -1}, {1, 2, 1}, 0));
  scene.lights = {directional({1, -1, 0}, kSunLux)};  // the shadow ends at x = 3
  const Picture picture = render(scene, look_down(10.0f), 0.0f);
  const double lit_nits = sunlit_floor(scene.lights[0], 0.1f).g;
  for (std::uint32_t x = 0; x < kExtent.width; ++x) {
    const double at_m = floor_point(look_down(10.0f), kExtent, x, 32).x;
    const double nits = picture.at(x, 32).g;
    SCOPED_TRACE(at_m);
    if (at_m > 1.3 && at_m < 2.95) {
      EXPECT_LT(nits, kDark * lit_nits);
    }
    if (at_m > 3.05) {
      EXPECT_NEAR(nits, lit_nits, 0.02 * lit_nits);
    }
  }
}

/// In the picture's middle column, floor whose x lies between `from_m` and `to_m` has less than `most_nits`. How many
/// pixels show that nearer than `near_m`.
std::size_t expect_dark_floor(const Picture& picture, const engine::Camera& camera, double from_m, double near_m,
                              double to_m, double most_nits) {
  std::size_t near = 0;
  for (std::uint32_t y = 0; y < kExtent.height; ++y) {
    const glm::dvec3 point = floor_point(camera, kExtent, 32, y);
    if (!(point.x > from_m && point.x < to_m)) continue;
    near += point.x < near_m ? 1 : 0;
    EXPECT_LT(picture.at(32, y).g, most_nits) << "at " << point.x - from_m << " m from the wall";
  }
  return near;
}

TEST(SceneShadow, StartsAtTheFootOfAThinWall) {
  engine::Scene scene = floor_scene(matte({0.1f, 0.1f, 0.1f}));
  add(scene, box({-0.15f, 0, -3}, {0.15f, 2, 3}, 0));
  scene.lights = {directional({1, -1, 0}, kSunLux)};
  engine::Camera camera = look_at({1.5f, 0.4f, 0}, {0.15f, 0, 0}, 0.5f);
  const Picture picture = render(scene, camera, 0.0f);
  const double lit_nits = sunlit_floor(scene.lights[0], 0.1f).g;
  EXPECT_GT(expect_dark_floor(picture, camera, 0.15, 1.5, 1.5, kDark * lit_nits), 20u);
}

TEST(SceneShadow, StartsAtTheFootOfASheet) {
  engine::Scene scene = floor_scene(matte({0.1f, 0.1f, 0.1f}));
  add(scene, box({-0.001f, 0, -3}, {0.001f, 2, 3}, 0));
  scene.lights = {directional({1, -1, 0.4f}, kSunLux)};
  const engine::Camera camera = look_at({0.2f, 0.08f, 0}, {0.02f, 0, 0}, 0.5f);
  const Picture picture = render(scene, camera, 0.0f);
  const double lit_nits = sunlit_floor(scene.lights[0], 0.1f).g;
  // Nearer than 0.02 m is less than a texel of the map. Probes beyond so thin a wall light its foot, too.
  EXPECT_GT(expect_dark_floor(picture, camera, 0.002, 0.02, 0.15, 2.0 * kDark * lit_nits), 2u);
}

TEST(SceneShadow, NoAcneOnSunlitSurfaces) {
  for (const float slope : {0.1f, 1.0f, 5.0f}) {
    SCOPED_TRACE(slope);
    engine::Scene scene = floor_scene(matte({0.1f, 0.1f, 0.1f}), 60.0f);
    scene.lights = {directional({slope, -1, 0.3f * slope}, kSunLux)};
    const engine::Camera camera = look_at({0, 3, 5}, {0, 0, 0});
    const Picture picture = render(scene, camera, 0.0f);
    for (std::uint32_t y = 0; y < kExtent.height; y += 2) {
      for (std::uint32_t x = 0; x < kExtent.width; x += 2) {
        const glm::dvec3 view = -pixel_ray(camera, kExtent, x, y);
        expect_nits(
            picture.at(x, y),
            lit({.base_color = glm::dvec3(0.1f)}, view, -glm::dvec3(scene.lights[0].direction), glm::dvec3(kSunLux)),
            1e-2);
      }
    }
  }
}

TEST(SceneShadow, NoAcneOnASphere) {
  engine::Scene scene;
  add(scene, sphere({0, 0, 0}, 1.0f, add(scene, matte({0.1f, 0.1f, 0.1f}))));
  scene.lights = {directional({-1, -1, -0.5f}, kSunLux)};
  const engine::Camera camera = look_at({0, 0, 4}, {0, 0, 0}, 0.6f);
  const Picture picture = render(scene, camera, 0.0f);
  scene.lights.insert(scene.lights.begin(), no_sun());  // the same light without a shadow
  const Picture unshadowed = render(scene, camera, 0.0f);
  const double brightest = 0.1 * double(kSunLux) / 3.1416;
  for (std::size_t i = 0; i < picture.nits.size(); ++i) {
    EXPECT_NEAR(picture.nits[i].g, unshadowed.nits[i].g, 0.05 * brightest) << "pixel " << i % 64 << ", " << i / 64;
  }
}

TEST(SceneShadow, MaskedSurfacesCastTheShadowOfWhatIsLeft) {
  engine::Scene scene = floor_scene(matte({0.1f, 0.1f, 0.1f}));
  engine::Material material = matte();
  material.base_color_texture = 0;
  material.alpha_cutoff = 0.5f;
  material.is_double_sided = true;
  engine::TextureImage image = {2, 1, {255, 255, 255, 0, 255, 255, 255, 255}};  // the half at -X is cut out
  add_texture(scene, image);
  scene.textures[0].is_nearest = true;
  add(scene, floor_square(2.0f, add(scene, material)), glm::translate(glm::mat4(1.0f), glm::vec3(0, 2, 0)));
  scene.lights = {directional({0, -1, 2}, kSunLux)};  // the shadow lies at z = 3..5
  const engine::Camera camera = look_down(16.0f);
  const Picture picture = render(scene, camera, 0.0f);
  const double lit_nits = sunlit_floor(scene.lights[0], 0.1f).g;
  EXPECT_NEAR(floor_pixel(picture, camera, -0.5, 4.0).g, lit_nits, 0.02 * lit_nits);
  EXPECT_LT(floor_pixel(picture, camera, 0.5, 4.0).g, kDark * lit_nits);
}

TEST(SceneShadow, SurfacesSeenFromOneSideCastShadowsFromBoth) {
  engine::Scene scene = floor_scene(matte({0.1f, 0.1f, 0.1f}));
  // A ceiling that faces down, and one that faces up.
  for (const float x : {-3.0f, 3.0f}) {
    glm::mat4 place = glm::translate(glm::mat4(1.0f), glm::vec3(x, 2, 0));
    if (x < 0) place = glm::rotate(place, 3.14159265f, glm::vec3(1, 0, 0));
    add(scene, floor_square(2.0f, 0), place);
  }
  scene.lights = {directional({0, -1, 1.5f}, kSunLux)};
  const engine::Camera camera = look_down(16.0f);
  const Picture picture = render(scene, camera, 0.0f);
  const double lit_nits = sunlit_floor(scene.lights[0], 0.1f).g;
  EXPECT_LT(floor_pixel(picture, camera, -3.0, 3.0).g, kDark * lit_nits);
  EXPECT_LT(floor_pixel(picture, camera, 3.0, 3.0).g, kDark * lit_nits);
  EXPECT_NEAR(floor_pixel(picture, camera, 0.0, 3.0).g, lit_nits, 0.02 * lit_nits);
}

TEST(SceneShadow, ReachesThroughALargeScene) {
  engine::Scene scene = floor_scene(matte({0.1f, 0.1f, 0.1f}), 600.0f);
  add(scene, box({96, 0, -4}, {104, 8, 4}, 0));
  scene.lights = {directional({1, -1, 0}, kSunLux)};  // the shadow ends at x = 112
  const double lit_nits = sunlit_floor(scene.lights[0], 0.1f).g;
  // From within the finest map, and from beyond all but the last.
  for (const glm::vec3 from : {glm::vec3(112, 6, 6), glm::vec3(-60, 90, 160)}) {
    SCOPED_TRACE(from.x);
    const engine::Camera in_shadow = look_at(from, {108, 0, 0}, 0.02f), beside = look_at(from, {116, 0, 0}, 0.02f);
    EXPECT_LT(render(scene, in_shadow, 0.0f).center().g, 0.1 * lit_nits);
    EXPECT_NEAR(render(scene, beside, 0.0f).center().g, lit_nits, 0.1 * lit_nits);
  }
}

// ---- the map's place ----
TEST(ShadowFit, HoldsTheWholeOfASmallSceneForAnyCamera) {
  const engine::Bounds bounds = {{-20, 0, -5}, {20, 6, 25}};
  const glm::vec3 to_sun = glm::normalize(glm::vec3(0.3f, 0.8f, -0.5f));
  const std::vector<engine::ShadowFit> fits = engine::fit_shadows(bounds, to_sun, look_down(5.0f));
  EXPECT_EQ(fits, engine::fit_shadows(bounds, to_sun, look_at({8, 3, 1}, {-4, 1, 9})));
  ASSERT_EQ(fits.size(), 1u);
  const engine::ShadowFit& fit = fits[0];
  EXPECT_LT(fit.texel_m, 0.03f);
  for (int i = 0; i < 8; ++i) {
    const glm::vec3 corner((i & 1) != 0 ? 20 : -20, (i & 2) != 0 ? 6 : 0, (i & 4) != 0 ? 25 : -5);
    const glm::vec4 clip = fit.clip_from_world * glm::vec4(corner, 1.0f);
    EXPECT_LE(std::abs(clip.x), 1.0f);
    EXPECT_LE(std::abs(clip.y), 1.0f);
    EXPECT_GE(clip.z, 0.0f);
    EXPECT_LE(clip.z, 1.0f);
  }
  const glm::vec4 near = fit.clip_from_world * glm::vec4(to_sun, 1.0f),
                  far = fit.clip_from_world * glm::vec4(0, 0, 0, 1);
  EXPECT_LT(near.z, far.z);
}

TEST(ShadowFit, MovesByWholeTexelsThroughALargeScene) {
  const engine::Bounds bounds = {{-500, 0, -500}, {500, 20, 500}};
  const glm::vec3 to_sun = glm::normalize(glm::vec3(0.3f, 0.8f, -0.5f));
  const auto here = engine::fit_shadows(bounds, to_sun, look_at({1, 2, 0}, {1, 2, -9}));
  ASSERT_EQ(here.size(), std::size_t(SCENE_SHADOW_CASCADES));
  EXPECT_NEAR(here[0].texel_m, engine::kNearShadowSide_m / SCENE_SHADOW_SIDE, 1e-3f);
  EXPECT_EQ(here, engine::fit_shadows(bounds, to_sun, look_at({1.1f, 2, 0}, {1.1f, 2, -9})));
  const auto there = engine::fit_shadows(bounds, to_sun, look_at({60, 2, 30}, {60, 2, 20}));
  for (std::size_t i = 0; i < here.size(); ++i) {
    EXPECT_GT(here[i].texel_m, i == 0 ? 0.0f : 4.0f * here[i - 1].texel_m);
    const glm::vec4 a = here[i].clip_from_world * glm::vec4(0, 0, 0, 1);
    const glm::vec4 b = there[i].clip_from_world * glm::vec4(0, 0, 0, 1);
    for (int axis = 0; axis < 2; ++axis) {
      const float texels = (b[axis] - a[axis]) * 0.5f * SCENE_SHADOW_SIDE;
      EXPECT_NEAR(texels, std::round(texels), 0.05f) << "cascade " << i << ", axis " << axis;
    }
  }
  EXPECT_EQ(here.back(), there.back()) << "that of all";
}

}  // namespace
}  // namespace test
