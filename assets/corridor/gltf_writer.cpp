// SPDX-License-Identifier: MIT
// Geometry, materials and nodes of a model as glTF.
#include "corridor/gltf_writer.h"

#include <cmath>
#include <cstring>
#include <glm/common.hpp>
#include <glm/gtc/quaternion.hpp>
#include <glm/trigonometric.hpp>
#include <nlohmann/json.hpp>

#include "corridor/layout.h"

namespace corridor {
namespace {

using Json = nlohmann::ordered_json;

constexpr int kFloat = 5126, kUnsignedInt = 5125;
constexpr int kArrayBuffer = 34962, kElementArrayBuffer = 34963;
constexpr int kLinear = 9729, kLinearMipmapLinear = 9987, kRepeat = 10497, kClampToEdge = 33071;

/// Without the digits that a float doesn't have.
double tidy(float value) { return std::round(static_cast<double>(value) * 1e6) / 1e6; }
Json tidy(vec3 v) { return {tidy(v.x), tidy(v.y), tidy(v.z)}; }
Json exact(vec3 v) { return {v.x, v.y, v.z}; }
Json quaternion(const glm::quat& q) { return {tidy(q.x), tidy(q.y), tidy(q.z), tidy(q.w)}; }

int append(Json& array, Json element) {
  array.push_back(std::move(element));
  return static_cast<int>(array.size()) - 1;
}

// ---- geometry -------------------------------------------------------------------------------------------------------

class Geometry {
 public:
  explicit Geometry(Json& document) : document_(document) {}

  Json primitive(const Part& part) {
    const MaterialTraits& material = traits(part.material);
    const bool has_uv = material.color_texture != TextureName::none || material.normal_texture != TextureName::none;
    const bool has_tangents = material.normal_texture != TextureName::none;
    const int view = vertices(part, has_uv, has_tangents);
    const std::size_t count = part.vertices.size();
    Json attributes;
    attributes["POSITION"] = accessor(view, 0, kFloat, count, "VEC3");
    bound_positions(part);
    attributes["NORMAL"] = accessor(view, 12, kFloat, count, "VEC3");
    if (has_uv) attributes["TEXCOORD_0"] = accessor(view, 24, kFloat, count, "VEC2");
    if (has_tangents) attributes["TANGENT"] = accessor(view, 32, kFloat, count, "VEC4");
    const int indices = accessor(index_view(part), 0, kUnsignedInt, part.indices.size(), "SCALAR");
    return {{"attributes", attributes}, {"indices", indices}, {"material", static_cast<int>(part.material)}};
  }

  std::vector<char>& binary() { return binary_; }

 private:
  template <typename Value>
  void put(const Value& value) {
    const std::size_t at = binary_.size();
    binary_.resize(at + sizeof(Value));
    std::memcpy(binary_.data() + at, &value, sizeof(Value));
  }

  int vertices(const Part& part, bool has_uv, bool has_tangents) {
    const std::size_t start = binary_.size();
    const std::vector<vec4> all_tangents = has_tangents ? tangents(part) : std::vector<vec4>{};
    for (std::size_t i = 0; i < part.vertices.size(); ++i) {
      put(part.vertices[i].position);
      put(part.vertices[i].normal);
      if (has_uv) put(part.vertices[i].uv);
      if (has_tangents) put(all_tangents[i]);
    }
    Json view = {{"buffer", 0}, {"byteOffset", start}, {"byteLength", binary_.size() - start}};
    view["byteStride"] = 24 + (has_uv ? 8 : 0) + (has_tangents ? 16 : 0);
    view["target"] = kArrayBuffer;
    return append(document_["bufferViews"], view);
  }

  int index_view(const Part& part) {
    const std::size_t start = binary_.size();
    for (const std::uint32_t index : part.indices) put(index);
    Json view = {{"buffer", 0}, {"byteOffset", start}, {"byteLength", binary_.size() - start}};
    view["target"] = kElementArrayBuffer;
    return append(document_["bufferViews"], view);
  }

  int accessor(int view, int offset, int component, std::size_t count, const char* type) {
    return append(
        document_["accessors"],
        {{"bufferView", view}, {"byteOffset", offset}, {"componentType", component}, {"count", count}, {"type", type}});
  }

  /// Of the accessor made last.
  void bound_positions(const Part& part) {
    vec3 low = part.vertices.front().position, high = low;
    for (const Vertex& vertex : part.vertices) {
      low = glm::min(low, vertex.position);
      high = glm::max(high, vertex.position);
    }
    document_["accessors"].back()["min"] = exact(low);
    document_["accessors"].back()["max"] = exact(high);
  }

  Json& document_;
  std::vector<char> binary_;
};

// ---- materials ------------------------------------------------------------------------------------------------------

Json texture_info(int texture) { return {{"index", texture}}; }

class Materials {
 public:
  explicit Materials(Json& document) : document_(document) {
    const auto sampler = [](int wrap) {
      return Json{{"magFilter", kLinear}, {"minFilter", kLinearMipmapLinear}, {"wrapS", wrap}, {"wrapT", wrap}};
    };
    document["samplers"] = {sampler(kRepeat), sampler(kClampToEdge)};
  }

  Json material(const MaterialTraits& traits) {
    Json pbr;
    pbr["baseColorFactor"] = {tidy(traits.color.x), tidy(traits.color.y), tidy(traits.color.z), 1.0};
    if (has(traits.color_texture)) pbr["baseColorTexture"] = texture_info(texture(traits.color_texture, "color"));
    pbr["metallicFactor"] = tidy(traits.metallic);
    pbr["roughnessFactor"] = tidy(traits.roughness);
    if (has(traits.roughness_texture)) {
      // The texture's blue is 0: no metal, whatever the factor.
      pbr["metallicRoughnessTexture"] = texture_info(texture(traits.roughness_texture, "roughness"));
    }
    Json result = {{"name", traits.name}, {"pbrMetallicRoughness", pbr}};
    if (has(traits.normal_texture)) result["normalTexture"] = texture_info(texture(traits.normal_texture, "normal"));
    if (traits.is_double_sided) result["doubleSided"] = true;
    if (traits.emissive_nits > 0.0F) add_emission(result, traits.emissive_nits);
    return result;
  }

 private:
  static bool has(TextureName name) { return name != TextureName::none; }

  static void add_emission(Json& material, float nits) {
    const double luminance = 0.2126 * kLampColor.x + 0.7152 * kLampColor.y + 0.0722 * kLampColor.z;
    material["emissiveFactor"] = tidy(kLampColor);
    const double strength = std::round(nits / luminance * 100.0) / 100.0;
    material["extensions"]["KHR_materials_emissive_strength"]["emissiveStrength"] = strength;
  }

  int texture(TextureName name, const char* kind) {
    const std::string file = picture_file(name, kind);
    Json& images = document_["images"];
    for (std::size_t i = 0; i < images.size(); ++i) {
      if (images[i]["uri"] == file) return static_cast<int>(i);
    }
    const int image = append(images, {{"uri", file}});
    const int sampler = name == TextureName::picture ? 1 : 0;
    return append(document_["textures"], {{"sampler", sampler}, {"source", image}});
  }

  Json& document_;
};

// ---- nodes ----------------------------------------------------------------------------------------------------------

const char* kind_name(Light::Kind kind) {
  switch (kind) {
    case Light::Kind::directional:
      return "directional";
    case Light::Kind::point:
      return "point";
    case Light::Kind::spot:
      return "spot";
  }
  return "";
}

Json light_json(const Light& light) {
  Json result = {{"name", light.name}, {"type", kind_name(light.kind)}};
  result["color"] = tidy(light.color);
  result["intensity"] = tidy(light.intensity);
  if (light.kind == Light::Kind::spot) {
    result["spot"] = {{"innerConeAngle", tidy(light.inner_cone_rad)}, {"outerConeAngle", tidy(light.outer_cone_rad)}};
  }
  return result;
}

Json light_node(const Light& light, int index) {
  Json node = {{"name", light.name}};
  node["extensions"]["KHR_lights_punctual"]["light"] = index;
  if (light.kind != Light::Kind::directional) node["translation"] = tidy(light.position);
  if (light.kind != Light::Kind::point) {
    const vec3 side = std::abs(light.direction.y) > 0.99F ? vec3{0.0F, 0.0F, 1.0F} : kUp;
    node["rotation"] = quaternion(glm::quatLookAt(light.direction, side));
  }
  return node;
}

Json camera_node(const CameraKey& start) {
  const glm::quat yaw = glm::angleAxis(-glm::radians(start.yaw_deg), kUp);
  const glm::quat pitch = glm::angleAxis(glm::radians(start.pitch_deg), vec3{1.0F, 0.0F, 0.0F});
  return {
      {"name", "start"}, {"camera", 0}, {"translation", tidy(start.position_m)}, {"rotation", quaternion(yaw * pitch)}};
}

Json mesh_node(const Model& model, const Placement& placement) {
  Json node = {{"name", model.meshes[placement.mesh].name}, {"mesh", placement.mesh}};
  if (placement.translation != vec3(0.0F)) node["translation"] = tidy(placement.translation);
  if (placement.yaw_rad != 0.0F) node["rotation"] = quaternion(glm::angleAxis(placement.yaw_rad, kUp));
  return node;
}

void add_nodes(Json& document, const Model& model, const CameraKey& start) {
  Json& nodes = document["nodes"];
  append(nodes, camera_node(start));
  for (std::size_t i = 0; i < model.lights.size(); ++i) append(nodes, light_node(model.lights[i], static_cast<int>(i)));
  for (const Placement& placement : model.placements) append(nodes, mesh_node(model, placement));
  Json roots = Json::array();
  for (std::size_t i = 0; i < nodes.size(); ++i) roots.push_back(i);
  document["scenes"] = {{{"name", "corridor"}, {"nodes", roots}}};
}

Json head() {
  Json document;
  document["asset"] = {{"version", "2.0"},
                       {"generator", "photopic-make-corridor"},
                       {"copyright", "CC0 1.0, https://creativecommons.org/publicdomain/zero/1.0/"}};
  document["extensionsUsed"] = {"KHR_lights_punctual", "KHR_materials_emissive_strength"};
  document["scene"] = 0;
  for (const char* key : {"scenes", "nodes", "meshes", "accessors", "bufferViews", "materials", "textures", "images"}) {
    document[key] = Json::array();
  }
  const Json perspective = {{"yfov", 0.9}, {"znear", 0.05}, {"zfar", 100.0}};
  document["cameras"] = {{{"name", "start"}, {"type", "perspective"}, {"perspective", perspective}}};
  return document;
}

}  // namespace

std::string picture_file(TextureName name, const char* kind) {
  return std::string(texture_label(name)) + "-" + kind + ".png";
}

GltfFiles write_gltf(const Model& model, const CameraKey& start, const std::string& binary_name) {
  Json document = head();
  add_nodes(document, model, start);
  Materials materials(document);
  for (int i = 0; i < kMaterialCount; ++i) {
    append(document["materials"], materials.material(traits(static_cast<MaterialName>(i))));
  }
  Geometry geometry(document);
  for (const Mesh& mesh : model.meshes) {
    Json primitives = Json::array();
    for (const Part& part : mesh.parts) primitives.push_back(geometry.primitive(part));
    append(document["meshes"], {{"name", mesh.name}, {"primitives", primitives}});
  }
  for (const Light& light : model.lights) {
    document["extensions"]["KHR_lights_punctual"]["lights"].push_back(light_json(light));
  }
  document["buffers"] = {{{"uri", binary_name}, {"byteLength", geometry.binary().size()}}};
  return {document.dump(1) + "\n", std::move(geometry.binary())};
}

}  // namespace corridor
