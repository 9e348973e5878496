// SPDX-License-Identifier: MIT
// Tests of KHR_lights_punctual.
#include <glm/geometric.hpp>

#include "scene/gltf_fixture.h"

namespace scene_test {
namespace {

using GltfLight = GltfTest;
using Kind = engine::Light::Kind;

Gltf with_light(const json& light, const json& node = json::object()) {
  Gltf gltf;
  gltf.root["extensionsUsed"] = json::array({"KHR_lights_punctual"});
  gltf.root["extensions"]["KHR_lights_punctual"]["lights"] = json::array({light});
  json shining = node;
  shining["extensions"]["KHR_lights_punctual"]["light"] = 0;
  gltf.add_root(shining);
  return gltf;
}

TEST_F(GltfLight, PointLightsHaveTheirDefaults) {
  const engine::Scene scene = load(with_light({{"type", "point"}}, {{"translation", {1, 2, 3}}}));
  ASSERT_EQ(scene.lights.size(), 1u);
  const engine::Light& light = scene.lights[0];
  EXPECT_EQ(light.kind, Kind::point);
  EXPECT_EQ(light.color, glm::vec3(1, 1, 1));
  EXPECT_EQ(light.intensity, 1.0f);
  EXPECT_EQ(light.range_m, 0.0f);
  EXPECT_EQ(light.position_m, glm::vec3(1, 2, 3));
  EXPECT_TRUE(scene.warnings.empty());
}

TEST_F(GltfLight, NumbersArriveAsTheyAre) {
  const json light = {{"type", "spot"},
                      {"color", {0.25, 0.5, 1}},
                      {"intensity", 12345.5},
                      {"range", 8},
                      {"spot", {{"innerConeAngle", 0.25}, {"outerConeAngle", 0.5}}}};
  const engine::Light spot = load(with_light(light)).lights.at(0);
  EXPECT_EQ(spot.kind, Kind::spot);
  EXPECT_EQ(spot.color, glm::vec3(0.25f, 0.5f, 1));
  EXPECT_EQ(spot.intensity, 12345.5f);
  EXPECT_EQ(spot.range_m, 8.0f);
  EXPECT_EQ(spot.inner_cone_rad, 0.25f);
  EXPECT_EQ(spot.outer_cone_rad, 0.5f);
  EXPECT_EQ(spot.direction, glm::vec3(0, 0, -1));
}

TEST_F(GltfLight, ASpotHasDefaultCones) {
  const engine::Light spot = load(with_light({{"type", "spot"}, {"spot", json::object()}})).lights.at(0);
  EXPECT_EQ(spot.inner_cone_rad, 0.0f);
  EXPECT_FLOAT_EQ(spot.outer_cone_rad, 0.785398163f);
}

TEST_F(GltfLight, TheyShineAlongTheirNodesMinusZ) {
  const double half = std::sqrt(0.5);
  const json node = {{"rotation", {0, half, 0, half}}, {"scale", {2, 2, 7}}};  // +Z to +X
  const engine::Light sun = load(with_light({{"type", "directional"}, {"intensity", 100000}}, node)).lights.at(0);
  EXPECT_EQ(sun.kind, Kind::directional);
  EXPECT_EQ(sun.intensity, 100000.0f);
  EXPECT_NEAR(glm::distance(sun.direction, glm::vec3(-1, 0, 0)), 0, kRounding);
}

TEST_F(GltfLight, LargeWholeIntensitiesArentCutTo32Bits) {
  EXPECT_EQ(load(with_light({{"type", "point"}, {"intensity", 10'000'000'000}})).lights.at(0).intensity, 1e10f);
}

TEST_F(GltfLight, OneLightOnTwoNodesIsTwo) {
  Gltf gltf = with_light({{"type", "point"}});
  json second = gltf.root["nodes"][0];
  second["translation"] = {0, 1, 0};
  gltf.add_root(second);
  EXPECT_EQ(load(gltf).lights.size(), 2u);
}

TEST_F(GltfLight, WithoutDirectionOnlyPointsShine) {
  const json nothing = {{"scale", {0, 0, 0}}};
  EXPECT_EQ(load(with_light({{"type", "point"}}, nothing)).lights.size(), 1u);
  const engine::Scene scene = load(with_light({{"type", "directional"}}, nothing));
  EXPECT_TRUE(scene.lights.empty());
  EXPECT_EQ(only_warning(scene), "a light scaled to nothing is left out");
}

TEST_F(GltfLight, MalformedOnesAreRefused) {
  const auto reason = [&](const json& light) { return reason_of(with_light(light)); };
  EXPECT_EQ(reason({{"intensity", 1}}), "light 0: type is missing");
  EXPECT_EQ(reason({{"type", "area"}}), "light 0: type can't be \"area\"");
  EXPECT_EQ(reason({{"type", "spot"}}), "light 0: spot is missing");
  EXPECT_EQ(reason({{"type", "point"}, {"intensity", -1}}), "light 0: intensity is out of range");
  EXPECT_EQ(reason({{"type", "point"}, {"intensity", 1e39}}), "light 0: intensity is out of range");
  EXPECT_EQ(reason({{"type", "point"}, {"color", {1, 1}}}), "light 0: color must be an array of 3 numbers");
  EXPECT_EQ(reason({{"type", "point"}, {"color", {1, 1, -1}}}), "light 0: color[2] is out of range");
  const std::string cones = "node 0: light 0: its cone angles must be 0 <= inner <= outer <= pi / 2";
  EXPECT_EQ(reason({{"type", "spot"}, {"spot", {{"innerConeAngle", 0.6}, {"outerConeAngle", 0.5}}}}), cones);
  EXPECT_EQ(reason({{"type", "spot"}, {"spot", {{"outerConeAngle", 1.6}}}}), cones);
  EXPECT_EQ(reason({{"type", "spot"}, {"spot", {{"outerConeAngle", 0}}}}), cones);
  Gltf gltf = with_light({{"type", "point"}});
  gltf.root["nodes"][0]["extensions"]["KHR_lights_punctual"]["light"] = 1;
  EXPECT_EQ(reason_of(gltf), "node 0: extensions.KHR_lights_punctual.light is 1, but the count of lights is 1");
}

}  // namespace
}  // namespace scene_test
