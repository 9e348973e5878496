// SPDX-License-Identifier: MIT
// Small scenes, rendered and read back.
#ifndef PHOTOPIC_TESTS_SCENE_GPU_SCENE_RIG_H
#define PHOTOPIC_TESTS_SCENE_GPU_SCENE_RIG_H

#include <glm/gtc/quaternion.hpp>
#include <glm/vec2.hpp>
#include <glm/vec3.hpp>
#include <optional>
#include <vector>

#include "engine/scene/renderer/scene_renderer.h"
#include "gpu/fixture.h"

namespace test {

inline constexpr VkExtent2D kExtent = {64, 64};

/// What a frame shows, row by row from the top.
struct Picture {
  VkExtent2D extent;
  std::vector<glm::dvec3> nits;
  std::vector<std::uint16_t> bits;  ///< four halves a pixel, as they are in the image

  const glm::dvec3& at(std::uint32_t x, std::uint32_t y) const { return nits[std::size_t(y) * extent.width + x]; }
  const glm::dvec3& center() const { return at(extent.width / 2, extent.height / 2); }
};

/// Reads color() back, and expects every value to be finite and not negative, alpha to be 1.
Picture read_picture(const engine::SceneRenderer& renderer);
Picture render(engine::SceneRenderer& renderer, const engine::Camera& camera,
               const engine::SceneSettings& settings = {}, const engine::Moment& moment = {});
/// One of kExtent that all tests share: pipelines take longer to make than frames. With the scene that the last test
/// left. `environment_nits`: the same from all sides; none = the clear sky.
engine::SceneRenderer& shared_renderer(std::optional<float> environment_nits = std::nullopt);
/// With the shared renderer.
Picture render(const engine::Scene& scene, const engine::Camera& camera, std::optional<float> environment_nits,
               const engine::SceneSettings& settings = {});
void set_uniform_environment(engine::SceneRenderer& renderer, float nits);

/// Where the ray through a pixel's centre meets the plane y = 0, in double.
glm::dvec3 floor_point(const engine::Camera& camera, VkExtent2D extent, std::uint32_t x, std::uint32_t y);
glm::dvec3 pixel_ray(const engine::Camera& camera, VkExtent2D extent, std::uint32_t x, std::uint32_t y);

engine::Camera look_at(const glm::vec3& from, const glm::vec3& at, float vertical_fov_rad = 0.8f);
/// From above, with -Z up in the picture.
engine::Camera look_down(float height_m, float vertical_fov_rad = 0.8f);

// ---- building ----
/// Dielectric, rough, white.
engine::Material matte(const glm::vec3& color = {1, 1, 1});
/// A material, and what is made of it; returns the material's number.
std::uint32_t add(engine::Scene& scene, const engine::Material& material);
void add(engine::Scene& scene, engine::Primitive primitive, const glm::mat4& world = glm::mat4(1.0f));
void add_texture(engine::Scene& scene, engine::TextureImage image);
engine::TextureImage uniform_image(const glm::u8vec4& texel, std::uint32_t side = 4);

/// Square in the plane y = 0 round the origin, facing up; tangent +X, texture coordinates 0..1 along +X and +Z.
engine::Primitive floor_square(float side_m, std::uint32_t material);
/// Faces outwards.
engine::Primitive box(const glm::vec3& low, const glm::vec3& high, std::uint32_t material);
engine::Primitive sphere(const glm::vec3& center, float radius_m, std::uint32_t material);

/// Just a floor of one material.
engine::Scene floor_scene(const engine::Material& material, float side_m = 8.0f);
engine::Light directional(const glm::vec3& travels, float lux, const glm::vec3& color = {1, 1, 1});
/// A sun of no light, so that the light after it is an ordinary one.
engine::Light no_sun();

/// Within half precision of rgba16f, and a little for float arithmetic.
void expect_nits(const glm::dvec3& actual, const glm::dvec3& expected, double relative = 1.5e-3,
                 double absolute = 1e-6);

}  // namespace test

#endif
