// SPDX-License-Identifier: MIT
// Corridor scene as its files say, read without the generator's code, and rays in it.
#ifndef PHOTOPIC_TESTS_UNIT_ASSETS_CORRIDOR_FIXTURES_H
#define PHOTOPIC_TESTS_UNIT_ASSETS_CORRIDOR_FIXTURES_H

#include <array>
#include <cstdint>
#include <cstring>
#include <glm/geometric.hpp>
#include <glm/gtc/quaternion.hpp>
#include <glm/vec3.hpp>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "image_io/fixtures/io_fixtures.h"

namespace corridor_test {

using glm::vec3;
using Json = nlohmann::json;

inline constexpr float kPi = 3.14159265F;
inline constexpr float kNever = 1e9F;
inline constexpr vec3 kLuminance{0.2126F, 0.7152F, 0.0722F};

struct Triangle {
  std::array<vec3, 3> corners;
  std::size_t material;

  vec3 normal() const { return glm::normalize(glm::cross(corners[1] - corners[0], corners[2] - corners[0])); }
};

/// Triangles in a tree of boxes.
class Tree {
 public:
  explicit Tree(std::vector<Triangle> triangles);

  const std::vector<Triangle>& triangles() const { return triangles_; }

  struct Hit {
    float distance = kNever;
    std::size_t triangle = 0;
  };
  /// The nearest triangle, seen from either side.
  Hit cast(vec3 origin, vec3 direction, float until = kNever) const;
  bool is_free(vec3 origin, vec3 direction, float until = kNever) const;
  /// The triangles whose boxes may meet this one.
  std::vector<std::size_t> near(vec3 low, vec3 high) const;

 private:
  struct Node {
    vec3 low{kNever}, high{-kNever};
    std::size_t begin = 0, end = 0;
    std::size_t second = 0;  ///< child; the first follows its parent. 0: leaf
  };

  std::size_t build(std::size_t begin, std::size_t end);
  template <typename Enters, typename Function>
  void visit(const Enters& enters, const Function& at) const;

  std::vector<Triangle> triangles_;
  std::vector<Node> nodes_;
};

struct Light {
  std::string kind;
  float intensity;  ///< luminous: lux or candela
  vec3 position, direction;
  float cos_inner, cos_outer;
};

vec3 vec3_of(const Json& json);

/// The files, and the world that they describe.
class Scene {
 public:
  Scene();

  const io_test::TempFolder& folder() const { return folder_; }
  const Json& document() const { return document_; }
  const Json& path() const { return path_; }
  const io_test::Bytes& binary() const { return binary_; }
  const std::vector<Light>& lights() const { return lights_; }
  const Tree& tree() const { return tree_; }

  /// Values of an accessor, with its components one after another.
  template <typename Value>
  std::vector<Value> values(std::size_t accessor_index, std::size_t components) const {
    const Json& accessor = document_["accessors"][accessor_index];
    const Json& view = document_["bufferViews"][accessor["bufferView"].get<std::size_t>()];
    const std::size_t stride = view.value("byteStride", components * sizeof(Value));
    const std::size_t start = view["byteOffset"].get<std::size_t>() + accessor["byteOffset"].get<std::size_t>();
    std::vector<Value> result(accessor["count"].get<std::size_t>() * components);
    for (std::size_t i = 0; i * components < result.size(); ++i) {
      std::memcpy(&result[i * components], &binary_.at(start + i * stride), components * sizeof(Value));
    }
    return result;
  }
  std::vector<vec3> vectors(std::size_t accessor) const;

  template <typename Function>
  void for_each_primitive(const Function& function) const {
    for (const Json& mesh : document_["meshes"]) {
      for (const Json& primitive : mesh["primitives"]) function(mesh["name"].get<std::string>(), primitive);
    }
  }

  const std::string& material_name(std::size_t material) const;
  /// Luminance of the base colour, textures averaged.
  float albedo(std::size_t material) const;
  vec3 eye(std::size_t frame) const { return vec3_of(path_["keys"][frame]["position_m"]); }

 private:
  void add_node(const Json& node, std::vector<Triangle>& triangles);
  void add_light(std::size_t index, vec3 position, const glm::quat& turn);

  io_test::TempFolder folder_;
  Json document_, path_;
  io_test::Bytes binary_;
  std::vector<Light> lights_;
  Tree tree_{{}};
};

/// Made once.
const Scene& scene();

/// Evenly over the sphere.
vec3 direction(int i, int count);

/// By Lambert's law, shadows included, without reflected light.
float illuminance_lx(const Light& light, vec3 position, vec3 normal);

}  // namespace corridor_test

#endif
