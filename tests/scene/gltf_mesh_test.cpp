// SPDX-License-Identifier: MIT
// Tests of vertices and indices, from every kind of accessor.
#include "scene/gltf_fixture.h"

namespace scene_test {
namespace {

using GltfMesh = GltfTest;
using Indices = std::vector<std::uint32_t>;

template <typename Value>
Bytes bytes_of(const std::vector<Value>& values) {
  Bytes bytes(values.size() * sizeof(Value));
  std::memcpy(bytes.data(), values.data(), bytes.size());
  return bytes;
}

json& primitive_of(Gltf& gltf) { return gltf.root["meshes"][0]["primitives"][0]; }

// Positions (0, 0, 0), (1, 0, 0), (2, 0, 0) and so on, normals +Z.
Gltf row_of_vertices(int count, int mode) {
  Gltf gltf;
  std::vector<float> positions;
  std::vector<float> normals;
  for (int i = 0; i < count; ++i) {
    positions.insert(positions.end(), {static_cast<float>(i), 0, 0});
    normals.insert(normals.end(), {0, 0, 1});
  }
  const json attributes = {{"POSITION", gltf.add_accessor("VEC3", positions)},
                           {"NORMAL", gltf.add_accessor("VEC3", normals)}};
  gltf.add_root({{"mesh", gltf.add_mesh({{"attributes", attributes}, {"mode", mode}})}});
  return gltf;
}

TEST_F(GltfMesh, VerticesAndIndicesArriveAsTheyAre) {
  Gltf gltf = one_triangle();
  primitive_of(gltf)["attributes"]["TEXCOORD_0"] = gltf.add_accessor<float>("VEC2", {0, 1, 0.5f, -2, 7, 0.25f});
  const engine::Scene scene = load(gltf);
  ASSERT_EQ(scene.primitives.size(), 1u);
  const auto& vertices = scene.primitives[0].vertices;
  ASSERT_EQ(vertices.size(), 3u);
  EXPECT_EQ(vertices[0].position, glm::vec3(0, 0, 0));
  EXPECT_EQ(vertices[1].position, glm::vec3(1, 0, 0));
  EXPECT_EQ(vertices[2].position, glm::vec3(0, 1, 0));
  EXPECT_EQ(vertices[2].normal, glm::vec3(0, 0, 1));
  EXPECT_EQ(vertices[0].texture_coordinate, glm::vec2(0, 1));
  EXPECT_EQ(vertices[1].texture_coordinate, glm::vec2(0.5f, -2));
  EXPECT_EQ(vertices[2].texture_coordinate, glm::vec2(7, 0.25f));
  EXPECT_EQ(scene.primitives[0].indices, (Indices{0, 1, 2}));
}

TEST_F(GltfMesh, MissingIndicesCountUp) {
  const engine::Scene scene = load(row_of_vertices(6, 4));
  EXPECT_EQ(scene.primitives[0].indices, (Indices{0, 1, 2, 3, 4, 5}));
}

TEST_F(GltfMesh, LeftOverVerticesAreDroppedWithAWarning) {
  const engine::Scene scene = load(row_of_vertices(5, 4));
  EXPECT_EQ(scene.primitives[0].indices, (Indices{0, 1, 2}));
  EXPECT_EQ(only_warning(scene), "vertices left over after the last whole triangle are not drawn");
}

TEST_F(GltfMesh, StripsKeepTheirFrontFaces) {
  EXPECT_EQ(load(row_of_vertices(5, 5)).primitives[0].indices, (Indices{0, 1, 2, 1, 3, 2, 2, 3, 4}));
}

TEST_F(GltfMesh, FansGoRoundTheFirstVertex) {
  EXPECT_EQ(load(row_of_vertices(5, 6)).primitives[0].indices, (Indices{1, 2, 0, 2, 3, 0, 3, 4, 0}));
}

TEST_F(GltfMesh, PointsAndLinesAreLeftOut) {
  for (const int mode : {0, 1, 2, 3}) {
    const engine::Scene scene = load(row_of_vertices(6, mode));
    EXPECT_TRUE(scene.instances.empty() && scene.primitives.empty()) << mode;
    EXPECT_EQ(only_warning(scene), "points and lines are not drawn");
  }
}

TEST_F(GltfMesh, APrimitiveOfNothingIsLeftOut) {
  EXPECT_EQ(only_warning(load(row_of_vertices(2, 5))), "a primitive without triangles is not drawn");
  EXPECT_EQ(load(row_of_vertices(2, 4)).primitives.size(), 0u);
  Gltf gltf = row_of_vertices(3, 4);
  for (json& accessor : gltf.root["accessors"]) accessor["count"] = 0;
  EXPECT_EQ(only_warning(load(gltf)), "a primitive without triangles is not drawn");
  gltf = one_triangle();
  primitive_of(gltf)["attributes"] = json::object();
  EXPECT_EQ(only_warning(load(gltf)), "a primitive without POSITION is not drawn");
}

TEST_F(GltfMesh, IndicesOfEveryType) {
  Gltf gltf = row_of_vertices(3, 4);
  const int bytes = gltf.add_accessor<std::uint8_t>("SCALAR", {2, 0, 1});
  const int shorts = gltf.add_accessor<std::uint16_t>("SCALAR", {2, 0, 1});
  const int words = gltf.add_accessor<std::uint32_t>("SCALAR", {2, 0, 1});
  for (const int accessor : {bytes, shorts, words}) {
    primitive_of(gltf)["indices"] = accessor;
    EXPECT_EQ(load(gltf).primitives[0].indices, (Indices{2, 0, 1})) << accessor;
  }
}

TEST_F(GltfMesh, TextureCoordinatesOfEveryType) {
  Gltf gltf = row_of_vertices(3, 4);
  const int bytes = gltf.add_accessor<std::uint8_t>("VEC2", {0, 255, 51, 102, 153, 204}, true);
  const int shorts = gltf.add_accessor<std::uint16_t>("VEC2", {0, 65535, 13107, 26214, 39321, 52428}, true);
  for (const int accessor : {bytes, shorts}) {
    primitive_of(gltf)["attributes"]["TEXCOORD_0"] = accessor;
    const auto vertices = load(gltf).primitives[0].vertices;
    EXPECT_EQ(vertices[0].texture_coordinate, glm::vec2(0, 1));
    EXPECT_EQ(vertices[1].texture_coordinate, glm::vec2(0.2f, 0.4f));
    EXPECT_EQ(vertices[2].texture_coordinate, glm::vec2(0.6f, 0.8f));
  }
}

TEST_F(GltfMesh, QuantizedPositionsOfEveryType) {
  const auto position = [&](bool normalized, const auto& values) {
    Gltf gltf = row_of_vertices(3, 4);
    primitive_of(gltf)["attributes"]["POSITION"] = gltf.add_accessor("VEC3", values, normalized);
    return load(gltf).primitives[0].vertices[1].position;
  };
  EXPECT_EQ(position(false, std::vector<std::int8_t>{0, 0, 0, -128, 127, 3, 0, 0, 0}), glm::vec3(-128, 127, 3));
  EXPECT_EQ(position(true, std::vector<std::int8_t>{0, 0, 0, -128, 127, -127, 0, 0, 0}), glm::vec3(-1, 1, -1));
  EXPECT_EQ(position(false, std::vector<std::uint8_t>{0, 0, 0, 255, 1, 2, 0, 0, 0}), glm::vec3(255, 1, 2));
  EXPECT_EQ(position(true, std::vector<std::uint8_t>{0, 0, 0, 255, 0, 51, 0, 0, 0}), glm::vec3(1, 0, 0.2f));
  EXPECT_EQ(position(false, std::vector<std::int16_t>{0, 0, 0, -32768, 7, 8, 0, 0, 0}), glm::vec3(-32768, 7, 8));
  EXPECT_EQ(position(true, std::vector<std::int16_t>{0, 0, 0, -32768, 32767, -32767, 0, 0, 0}), glm::vec3(-1, 1, -1));
  EXPECT_EQ(position(false, std::vector<std::uint16_t>{0, 0, 0, 65535, 1, 2, 0, 0, 0}), glm::vec3(65535, 1, 2));
  EXPECT_EQ(position(true, std::vector<std::uint16_t>{0, 0, 0, 65535, 0, 13107, 0, 0, 0}), glm::vec3(1, 0, 0.2f));
}

TEST_F(GltfMesh, InterleavedAttributesAndOffsets) {
  Gltf gltf;
  const std::vector<float> rows = {9, 9, 9, 9,                       // passed over by the offset of the view
                                   0, 0, 0, 0, 0, 1, 0.5f,   0.25f,  // position, normal, texture coordinate
                                   1, 0, 0, 0, 0, 1, 0.75f,  1,      //
                                   0, 1, 0, 0, 0, 1, 0.125f, 2};
  const int view = gltf.add_view(bytes_of(rows));
  gltf.root["bufferViews"][0] = {{"buffer", 0}, {"byteOffset", 16}, {"byteLength", 96}, {"byteStride", 32}};
  const auto accessor = [&](const char* type, int offset) {
    return gltf.add(
        "accessors",
        {{"bufferView", view}, {"byteOffset", offset}, {"componentType", 5126}, {"count", 3}, {"type", type}});
  };
  const json attributes = {
      {"POSITION", accessor("VEC3", 0)}, {"NORMAL", accessor("VEC3", 12)}, {"TEXCOORD_0", accessor("VEC2", 24)}};
  gltf.add_root({{"mesh", gltf.add_mesh({{"attributes", attributes}})}});
  const auto vertices = load(gltf).primitives[0].vertices;
  EXPECT_EQ(vertices[2].position, glm::vec3(0, 1, 0));
  EXPECT_EQ(vertices[1].normal, glm::vec3(0, 0, 1));
  EXPECT_EQ(vertices[0].texture_coordinate, glm::vec2(0.5f, 0.25f));
  EXPECT_EQ(vertices[2].texture_coordinate, glm::vec2(0.125f, 2));
}

TEST_F(GltfMesh, SparseValuesReplaceOthers) {
  for (const int type : {5121, 5123, 5125}) {
    Gltf gltf = row_of_vertices(4, 5);
    const Bytes indices = type == 5121   ? bytes_of<std::uint8_t>({1, 3})
                          : type == 5123 ? bytes_of<std::uint16_t>({1, 3})
                                         : bytes_of<std::uint32_t>({1, 3});
    const json where = {{"bufferView", gltf.add_view(indices)}, {"componentType", type}};
    const json what = {{"bufferView", gltf.add_view(bytes_of<float>({7, 8, 9, 10, 11, 12}))}};
    gltf.root["accessors"][0]["sparse"] = {{"count", 2}, {"indices", where}, {"values", what}};
    const auto vertices = load(gltf).primitives[0].vertices;
    EXPECT_EQ(vertices[0].position, glm::vec3(0, 0, 0)) << type;
    EXPECT_EQ(vertices[1].position, glm::vec3(7, 8, 9)) << type;
    EXPECT_EQ(vertices[2].position, glm::vec3(2, 0, 0)) << type;
    EXPECT_EQ(vertices[3].position, glm::vec3(10, 11, 12)) << type;
  }
}

TEST_F(GltfMesh, SparseIndicesAreReplacedAsWell) {
  Gltf gltf = row_of_vertices(4, 4);
  const int indices = gltf.add_accessor<std::uint16_t>("SCALAR", {0, 1, 2});
  primitive_of(gltf)["indices"] = indices;
  gltf.root["accessors"][static_cast<std::size_t>(indices)]["sparse"] = {
      {"count", 1},
      {"indices", {{"bufferView", gltf.add_view({2})}, {"componentType", 5121}}},
      {"values", {{"bufferView", gltf.add_view({3, 0})}}}};
  EXPECT_EQ(load(gltf).primitives[0].indices, (Indices{0, 1, 3}));
}

TEST_F(GltfMesh, AnAccessorWithoutViewIsZeroButForItsSparseValues) {
  Gltf gltf = row_of_vertices(3, 4);
  gltf.root["accessors"][0].erase("bufferView");
  EXPECT_EQ(load(gltf).primitives[0].vertices[2].position, glm::vec3(0, 0, 0));
  gltf.root["accessors"][0]["sparse"] = {{"count", 1},
                                         {"indices", {{"bufferView", gltf.add_view({2})}, {"componentType", 5121}}},
                                         {"values", {{"bufferView", gltf.add_view(bytes_of<float>({4, 5, 6}))}}}};
  EXPECT_EQ(load(gltf).primitives[0].vertices[2].position, glm::vec3(4, 5, 6));
}

TEST_F(GltfMesh, MissingNormalsBecomeFlat) {
  Gltf gltf;
  // Two triangles of a roof, with an edge in common.
  const int positions = gltf.add_accessor<float>("VEC3", {0, 0, 0, 2, 0, 0, 0, 2, 0, 0, 0, -2});
  const int indices = gltf.add_accessor<std::uint8_t>("SCALAR", {0, 1, 2, 0, 1, 3});
  const int tangents = gltf.add_accessor<float>("VEC4", std::vector<float>(16, 0.5f));
  gltf.add_root({{"mesh", gltf.add_mesh({{"attributes", {{"POSITION", positions}, {"TANGENT", tangents}}},
                                         {"indices", indices}})}});
  const engine::Scene scene = load(gltf);
  const auto& vertices = scene.primitives[0].vertices;
  ASSERT_EQ(vertices.size(), 6u);
  for (std::size_t i = 0; i < 3; ++i) EXPECT_EQ(vertices[i].normal, glm::vec3(0, 0, 1));
  for (std::size_t i = 3; i < 6; ++i) EXPECT_EQ(vertices[i].normal, glm::vec3(0, 1, 0));
  EXPECT_EQ(vertices[4].position, glm::vec3(2, 0, 0));
  EXPECT_EQ(scene.primitives[0].indices, (Indices{0, 1, 2, 3, 4, 5}));
}

TEST_F(GltfMesh, NormalsBecomeUnitLengthAndNoneIsZero) {
  Gltf gltf = one_triangle();
  primitive_of(gltf)["attributes"]["NORMAL"] = gltf.add_accessor<float>("VEC3", {0, 3, 4, 0, 0, 0, 1e-30f, 0, 0});
  const auto vertices = load(gltf).primitives[0].vertices;
  EXPECT_EQ(vertices[0].normal, glm::vec3(0, 0.6f, 0.8f));
  EXPECT_EQ(vertices[1].normal, glm::vec3(0, 0, 1)) << "the triangle's";
  EXPECT_EQ(vertices[2].normal, glm::vec3(1, 0, 0));
}

TEST_F(GltfMesh, TrianglesOfNoAreaHaveAFiniteNormal) {
  Gltf gltf = row_of_vertices(3, 4);
  primitive_of(gltf)["attributes"].erase("NORMAL");
  EXPECT_EQ(load(gltf).primitives[0].vertices[0].normal, glm::vec3(0, 0, 1));
}

TEST_F(GltfMesh, OnlyTheVerticesInUseAreKept) {
  Gltf gltf = row_of_vertices(100, 4);
  primitive_of(gltf)["indices"] = gltf.add_accessor<std::uint8_t>("SCALAR", {50, 52, 51, 53, 52, 51});
  const engine::Scene scene = load(gltf);
  ASSERT_EQ(scene.primitives[0].vertices.size(), 4u);
  EXPECT_EQ(scene.primitives[0].vertices[0].position, glm::vec3(50, 0, 0));
  EXPECT_EQ(scene.primitives[0].indices, (Indices{0, 2, 1, 3, 2, 1}));
  EXPECT_EQ(scene.bounds.min_m, glm::vec3(50, 0, 0));
  EXPECT_EQ(scene.bounds.max_m, glm::vec3(53, 0, 0));
}

TEST_F(GltfMesh, EachPrimitiveOfAMeshHasItsOwn) {
  Gltf gltf = one_triangle();
  json second = primitive_of(gltf);
  second["material"] = gltf.add("materials", {{"name", "second"}});
  gltf.root["meshes"][0]["primitives"].push_back(second);
  const engine::Scene scene = load(gltf);
  ASSERT_EQ(scene.primitives.size(), 2u);
  ASSERT_EQ(scene.instances.size(), 2u);
  ASSERT_EQ(scene.materials.size(), 2u) << "its own, and a default one";
  EXPECT_EQ(scene.primitives[0].material, 1u);
  EXPECT_EQ(scene.primitives[1].material, 0u);
  EXPECT_EQ(scene.materials[0].name, "second");
}

/// Of three or four channels, floats or normalised integers; white without any.
TEST_F(GltfMesh, Colors) {
  Gltf gltf = one_triangle();
  EXPECT_EQ(load(gltf).primitives[0].vertices[1].color, glm::u16vec4(65535));
  primitive_of(gltf)["attributes"]["COLOR_0"] =
      gltf.add_accessor<float>("VEC3", {0, 0.5f, 1, 2, -1, 0.25f, 0.125f, 0, 0});
  engine::Scene scene = load(gltf);
  EXPECT_TRUE(scene.warnings.empty());
  EXPECT_EQ(scene.primitives[0].vertices[0].color, glm::u16vec4(0, 32768, 65535, 65535));
  EXPECT_EQ(scene.primitives[0].vertices[1].color, glm::u16vec4(65535, 0, 16384, 65535));
  const int bytes = gltf.add_accessor<std::uint8_t>("VEC4", {255, 128, 0, 51, 0, 0, 0, 0, 1, 2, 3, 4});
  gltf.root["accessors"][std::size_t(bytes)]["normalized"] = true;
  primitive_of(gltf)["attributes"]["COLOR_0"] = bytes;
  EXPECT_EQ(load(gltf).primitives[0].vertices[0].color, glm::u16vec4(65535, 32896, 0, 13107));
  primitive_of(gltf)["attributes"]["COLOR_1"] = bytes;
  EXPECT_EQ(only_warning(load(gltf)), "vertex colours beyond COLOR_0 are ignored");
}

}  // namespace
}  // namespace scene_test
