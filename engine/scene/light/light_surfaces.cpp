// SPDX-License-Identifier: MIT
// Surfaces that light falls on: what each reflects of it.
#include <algorithm>
#include <array>
#include <cmath>
#include <glm/common.hpp>
#include <glm/geometric.hpp>
#include <glm/matrix.hpp>
#include <map>

#include "engine/scene/light/light_surfaces.h"
#include "engine/scene/mip_chain.h"
#include "engine/scene/movement.h"

namespace engine {
namespace {

/// Colours are linear.
glm::vec4 mean_of(const TextureImage& image) {
  std::array<double, 256> colors, alphas;
  for (std::size_t code = 0; code < 256; ++code) {
    colors[code] = srgb_to_linear(std::uint8_t(code));
    alphas[code] = double(code) / 255.0;
  }
  glm::dvec4 sum(0.0);
  for (std::size_t i = 0; i + 3 < image.rgba.size(); i += 4) {
    const std::uint8_t* texel = image.rgba.data() + i;
    sum += glm::dvec4(colors[texel[0]], colors[texel[1]], colors[texel[2]], alphas[texel[3]]);
  }
  return glm::vec4(sum / std::max(1.0, double(image.rgba.size()) / 4.0));
}

struct MaterialLight {
  glm::vec3 albedo;
  bool is_double_sided;
  bool lets_through;
};

std::vector<MaterialLight> materials_of(const Scene& scene) {
  std::map<std::uint32_t, glm::vec4> means;  // by image: several materials may share one
  std::vector<MaterialLight> materials;
  for (const Material& material : scene.materials) {
    glm::vec4 color = material.base_color;
    if (material.base_color_texture) {
      const std::uint32_t image = scene.textures[*material.base_color_texture].image;
      const auto [entry, is_new] = means.try_emplace(image, 0.0f);
      if (is_new) entry->second = mean_of(scene.images[image]);
      color *= entry->second;
    }
    materials.push_back({.albedo = glm::clamp(glm::vec3(color), 0.0f, 0.95f),
                         .is_double_sided = material.is_double_sided,
                         .lets_through = (material.alpha_cutoff || material.is_blended) && color.a < 0.5f});
  }
  return materials;
}

/// Triangles of instances that stand together.
struct Body {
  std::vector<Corners> triangles;
  std::vector<const MaterialLight*> materials;  ///< of each
};

void add(Body& body, const Primitive& primitive, const glm::mat4& world, const MaterialLight& material) {
  const bool is_mirrored = glm::determinant(glm::mat3(world)) < 0.0f;
  for (std::size_t i = 0; i + 2 < primitive.indices.size(); i += 3) {
    Corners corners;
    for (std::size_t k = 0; k < 3; ++k) {
      const glm::vec3& position = primitive.vertices[primitive.indices[i + k]].position;
      corners[is_mirrored ? 2 - k : k] = glm::vec3(world * glm::vec4(position, 1.0f));
    }
    body.triangles.push_back(corners);
    body.materials.push_back(&material);
  }
}

void add(LightSurfaces& surfaces, const Body& body, std::uint32_t number, std::span<const glm::vec3> places_m) {
  const auto is_double_sided = [](const MaterialLight* material) { return material->is_double_sided; };
  std::vector<bool> is_solid(body.triangles.size(), false);
  if (std::any_of(body.materials.begin(), body.materials.end(), is_double_sided)) {
    is_solid = solid_parts(body.triangles, places_m);
  }
  for (std::size_t i = 0; i < body.triangles.size(); ++i) {
    const Corners& corners = body.triangles[i];
    const glm::vec3 normal = glm::cross(corners[1] - corners[0], corners[2] - corners[0]);
    const float length = glm::length(normal);
    if (!(length > 1e-12f && std::isfinite(length))) continue;
    const MaterialLight& material = *body.materials[i];
    surfaces.triangles.push_back(corners);
    surfaces.properties.push_back({normal / length, material.albedo, material.is_double_sided && !is_solid[i], number});
  }
}

}  // namespace

LightSurfaces light_surfaces(const Scene& scene, bool with_moving) {
  std::vector<bool> moves(scene.instances.size(), false);
  if (scene.movement) {
    for (const CarriedInstance& carried : scene.movement->carried) moves[carried.instance] = true;
    for (const Deformation& deformation : scene.movement->deformations) moves[deformation.instance] = true;
  }
  const std::vector<MaterialLight> materials = materials_of(scene);
  std::vector<glm::vec3> places_m;
  for (const Light& light : scene.lights) {
    if (light.kind != Light::Kind::directional) places_m.push_back(light.position_m);
  }
  for (const Camera& camera : scene.cameras) places_m.push_back(camera.position_m);
  LightSurfaces surfaces;
  std::size_t most = 0;
  for (const Instance& instance : scene.instances) most += scene.primitives[instance.primitive].indices.size() / 3;
  surfaces.triangles.reserve(most);
  surfaces.properties.reserve(most);
  Body body;
  std::uint32_t number = 0;
  for (std::size_t i = 0; i < scene.instances.size();) {
    // Primitives of a mesh: their materials differ.
    const std::size_t first = i;
    const glm::mat4& world = scene.instances[i].world_from_mesh;
    body.triangles.clear();
    body.materials.clear();
    for (; i < scene.instances.size() && scene.instances[i].world_from_mesh == world && moves[i] == moves[first]; ++i) {
      const Primitive& primitive = scene.primitives[scene.instances[i].primitive];
      const MaterialLight& material = materials[primitive.material];
      if ((with_moving || !moves[i]) && !material.lets_through) add(body, primitive, world, material);
    }
    add(surfaces, body, number++, places_m);
  }
  return surfaces;
}

}  // namespace engine
