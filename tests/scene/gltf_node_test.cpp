// SPDX-License-Identifier: MIT
// Tests of nodes: transforms, mirrors, cameras, bounds.
#include <glm/geometric.hpp>
#include <glm/gtc/matrix_inverse.hpp>

#include "scene/gltf_fixture.h"
#include "scene/texture_files.h"

namespace scene_test {
namespace {

using GltfNode = GltfTest;

const double kHalfRoot = std::sqrt(0.5);  // sine and cosine of 45 degrees: a quarter turn

void expect_near(const glm::vec3& value, const glm::vec3& expected) {
  EXPECT_NEAR(glm::distance(value, expected), 0, kRounding) << value.x << ' ' << value.y << ' ' << value.z;
}

glm::vec3 moved(const engine::Instance& instance, const glm::vec3& point) {
  return instance.world_from_mesh * glm::vec4(point, 1);
}

TEST_F(GltfNode, ScaleThenRotationThenTranslation) {
  Gltf gltf = one_triangle();
  gltf.root["nodes"][0]["translation"] = {10, 20, 30};
  gltf.root["nodes"][0]["rotation"] = {0, 0, kHalfRoot, kHalfRoot};  // +X to +Y
  gltf.root["nodes"][0]["scale"] = {2, 3, 4};
  const engine::Scene scene = load(gltf);
  expect_near(moved(scene.instances[0], {1, 0, 0}), {10, 22, 30});
  expect_near(moved(scene.instances[0], {0, 1, 0}), {7, 20, 30});
  expect_near(moved(scene.instances[0], {0, 0, 1}), {10, 20, 34});
}

TEST_F(GltfNode, AnUnnormalizedRotationIsNormalized) {
  Gltf gltf = one_triangle();
  gltf.root["nodes"][0]["rotation"] = {0, 0, 5, 5};
  expect_near(moved(load(gltf).instances[0], {1, 0, 0}), {0, 1, 0});
}

TEST_F(GltfNode, MatricesAreColumnMajor) {
  Gltf gltf = one_triangle();
  gltf.root["nodes"][0]["matrix"] = {1, 2, 3, 0, 4, 5, 6, 0, 7, 8, 10, 0, 11, 12, 13, 1};
  const glm::mat4 matrix = load(gltf).instances[0].world_from_mesh;
  EXPECT_EQ(matrix[0], glm::vec4(1, 2, 3, 0));
  EXPECT_EQ(matrix[1], glm::vec4(4, 5, 6, 0));
  EXPECT_EQ(matrix[3], glm::vec4(11, 12, 13, 1));
}

/// As some tools write it.
TEST_F(GltfNode, ListedNodesWithParentsAreDrawnOnceWithAWarning) {
  Gltf gltf = one_triangle();
  gltf.root["nodes"][0] = {{"children", {1, 2}}, {"translation", {0, 0, 5}}};
  gltf.add("nodes", {{"mesh", 0}, {"translation", {1, 0, 0}}});
  gltf.add("nodes", {{"mesh", 0}, {"translation", {2, 0, 0}}});
  const auto places = [&](const json& listed) {
    gltf.root["scenes"][0]["nodes"] = listed;
    std::vector<glm::vec3> found;
    for (const engine::Instance& instance : load(gltf).instances) found.push_back(moved(instance, {0, 0, 0}));
    return found;
  };
  const std::vector<glm::vec3> both = {{1, 0, 5}, {2, 0, 5}};
  EXPECT_EQ(places({0}), both);
  EXPECT_EQ(places({0, 1}), both);
  EXPECT_EQ(places({2, 1, 0}), both);
  EXPECT_EQ(places({2}), std::vector<glm::vec3>{both[1]}) << "without its brother";
  EXPECT_EQ(only_warning(load(gltf)), "scene 0 lists a node with a parent: drawn once, where that puts it");
}

TEST_F(GltfNode, ChildrenStandInTheirParents) {
  Gltf gltf = one_triangle();
  gltf.add("nodes", {{"translation", {1, 0, 0}}, {"mesh", 0}});
  gltf.add("nodes", {{"translation", {0, 1, 0}}, {"scale", {2, 2, 2}}, {"children", {1}}});
  gltf.root["nodes"][0] = {{"children", {2}}, {"matrix", {1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 5, 1}}};
  const engine::Scene scene = load(gltf);
  ASSERT_EQ(scene.instances.size(), 1u);
  EXPECT_EQ(moved(scene.instances[0], {0, 0, 0}), glm::vec3(2, 1, 5));
  EXPECT_EQ(moved(scene.instances[0], {1, 0, 0}), glm::vec3(4, 1, 5));
}

TEST_F(GltfNode, OneMeshOnTwoNodesIsOnePrimitive) {
  Gltf gltf = one_triangle();
  gltf.add_root({{"mesh", 0}, {"translation", {3, 0, 0}}});
  const engine::Scene scene = load(gltf);
  EXPECT_EQ(scene.primitives.size(), 1u);
  ASSERT_EQ(scene.instances.size(), 2u);
  EXPECT_EQ(scene.instances[1].primitive, 0u);
}

TEST_F(GltfNode, NegativeScaleIsLeftToTheRenderer) {
  Gltf gltf = one_triangle();
  gltf.add_root({{"mesh", 0}, {"scale", {-1, 1, 1}}});
  const engine::Scene scene = load(gltf);
  ASSERT_EQ(scene.instances.size(), 2u);
  EXPECT_EQ(scene.primitives.size(), 1u);
  expect_near(moved(scene.instances[1], {1, 0, 0}), {-1, 0, 0});
}

TEST_F(GltfNode, WhatIsScaledToNothingIsLeftOut) {
  Gltf gltf = one_triangle();
  gltf.root["nodes"][0]["scale"] = {1, 0, 1};
  const engine::Scene scene = load(gltf);
  EXPECT_TRUE(scene.instances.empty());
  EXPECT_EQ(only_warning(scene), "a mesh scaled to nothing is not drawn");
}

TEST_F(GltfNode, BoundsHoldAllInstances) {
  Gltf gltf = one_triangle();
  EXPECT_EQ(load(gltf).bounds.min_m, glm::vec3(0, 0, 0));
  EXPECT_EQ(load(gltf).bounds.max_m, glm::vec3(1, 1, 0));
  gltf.add_root({{"mesh", 0}, {"translation", {-5, 2, 1}}, {"scale", {2, -3, 1}}});
  const engine::Scene scene = load(gltf);
  EXPECT_EQ(scene.bounds.min_m, glm::vec3(-5, -1, 0));
  EXPECT_EQ(scene.bounds.max_m, glm::vec3(1, 2, 1));
}

TEST_F(GltfNode, NestingOf256IsEnough) {
  Gltf gltf = one_triangle();
  for (int i = 1; i < 256; ++i) {
    gltf.root["nodes"][static_cast<std::size_t>(i - 1)]["children"] = json::array({i});
    gltf.add("nodes", {{"translation", {1, 0, 0}}});
  }
  gltf.root["nodes"][255]["mesh"] = 0;
  EXPECT_EQ(moved(load(gltf).instances[1], {0, 0, 0}), glm::vec3(255, 0, 0));
  gltf.root["nodes"][255]["children"] = json::array({256});
  gltf.add("nodes", json::object());
  EXPECT_EQ(reason_of(gltf), "node 256: is nested deeper than 256");
}

// ---- cameras --------------------------------------------------------------------------------------------------------
Gltf with_camera(const json& lens, const json& node) {
  Gltf gltf = one_triangle();
  gltf.add("cameras", {{"type", "perspective"}, {"perspective", lens}});
  json with_camera = node;
  with_camera["camera"] = 0;
  gltf.add_root(with_camera);
  return gltf;
}

TEST_F(GltfNode, CamerasStandWhereTheirNodesDo) {
  const json lens = {{"yfov", 0.75}, {"znear", 0.25}, {"zfar", 50}, {"aspectRatio", 1.5}};
  const json node = {{"translation", {1, 2, 3}}, {"rotation", {0, kHalfRoot, 0, kHalfRoot}}, {"scale", {9, 2, 5}}};
  const engine::Scene scene = load(with_camera(lens, node));
  ASSERT_EQ(scene.cameras.size(), 1u);
  const engine::Camera& camera = scene.cameras[0];
  EXPECT_EQ(camera.position_m, glm::vec3(1, 2, 3));
  EXPECT_EQ(camera.vertical_fov_rad, 0.75f);
  EXPECT_EQ(camera.near_m, 0.25f);
  EXPECT_EQ(camera.far_m, 50.0f);
  expect_near(camera.orientation * glm::vec3(0, 0, -1), {-1, 0, 0});
  expect_near(camera.orientation * glm::vec3(0, 1, 0), {0, 1, 0});
}

TEST_F(GltfNode, AMirroredCameraStillLooksItsWay) {
  const json node = {{"scale", {-1, 1, 2}}, {"rotation", {kHalfRoot, 0, 0, kHalfRoot}}};
  const engine::Camera camera = load(with_camera({{"yfov", 1}, {"znear", 1}}, node)).cameras.at(0);
  expect_near(camera.orientation * glm::vec3(0, 0, -1), {0, 1, 0});
  expect_near(camera.orientation * glm::vec3(0, 1, 0), {0, 0, 1});
}

TEST_F(GltfNode, ACameraWithoutEndSeesTheWholeScene) {
  Gltf gltf = with_camera({{"yfov", 1}, {"znear", 1}}, {{"translation", {0, 0, 10}}});
  EXPECT_EQ(load(gltf).cameras[0].far_m, 1000.0f);
  gltf.root["nodes"][0]["translation"] = {0, 0, -5000};
  EXPECT_NEAR(load(gltf).cameras[0].far_m, std::sqrt(5010.0 * 5010.0 + 2), 1e-3);
}

TEST_F(GltfNode, OrthographicCamerasAreLeftOut) {
  Gltf gltf = with_camera(json::object(), json::object());
  gltf.root["cameras"][0] = {{"type", "orthographic"},
                             {"orthographic", {{"xmag", 1}, {"ymag", 1}, {"znear", 0}, {"zfar", 1}}}};
  const engine::Scene scene = load(gltf);
  EXPECT_TRUE(scene.cameras.empty());
  EXPECT_EQ(only_warning(scene), "orthographic cameras are left out");
}

TEST_F(GltfNode, CamerasThatSeeNothingAreRefused) {
  const auto reason = [&](const json& lens) { return reason_of(with_camera(lens, json::object())); };
  EXPECT_EQ(reason({{"yfov", 0}, {"znear", 1}}), "node 1: camera 0: yfov must be between 0 and pi");
  EXPECT_EQ(reason({{"yfov", 3.2}, {"znear", 1}}), "node 1: camera 0: yfov must be between 0 and pi");
  EXPECT_EQ(reason({{"yfov", 1}, {"znear", 0}}), "node 1: camera 0: znear must be above 0");
  EXPECT_EQ(reason({{"yfov", 1}, {"znear", 2}, {"zfar", 2}}), "node 1: camera 0: zfar must be above znear");
  EXPECT_EQ(reason({{"yfov", 1}}), "camera 0: perspective.znear is missing");
  const json flat = {{"scale", {1, 0, 1}}};
  EXPECT_EQ(reason_of(with_camera({{"yfov", 1}, {"znear", 1}}, flat)), "node 1: its camera has no orientation");
}

}  // namespace
}  // namespace scene_test
