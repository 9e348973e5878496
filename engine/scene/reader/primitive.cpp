// SPDX-License-Identifier: MIT
// Reading of glTF meshes.
#include "engine/scene/reader/primitive.h"

#include <algorithm>
#include <glm/gtc/type_ptr.hpp>
#include <numeric>

#include "engine/scene/reader/accessor.h"
#include "engine/scene/reader/geometry.h"

namespace engine::gltf {
namespace {

class PrimitiveLoader {
 public:
  PrimitiveLoader(Document& document, const tinygltf::Primitive& source)
      : document_(document), source_(source), positions_(open("POSITION", TINYGLTF_TYPE_VEC3)) {}

  Shape load(Topology topology, const Material& material, bool has_skin) {
    const bool needs_tangents = material.normal_texture.has_value();
    Shape shape = {.mesh = {}, .targets = {}, .influences = {}, .is_flat = !source_.attributes.contains("NORMAL")};
    Primitive& primitive = shape.mesh;
    primitive.indices = read_triangles(topology);
    if (primitive.indices.empty()) return shape;
    choose_vertices(primitive.indices);
    document_.budget.spend(vertex_count_, sizeof(Vertex));
    primitive.vertices.resize(vertex_count_);
    read_positions(primitive);
    const bool has_normals = read_normals(primitive);
    read_texture_coordinates(primitive);
    read_colors(primitive);
    const bool has_tangents = has_normals && needs_tangents && read_tangents(primitive);
    finish(primitive, has_normals, has_tangents, needs_tangents, (material.on_second & 1 << 2) != 0);
    for (const auto& target : source_.targets) shape.targets.push_back(read_target(target));
    if (has_skin) read_influences(shape);
    return shape;
  }

 private:
  Accessor open(const std::string& attribute, int type) const {
    return open(source_.attributes.at(attribute), type, attribute);
  }

  // Sparse values are gone through for each use of the accessor.
  Accessor open(int index, int type, const std::string& use) const {
    Accessor accessor(document_, index, type, use);
    document_.budget.spend(accessor.sparse_count(), sizeof(std::uint64_t));
    return accessor;
  }

  std::vector<std::uint32_t> read_indices() const {
    constexpr std::size_t kBytes = sizeof(std::uint32_t);
    if (source_.indices < 0) {
      document_.budget.spend(positions_.count(), kBytes);
      std::vector<std::uint32_t> indices(positions_.count());
      std::iota(indices.begin(), indices.end(), 0u);
      return indices;
    }
    const Accessor accessor = open(source_.indices, TINYGLTF_TYPE_SCALAR, "indices");
    document_.budget.spend(accessor.count(), kBytes);
    std::vector<std::uint32_t> indices = accessor.unsigned_integers();
    const auto too_large = [this](std::uint32_t index) { return index >= positions_.count(); };
    const auto bad = std::find_if(indices.begin(), indices.end(), too_large);
    if (bad != indices.end()) {
      refuse(numbered("accessor", static_cast<std::size_t>(source_.indices)) + ": index " + std::to_string(*bad) +
             " is beyond the " + std::to_string(positions_.count()) + " vertices");
    }
    return indices;
  }

  std::vector<std::uint32_t> read_triangles(Topology topology) const {
    std::vector<std::uint32_t> indices = read_indices();
    if (topology == Topology::triangles && indices.size() % 3 != 0) {
      document_.warnings.add("vertices left over after the last whole triangle are not drawn");
    }
    if (topology != Topology::triangles) document_.budget.spend(indices.size(), 3 * sizeof(std::uint32_t));
    return triangle_indices(std::move(indices), topology);
  }

  // Many primitives may share one large accessor, each with a range of its own.
  void choose_vertices(std::vector<std::uint32_t>& indices) {
    const auto [lowest, highest] = std::minmax_element(indices.begin(), indices.end());
    first_vertex_ = *lowest;
    vertex_count_ = std::size_t{*highest} - *lowest + 1;
    for (std::uint32_t& index : indices) index -= first_vertex_;
  }

  void read_positions(Primitive& primitive) const {
    const std::vector<float> values = positions_.floats(first_vertex_, vertex_count_);
    for (std::size_t i = 0; i < vertex_count_; ++i) primitive.vertices[i].position = glm::make_vec3(&values[3 * i]);
  }

  // Empty if there is no such attribute.
  std::vector<float> read(const std::string& attribute, int type) const {
    return read(source_.attributes, attribute, type);
  }
  std::vector<float> read(const std::map<std::string, int>& attributes, const std::string& attribute, int type) const {
    const auto found = attributes.find(attribute);
    if (found == attributes.end()) return {};
    const Accessor accessor = open(found->second, type, attribute);
    if (accessor.count() != positions_.count()) {
      refuse(numbered("accessor", static_cast<std::size_t>(found->second)) + ": " + attribute + " has " +
             std::to_string(accessor.count()) + " elements, POSITION has " + std::to_string(positions_.count()));
    }
    return accessor.floats(first_vertex_, vertex_count_);
  }

  bool read_normals(Primitive& primitive) const {
    const std::vector<float> values = read("NORMAL", TINYGLTF_TYPE_VEC3);
    if (values.empty()) return false;
    for (std::size_t i = 0; i < vertex_count_; ++i) primitive.vertices[i].normal = glm::make_vec3(&values[3 * i]);
    return true;
  }

  bool read_tangents(Primitive& primitive) const {
    const std::vector<float> values = read("TANGENT", TINYGLTF_TYPE_VEC4);
    if (values.empty()) return false;
    for (std::size_t i = 0; i < vertex_count_; ++i) primitive.vertices[i].tangent = glm::make_vec4(&values[4 * i]);
    return true;
  }

  void read_texture_coordinates(Primitive& primitive) const {
    std::vector<TextureCoordinates> sets(1);
    if (source_.material >= 0) sets = document_.coordinates[static_cast<std::size_t>(source_.material)];
    for (std::size_t k = 0; k < sets.size(); ++k) {
      const std::vector<float> values = read("TEXCOORD_" + std::to_string(sets[k].set), TINYGLTF_TYPE_VEC2);
      for (std::size_t i = 0; i < values.size() / 2; ++i) {
        const glm::vec2 uv = glm::make_vec2(&values[2 * i]);
        Vertex& vertex = primitive.vertices[i];
        (k == 0 ? vertex.texture_coordinate : vertex.second_coordinate) =
            sets[k] == TextureCoordinates{.set = sets[k].set} ? uv : sets[k](uv);
      }
    }
  }

  // Of three or four channels.
  void read_colors(Primitive& primitive) const {
    const auto found = source_.attributes.find("COLOR_0");
    if (found == source_.attributes.end()) return;
    const int type = document_.model.accessors[static_cast<std::size_t>(found->second)].type;
    const std::size_t channels = type == TINYGLTF_TYPE_VEC3 ? 3 : 4;
    const std::vector<float> values = read("COLOR_0", channels == 3 ? TINYGLTF_TYPE_VEC3 : TINYGLTF_TYPE_VEC4);
    for (std::size_t i = 0; i < vertex_count_; ++i) {
      for (std::size_t c = 0; c < channels; ++c) {
        const float value = values[channels * i + c];
        const float share = value > 0.0f ? std::min(value, 1.0f) : 0.0f;  // NaN is 0
        primitive.vertices[i].color[int(c)] = std::uint16_t(share * 65535.0f + 0.5f);
      }
    }
  }

  // By vertex of the primitive.
  std::vector<glm::vec3> read_additions(const std::map<std::string, int>& target, const char* attribute) const {
    const std::vector<float> values = read(target, attribute, TINYGLTF_TYPE_VEC3);
    if (values.empty()) return {};
    document_.budget.spend(origins_.size(), sizeof(glm::vec3));
    std::vector<glm::vec3> additions;
    for (const std::uint32_t origin : origins_) additions.push_back(glm::make_vec3(&values[3 * origin]));
    return additions;
  }

  MorphTarget read_target(const std::map<std::string, int>& target) const {
    return {read_additions(target, "POSITION"), read_additions(target, "NORMAL"), read_additions(target, "TANGENT")};
  }

  // Sets of four follow each other for each vertex.
  void read_influences(Shape& shape) const {
    std::vector<std::vector<float>> joints, weights;
    for (std::string set = "0"; source_.attributes.contains("JOINTS_" + set); set = std::to_string(joints.size())) {
      joints.push_back(read("JOINTS_" + set, TINYGLTF_TYPE_VEC4));
      weights.push_back(read("WEIGHTS_" + set, TINYGLTF_TYPE_VEC4));
      if (weights.back().empty()) refuse("JOINTS_" + set + " has no weights");
      document_.budget.spend(origins_.size() + vertex_count_, sizeof(Influence));
    }
    if (joints.empty()) refuse("has a skin, but no JOINTS_0");
    for (const std::uint32_t origin : origins_) {
      const std::size_t first = 4 * std::size_t{origin};
      float sum = 0.0f;
      for (const auto& set : weights) sum += set[first] + set[first + 1] + set[first + 2] + set[first + 3];
      for (std::size_t set = 0; set < joints.size(); ++set) {
        Influence& influence = shape.influences.emplace_back();
        for (std::size_t k = 0; k < 4; ++k) influence.joints[k] = joint_of(joints[set][first + k]);
        // A vertex without weights goes with its first joint.
        influence.weights = sum > 0.0f ? glm::make_vec4(&weights[set][first]) / sum : glm::vec4(set == 0, 0, 0, 0);
      }
    }
  }

  static std::uint16_t joint_of(float number) {
    if (!(number >= 0.0f && number <= 65535.0f)) refuse("JOINTS_n must be whole numbers from 0 to 65535");
    return static_cast<std::uint16_t>(number);
  }

  void finish(Primitive& primitive, bool has_normals, bool has_tangents, bool needs_tangents, bool on_second) {
    // Either may give each corner a vertex of its own.
    if (!has_normals || needs_tangents) document_.budget.spend(primitive.indices.size(), sizeof(Vertex));
    origins_.resize(vertex_count_);
    std::iota(origins_.begin(), origins_.end(), 0u);
    if (has_normals) normalize_normals(primitive);
    if (!has_normals) origins_ = make_flat(primitive);
    if (has_tangents) normalize_tangents(primitive);
    if (has_tangents || !needs_tangents) return;
    for (const std::uint32_t copied : compute_tangents(primitive, on_second)) origins_.push_back(origins_[copied]);
  }

  Document& document_;
  const tinygltf::Primitive& source_;
  Accessor positions_;
  std::uint32_t first_vertex_ = 0;
  std::size_t vertex_count_ = 0;
  Origins origins_;  ///< in the file, from first_vertex_ on
};

std::optional<Topology> topology_of(int mode) {
  if (mode == TINYGLTF_MODE_TRIANGLES) return Topology::triangles;
  if (mode == TINYGLTF_MODE_TRIANGLE_STRIP) return Topology::strip;
  if (mode == TINYGLTF_MODE_TRIANGLE_FAN) return Topology::fan;
  return std::nullopt;
}

}  // namespace

std::optional<Shape> load_shape(Document& document, const tinygltf::Primitive& source, const Material& material,
                                bool has_skin) {
  const std::optional<Topology> topology = topology_of(source.mode);
  if (!topology) {
    document.warnings.add("points and lines are not drawn");
    return std::nullopt;
  }
  if (!source.attributes.contains("POSITION")) {
    document.warnings.add("a primitive without POSITION is not drawn");
    return std::nullopt;
  }
  if (source.attributes.contains("COLOR_1")) document.warnings.add("vertex colours beyond COLOR_0 are ignored");
  Shape shape = PrimitiveLoader(document, source).load(*topology, material, has_skin);
  if (shape.mesh.indices.empty()) {
    document.warnings.add("a primitive without triangles is not drawn");
    return std::nullopt;
  }
  return shape;
}

}  // namespace engine::gltf
