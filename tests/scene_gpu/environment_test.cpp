// SPDX-License-Identifier: MIT
// Tests of the sky as seen, as ambient light, and in mirrors.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <glm/geometric.hpp>
#include <numbers>
#include <utility>

#include "engine/scene/light/panorama_sun.h"
#include "scene_gpu/scene_rig.h"
#include "scene_gpu/shading_oracle.h"

namespace test {
namespace {

using Environment = std::function<glm::dvec3(const glm::dvec3& direction)>;

std::vector<float> equirect_picture(std::uint32_t width, const Environment& nits) {
  std::vector<float> rgba;
  for (std::uint32_t y = 0; y < width / 2; ++y) {
    for (std::uint32_t x = 0; x < width; ++x) {
      const glm::vec3 texel(nits(engine::equirect_direction((x + 0.5) / width, (y + 0.5) / (width / 2))));
      rgba.insert(rgba.end(), {texel.r, texel.g, texel.b, 1.0f});
    }
  }
  return rgba;
}

TEST(SceneEnvironment, ClearSkyShowsTheModel) {
  engine::SceneRenderer renderer(context(), kExtent);
  const engine::ClearSky sky;
  for (const glm::vec3 at :
       {glm::vec3(0, 0.5f, -1), glm::vec3(1, 0.2f, 0.3f), glm::vec3(0.01f, 1, 0), glm::vec3(-1, -0.6f, 0)}) {
    const engine::Camera camera = look_at({3, 1, 2}, glm::vec3(3, 1, 2) + at);
    const Picture picture = render(renderer, camera);
    for (std::uint32_t y = 0; y < kExtent.height; y += 5) {
      for (std::uint32_t x = 0; x < kExtent.width; x += 5) {
        const glm::dvec3 ray = pixel_ray(camera, kExtent, x, y);
        if (std::abs(ray.y) < 0.03) continue;  // the horizon, where the map blurs a step
        expect_nits(picture.at(x, y), glm::dvec3(engine::sky_nits(sky, glm::vec3(ray), {})), 4e-3);
      }
    }
  }
}

TEST(SceneEnvironment, ClearSkyHasItsLuminances) {
  const engine::ClearSky sky;
  const auto luminance = [&](const glm::vec3& direction) {
    return glm::dot(engine::sky_nits(sky, direction, {}), glm::vec3(0.2126f, 0.7152f, 0.0722f));
  };
  EXPECT_NEAR(luminance({0, 1, 0}), 3000.0f, 200.0f);
  EXPECT_NEAR(luminance({1, 0, 0}), 8000.0f, 200.0f);
  // Its closed form is its irradiance.
  const engine::Irradiance irradiance =
      engine::irradiance_of(engine::clear_sky_nits(engine::ClearSky{.ground_albedo = {0, 0, 0}}, {}));
  // Second order only: a few per cent.
  expect_nits(std::numbers::pi * engine::evaluate(irradiance, {0, 1, 0}), glm::dvec3(engine::sky_lux(sky)), 0.05);
}

TEST(SceneEnvironment, TheSunsDiscIsWhereTheSunIs) {
  engine::Scene scene;
  scene.lights = {directional({0.3f, -0.5f, 1.0f}, 100000.0f)};
  const glm::vec3 to_sun = -scene.lights[0].direction;
  engine::SceneRenderer& renderer = shared_renderer();
  renderer.set_scene(scene);
  const engine::Camera camera = look_at({0, 0, 0}, to_sun, 0.05f);
  const Picture picture = render(renderer, camera);
  const engine::ClearSky sky;
  std::size_t disc = 0;
  for (std::uint32_t y = 0; y < kExtent.height; ++y) {
    for (std::uint32_t x = 0; x < kExtent.width; ++x) {
      const glm::dvec3 ray = pixel_ray(camera, kExtent, x, y);
      const double angle = std::acos(std::min(glm::dot(ray, glm::dvec3(to_sun)), 1.0));
      const double pixel = 0.05 / kExtent.height;
      if (angle < engine::kSunRadius_rad - pixel) {
        EXPECT_EQ(picture.at(x, y), glm::dvec3(65504.0));
        ++disc;
      } else if (angle > engine::kSunRadius_rad + pixel) {
        expect_nits(picture.at(x, y), glm::dvec3(engine::sky_nits(sky, glm::vec3(ray), to_sun)), 5e-3);
      }
    }
  }
  EXPECT_GT(disc, 15u);
  const Picture night = render(renderer, camera, {.sun_scale = 0.0f});
  expect_nits(night.center(), glm::dvec3(engine::sky_nits(sky, to_sun, to_sun)), 5e-3);
}

TEST(SceneEnvironment, PanoramaIsSeenTheRightWayRound) {
  // A colour for each side: +X red, up green, +Z blue, on a grey ground.
  const Environment nits = [](const glm::dvec3& d) { return 10.0 + 100.0 * glm::max(d, glm::dvec3(0.0)); };
  const std::vector<float> rgba = equirect_picture(512, nits);
  engine::SceneRenderer renderer(context(), kExtent);
  renderer.set_environment(engine::Panorama{.rgba = rgba, .width = 512, .height = 256, .nits_per_unit = 2.0f});
  for (const glm::vec3 at :
       {glm::vec3(1, 0, 0), glm::vec3(0, 0.99f, 0.1f), glm::vec3(0, 0, 1), glm::vec3(-1, -0.2f, 0.1f)}) {
    const engine::Camera camera = look_at({0, 0, 0}, at);
    const Picture picture = render(renderer, camera);
    for (const std::uint32_t i : {0u, 20u, 50u}) {
      const glm::dvec3 ray = pixel_ray(camera, kExtent, i, 63 - i / 2);
      expect_nits(picture.at(i, 63 - i / 2), 2.0 * nits(ray), 2e-2, 1.5);
    }
  }
  expect_nits(render(renderer, look_at({0, 0, 0}, {1, 0, 0}), {.environment_scale = 0.5f}).center(), nits({1, 0, 0}),
              2e-2, 1.5);
}

TEST(SceneEnvironment, PanoramasOfInvalidValuesAreMadeSound) {
  std::vector<float> rgba(4 * 8 * 4, 1.0f);
  rgba[0] = NAN;
  rgba[5] = -5.0f;
  rgba[10] = INFINITY;
  rgba[16] = 1e30f;
  engine::SceneRenderer renderer(context(), kExtent);
  renderer.set_environment(engine::Panorama{.rgba = rgba, .width = 8, .height = 4});
  renderer.set_scene(floor_scene(matte()));
  render(renderer, look_at({0, 1, 2}, {0, 0, 0}));
  EXPECT_THROW(renderer.set_environment(engine::Panorama{.rgba = rgba, .width = 9, .height = 4}), engine::Error);
  EXPECT_THROW(renderer.set_environment(engine::Panorama{}), engine::Error);
  EXPECT_THROW(renderer.set_environment(engine::Panorama{.rgba = rgba, .width = 8193, .height = 1}), engine::Error);
}

TEST(SceneEnvironment, IrradianceOfACosineLobeIsItsClosedForm) {
  // L = 1 + y: E / pi = 1 + 2/3 n.y. L = xz + 1: E / pi = 1 + 1/4 n.x n.z.
  engine::LinearLevel level = {256, 128, {}}, second = {256, 128, {}};
  for (std::uint32_t i = 0; i < 256 * 128; ++i) {
    const glm::dvec3 d = engine::equirect_direction((i % 256 + 0.5) / 256, (i / 256 + 0.5) / 128);
    level.texels.emplace_back(glm::vec3(float(1.0 + d.y)), 1.0f);
    second.texels.emplace_back(glm::vec3(float(1.0 + d.x * d.z)), 1.0f);
  }
  const engine::Irradiance first_order = engine::irradiance_of(level), second_order = engine::irradiance_of(second);
  for (const glm::dvec3 n : {glm::dvec3(0, 1, 0), glm::dvec3(0.6, 0, 0.8), glm::dvec3(-0.36, 0.48, 0.8)}) {
    expect_nits(engine::evaluate(first_order, n), glm::dvec3(1.0 + 2.0 / 3.0 * n.y), 1e-3);
    expect_nits(engine::evaluate(second_order, n), glm::dvec3(1.0 + 0.25 * n.x * n.z), 1e-3);
  }
}

TEST(SceneEnvironment, AWallAwayFromTheSunIsntBlack) {
  // 121 degrees from so bright a sun the second order is below 0 by more than the sky is bright.
  const glm::dvec3 to_sun(0.0, std::sin(2.12), std::cos(2.12));
  const auto nits = [&](const glm::dvec3& d) {
    return glm::dvec3(glm::dot(d, to_sun) > std::cos(0.07) ? 60000.0 : 10.0);
  };
  const std::vector<float> rgba = equirect_picture(512, nits);
  engine::Scene scene;
  scene.materials = {matte({0.8f, 0.8f, 0.8f})};
  add(scene, box({-1, -1, -0.01f}, {1, 1, 0}, 0));
  engine::SceneRenderer& renderer = shared_renderer();
  renderer.set_scene(scene);
  renderer.set_environment(engine::Panorama{.rgba = rgba, .width = 512, .height = 256});
  const Picture picture = render(renderer, look_at({0, 0, 2}, {0, 0, 0}));
  renderer.set_environment(engine::ClearSky{});
  expect_nits(picture.center(), glm::dvec3(8.0), 0.1);
}

/// A sun of 1.5 degrees about `to_sun`, in a sky that is brighter to one side.
Environment sunny(const glm::dvec3& to_sun, double sun_nits) {
  return [=](const glm::dvec3& d) {
    const glm::dvec3 sky = glm::dvec3(10, 12, 20) * (1.0 + 0.3 * d.x);
    return glm::distance(d, to_sun) < 1.5 * std::numbers::pi / 180.0 ? sun_nits * glm::dvec3(1.0, 0.9, 0.7) : sky;
  };
}

/// Of a plane, straight from the texels.
glm::dvec3 lux_of(const std::vector<float>& rgba, std::uint32_t width, const glm::dvec3& normal) {
  glm::dvec3 lux(0.0);
  for (std::uint32_t i = 0; i < width * (width / 2); ++i) {
    const double row = i / width, height = width / 2;
    const glm::dvec3 d = engine::equirect_direction((i % width + 0.5) / width, (row + 0.5) / height);
    const double sr = 2.0 * std::numbers::pi / width *
                      (std::cos(std::numbers::pi * row / height) - std::cos(std::numbers::pi * (row + 1.0) / height));
    lux += glm::dvec3(rgba[4 * i], rgba[4 * i + 1], rgba[4 * i + 2]) * (sr * std::max(glm::dot(d, normal), 0.0));
  }
  return lux;
}

TEST(SceneEnvironment, APanoramasSunIsALightWithAllOfItsEnergy) {
  // As halves hold it, and beyond; a size that is taken as it is, and one that is halved.
  for (const auto& [nits, width] : {std::pair(40000.0, 512u), std::pair(5e6, 1280u)}) {
    SCOPED_TRACE(width);
    const glm::dvec3 to_sun = glm::normalize(glm::dvec3(0.5, 0.8, -0.6));
    const std::vector<float> rgba = equirect_picture(width, sunny(to_sun, nits));
    const auto sun = engine::sun_of({.rgba = rgba, .width = width, .height = width / 2});
    ASSERT_TRUE(sun.has_value());
    EXPECT_GT(glm::dot(glm::dvec3(-sun->light.direction), to_sun), std::cos(0.1 * std::numbers::pi / 180.0));
    const engine::Irradiance rest = engine::irradiance_of(sun->rest);
    for (const glm::dvec3 normal : {glm::dvec3(0, 1, 0), glm::dvec3(0.6, 0.8, 0), glm::dvec3(0, 0, -1)}) {
      const double cosine = std::max(glm::dot(normal, -glm::dvec3(sun->light.direction)), 0.0);
      const glm::dvec3 direct = glm::dvec3(sun->light.color) * double(sun->light.intensity) * cosine;
      // The rest by harmonics: to about 1 % of a smooth sky.
      expect_nits(direct + std::numbers::pi * engine::evaluate(rest, normal), lux_of(rgba, width, normal), 0.01);
    }
  }
}

TEST(SceneEnvironment, APanoramaWithoutASunIsAsItWas) {
  const glm::dvec3 to_window = glm::normalize(glm::dvec3(0.5, 0.8, -0.6));
  const Environment even = [](const glm::dvec3&) { return glm::dvec3(100.0); };
  const Environment window = [&](const glm::dvec3& d) {
    return glm::dvec3(glm::distance(d, to_window) < 0.3 ? 20000.0 : 10.0);
  };
  const Environment faint = sunny(to_window, 1000.0);  // a twentieth of the light
  for (const Environment& nits : {even, window, faint}) {
    const std::vector<float> rgba = equirect_picture(256, nits);
    engine::Panorama panorama = {.rgba = rgba, .width = 256, .height = 128};
    EXPECT_FALSE(engine::sun_of(panorama).has_value());
    const engine::EnvironmentMaps as_one = engine::environment_maps(panorama);
    panorama.sun_is_a_light = true;
    const engine::EnvironmentMaps asked = engine::environment_maps(panorama);
    EXPECT_TRUE(asked.irradiance == as_one.irradiance);
    for (std::size_t i = 0; i < as_one.reflection.size(); ++i) {
      EXPECT_TRUE(asked.reflection[i].texels == as_one.reflection[i].texels) << i;
    }
  }
}

/// With the sun as a light, what is open is as bright as before, and there is a shadow.
TEST(SceneEnvironment, APanoramasSunCastsShadows) {
  const glm::dvec3 to_sun = glm::normalize(glm::dvec3(1.0, 1.0, 0.0));
  const std::vector<float> rgba = equirect_picture(512, sunny(to_sun, 40000.0));
  engine::Panorama panorama = {.rgba = rgba, .width = 512, .height = 256};
  engine::Scene open = floor_scene(matte({0.5f, 0.5f, 0.5f})), shaded = open;
  add(shaded, box({-0.5f, 0, -0.5f}, {0.5f, 1.0f, 0.5f}, 0));
  engine::SceneRenderer& renderer = shared_renderer();
  double open_nits[2], shaded_nits[2];
  for (const bool is_light : {false, true}) {
    panorama.sun_is_a_light = is_light;
    if (is_light) open.lights = shaded.lights = {engine::sun_of(panorama).value().light};
    renderer.set_environment(panorama);
    renderer.set_scene(open);
    open_nits[is_light] = render(renderer, look_down(6.0f)).center().g;
    renderer.set_scene(shaded);
    shaded_nits[is_light] = render(renderer, look_down(6.0f)).at(20, 32).g;  // at x = -1
  }
  renderer.set_environment(engine::ClearSky{});
  // Harmonics of the second order put 4 % too little of a small sun on a plane at 45 degrees.
  EXPECT_NEAR(open_nits[1], open_nits[0], 0.06 * open_nits[0]);
  EXPECT_GT(shaded_nits[0], 0.8 * open_nits[0]);
  EXPECT_LT(shaded_nits[1], 0.4 * open_nits[1]);
}

TEST(SceneEnvironment, WhiteFurnace) {
  // All that reaches a white surface leaves it: it can't be told from its surroundings.
  for (const float nits : {0.25f, 100.0f, 20000.0f}) {
    const Picture picture = render(floor_scene(matte()), look_at({0, 3, 3}, {0, 0, 0}), nits);
    for (const glm::dvec3& seen : picture.nits) expect_nits(seen, glm::dvec3(double(nits)), 0.02);
  }
}

TEST(SceneEnvironment, WhiteFurnaceOfSpheres) {
  for (const float roughness : {0.0f, 0.3f, 1.0f}) {
    engine::Material material = matte();
    material.roughness = roughness;
    engine::Scene scene;
    add(scene, sphere({0, 0, 0}, 1.0f, add(scene, material)));
    const Picture picture = render(scene, look_at({0, 0, 4}, {0, 0, 0}, 0.7f), 100.0f);
    for (const glm::dvec3& seen : picture.nits) expect_nits(seen, glm::dvec3(100.0), 0.02);
  }
}

TEST(SceneEnvironment, GreyFloorReflectsItsAlbedo) {
  const Picture picture = render(floor_scene(matte({0.5f, 0.2f, 0.0f})), look_down(3.0f), 100.0f);
  // The surface's own reflection at roughness 1 from above: F0 * 0.86 + 0.005 or so of the fit.
  const double specular = picture.center().b / 100.0;
  EXPECT_GT(specular, 0.01);
  EXPECT_LT(specular, 0.05);
  expect_nits(picture.center(), 100.0 * (specular + (1.0 - specular) * glm::dvec3(0.5, 0.2, 0.0)), 0.02);
}

TEST(SceneEnvironment, AMirrorShowsTheEnvironment) {
  engine::Material material = matte();
  material.metallic = 1.0f;
  material.roughness = 0.0f;
  const Environment nits = [](const glm::dvec3& d) {
    return glm::dvec3(100.0 + 50.0 * d.x, 100.0 + 50.0 * d.z, 100.0);
  };
  const std::vector<float> rgba = equirect_picture(256, nits);
  engine::SceneRenderer renderer(context(), kExtent);
  renderer.set_environment(engine::Panorama{.rgba = rgba, .width = 256, .height = 128});
  renderer.set_scene(floor_scene(material));
  const engine::Camera camera = look_at({0, 2, 2}, {0, 0, 0});
  const Picture picture = render(renderer, camera);
  for (std::uint32_t y = 2; y < kExtent.height; y += 12) {
    for (std::uint32_t x = 2; x < kExtent.width; x += 12) {
      glm::dvec3 ray = pixel_ray(camera, kExtent, x, y);
      ray.y = -ray.y;
      expect_nits(picture.at(x, y), nits(ray), 0.03);
    }
  }
}

TEST(SceneEnvironment, ReflectionsKeepTheMeanAndLoseContrast) {
  engine::LinearLevel level = {256, 128, {}};
  for (std::uint32_t i = 0; i < 256 * 128; ++i) {
    const glm::dvec3 d = engine::equirect_direction((i % 256 + 0.5) / 256, (i / 256 + 0.5) / 128);
    level.texels.emplace_back(glm::vec3(d.x > 0 ? 100.0f : 0.0f), 1.0f);
  }
  const auto levels = engine::reflection_levels(level);
  ASSERT_EQ(levels.size(), std::size_t{engine::kReflectionLevels});
  double contrast = 100.1;
  for (const engine::LinearLevel& one : levels) {
    const auto [low, high] = std::minmax_element(one.texels.begin(), one.texels.end(),
                                                 [](const glm::vec4& a, const glm::vec4& b) { return a.r < b.r; });
    EXPECT_LE(double(high->r - low->r), contrast);
    EXPECT_NEAR(0.5 * double(high->r + low->r), 50.0, 2.0);
    contrast = double(high->r - low->r);
  }
  EXPECT_LT(contrast, 99.0);
  EXPECT_GT(contrast, 30.0);
}

}  // namespace
}  // namespace test
