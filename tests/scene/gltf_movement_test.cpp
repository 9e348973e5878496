// SPDX-License-Identifier: MIT
// Tests of animations, skins and morph targets of glTF files.
#include <glm/geometric.hpp>

#include "engine/scene/movement.h"
#include "scene/gltf_fixture.h"

namespace scene_test {
namespace {

using Path = engine::Channel::Path;

class GltfMovement : public GltfTest {
 protected:
  /// A file that moves, and parts of its JSON.
  Gltf gltf = moving();
  json& primitive = gltf.root["meshes"][0]["primitives"][0];
  json& animation = gltf.root["animations"][0];
  json& skin = gltf.root["skins"][0];
};

/// An animation of a node's translation from 0 to (2, 0, 0) within two seconds.
void add_slide(Gltf& gltf, int node) {
  const int times = gltf.add_accessor<float>("SCALAR", {0, 2});
  const int places = gltf.add_accessor<float>("VEC3", {0, 0, 0, 2, 0, 0});
  gltf.add("animations", {{"samplers", {{{"input", times}, {"output", places}}}},
                          {"channels", {{{"sampler", 0}, {"target", {{"node", node}, {"path", "translation"}}}}}}});
}

TEST_F(GltfMovement, AllOfIt) {
  const engine::Scene scene = load(gltf);
  ASSERT_NE(scene.movement, nullptr);
  const engine::Movement& movement = *scene.movement;
  EXPECT_TRUE(scene.warnings.empty()) << ::testing::PrintToString(scene.warnings);
  ASSERT_EQ(movement.animations.size(), 1u);
  EXPECT_EQ(movement.animations[0].name, "all");
  EXPECT_EQ(movement.animations[0].duration_s, 1.0);
  ASSERT_EQ(movement.animations[0].channels.size(), 3u);
  EXPECT_EQ(movement.animations[0].channels[0].path, Path::translation);
  EXPECT_EQ(movement.animations[0].channels[1].path, Path::rotation);
  EXPECT_EQ(movement.animations[0].channels[2].path, Path::weights);
  ASSERT_EQ(movement.deformations.size(), 1u);
  const engine::Deformation& deformation = movement.deformations[0];
  EXPECT_EQ(deformation.weights, std::vector<float>{0.5f});
  ASSERT_TRUE(deformation.skin.has_value());
  // The joints stand at (0, 1, 0), which the inverse bind matrices take back: at rest the skin moves nothing, and the
  // morph target half.
  const engine::Instance& instance = scene.instances.at(deformation.instance);
  EXPECT_EQ(instance.world_from_mesh, glm::mat4(1.0f));
  EXPECT_EQ(scene.primitives[instance.primitive].vertices[0].position, glm::vec3(0, 0, 0.5f));
  // Weights that don't add up to 1 are made to.
  const std::vector<engine::Influence>& influences = movement.shapes[deformation.shape].influences;
  EXPECT_EQ(influences[0].weights, glm::vec4(0.5f, 0.5f, 0, 0));
  EXPECT_EQ(influences[0].joints, (std::array<std::uint16_t, 4>{0, 1, 0, 0}));
  // At 0.5 s the joint is half a metre higher, and the spline of 0, 0, 0, 0, 1, 0 halfway.
  const auto vertices = engine::deformed(movement, deformation, engine::posture_at(movement, {0, 0.5}));
  EXPECT_LT(glm::distance(vertices[0].position, glm::vec3(0, 0.5f, 0.5f)), kRounding);
  // Bounds hold what moves: the joint comes up to 2 m, and to more than 1.9 m at a moment that is looked at.
  EXPECT_GT(scene.bounds.max_m.y, 1.9f);
}

TEST_F(GltfMovement, NodesCarryMeshesAndEachOther) {
  Gltf file;
  const int parent = file.add_root({{"translation", {0, 0, 0}}});
  const int child = file.add("nodes", {{"mesh", file.add_triangle()}, {"translation", {0, 1, 0}}});
  file.root["nodes"][std::size_t(parent)]["children"] = {child};
  file.add_root({{"mesh", 0}});  // stands still
  add_slide(file, parent);
  const engine::Scene scene = load(file);
  ASSERT_NE(scene.movement, nullptr);
  ASSERT_EQ(scene.movement->carried.size(), 1u);
  const auto [instance, node] = scene.movement->carried[0];
  EXPECT_EQ(instance, 0u);
  EXPECT_EQ(scene.instances.size(), 2u);
  EXPECT_EQ(scene.primitives.size(), 1u);  // both show it
  const engine::Posture posture = engine::posture_at(*scene.movement, {0, 1.0});
  EXPECT_EQ(glm::vec3(posture.worlds[node][3]), glm::vec3(1, 1, 0));
  EXPECT_EQ(glm::mat4(engine::posture_at(*scene.movement, {}).worlds[node]), scene.instances[0].world_from_mesh);
}

TEST_F(GltfMovement, WithoutAnimationsSkinsAndMorphTargetsAreAtRest) {
  gltf.root.erase("animations");
  gltf.root["nodes"][0]["weights"] = {1};  // before those of the mesh
  const engine::Scene scene = load(gltf);
  EXPECT_EQ(scene.movement, nullptr);
  EXPECT_EQ(scene.primitives.at(scene.instances.at(0).primitive).vertices[0].position, glm::vec3(0, 0, 1));
}

TEST_F(GltfMovement, MeshesWithoutNormalsAreFlat) {
  primitive["attributes"].erase("NORMAL");
  const engine::Scene scene = load(gltf);
  ASSERT_NE(scene.movement, nullptr);
  const glm::vec3 normal = scene.primitives.at(scene.instances.at(0).primitive).vertices[1].normal;
  // Of the triangle (0, 0, 0.5), (1, 0, 0), (0, 1, 0).
  EXPECT_LT(glm::distance(normal, glm::normalize(glm::vec3(0.5f, 0.5f, 1))), 1e-6f);
}

TEST_F(GltfMovement, EightJointsForAVertex) {
  primitive["attributes"]["JOINTS_1"] = primitive["attributes"]["JOINTS_0"];
  primitive["attributes"]["WEIGHTS_1"] = primitive["attributes"]["WEIGHTS_0"];
  const engine::Scene scene = load(gltf);
  const engine::Shape& shape = scene.movement->shapes.at(0);
  EXPECT_EQ(shape.influences.size(), 2 * shape.mesh.vertices.size());
  EXPECT_EQ(shape.influences[0].weights, glm::vec4(0.25f, 0.25f, 0, 0));
  EXPECT_EQ(shape.influences[1].weights, glm::vec4(0.25f, 0.25f, 0, 0));
}

TEST_F(GltfMovement, VerticesWithoutWeightsGoWithTheirFirstJoint) {
  primitive["attributes"]["WEIGHTS_0"] = gltf.add_accessor<float>("VEC4", std::vector<float>(12, 0.0f));
  EXPECT_EQ(load(gltf).movement->shapes.at(0).influences[1].weights, glm::vec4(1, 0, 0, 0));
}

TEST_F(GltfMovement, MirroredSkinsTurnTheirTriangles) {
  for (int node : {3, 4}) gltf.root["nodes"][std::size_t(node)].erase("translation");
  skin.erase("inverseBindMatrices");
  gltf.root["nodes"][3]["scale"] = {-1, 1, 1};
  const engine::Scene scene = load(gltf);
  const engine::Primitive& mirrored = scene.primitives.at(scene.instances.at(0).primitive);
  EXPECT_EQ(mirrored.indices, (std::vector<std::uint32_t>{0, 2, 1}));
  EXPECT_EQ(mirrored.vertices[1].position, glm::vec3(-1, 0, 0));
  EXPECT_GT(mirrored.vertices[1].normal.z, 0.0f);  // front faces stay in front
}

TEST_F(GltfMovement, FaultyAnimationsAreLeftOut) {
  const auto warning = [&](const std::function<void(json&)>& damage) {
    Gltf damaged = gltf;
    damage(damaged.root);
    const engine::Scene scene = load(damaged);
    EXPECT_EQ(scene.movement, nullptr);
    return only_warning(scene);
  };
  const auto output = std::to_string(gltf.add_accessor<float>("SCALAR", {1, 0}));
  EXPECT_EQ(warning([&](json& root) { root["animations"][0]["samplers"][0]["input"] = std::stoi(output); }),
            "animation 0 isn't played: sampler 0: its times don't rise");
  const int negative = gltf.add_accessor<float>("SCALAR", {-1, 0});
  EXPECT_EQ(warning([&](json& root) { root["animations"][0]["samplers"][0]["input"] = negative; }),
            "animation 0 isn't played: sampler 0: its times begin below 0");
  const int infinite = gltf.add_accessor<float>("SCALAR", {0, INFINITY});
  EXPECT_EQ(warning([&](json& root) { root["animations"][0]["samplers"][0]["input"] = infinite; }),
            "animation 0 isn't played: sampler 0: accessor " + std::to_string(infinite) +
                ": element 1 is not a finite number");
  EXPECT_EQ(warning([&](json& root) { root["animations"][0]["channels"][0]["sampler"] = 9; }),
            "animation 0 isn't played: a channel names sampler 9, but the count of samplers is 3");
  EXPECT_EQ(warning([&](json& root) { root["animations"][0]["samplers"][2]["interpolation"] = "LINEAR"; }),
            "animation 0 isn't played: sampler 2: has 2 times, which take 2 numbers; its output has 6");
  EXPECT_EQ(warning([&](json& root) { root["animations"][0]["samplers"][1]["output"] = 0; }),
            "animation 0 isn't played: sampler 1: accessor 0: values must be VEC4");
}

TEST_F(GltfMovement, WhatIsNotMovedIsWarnedOf) {
  Gltf file = everything();
  file.root["nodes"][1]["children"] = {2};
  add_slide(file, 1);
  EXPECT_EQ(load(file).warnings, (std::vector<std::string>{"a camera or light that is animated stays at rest (2 times)",
                                                           "animations that move nothing that is drawn are left out"}));
  Gltf with_matrix = one_triangle();
  with_matrix.root["nodes"][0]["matrix"] = {1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1};
  add_slide(with_matrix, 0);
  EXPECT_EQ(only_warning(load(with_matrix)), "animations of nodes with a matrix are left out");
  Gltf pointer = one_triangle();
  add_slide(pointer, 0);
  pointer.root["animations"][0]["channels"][0]["target"]["path"] = "pointer";
  EXPECT_EQ(only_warning(load(pointer)), "animations of \"pointer\" are left out");
}

TEST_F(GltfMovement, FaultySkinsAndMorphTargetsAreRefused) {
  const auto reason = [&](const std::function<void(json&)>& damage) {
    Gltf damaged = gltf;
    damage(damaged.root);
    return reason_of(damaged);
  };
  const std::string in_primitive = "node 0: mesh 0, primitive 0: ";
  EXPECT_EQ(reason([](json& root) { root["meshes"][0]["primitives"][0]["attributes"].erase("JOINTS_0"); }),
            in_primitive + "has a skin, but no JOINTS_0");
  EXPECT_EQ(reason([](json& root) { root["meshes"][0]["primitives"][0]["attributes"].erase("WEIGHTS_0"); }),
            in_primitive + "JOINTS_0 has no weights");
  EXPECT_EQ(reason([](json& root) { root["skins"][0]["joints"] = {3}; }),
            "node 0: skin 0: has 1 joints, but a vertex names joint 1");
  EXPECT_EQ(reason([](json& root) {
              root["skins"][0]["joints"] = {3, 4, 4};
            }),
            "node 0: skin 0: has 3 joints, but 2 inverse bind matrices");
  EXPECT_EQ(reason([](json& root) {
              root["skins"][0]["joints"] = {3, 99};
            }),
            "skin 0: joints[1] is 99, but the count of nodes is 5");
  EXPECT_EQ(reason([](json& root) { root["skins"][0]["inverseBindMatrices"] = 0; }),
            "node 0: skin 0: accessor 0: inverseBindMatrices must be MAT4");
  EXPECT_EQ(reason([](json& root) { root["scenes"][0]["nodes"] = {0}; }),
            "node 0: skin 0: node 3, a joint, isn't in the scene");
  EXPECT_EQ(reason([](json& root) { root["meshes"][0]["weights"] = {1, 2}; }), "node 0: 2 weights for 1 morph targets");
  EXPECT_EQ(reason([](json& root) { root["meshes"][0]["primitives"][0]["targets"][0]["POSITION"] = 99; }),
            "mesh 0: primitives[0].targets[0].POSITION is 99, but the count of accessors is 12");
  EXPECT_EQ(reason([](json& root) { root["animations"][0]["samplers"][0]["interpolation"] = "EASE"; }),
            "animation 0: samplers[0].interpolation can't be \"EASE\"");
  const int short_one = gltf.add_accessor<float>("VEC3", {0, 0, 0});
  EXPECT_EQ(reason([&](json& root) { root["meshes"][0]["primitives"][0]["targets"][0]["POSITION"] = short_one; }),
            in_primitive + "accessor " + std::to_string(short_one) + ": POSITION has 1 elements, POSITION has 3");
}

}  // namespace
}  // namespace scene_test
