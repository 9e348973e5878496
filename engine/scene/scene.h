// SPDX-License-Identifier: MIT
// A scene as data: what a file holds, and what the renderer uploads. No Vulkan here. Right-handed, +Y up, metres, as in
// glTF 2.0; colours are scene-linear BT.709.
#ifndef PHOTOPIC_ENGINE_SCENE_SCENE_H
#define PHOTOPIC_ENGINE_SCENE_SCENE_H

#include <cstdint>
#include <glm/gtc/quaternion.hpp>
#include <glm/gtc/type_precision.hpp>
#include <glm/mat4x4.hpp>
#include <glm/vec2.hpp>
#include <glm/vec3.hpp>
#include <glm/vec4.hpp>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace engine {

/// As the vertex shader reads it.
struct Vertex {
  glm::vec3 position;                     ///< metres, in the mesh's space
  glm::vec3 normal;                       ///< unit length
  glm::vec4 tangent = {1, 0, 0, 1};       ///< w is the sign of the bitangent; any where no normal texture asks for it
  glm::vec2 texture_coordinate = {0, 0};  ///< (0, 0) is a texture's top-left
  glm::u16vec4 color = {65535, 65535, 65535, 65535};  ///< times the base colour; linear, 65535 is 1
  glm::vec2 second_coordinate = {0, 0};               ///< of textures of Material::on_second
};

/// 8-bit RGBA, row by row from the top.
struct TextureImage {
  std::uint32_t width = 0;
  std::uint32_t height = 0;
  std::vector<std::uint8_t> rgba;
};

enum class TextureWrap : std::uint32_t { repeat, mirrored_repeat, clamp_to_edge };

struct Texture {
  std::uint32_t image = 0;  ///< of Scene::images
  TextureWrap wrap_u = TextureWrap::repeat;
  TextureWrap wrap_v = TextureWrap::repeat;
  bool is_nearest = false;  ///< magnification
};

/// Metallic-roughness. Textures are indices of Scene::textures; base colour and emissive are sRGB-encoded.
struct Material {
  std::string name;
  glm::vec4 base_color = {1, 1, 1, 1};
  float metallic = 1.0f;
  float roughness = 1.0f;
  /// cd/m^2: emissiveFactor * KHR_materials_emissive_strength, at full texture. glTF's own unit.
  glm::vec3 emissive_nits = {0, 0, 0};
  float normal_scale = 1.0f;
  float occlusion_strength = 1.0f;
  std::optional<float> alpha_cutoff;  ///< alpha mask; else opaque, unless blended
  bool is_blended = false;            ///< covers as much as its alpha says
  bool fades_into_sky = false;        ///< as its alpha falls to 0; opaque
  bool is_double_sided = false;
  bool is_unlit = false;       ///< shows its base colour: 1 is as bright as white paper in the open, 1 cd/m^2 at least
  std::uint8_t on_second = 0;  ///< bit n: the n-th of these textures, but for the first, is on second_coordinate
  std::optional<std::uint32_t> base_color_texture;
  std::optional<std::uint32_t> metallic_roughness_texture;  ///< roughness in G, metallic in B
  std::optional<std::uint32_t> normal_texture;
  std::optional<std::uint32_t> occlusion_texture;  ///< R
  std::optional<std::uint32_t> emissive_texture;
};

/// Triangles, three indices each.
struct Primitive {
  std::vector<Vertex> vertices;
  std::vector<std::uint32_t> indices;
  std::uint32_t material = 0;  ///< of Scene::materials
};

/// A primitive where it stands in the world. Front faces are counter-clockwise in the mesh, also where it is mirrored.
struct Instance {
  std::uint32_t primitive = 0;  ///< of Scene::primitives
  glm::mat4 world_from_mesh = glm::mat4(1.0f);
};

/// KHR_lights_punctual. Lights shine along their node's -Z.
struct Light {
  enum class Kind : std::uint32_t { directional, point, spot };
  Kind kind = Kind::point;
  glm::vec3 color = {1, 1, 1};
  float intensity = 1.0f;            ///< directional: lux; point and spot: candela
  float range_m = 0.0f;              ///< 0 = no limit
  float inner_cone_rad = 0.0f;       ///< spot
  float outer_cone_rad = 0.785398f;  ///< spot
  glm::vec3 position_m = {0, 0, 0};
  glm::vec3 direction = {0, 0, -1};  ///< unit length, in which the light travels
};

struct Camera {
  glm::vec3 position_m = {0, 0, 0};
  glm::quat orientation = {1, 0, 0, 0};  ///< looks along -Z, +Y up
  float vertical_fov_rad = 0.87f;
  float near_m = 0.05f;
  float far_m = 1000.0f;
};

struct Bounds {
  glm::vec3 min_m = {0, 0, 0};
  glm::vec3 max_m = {0, 0, 0};
};

struct Movement;

struct Scene {
  std::string name;
  std::vector<TextureImage> images;
  std::vector<Texture> textures;
  std::vector<Material> materials;  ///< at least one
  std::vector<Primitive> primitives;
  std::vector<Instance> instances;
  std::vector<Light> lights;
  std::vector<Camera> cameras;
  std::shared_ptr<const Movement> movement;  ///< null: nothing moves; primitives and instances are at rest
  Bounds bounds;                             ///< of all instances, also where they move; a unit box if there are none
  std::optional<Bounds> focus;        ///< where ambient light has probes, and what casts shadows; none: all instances
  std::vector<std::string> warnings;  ///< requests of the file that aren't shown, a line each
};

}  // namespace engine

#endif
