// SPDX-License-Identifier: MIT
// Materials, cameras and shapes of small scenes, and their rendering.
#include "scene_gpu/scene_rig.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <glm/geometric.hpp>
#include <glm/gtc/type_precision.hpp>
#include <memory>
#include <numbers>

#include "reference/texel_formats.h"

namespace test {
namespace {

struct Shared {
  engine::SceneRenderer renderer{context(), kExtent};
  std::optional<float> environment_nits;
};
std::unique_ptr<Shared> shared;

/// Before the device goes.
struct Release : testing::Environment {
  void TearDown() override { shared.reset(); }
};
[[maybe_unused]] const testing::Environment* const kRelease = testing::AddGlobalTestEnvironment(new Release);

}  // namespace

Picture read_picture(const engine::SceneRenderer& renderer) {
  const VkExtent2D extent = renderer.extent();
  const std::vector<std::byte> bytes =
      engine::read_back(context(), renderer.color(), extent.height, VK_IMAGE_LAYOUT_SHADER_READ_ONLY_OPTIMAL);
  Picture picture = {extent, {}, std::vector<std::uint16_t>(bytes.size() / 2)};
  std::memcpy(picture.bits.data(), bytes.data(), bytes.size());
  std::size_t bad = 0;
  for (std::size_t i = 0; i < picture.bits.size(); i += 4) {
    glm::dvec3 nits;
    for (int k = 0; k < 3; ++k) {
      nits[k] = reference::half_to_double(picture.bits[i + std::size_t(k)]);
      if (!(nits[k] >= 0.0 && nits[k] <= reference::kHalfMax)) ++bad;
    }
    if (picture.bits[i + 3] != 0x3c00) ++bad;
    picture.nits.push_back(nits);
  }
  EXPECT_EQ(bad, 0u) << "values that are negative, infinite or NaN, or alpha not 1";
  return picture;
}

Picture render(engine::SceneRenderer& renderer, const engine::Camera& camera, const engine::SceneSettings& settings,
               const engine::Moment& moment) {
  submit([&](VkCommandBuffer command_buffer) {
    renderer.record(command_buffer, camera, settings, VK_NULL_HANDLE, moment);
  });
  return read_picture(renderer);
}

void set_uniform_environment(engine::SceneRenderer& renderer, float nits) {
  const std::vector<float> rgba = {nits, nits, nits, 1.0f, nits, nits, nits, 1.0f};
  renderer.set_environment(engine::Panorama{.rgba = rgba, .width = 2, .height = 1});
}

Picture render(const engine::Scene& scene, const engine::Camera& camera, std::optional<float> environment_nits,
               const engine::SceneSettings& settings) {
  engine::SceneRenderer& renderer = shared_renderer(environment_nits);
  renderer.set_scene(scene);
  return render(renderer, camera, settings);
}

engine::SceneRenderer& shared_renderer(std::optional<float> environment_nits) {
  if (!shared) shared = std::make_unique<Shared>();
  if (shared->environment_nits != environment_nits) {
    if (environment_nits) set_uniform_environment(shared->renderer, *environment_nits);
    if (!environment_nits) shared->renderer.set_environment(engine::ClearSky{});
    shared->environment_nits = environment_nits;
  }
  return shared->renderer;
}

glm::dvec3 pixel_ray(const engine::Camera& camera, VkExtent2D extent, std::uint32_t x, std::uint32_t y) {
  const double tangent = std::tan(0.5 * double(camera.vertical_fov_rad));
  const double right = (2.0 * (x + 0.5) - extent.width) / extent.height * tangent;
  const double up = (1.0 - 2.0 * (y + 0.5) / extent.height) * tangent;
  return glm::normalize(glm::dquat(camera.orientation) * glm::dvec3(right, up, -1.0));
}

glm::dvec3 floor_point(const engine::Camera& camera, VkExtent2D extent, std::uint32_t x, std::uint32_t y) {
  const glm::dvec3 from(camera.position_m);
  const glm::dvec3 ray = pixel_ray(camera, extent, x, y);
  return from - ray * (from.y / ray.y);
}

engine::Camera look_at(const glm::vec3& from, const glm::vec3& at, float vertical_fov_rad) {
  engine::Camera camera;
  camera.position_m = from;
  camera.orientation = glm::quatLookAt(glm::normalize(at - from), glm::vec3(0, 1, 0));
  camera.vertical_fov_rad = vertical_fov_rad;
  return camera;
}

engine::Camera look_down(float height_m, float vertical_fov_rad) {
  engine::Camera camera;
  camera.position_m = {0, height_m, 0};
  camera.orientation = glm::angleAxis(-std::numbers::pi_v<float> / 2, glm::vec3(1, 0, 0));
  camera.vertical_fov_rad = vertical_fov_rad;
  return camera;
}

engine::Material matte(const glm::vec3& color) {
  engine::Material material;
  material.base_color = {color, 1.0f};
  material.metallic = 0.0f;
  material.roughness = 1.0f;
  return material;
}

std::uint32_t add(engine::Scene& scene, const engine::Material& material) {
  scene.materials.push_back(material);
  return std::uint32_t(scene.materials.size() - 1);
}

void add(engine::Scene& scene, engine::Primitive primitive, const glm::mat4& world) {
  scene.instances.push_back({std::uint32_t(scene.primitives.size()), world});
  scene.primitives.push_back(std::move(primitive));
}

void add_texture(engine::Scene& scene, engine::TextureImage image) {
  scene.textures.push_back({.image = std::uint32_t(scene.images.size())});
  scene.images.push_back(std::move(image));
}

engine::TextureImage uniform_image(const glm::u8vec4& texel, std::uint32_t side) {
  engine::TextureImage image = {side, side, {}};
  for (std::uint32_t i = 0; i < side * side; ++i) {
    image.rgba.insert(image.rgba.end(), {texel.r, texel.g, texel.b, texel.a});
  }
  return image;
}

engine::Primitive floor_square(float side_m, std::uint32_t material) {
  const float h = 0.5f * side_m;
  engine::Primitive primitive;
  primitive.material = material;
  for (const glm::vec2 corner : {glm::vec2(0, 0), glm::vec2(0, 1), glm::vec2(1, 1), glm::vec2(1, 0)}) {
    primitive.vertices.push_back({.position = {(2 * corner.x - 1) * h, 0, (2 * corner.y - 1) * h},
                                  .normal = {0, 1, 0},
                                  .tangent = {1, 0, 0, -1},  // the bitangent runs with v, along +Z
                                  .texture_coordinate = corner});
  }
  primitive.indices = {0, 1, 2, 0, 2, 3};
  return primitive;
}

engine::Primitive box(const glm::vec3& low, const glm::vec3& high, std::uint32_t material) {
  engine::Primitive primitive;
  primitive.material = material;
  for (int side = 0; side < 6; ++side) {
    const int axis = side / 2, u = (axis + 1) % 3, v = (axis + 2) % 3;
    const bool is_high = side % 2 == 1;
    glm::vec3 normal(0.0f);
    normal[axis] = is_high ? 1.0f : -1.0f;
    const auto first = std::uint32_t(primitive.vertices.size());
    for (int corner = 0; corner < 4; ++corner) {
      glm::vec3 position = low;
      position[axis] = is_high ? high[axis] : low[axis];
      if (corner == 1 || corner == 2) position[u] = high[u];
      if (corner >= 2) position[v] = high[v];
      primitive.vertices.push_back({.position = position, .normal = normal});
    }
    for (const std::uint32_t i : {0u, 1u, 2u, 0u, 2u, 3u}) primitive.indices.push_back(first + (is_high ? i : 3u - i));
  }
  return primitive;
}

engine::Primitive sphere(const glm::vec3& center, float radius_m, std::uint32_t material) {
  constexpr std::uint32_t kRings = 48, kColumns = 96;
  engine::Primitive primitive;
  primitive.material = material;
  for (std::uint32_t i = 0; i <= kRings; ++i) {
    for (std::uint32_t j = 0; j <= kColumns; ++j) {
      const float down = std::numbers::pi_v<float> * float(i) / kRings;
      const float turn = 2.0f * std::numbers::pi_v<float> * float(j) / kColumns;
      const glm::vec3 d(std::sin(down) * std::cos(turn), std::cos(down), std::sin(down) * std::sin(turn));
      primitive.vertices.push_back({.position = center + radius_m * d, .normal = d});
    }
  }
  for (std::uint32_t i = 0; i < kRings; ++i) {
    for (std::uint32_t j = 0; j < kColumns; ++j) {
      const std::uint32_t a = i * (kColumns + 1) + j, b = a + kColumns + 1;
      primitive.indices.insert(primitive.indices.end(), {a, a + 1, b, a + 1, b + 1, b});
    }
  }
  return primitive;
}

engine::Scene floor_scene(const engine::Material& material, float side_m) {
  engine::Scene scene;
  add(scene, floor_square(side_m, add(scene, material)));
  return scene;
}

engine::Light directional(const glm::vec3& travels, float lux, const glm::vec3& color) {
  engine::Light light;
  light.kind = engine::Light::Kind::directional;
  light.direction = glm::normalize(travels);
  light.intensity = lux;
  light.color = color;
  return light;
}

engine::Light no_sun() { return directional({0, -1, 0}, 0.0f); }

void expect_nits(const glm::dvec3& actual, const glm::dvec3& expected, double relative, double absolute) {
  for (int i = 0; i < 3; ++i) {
    EXPECT_NEAR(actual[i], expected[i], relative * std::abs(expected[i]) + absolute) << "channel " << i;
  }
}

}  // namespace test
