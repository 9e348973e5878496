// SPDX-License-Identifier: MIT
// Tests of materials and their textures against closed forms.
#include <gtest/gtest.h>

#include <cmath>
#include <glm/geometric.hpp>
#include <glm/gtc/matrix_transform.hpp>
#include <glm/gtc/type_precision.hpp>
#include <numbers>

#include "scene_gpu/scene_rig.h"
#include "scene_gpu/shading_oracle.h"

namespace test {
namespace {

constexpr double kLux = 1000.0;

/// A floor seen from above, lit by `light` alone.
Picture lit_floor(engine::Scene scene, const engine::Light& light) {
  scene.lights = {no_sun(), light};
  return render(scene, look_down(5.0f), 0.0f);
}

engine::Light from_above() { return directional({0, -1, 0}, float(kLux)); }

glm::dvec3 seen_from_above(const OracleSurface& surface, const glm::dvec3& to_light = {0, 1, 0}) {
  return lit(surface, {0, 1, 0}, glm::normalize(to_light), glm::dvec3(kLux));
}

TEST(SceneMaterial, EmissiveIsExactNits) {
  engine::Material material = matte({0, 0, 0});
  material.emissive_nits = {1000.0f, 0.5f, 64.25f};
  const Picture picture = render(floor_scene(material), look_down(5.0f), 0.0f);
  for (const glm::dvec3& nits : picture.nits) EXPECT_EQ(nits, glm::dvec3(1000.0, 0.5, 64.25));
}

TEST(SceneMaterial, EmissiveBeyondTheHalfRangeIsItsEnd) {
  engine::Material material = matte({0, 0, 0});
  material.emissive_nits = {1e6f, 65504.0f, 65000.0f};
  const Picture picture = render(floor_scene(material), look_down(5.0f), 0.0f);
  EXPECT_EQ(picture.center(), glm::dvec3(65504.0, 65504.0, 64992.0));
}

TEST(SceneMaterial, EmissiveTextureIsSrgb) {
  engine::Material material = matte({0, 0, 0});
  material.emissive_nits = {1000, 1000, 1000};
  material.emissive_texture = 0;
  engine::Scene scene = floor_scene(material);
  add_texture(scene, uniform_image({255, 128, 10, 255}));
  const Picture picture = render(scene, look_down(5.0f), 0.0f);
  // Devices decode to about the precision of 8 bits.
  expect_nits(picture.center(), 1000.0 * glm::dvec3(1.0, srgb_decoded(128), srgb_decoded(10)), 4e-3, 0.15);
}

TEST(SceneMaterial, BaseColorTextureIsSrgbAndTimesTheFactor) {
  engine::Material material = matte({0.5f, 1, 1});
  material.base_color_texture = 0;
  engine::Scene scene = floor_scene(material);
  add_texture(scene, uniform_image({188, 64, 230, 255}));
  const glm::dvec3 color(0.5 * srgb_decoded(188), srgb_decoded(64), srgb_decoded(230));
  expect_nits(lit_floor(scene, from_above()).center(), seen_from_above({.base_color = color}), 4e-3);
}

/// Panes over a glowing floor, of which the upper one is listed first; the third lies under the floor.
TEST(SceneMaterial, BlendedSurfacesCoverWhatIsBehindThem) {
  engine::Scene scene;
  engine::Material floor = matte({0, 0, 0});
  floor.emissive_nits = {100, 100, 100};
  engine::Material pane = matte({0, 0, 0});
  pane.is_blended = true;
  pane.base_color.a = 0.25f;
  pane.emissive_nits = {400, 0, 0};
  engine::Material other = pane;
  other.base_color.a = 0.5f;
  other.emissive_nits = {0, 800, 0};
  const std::uint32_t red = add(scene, pane), green = add(scene, other);
  add(scene, floor_square(8.0f, red), glm::translate(glm::mat4(1.0f), glm::vec3(0, 2, 0)));
  add(scene, floor_square(8.0f, green), glm::translate(glm::mat4(1.0f), glm::vec3(0, 1, 0)));
  add(scene, floor_square(8.0f, green), glm::translate(glm::mat4(1.0f), glm::vec3(0, -1, 0)));
  add(scene, floor_square(8.0f, add(scene, floor)));
  scene.lights = {no_sun()};
  // 100 under half of (0, 800, 0), and that under a quarter of (400, 0, 0).
  expect_nits(render(scene, look_down(5.0f), 0.0f).center(), {0.75 * 50 + 100, 0.75 * 450, 0.75 * 50}, 2e-3);
}

/// As a model's ground does at its rim.
TEST(SceneMaterial, ASurfaceFadesIntoTheSky) {
  engine::Material material = matte({0.8f, 0.1f, 0.1f});
  material.emissive_nits = {3000, 5000, 4000};
  const auto center = [&](std::optional<std::uint16_t> alpha) {
    material.fades_into_sky = alpha.has_value();
    engine::Scene scene = floor_scene(material);
    for (engine::Vertex& vertex : scene.primitives[0].vertices) vertex.color.a = alpha.value_or(65535);
    scene.lights = {no_sun()};
    return render(scene, look_down(3.0f), 100.0f).center();
  };
  const glm::dvec3 opaque = center(std::nullopt), sky(100.0);
  EXPECT_GT(opaque.g, 5000.0);
  expect_nits(center(65535), opaque, 1e-3);
  expect_nits(center(0), sky, 1e-3);
  expect_nits(center(32768), 0.5 * (opaque + sky), 2e-3);
}

/// Far from the probes, ambient light is the open sky's: under a lid, what fades is lighter than what doesn't.
TEST(SceneMaterial, ASurfaceThatFadesIsInTheOpen) {
  const auto center = [](bool fades) {
    engine::Material material = matte({0.5f, 0.5f, 0.5f});
    material.fades_into_sky = fades;
    engine::Scene scene = floor_scene(material);
    for (engine::Vertex& vertex : scene.primitives[0].vertices) vertex.color.a = 16384;
    add(scene, box({-4, 2, -4}, {4, 2.3f, 4}, add(scene, matte({0, 0, 0}))));
    scene.lights = {no_sun()};
    return render(scene, look_down(1.5f), 100.0f).center().g;
  };
  EXPECT_LT(center(false), 20.0);
  EXPECT_GT(center(true), 80.0);
}

/// Outside the grid of probes it is in the open, too: the outermost probes may be between the floor and a deck above
/// it.
TEST(SceneMaterial, ASurfaceThatFadesIsInTheOpenOutsideTheProbes) {
  const auto nits = [](bool fades) {
    engine::Material material = matte({0.5f, 0.5f, 0.5f});
    material.fades_into_sky = fades;
    engine::Scene scene = floor_scene(material, 80.0f);
    add(scene, box({-12, 1.5f, -12}, {12, 1.6f, 12}, add(scene, matte())));
    scene.focus = engine::Bounds{{-4, 0, -4}, {4, 0.5f, 4}};
    return render(scene, look_at({20, 4, 0}, {25, 0, 0}), 100.0f).center().g;
  };
  EXPECT_LT(nits(false), 25.0);
  EXPECT_NEAR(nits(true), 50.0, 1.0);  // its albedo of what is all around, and 4 % of it that mirrors
}

/// Two panes of one mesh, red above green, over a glowing floor and under a glowing ceiling: from either side, the
/// nearer one covers the other.
TEST(SceneMaterial, TrianglesOfABlendedMeshAreSorted) {
  engine::Scene scene;
  engine::Material glow = matte({0, 0, 0});
  glow.emissive_nits = {0, 0, 100};
  glow.is_double_sided = true;
  engine::Material pane = matte({0, 0, 0});
  pane.is_blended = pane.is_double_sided = true;
  pane.base_color.a = 0.5f;
  pane.emissive_nits = {800, 800, 0};
  pane.emissive_texture = 0;
  engine::TextureImage colors = uniform_image({255, 0, 0, 255});
  for (std::size_t row = 0; row < 4; ++row) {  // the right half
    for (std::size_t column = 2; column < 4; ++column) {
      colors.rgba[4 * (4 * row + column)] = 0;
      colors.rgba[4 * (4 * row + column) + 1] = 255;
    }
  }
  add_texture(scene, std::move(colors));
  engine::Primitive panes = floor_square(8.0f, add(scene, pane));
  for (engine::Vertex& vertex : panes.vertices) vertex.texture_coordinate = {0.125f, 0.5f};
  engine::Primitive lower = panes;
  for (engine::Vertex& vertex : panes.vertices) vertex.position.y = 2.0f;
  for (engine::Vertex& vertex : lower.vertices) {
    vertex.position.y = 1.0f;
    vertex.texture_coordinate.x = 0.875f;
  }
  for (const std::uint32_t index : lower.indices) panes.indices.push_back(index + 4);
  panes.vertices.insert(panes.vertices.end(), lower.vertices.begin(), lower.vertices.end());
  add(scene, panes);
  const std::uint32_t glowing = add(scene, glow);
  add(scene, floor_square(8.0f, glowing), glm::translate(glm::mat4(1.0f), glm::vec3(0, -9, 0)));
  add(scene, floor_square(8.0f, glowing), glm::translate(glm::mat4(1.0f), glm::vec3(0, 9, 0)));
  scene.lights = {no_sun()};
  expect_nits(render(scene, look_down(5.0f), 0.0f).center(), {400, 200, 25}, 2e-3);
  engine::Camera from_below = look_down(-2.0f);
  from_below.orientation = glm::conjugate(from_below.orientation);
  expect_nits(render(scene, from_below, 0.0f).center(), {200, 400, 25}, 2e-3);
}

/// A colour of every vertex is that of the material; a mask's alpha is theirs, too.
TEST(SceneMaterial, VertexColorsAreTimesTheBaseColor) {
  engine::Scene scene = floor_scene(matte({0.5f, 1, 1}));
  for (engine::Vertex& vertex : scene.primitives[0].vertices) vertex.color = {65535, 16384, 32768, 65535};
  expect_nits(lit_floor(scene, from_above()).center(), seen_from_above({.base_color = {0.5, 0.25, 0.5}}), 4e-3);
  scene.materials[0].alpha_cutoff = 0.5f;
  scene.materials[0].emissive_nits = {5, 5, 5};
  EXPECT_GT(render(scene, look_down(5.0f), 0.0f).center().g, 4.0);
  for (engine::Vertex& vertex : scene.primitives[0].vertices) vertex.color.a = 20000;
  EXPECT_EQ(render(scene, look_down(5.0f), 0.0f).center(), glm::dvec3(0.0));
}

TEST(SceneMaterial, MetallicAndRoughnessComeFromBlueAndGreen) {
  engine::Material material = matte({0.8f, 0.5f, 0.2f});
  material.metallic = 0.5f;
  material.roughness = 0.8f;
  material.metallic_roughness_texture = 0;
  engine::Scene scene = floor_scene(material);
  add_texture(scene, uniform_image({7, 204, 102, 9}));
  const OracleSurface surface = {
      .base_color = {0.8f, 0.5f, 0.2f}, .metallic = 0.5 * 102 / 255.0, .roughness = 0.8 * 204 / 255.0};
  expect_nits(lit_floor(scene, from_above()).center(), seen_from_above(surface), 3e-3);
}

TEST(SceneMaterial, TextureAxesRunAsInGltf) {
  // u to the right along +X, v from the texture's top along +Z, which is down in a picture from above.
  engine::Material material = matte({0, 0, 0});
  material.emissive_nits = {100, 100, 100};
  material.emissive_texture = 0;
  engine::Scene scene = floor_scene(material, 4.0f);
  engine::TextureImage image = {2, 2, {255, 0, 0, 255, 0, 255, 0, 255, 0, 0, 255, 255, 255, 255, 255, 255}};
  add_texture(scene, image);
  scene.textures[0].is_nearest = true;
  const Picture picture = render(scene, look_down(4.0f), 0.0f);
  expect_nits(picture.at(22, 22), {100, 0, 0}, 1e-3);
  expect_nits(picture.at(42, 22), {0, 100, 0}, 1e-3);
  expect_nits(picture.at(22, 42), {0, 0, 100}, 1e-3);
  expect_nits(picture.at(42, 42), {100, 100, 100}, 1e-3);
}

TEST(SceneMaterial, DistantTexturesShowTheirMean) {
  engine::Material material = matte({0, 0, 0});
  material.emissive_nits = {100, 100, 100};
  material.emissive_texture = 0;
  engine::Scene scene = floor_scene(material, 200.0f);
  engine::TextureImage image = {255, 129, {}};  // odd sides: stripes of one texel, a third of them white
  for (std::uint32_t i = 0; i < image.width * image.height; ++i) {
    const std::uint8_t code = i % image.width % 3 == 0 ? 255 : 0;
    image.rgba.insert(image.rgba.end(), {code, code, code, 255});
  }
  add_texture(scene, image);
  for (engine::Vertex& vertex : scene.primitives[0].vertices) vertex.texture_coordinate *= 100.0f;
  const Picture picture = render(scene, look_down(50.0f), 0.0f);
  for (const glm::dvec3& nits : picture.nits) EXPECT_NEAR(nits.g, 100.0 / 3.0, 1.5);
}

/// Its colour, as bright as white paper that lies in the open in that light.
TEST(SceneMaterial, Unlit) {
  engine::Material material = matte({0.5f, 0.25f, 1});
  material.is_unlit = true;
  material.emissive_nits = {1e4f, 0, 0};  // no part of it
  engine::Scene scene = floor_scene(material);
  scene.lights = {directional(glm::normalize(glm::vec3(0, -3, 4)), 1000.0f)};  // 600 lx on level ground
  const double paper_nits = 600.0 / std::numbers::pi + 70.0;
  const glm::dvec3 color(0.5, 0.25, 1);
  expect_nits(render(scene, look_down(3.0f), 70.0f).center(), paper_nits * color);
  expect_nits(render(scene, look_down(3.0f), 70.0f, {.sun_scale = 0.0f, .environment_scale = 2.0f}).center(),
              140.0 * color);
  scene.primitives[0].vertices[0].normal = {1, 0, 0};  // of no matter
  for (engine::Vertex& vertex : scene.primitives[0].vertices) vertex.color = {32768, 65535, 65535, 65535};
  expect_nits(render(scene, look_down(3.0f), 70.0f).center(), paper_nits * color * glm::dvec3(0.5, 1, 1));
  // In the dark it is as bright as an emission of 1.
  expect_nits(render(scene, look_down(3.0f), 0.0f, {.sun_scale = 0.0f}).center(), color * glm::dvec3(0.5, 1, 1));
}

TEST(SceneMaterial, SecondCoordinates) {
  engine::Material material = matte({0, 0, 0});
  material.emissive_nits = {100, 100, 100};
  material.emissive_texture = 0;
  engine::Scene scene = floor_scene(material, 4.0f);
  add_texture(scene, {2, 1, {255, 0, 0, 255, 0, 255, 0, 255}});
  scene.textures[0].is_nearest = true;
  for (engine::Vertex& vertex : scene.primitives[0].vertices) {
    vertex.texture_coordinate = {0.25f, 0.5f};
    vertex.second_coordinate = {0.75f, 0.5f};
  }
  expect_nits(render(scene, look_down(1.0f), 0.0f).center(), {100, 0, 0});
  scene.materials[0].on_second = 1 << 4;
  expect_nits(render(scene, look_down(1.0f), 0.0f).center(), {0, 100, 0});
}

TEST(SceneMaterial, WrapModes) {
  engine::Material material = matte({0, 0, 0});
  material.emissive_nits = {100, 100, 100};
  material.emissive_texture = 0;
  engine::Scene scene = floor_scene(material, 4.0f);
  engine::TextureImage image = {2, 1, {255, 0, 0, 255, 0, 255, 0, 255}};
  add_texture(scene, image);
  scene.textures[0].is_nearest = true;
  for (engine::Vertex& vertex : scene.primitives[0].vertices) vertex.texture_coordinate.x = vertex.position.x + 2.0f;
  const glm::dvec3 red(100, 0, 0), green(0, 100, 0);
  // At u = 2.25 the texture repeats, is seen in the mirror of its mirror, or has long ended.
  const auto at_u = [&](engine::TextureWrap wrap, float u) {
    scene.textures[0].wrap_u = wrap;
    engine::Camera camera = look_down(1.0f, 0.1f);
    camera.position_m.x = u - 2.0f;
    return render(scene, camera, 0.0f).center();
  };
  using engine::TextureWrap;
  expect_nits(at_u(TextureWrap::repeat, 1.25f), red);
  expect_nits(at_u(TextureWrap::mirrored_repeat, 1.25f), green);
  expect_nits(at_u(TextureWrap::mirrored_repeat, 2.25f), red);
  expect_nits(at_u(TextureWrap::clamp_to_edge, 2.25f), green);
}

TEST(SceneMaterial, AlphaMaskLeavesOutWhatIsBelowTheCutoff) {
  engine::Material material = matte({0, 0, 0});
  material.emissive_nits = {100, 100, 100};
  material.base_color_texture = 0;
  material.alpha_cutoff = 0.5f;
  engine::Scene scene = floor_scene(material, 4.0f);
  engine::TextureImage image = {2, 1, {255, 255, 255, 120, 255, 255, 255, 135}};
  add_texture(scene, image);
  scene.textures[0].is_nearest = true;
  const Picture picture = render(scene, look_down(3.0f), 7.0f);
  expect_nits(picture.at(20, 32), glm::dvec3(7.0));
  EXPECT_GE(picture.at(44, 32).g, 100.0);
  // Opaque materials pay no regard to alpha.
  scene.materials[0].alpha_cutoff.reset();
  EXPECT_GE(render(scene, look_down(3.0f), 7.0f).at(20, 32).g, 100.0);
}

/// A normal texture whose only value is this direction, right, up (against v) and out.
engine::Scene tilted_floor(const glm::vec3& normal) {
  engine::Material material = matte();
  material.normal_texture = 0;
  engine::Scene scene = floor_scene(material);
  const glm::vec3 coded = glm::round(glm::normalize(normal) * 127.5f + 127.5f);
  add_texture(scene, uniform_image(glm::u8vec4(coded, 255)));
  return scene;
}

glm::dvec3 decoded(const glm::vec3& normal) {
  return glm::normalize(glm::dvec3(glm::round(glm::normalize(normal) * 127.5f + 127.5f)) / 127.5 - 1.0);
}

TEST(SceneMaterial, NormalTextureTiltsAlongTheTangents) {
  const glm::vec3 tilt(0.4f, 0.3f, 1.0f);
  const glm::dvec3 n = decoded(tilt);
  const glm::dvec3 to_light(0.6, 0.7, 0.2);
  // The floor's bitangent is +Z for w = -1, and -Z for w = 1: UVs that run the other way.
  for (const float handedness : {-1.0f, 1.0f}) {
    SCOPED_TRACE(handedness);
    engine::Scene scene = tilted_floor(tilt);
    for (engine::Vertex& vertex : scene.primitives[0].vertices) vertex.tangent.w = handedness;
    const OracleSurface surface = {.normal = {n.x, n.z, handedness < 0 ? n.y : -n.y}};
    expect_nits(lit_floor(scene, directional(-glm::vec3(to_light), float(kLux))).center(),
                seen_from_above(surface, to_light), 3e-3);
  }
}

TEST(SceneMaterial, NormalScaleFlattens) {
  const glm::vec3 tilt(0.4f, 0.3f, 1.0f);
  engine::Scene scene = tilted_floor(tilt);
  scene.materials[0].normal_scale = 0.5f;
  const glm::dvec3 n = glm::normalize(decoded(tilt) * glm::dvec3(0.5, 0.5, 1.0));
  const glm::dvec3 to_light(0.6, 0.7, 0.2);
  expect_nits(lit_floor(scene, directional(-glm::vec3(to_light), float(kLux))).center(),
              seen_from_above({.normal = {n.x, n.z, n.y}}, to_light), 3e-3);
}

TEST(SceneMaterial, MirroredInstancesMirrorTheirNormalsToo) {
  const glm::vec3 tilt(0.4f, 0.3f, 1.0f);
  engine::Scene scene = tilted_floor(tilt);
  scene.instances[0].world_from_mesh = glm::scale(glm::mat4(1.0f), glm::vec3(-1, 1, 1));
  const glm::dvec3 n = decoded(tilt);
  const glm::dvec3 to_light(0.6, 0.7, 0.2);
  expect_nits(lit_floor(scene, directional(-glm::vec3(to_light), float(kLux))).center(),
              seen_from_above({.normal = {-n.x, n.z, n.y}}, to_light), 3e-3);
}

TEST(SceneMaterial, UnevenScalingKeepsNormalsUpright) {
  // A slope of 45 degrees, flattened to half its height: its normal stands steeper, not flatter.
  engine::Scene scene = floor_scene(matte());
  for (engine::Vertex& vertex : scene.primitives[0].vertices) {
    vertex.position.y = vertex.position.x;
    vertex.normal = glm::normalize(glm::vec3(-1, 1, 0));
  }
  scene.instances[0].world_from_mesh = glm::scale(glm::mat4(1.0f), glm::vec3(1, 0.5f, 1));
  const glm::dvec3 normal = glm::normalize(glm::dvec3(-0.5, 1, 0));
  expect_nits(lit_floor(scene, from_above()).center(), seen_from_above({.normal = normal}), 2e-2);
}

TEST(SceneMaterial, OcclusionDimsAmbientLightAlone) {
  engine::Material material = matte();
  material.occlusion_texture = 0;
  material.occlusion_strength = 0.5f;
  engine::Scene scene = floor_scene(material);
  add_texture(scene, uniform_image({51, 255, 255, 255}));
  const double factor = 1.0 + 0.5 * (51 / 255.0 - 1.0);
  const Picture ambient = render(scene, look_down(5.0f), 100.0f);
  scene.materials[0].occlusion_texture.reset();
  const Picture open = render(scene, look_down(5.0f), 100.0f);
  expect_nits(ambient.center(), factor * open.center(), 3e-3);
  scene.materials[0].occlusion_texture = 0;
  expect_nits(lit_floor(scene, from_above()).center(), seen_from_above({}), 2e-3);
}

TEST(SceneMaterial, BackFacesAreCulledUnlessDoubleSided) {
  engine::Scene scene = floor_scene(matte({0.5f, 0.5f, 0.5f}));
  scene.lights = {no_sun(), directional({0, 1, 0}, float(kLux))};  // from below
  const engine::Camera below = look_at({0.01f, -3, 0}, {0, 0, 0});
  expect_nits(render(scene, below, 7.0f).center(), glm::dvec3(7.0));
  scene.materials[0].is_double_sided = true;
  const glm::dvec3 expected = seen_from_above({.base_color = glm::dvec3(0.5)});
  expect_nits(render(scene, below, 0.0f).center(), expected, 3e-3);
  // Mirrored, front is front still.
  scene.materials[0].is_double_sided = false;
  scene.instances[0].world_from_mesh = glm::scale(glm::mat4(1.0f), glm::vec3(-1, 1, 1));
  expect_nits(render(scene, below, 7.0f).center(), glm::dvec3(7.0));
  EXPECT_LT(render(scene, look_down(3.0f), 7.0f).center().g, 6.0);
}

TEST(SceneMaterial, TheBackOfADoubleSidedSurfaceHasItsNormalTextureReversed) {
  const glm::vec3 tilt(0.4f, 0.3f, 1.0f);
  engine::Scene scene = tilted_floor(tilt);
  scene.materials[0].is_double_sided = true;
  const glm::dvec3 n = decoded(tilt);
  const glm::dvec3 to_light = glm::normalize(glm::dvec3(0.3, -0.9, 0.2));
  scene.lights = {no_sun(), directional(-glm::vec3(to_light), float(kLux))};
  const engine::Camera below = look_at({0.001f, -3, 0}, {0, 0, 0}, 0.05f);
  const OracleSurface surface = {.normal = -glm::dvec3(n.x, n.z, n.y)};
  expect_nits(render(scene, below, 0.0f).center(), lit(surface, {0, -1, 0}, to_light, glm::dvec3(kLux)), 5e-3);
}

}  // namespace
}  // namespace test
