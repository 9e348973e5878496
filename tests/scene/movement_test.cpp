// SPDX-License-Identifier: MIT
// Tests of animations, skins and morph targets against the formulas of glTF 2.0.
#include "engine/scene/movement.h"

#include <gtest/gtest.h>

#include <cmath>
#include <glm/geometric.hpp>
#include <glm/gtc/matrix_transform.hpp>
#include <numbers>

namespace scene_test {
namespace {

using engine::Curve;
using engine::Interpolation;

constexpr double kRounding = 1e-6;  // of floats near 1

std::vector<double> value_at(const Curve& curve, double time_s, bool is_rotation = false) {
  std::vector<double> value(curve.width);
  curve.at(time_s, is_rotation, value);
  return value;
}

TEST(Movement, LinearCurves) {
  const Curve curve = {Interpolation::linear, {1, 2, 4}, {0, 10, 4, 20, 0, 0}, 2};
  EXPECT_EQ(value_at(curve, 0.0), (std::vector<double>{0, 10}));  // before the first key
  EXPECT_EQ(value_at(curve, 1.0), (std::vector<double>{0, 10}));
  EXPECT_EQ(value_at(curve, 1.25), (std::vector<double>{1, 12.5}));
  EXPECT_EQ(value_at(curve, 2.0), (std::vector<double>{4, 20}));
  EXPECT_EQ(value_at(curve, 3.0), (std::vector<double>{2, 10}));
  EXPECT_EQ(value_at(curve, 9.0), (std::vector<double>{0, 0}));  // after the last
}

TEST(Movement, SteppedCurves) {
  const Curve curve = {Interpolation::step, {0, 1}, {3, 7}, 1};
  EXPECT_EQ(value_at(curve, 0.999), std::vector<double>{3});
  EXPECT_EQ(value_at(curve, 1.0), std::vector<double>{7});
}

// Appendix C: tangents are scaled by the time between keys.
TEST(Movement, CubicSplines) {
  const Curve curve = {Interpolation::cubic_spline, {1, 3}, {9, 2, 5, -4, 6, 9}, 1};
  const double v0 = 2, b0 = 5, a1 = -4, v1 = 6, length_s = 2;
  EXPECT_EQ(value_at(curve, 0.0), std::vector<double>{v0});
  EXPECT_EQ(value_at(curve, 4.0), std::vector<double>{v1});
  for (const double t : {0.0, 0.25, 0.5, 0.9}) {
    const double t2 = t * t, t3 = t2 * t;
    const double expected = (2 * t3 - 3 * t2 + 1) * v0 + length_s * (t3 - 2 * t2 + t) * b0 + (-2 * t3 + 3 * t2) * v1 +
                            length_s * (t3 - t2) * a1;
    EXPECT_NEAR(value_at(curve, 1 + length_s * t)[0], expected, kRounding) << t;
  }
}

// A turn about z, the second key on the far side of the sphere of quaternions: the short way is taken.
TEST(Movement, RotationsTakeTheShortWayAtEvenSpeed) {
  const double angle = 1.2;
  const auto c = float(std::cos(angle / 2)), s = float(std::sin(angle / 2));
  const Curve curve = {Interpolation::linear, {0, 1}, {0, 0, 0, 1, 0, 0, -s, -c}, 4};
  for (const double t : {0.0, 0.25, 0.7}) {
    const std::vector<double> value = value_at(curve, t, true);
    EXPECT_NEAR(std::abs(value[2]), std::sin(t * angle / 2), kRounding) << t;
    EXPECT_NEAR(std::abs(value[3]), std::cos(t * angle / 2), kRounding) << t;
    EXPECT_GE(value[2] * value[3], 0.0) << t;
  }
}

TEST(Movement, RotationsOfSplinesHaveUnitLength) {
  const Curve curve = {
      Interpolation::cubic_spline, {0, 1}, {0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 2, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0}, 4};
  const std::vector<double> value = value_at(curve, 0.5, true);
  EXPECT_NEAR(value[2], (0.5 + 0.125 * 2) / std::hypot(0.75, 0.5), kRounding);
  EXPECT_NEAR(value[3], 0.5 / std::hypot(0.75, 0.5), kRounding);
  const Curve nowhere = {Interpolation::linear, {0, 1}, {0, 0, 0, 0, 0, 0, 0, 0}, 4};
  EXPECT_EQ(value_at(nowhere, 0.5, true), (std::vector<double>{0, 0, 0, 1}));
}

/// A joint that is carried by another, which turns by 90 degrees about z within a second.
engine::Movement turning() {
  engine::Movement movement;
  movement.nodes = {{.parent = {}, .base = glm::translate(glm::dmat4(1.0), glm::dvec3(1, 0, 0)), .rest = {}},
                    {.parent = 0, .base = glm::translate(glm::dmat4(1.0), glm::dvec3(0, 1, 0)), .rest = {}}};
  const float half = std::numbers::sqrt2_v<float> / 2;
  engine::Animation animation = {.name = "turn", .duration_s = 1.0, .curves = {}, .channels = {}};
  animation.curves.push_back({Interpolation::linear, {0, 1}, {0, 0, 0, 1, 0, 0, half, half}, 4});
  animation.channels.push_back({.path = engine::Channel::Path::rotation, .node = 0, .curve = 0});
  movement.animations.push_back(animation);
  return movement;
}

void expect_near(const glm::dvec3& actual, const glm::dvec3& expected) {
  EXPECT_LT(glm::distance(actual, expected), kRounding) << actual.x << ' ' << actual.y << ' ' << actual.z;
}

TEST(Movement, NodesCarryEachOther) {
  const engine::Movement movement = turning();
  const auto place = [&](const engine::Moment& moment) {
    return glm::dvec3(engine::posture_at(movement, moment).worlds[1][3]);
  };
  expect_near(place({}), {1, 1, 0});
  expect_near(place({.animation = 7}), {1, 1, 0});  // there is none: rest
  expect_near(place({.animation = 0, .time_s = 0.5}), {1 - std::sqrt(0.5), std::sqrt(0.5), 0});
  expect_near(place({.animation = 0, .time_s = 3.5}), {1 - std::sqrt(0.5), std::sqrt(0.5), 0});
  expect_near(place({.animation = 0, .time_s = -0.5}), {1 - std::sqrt(0.5), std::sqrt(0.5), 0});
}

/// One vertex at (1, 2, 0) in the space of the mesh, between the joints of turning().
engine::Movement bending(const glm::vec4& weights) {
  engine::Movement movement = turning();
  movement.skins.push_back({.joints = {0, 1}, .joints_from_mesh = {}});
  for (const glm::dvec3& joint : {glm::dvec3(1, 0, 0), glm::dvec3(1, 1, 0)}) {
    movement.skins[0].joints_from_mesh.emplace_back(glm::translate(glm::dmat4(1.0), -joint));
  }
  engine::Shape shape;
  shape.mesh.vertices.push_back({.position = {1, 2, 0}, .normal = {1, 0, 0}, .tangent = {0, 1, 0, -1}});
  shape.influences = {{.joints = {0, 1, 0, 0}, .weights = weights}};
  shape.targets = {{.positions = {{0, 0, 4}}, .normals = {}, .tangents = {}},
                   {.positions = {}, .normals = {{-1, 0, 1}}, .tangents = {}}};
  movement.shapes.push_back(shape);
  movement.deformations.push_back({.shape = 0, .instance = 0, .skin = 0, .node = {}, .weights = {0, 0}});
  return movement;
}

engine::Vertex vertex_of(const engine::Movement& movement, const engine::Moment& moment) {
  return engine::deformed(movement, movement.deformations[0], engine::posture_at(movement, moment)).at(0);
}

TEST(Movement, SkinsTurnPositionsNormalsAndTangents) {
  const engine::Movement movement = bending({0.25f, 0.75f, 0, 0});
  expect_near(vertex_of(movement, {}).position, {1, 2, 0});
  // Both joints turn about (1, 0, 0): the vertex comes to (-1, 0, 0), however its weights are.
  const engine::Vertex turned = vertex_of(movement, {.animation = 0, .time_s = 0.9999999999});
  EXPECT_LT(glm::distance(turned.position, glm::vec3(-1, 0, 0)), 1e-5f);
  EXPECT_LT(glm::distance(turned.normal, glm::vec3(0, 1, 0)), 1e-5f);
  EXPECT_LT(glm::distance(turned.tangent, glm::vec4(-1, 0, 0, -1)), 1e-5f);
}

TEST(Movement, SkinsMixMatrices) {
  engine::Movement movement = bending({0.25f, 0.75f, 0, 0});
  // Only the second joint moves: it alone by its weight.
  movement.animations[0].channels[0] = {.path = engine::Channel::Path::translation, .node = 1, .curve = 0};
  movement.animations[0].curves[0] = {Interpolation::linear, {0, 1}, {0, 0, 0, 8, 0, 0}, 3};
  expect_near(vertex_of(movement, {.animation = 0, .time_s = 0.5}).position, {1 + 0.75 * 4, 2, 0});
}

TEST(Movement, MirrorsTurnNormalsOutwards) {
  engine::Movement movement = bending({1, 0, 0, 0});
  movement.nodes[0].base = glm::scale(glm::dmat4(1.0), glm::dvec3(1, 1, -2));
  movement.deformations[0].weights = {0, 1};  // the normal is +Z
  const engine::Vertex vertex = vertex_of(movement, {});
  expect_near(vertex.normal, {0, 0, -1});
  EXPECT_EQ(vertex.tangent.w, 1.0f);
}

TEST(Movement, MorphTargetsAddByWeight) {
  engine::Movement movement = bending({1, 0, 0, 0});
  movement.deformations[0].weights = {0.5f, 0.5f};
  const engine::Vertex vertex = vertex_of(movement, {});
  expect_near(vertex.position, {1, 2, 2});
  expect_near(vertex.normal, glm::normalize(glm::dvec3(0.5, 0, 0.5)));
}

TEST(Movement, AnimationsChangeWeights) {
  engine::Movement movement = bending({1, 0, 0, 0});
  movement.deformations[0].node = 1;
  movement.animations[0].channels[0] = {.path = engine::Channel::Path::weights, .node = 1, .curve = 0};
  movement.animations[0].curves[0] = {Interpolation::linear, {0, 1}, {0, 0, 1, 0}, 2};
  expect_near(vertex_of(movement, {}).position, {1, 2, 0});
  expect_near(vertex_of(movement, {.animation = 0, .time_s = 0.25}).position, {1, 2, 1});
}

TEST(Movement, FlatTrianglesStayFlat) {
  engine::Movement movement;
  engine::Shape shape = {.mesh = {}, .targets = {}, .influences = {}, .is_flat = true};
  for (const glm::vec3& position : {glm::vec3(0, 0, 0), glm::vec3(1, 0, 0), glm::vec3(0, 1, 0)}) {
    shape.mesh.vertices.push_back({.position = position, .normal = {0, 0, 1}});
  }
  shape.targets = {{.positions = {{0, 0, 0}, {0, 0, 0}, {0, 0, 1}}, .normals = {}, .tangents = {}}};
  movement.shapes.push_back(shape);
  movement.deformations.push_back({.shape = 0, .instance = 0, .skin = {}, .node = {}, .weights = {1}});
  for (const engine::Vertex& vertex : engine::deformed(movement, movement.deformations[0], {})) {
    expect_near(vertex.normal, glm::normalize(glm::dvec3(0, -1, 1)));
  }
}

TEST(Movement, WhatNoFloatHoldsVanishes) {
  engine::Movement movement = turning();
  movement.nodes[0].base = glm::scale(glm::dmat4(1.0), glm::dvec3(1e30));
  EXPECT_EQ(engine::posture_at(movement, {}).worlds[0], glm::dmat4(0.0));
}

}  // namespace
}  // namespace scene_test
