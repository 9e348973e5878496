// SPDX-License-Identifier: MIT
// Tests of the glTF reader: containers, scenes, warnings about the whole file.
#include "scene/gltf_fixture.h"

namespace scene_test {
namespace {

using GltfFile = GltfTest;

TEST_F(GltfFile, TextAndBinaryAreTheSame) {
  const Gltf gltf = everything();
  const engine::Scene text = load(gltf.text());
  const engine::Scene binary = load(gltf.glb());
  for (const engine::Scene& scene : {text, binary}) {
    ASSERT_EQ(scene.primitives.size(), 1u);
    ASSERT_EQ(scene.primitives[0].vertices.size(), 3u);
    EXPECT_EQ(scene.primitives[0].vertices[1].position, glm::vec3(1, 0, 0));
    EXPECT_EQ(scene.images.size(), 2u);
    EXPECT_EQ(scene.images[0].rgba, text.images[0].rgba);
    EXPECT_EQ(scene.cameras.size(), 1u);
    EXPECT_EQ(scene.lights.size(), 1u);
    EXPECT_EQ(scene.warnings, std::vector<std::string>{});
  }
}

TEST_F(GltfFile, BinaryIsToldByItsContent) {
  test_files::write_file(folder_ / "a.gltf", one_triangle().glb());
  EXPECT_EQ(load_file(folder_ / "a.gltf").instances.size(), 1u);
  test_files::write_file(folder_ / "a.glb", one_triangle().text());
  EXPECT_EQ(load_file(folder_ / "a.glb").instances.size(), 1u);
}

TEST_F(GltfFile, UnknownChunksAndTrailingBytesOfABinaryAreIgnored) {
  Bytes glb = one_triangle().glb();
  const Bytes chunk = {4, 0, 0, 0, 'X', 'Y', 'Z', ' ', 1, 2, 3, 4};
  glb.insert(glb.end(), chunk.begin(), chunk.end());
  EXPECT_EQ(load(glb).instances.size(), 1u);
  glb[8] = static_cast<unsigned char>(glb[8] + chunk.size());
  EXPECT_EQ(load(glb).instances.size(), 1u);
}

TEST_F(GltfFile, ABinaryNeedsNoBuffer) {
  Gltf gltf;
  gltf.add_root(json::object());
  const engine::Scene scene = load(gltf.glb());
  EXPECT_TRUE(scene.instances.empty());
}

TEST_F(GltfFile, AnEmptySceneHasOneMaterialAndAUnitBox) {
  const engine::Scene scene = load(json{{"asset", {{"version", "2.0"}}}});
  EXPECT_EQ(scene.materials.size(), 1u);
  EXPECT_EQ(scene.bounds.min_m, glm::vec3(-0.5f));
  EXPECT_EQ(scene.bounds.max_m, glm::vec3(0.5f));
  EXPECT_TRUE(scene.warnings.empty());
}

TEST_F(GltfFile, TheNameIsTheScenesOrTheFiles) {
  Gltf gltf = one_triangle();
  EXPECT_EQ(load(gltf).name, "scene");
  gltf.root["scenes"][0]["name"] = "Kitchen";
  EXPECT_EQ(load(gltf).name, "Kitchen");
}

TEST_F(GltfFile, WholeNumbersMayHaveAPoint) {
  Gltf gltf = one_triangle();
  gltf.root["nodes"][0]["mesh"] = 0.0;
  gltf.root["accessors"][2]["count"] = 3.0;
  EXPECT_EQ(load(gltf).instances.size(), 1u);
}

TEST_F(GltfFile, UnknownPropertiesAndExtrasAreIgnored) {
  Gltf gltf = one_triangle();
  gltf.root["extras"] = {{"extensions", {{"a", {1, 2}}}}};
  gltf.root["nodes"][0]["extras"] = "anything";
  gltf.root["nodes"][0]["novelty"] = {1, 2, 3};
  EXPECT_TRUE(load(gltf).warnings.empty());
}

TEST_F(GltfFile, TheDefaultSceneIsLoaded) {
  Gltf gltf = one_triangle();
  gltf.add("nodes", {{"mesh", 0}, {"translation", {5, 0, 0}}});
  gltf.add("scenes", {{"nodes", {1}}});
  EXPECT_EQ(load(gltf).instances[0].world_from_mesh[3], glm::vec4(0, 0, 0, 1)) << "the first, without a default";
  gltf.root["scene"] = 1;
  EXPECT_EQ(load(gltf).instances[0].world_from_mesh[3], glm::vec4(5, 0, 0, 1));
}

TEST_F(GltfFile, WithoutScenesAllRootsAreLoaded) {
  Gltf gltf = one_triangle();
  gltf.root.erase("scenes");
  gltf.add("nodes", {{"mesh", 0}, {"translation", {1, 0, 0}}});
  gltf.add("nodes", {{"children", {1}}, {"translation", {0, 2, 0}}});
  const engine::Scene scene = load(gltf);
  ASSERT_EQ(scene.instances.size(), 2u);
  EXPECT_EQ(scene.instances[0].world_from_mesh[3], glm::vec4(0, 0, 0, 1));
  EXPECT_EQ(scene.instances[1].world_from_mesh[3], glm::vec4(1, 2, 0, 1));
}

TEST_F(GltfFile, ANodeOutsideTheSceneIsntLoaded) {
  Gltf gltf = one_triangle();
  gltf.add("nodes", {{"mesh", 0}});
  EXPECT_EQ(load(gltf).instances.size(), 1u);
}

TEST_F(GltfFile, UnknownExtensionsAreWarnedOfOnceEach) {
  Gltf gltf = one_triangle();
  gltf.root["extensionsUsed"] = {"ACME_fog", "ACME_unused"};
  gltf.root["nodes"][0]["extensions"]["ACME_fog"] = {{"extensions", {{"ACME_inner", json::object()}}}};
  gltf.root["meshes"][0]["extensions"]["ACME_fog"] = json::object();
  EXPECT_EQ(only_warning(load(gltf)), "ACME_fog is ignored (2 times)");
}

TEST_F(GltfFile, RequiredExtensionsThatAreKnownAreNoHindrance) {
  Gltf gltf = one_triangle();
  gltf.root["extensionsRequired"] = {"KHR_lights_punctual", "KHR_materials_emissive_strength", "KHR_mesh_quantization",
                                     "KHR_materials_unlit", "KHR_texture_transform"};
  EXPECT_TRUE(load(gltf).warnings.empty());
}

TEST_F(GltfFile, RequiredExtensionsOfMaterialsAreIgnoredByName) {
  Gltf gltf = one_triangle();
  gltf.root["extensionsRequired"] = {"KHR_materials_transmission"};
  gltf.add("materials", {{"extensions", {{"KHR_materials_transmission", {{"transmissionFactor", 1}}}}}});
  EXPECT_EQ(only_warning(load(gltf)), "KHR_materials_transmission is ignored");
}

TEST_F(GltfFile, AMillionNodesAreLoadedAndNoMore) {
  json root = {{"asset", {{"version", "2.0"}}}};
  root["nodes"] = json::array();
  root["nodes"].get_ref<json::array_t&>().resize(1'000'001, json::object());
  const std::string text = root.dump();
  EXPECT_EQ(reason_of(Bytes(text.begin(), text.end())), "has 1000001 nodes, the limit is 1000000");
}

}  // namespace
}  // namespace scene_test
