// SPDX-License-Identifier: MIT
// Tests of tangents that a file lacks.
#include <glm/geometric.hpp>

#include "scene/gltf_fixture.h"
#include "scene/texture_files.h"

namespace scene_test {
namespace {

class GltfTangent : public GltfTest {
 protected:
  struct Mesh {
    std::vector<float> positions;
    std::vector<float> normals;
    std::vector<float> coordinates;
    std::vector<std::uint8_t> indices;
    std::vector<float> tangents = {};
    bool has_normal_texture = true;
    std::vector<float> second_coordinates = {};  ///< not empty: the normal texture is on them
  };

  engine::Primitive load_mesh(const Mesh& mesh) {
    Gltf gltf;
    json attributes = {{"POSITION", gltf.add_accessor("VEC3", mesh.positions)},
                       {"NORMAL", gltf.add_accessor("VEC3", mesh.normals)}};
    if (!mesh.coordinates.empty()) attributes["TEXCOORD_0"] = gltf.add_accessor("VEC2", mesh.coordinates);
    if (!mesh.second_coordinates.empty()) attributes["TEXCOORD_1"] = gltf.add_accessor("VEC2", mesh.second_coordinates);
    if (!mesh.tangents.empty()) attributes["TANGENT"] = gltf.add_accessor("VEC4", mesh.tangents);
    const int indices = gltf.add_accessor("SCALAR", mesh.indices);
    gltf.add("images", {{"bufferView", gltf.add_view(make_png())}});
    gltf.add("textures", {{"source", 0}});
    const char* slot = mesh.has_normal_texture ? "normalTexture" : "occlusionTexture";
    json material = {{slot, {{"index", 0}}}};
    if (!mesh.second_coordinates.empty()) {
      material[slot]["texCoord"] = 1;
      material["pbrMetallicRoughness"]["baseColorTexture"]["index"] = 0;
    }
    gltf.add("materials", material);
    gltf.add_root({{"mesh", gltf.add_mesh({{"attributes", attributes}, {"indices", indices}, {"material", 0}})}});
    return load(gltf).primitives.at(0);
  }
};

const std::vector<float> kSquare = {0, 0, 0, 1, 0, 0, 1, 1, 0, 0, 1, 0};
const std::vector<float> kSquareNormals = {0, 0, 1, 0, 0, 1, 0, 0, 1, 0, 0, 1};
// As one looks at it: v points down.
const std::vector<float> kUpright = {0, 1, 1, 1, 1, 0, 0, 0};
const std::vector<std::uint8_t> kSquareIndices = {0, 1, 2, 0, 2, 3};

TEST_F(GltfTangent, AnUprightTextureHasTheBitangentUp) {
  const engine::Primitive square = load_mesh({kSquare, kSquareNormals, kUpright, kSquareIndices});
  ASSERT_EQ(square.vertices.size(), 4u);
  for (const engine::Vertex& vertex : square.vertices) {
    EXPECT_EQ(vertex.tangent, glm::vec4(1, 0, 0, 1));
    EXPECT_EQ(glm::cross(vertex.normal, glm::vec3(vertex.tangent)) * vertex.tangent.w, glm::vec3(0, 1, 0));
  }
}

TEST_F(GltfTangent, OnTheSecondCoordinates) {
  Mesh mesh = {kSquare, kSquareNormals, kUpright, kSquareIndices};
  mesh.second_coordinates = {1, 1, 1, 0, 0, 0, 0, 1};  // turned by 90 degrees: u grows downwards
  for (const engine::Vertex& vertex : load_mesh(mesh).vertices) EXPECT_EQ(vertex.tangent, glm::vec4(0, -1, 0, 1));
}

TEST_F(GltfTangent, AMirroredTextureHasANegativeSign) {
  const engine::Primitive square = load_mesh({kSquare, kSquareNormals, {1, 1, 0, 1, 0, 0, 1, 0}, kSquareIndices});
  for (const engine::Vertex& vertex : square.vertices) {
    EXPECT_EQ(vertex.tangent, glm::vec4(-1, 0, 0, -1));
    EXPECT_EQ(glm::cross(vertex.normal, glm::vec3(vertex.tangent)) * vertex.tangent.w, glm::vec3(0, 1, 0));
  }
}

TEST_F(GltfTangent, ATurnedTextureTurnsTheTangent) {
  const engine::Primitive square = load_mesh({kSquare, kSquareNormals, {1, 1, 1, 0, 0, 0, 0, 1}, kSquareIndices});
  for (const engine::Vertex& vertex : square.vertices) EXPECT_EQ(vertex.tangent, glm::vec4(0, -1, 0, 1));
}

TEST_F(GltfTangent, VerticesOfAMirrorSeamAreSplit) {
  // Two squares side by side; on the right the texture runs back.
  const engine::Primitive mesh = load_mesh({{0, 0, 0, 1, 0, 0, 2, 0, 0, 0, 1, 0, 1, 1, 0, 2, 1, 0},
                                            {0, 0, 1, 0, 0, 1, 0, 0, 1, 0, 0, 1, 0, 0, 1, 0, 0, 1},
                                            {0, 1, 1, 1, 0, 1, 0, 0, 1, 0, 0, 0},
                                            {0, 1, 4, 0, 4, 3, 1, 2, 5, 1, 5, 4}});
  ASSERT_EQ(mesh.vertices.size(), 8u);
  EXPECT_EQ(mesh.indices, (std::vector<std::uint32_t>{0, 1, 4, 0, 4, 3, 6, 2, 5, 6, 5, 7}));
  for (const std::size_t left : {0u, 1u, 3u, 4u}) EXPECT_EQ(mesh.vertices[left].tangent, glm::vec4(1, 0, 0, 1));
  for (const std::size_t right : {2u, 5u, 6u, 7u}) EXPECT_EQ(mesh.vertices[right].tangent, glm::vec4(-1, 0, 0, -1));
  EXPECT_EQ(mesh.vertices[6].position, mesh.vertices[1].position);
  EXPECT_EQ(mesh.vertices[7].texture_coordinate, mesh.vertices[4].texture_coordinate);
}

TEST_F(GltfTangent, TheyAreOrthogonalToTheNormalAndUnitLength) {
  const engine::Primitive square =
      load_mesh({kSquare, {0.6f, 0, 0.8f, -0.6f, 0, 0.8f, 0, 0.6f, 0.8f, 0, 0, 1}, kUpright, kSquareIndices});
  EXPECT_NEAR(glm::distance(square.vertices[0].tangent, glm::vec4(0.8f, 0, -0.6f, 1)), 0, kRounding);
  EXPECT_NEAR(glm::distance(square.vertices[1].tangent, glm::vec4(0.8f, 0, 0.6f, 1)), 0, kRounding);
  EXPECT_NEAR(glm::distance(square.vertices[2].tangent, glm::vec4(1, 0, 0, 1)), 0, kRounding);
}

TEST_F(GltfTangent, LargerTrianglesWeighMore) {
  // Around vertex 0 one triangle's u runs along +X, the other's, three times as large, along +Y.
  const engine::Primitive fan = load_mesh({{0, 0, 0, 1, 0, 0, 0, 1, 0, -3, 0, 0, 0, -1, 0},
                                           {0, 0, 1, 0, 0, 1, 0, 0, 1, 0, 0, 1, 0, 0, 1},
                                           {0, 0, 1, 0, 0, -1, 0, -3, -1, 0},
                                           {0, 1, 2, 0, 3, 4}});
  const glm::vec3 expected = glm::normalize(glm::vec3(1, 3, 0));
  EXPECT_NEAR(glm::distance(fan.vertices[0].tangent, glm::vec4(expected, 1)), 0, kRounding);
}

TEST_F(GltfTangent, WithoutTextureCoordinatesAnyOrthogonalOneWillDo) {
  for (const std::vector<float>& coordinates : {std::vector<float>{}, std::vector<float>(8, 0.5f)}) {
    const engine::Primitive square = load_mesh({kSquare, kSquareNormals, coordinates, kSquareIndices});
    for (const engine::Vertex& vertex : square.vertices) {
      EXPECT_NEAR(glm::dot(vertex.normal, glm::vec3(vertex.tangent)), 0, kRounding);
      EXPECT_NEAR(glm::length(glm::vec3(vertex.tangent)), 1, kRounding);
      EXPECT_EQ(vertex.tangent.w, 1);
    }
  }
}

TEST_F(GltfTangent, TheFilesOwnAreTaken) {
  const engine::Primitive square = load_mesh(
      {kSquare, kSquareNormals, kUpright, kSquareIndices, {0, 2, 0, -1, 0, 0, 3, 1, 0, 1, 1, -0.5f, -1, 0, 0, 0}});
  EXPECT_EQ(square.vertices[0].tangent, glm::vec4(0, 1, 0, -1)) << "made unit length";
  EXPECT_NEAR(glm::dot(square.vertices[1].normal, glm::vec3(square.vertices[1].tangent)), 0, kRounding);
  EXPECT_EQ(square.vertices[2].tangent, glm::vec4(0, 1, 0, -1)) << "made orthogonal";
  EXPECT_EQ(square.vertices[3].tangent, glm::vec4(-1, 0, 0, 1));
}

TEST_F(GltfTangent, WithoutNormalTextureThereIsNoWork) {
  Mesh mesh{kSquare, kSquareNormals, {1, 1, 1, 0, 0, 0, 0, 1}, kSquareIndices};
  mesh.has_normal_texture = false;
  EXPECT_EQ(load_mesh(mesh).vertices[0].tangent, glm::vec4(1, 0, 0, 1));
}

TEST_F(GltfTangent, HugeAndTinyNumbersStayFinite) {
  for (const float scale : {3e38f, 1e-38f}) {
    std::vector<float> positions = kSquare;
    std::vector<float> coordinates = kUpright;
    for (float& value : positions) value *= scale;
    for (float& value : coordinates) value *= scale;
    const engine::Primitive square = load_mesh({positions, kSquareNormals, coordinates, kSquareIndices});
    for (const engine::Vertex& vertex : square.vertices) EXPECT_EQ(vertex.tangent, glm::vec4(1, 0, 0, 1)) << scale;
  }
}

}  // namespace
}  // namespace scene_test
