// SPDX-License-Identifier: MIT
// glTF files for the tests of the reader, made without it.
#ifndef PHOTOPIC_TESTS_SCENE_GLTF_FIXTURE_H
#define PHOTOPIC_TESTS_SCENE_GLTF_FIXTURE_H

#include <gtest/gtest.h>

#include <cstring>
#include <filesystem>
#include <map>
#include <nlohmann/json.hpp>
#include <string>
#include <type_traits>
#include <vector>

#include "engine/scene/reader/gltf.h"
#include "unit/test_files.h"

namespace scene_test {

using nlohmann::json;
using test_files::Bytes;
using test_files::fix_png_checksums;
using test_files::TempFolder;

inline constexpr float kRounding = 1e-6f;  ///< of a vector's length, or near 1

/// With the decoder that the programs use.
engine::Scene load_file(const std::filesystem::path& file);
std::string base64(const Bytes& bytes);

/// The glTF number of a C++ component type.
template <typename Component>
constexpr int component_type() {
  if (std::is_same_v<Component, std::int8_t>) return 5120;
  if (std::is_same_v<Component, std::uint8_t>) return 5121;
  if (std::is_same_v<Component, std::int16_t>) return 5122;
  if (std::is_same_v<Component, std::uint16_t>) return 5123;
  if (std::is_same_v<Component, std::uint32_t>) return 5125;
  return 5126;
}

/// A file's JSON, and its one buffer.
struct Gltf {
  Gltf();

  /// A view of its own behind what is there, aligned to 4 bytes.
  int add_view(const Bytes& bytes);
  /// An accessor of its own over values of its own.
  template <typename Component>
  int add_accessor(const std::string& type, const std::vector<Component>& values, bool normalized = false) {
    Bytes bytes(values.size() * sizeof(Component));
    std::memcpy(bytes.data(), values.data(), bytes.size());
    const std::size_t count = values.size() / components(type);
    json accessor = {{"bufferView", add_view(bytes)},
                     {"componentType", component_type<Component>()},
                     {"count", count},
                     {"type", type}};
    if (normalized) accessor["normalized"] = true;
    return add("accessors", accessor);
  }
  /// Appends to one of the arrays; returns its number there.
  int add(const std::string& array, const json& object);
  /// A mesh of one primitive.
  int add_mesh(const json& primitive);
  /// A node that is a root of scene 0.
  int add_root(const json& node);
  /// The triangle (0, 0, 0), (1, 0, 0), (0, 1, 0), indexed, with normals +Z, as a mesh.
  int add_triangle();

  Bytes text() const;  ///< of a .gltf file with a data URI
  Bytes glb() const;   ///< of a .glb file
  static std::size_t components(const std::string& type);

  json root;
  Bytes buffer;

 private:
  json finished(bool with_uri) const;
};

/// A file with one triangle on one node.
Gltf one_triangle();
/// One that uses every part of a glTF file that the reader knows.
Gltf everything();
/// The same with a skin of two joints (nodes 3 and 4), a morph target, and an animation of both and of a node: each
/// interpolation once.
Gltf moving();

class GltfTest : public ::testing::Test {
 protected:
  engine::Scene load(const Gltf& gltf);
  engine::Scene load(const json& root);
  engine::Scene load(const Bytes& file);
  /// The reason why a file isn't loaded, without the leading "FILE: "; a failure if it is, or if the message isn't one
  /// line that names the file once.
  std::string reason_of(const Gltf& gltf) { return reason_of(gltf.text()); }
  std::string reason_of(const Bytes& file);
  std::string reason_of(const std::filesystem::path& file);

  TempFolder folder_;
};

/// A test's words about a scene's only warning.
std::string only_warning(const engine::Scene& scene);

}  // namespace scene_test

#endif
