// SPDX-License-Identifier: MIT
// Checks of a scene, with messages that say what is wrong and where.
#include "engine/scene/scene_check.h"

#include <algorithm>
#include <cmath>
#include <glm/geometric.hpp>
#include <string>

#include "engine/device/vk.h"

namespace engine {
namespace {

constexpr std::uint64_t kMaxVertices = 0x7fffffff;  // vertex offsets of draws are signed
constexpr std::uint64_t kMaxIndices = 0xffffffff;

void require(bool condition, const char* kind, std::size_t index, const char* reason) {
  if (!condition) throw Error("scene: " + std::string(kind) + " " + std::to_string(index) + ": " + reason);
}

template <typename Vector>
bool is_finite(const Vector& v) {
  for (int i = 0; i < v.length(); ++i) {
    if (!std::isfinite(v[i])) return false;
  }
  return true;
}

void check_image(const TextureImage& image, std::size_t index, std::uint32_t max_side) {
  if (image.width > max_side || image.height > max_side) {
    throw Error("scene: image " + std::to_string(index) + " of " + std::to_string(image.width) + "x" +
                std::to_string(image.height) + " texels is too big: the device has at most " +
                std::to_string(max_side) + " a side");
  }
  const std::size_t texels = std::size_t(image.width) * image.height;
  require(texels > 0 && image.rgba.size() == 4 * texels, "image", index, "the texels aren't as many as its size says");
}

void check_material(const Scene& scene, const Material& material, std::size_t index) {
  for (const auto& texture : {material.base_color_texture, material.metallic_roughness_texture, material.normal_texture,
                              material.occlusion_texture, material.emissive_texture}) {
    require(!texture || *texture < scene.textures.size(), "material", index, "no such texture");
  }
  require(is_finite(material.base_color) && is_finite(material.emissive_nits) && std::isfinite(material.metallic) &&
              std::isfinite(material.roughness) && std::isfinite(material.normal_scale) &&
              std::isfinite(material.occlusion_strength) && std::isfinite(material.alpha_cutoff.value_or(0.0f)),
          "material", index, "a factor isn't finite");
}

void check_primitive(const Scene& scene, const Primitive& primitive, std::size_t index) {
  require(primitive.material < scene.materials.size(), "primitive", index, "no such material");
  require(primitive.indices.size() % 3 == 0, "primitive", index, "the indices aren't three for each triangle");
  const auto is_inside = [&](std::uint32_t i) { return i < primitive.vertices.size(); };
  require(std::all_of(primitive.indices.begin(), primitive.indices.end(), is_inside), "primitive", index,
          "an index is beyond the vertices");
  const auto is_sound = [](const Vertex& vertex) { return is_finite(vertex.position); };
  require(std::all_of(primitive.vertices.begin(), primitive.vertices.end(), is_sound), "primitive", index,
          "a position isn't finite");
}

void check_instance(const Scene& scene, const Instance& instance, std::size_t index) {
  require(instance.primitive < scene.primitives.size(), "instance", index, "no such primitive");
  for (int column = 0; column < 4; ++column) {
    require(is_finite(instance.world_from_mesh[column]), "instance", index, "its place isn't finite");
  }
}

void check_light(const Light& light, std::size_t index) {
  const bool is_sound = is_finite(light.color) && std::isfinite(light.intensity) && is_finite(light.position_m) &&
                        is_finite(light.direction) && std::isfinite(light.range_m);
  require(is_sound, "light", index, "a number isn't finite");
  require(light.intensity >= 0.0f && std::min({light.color.r, light.color.g, light.color.b}) >= 0.0f, "light", index,
          "its intensity is negative");
  const float length = glm::length(light.direction);
  require(length > 0.99f && length < 1.01f, "light", index, "its direction isn't of unit length");
}

void check_size(const Scene& scene) {
  std::uint64_t vertices = 0, indices = 0;
  for (const Primitive& primitive : scene.primitives) {
    vertices += primitive.vertices.size();
    indices += primitive.indices.size();
  }
  if (vertices > kMaxVertices) throw Error("scene: " + std::to_string(vertices) + " vertices are too many");
  if (indices > kMaxIndices) throw Error("scene: " + std::to_string(indices) + " indices are too many");
}

}  // namespace

void check_scene(const Scene& scene, std::uint32_t max_image_side) {
  check_size(scene);
  for (std::size_t i = 0; i < scene.images.size(); ++i) check_image(scene.images[i], i, max_image_side);
  for (std::size_t i = 0; i < scene.textures.size(); ++i) {
    require(scene.textures[i].image < scene.images.size(), "texture", i, "no such image");
  }
  for (std::size_t i = 0; i < scene.materials.size(); ++i) check_material(scene, scene.materials[i], i);
  for (std::size_t i = 0; i < scene.primitives.size(); ++i) check_primitive(scene, scene.primitives[i], i);
  for (std::size_t i = 0; i < scene.instances.size(); ++i) check_instance(scene, scene.instances[i], i);
  for (std::size_t i = 0; i < scene.lights.size(); ++i) check_light(scene.lights[i], i);
}

}  // namespace engine
