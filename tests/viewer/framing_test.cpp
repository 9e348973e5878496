// SPDX-License-Identifier: MIT
// Tests of first views of models.
#include "session/source/framing.h"

#include <gtest/gtest.h>

#include <cmath>
#include <glm/common.hpp>
#include <glm/geometric.hpp>
#include <glm/gtc/matrix_transform.hpp>
#include <memory>
#include <numbers>

#include "engine/scene/camera.h"
#include "engine/scene/movement.h"

namespace {

/// A box, as the corners of a mesh that stands elsewhere.
engine::Scene model_of(const glm::vec3& size_m) {
  engine::Scene model;
  engine::Primitive primitive;
  for (int i = 0; i < 8; ++i) {
    primitive.vertices.push_back({.position = size_m * glm::vec3(i & 1, i >> 1 & 1, i >> 2), .normal = {0, 1, 0}});
  }
  const glm::vec3 at(5, -2, 1);
  model.primitives.push_back(primitive);
  model.instances.push_back({0, glm::translate(glm::mat4(1.0f), at)});
  model.bounds = {at, at + size_m};
  return model;
}

/// The box of all moments is seen, unless it goes far away from where it is at rest.
TEST(Framing, WhatMovesIsSeenWhereItGoes) {
  engine::Scene model = model_of(glm::vec3(1));
  const auto distance_m = [&] {
    return glm::distance(session::Framing(model).pose(70, 43).position_m, glm::dvec3(5.5, -1.5, 1.5));
  };
  const double still_m = distance_m();
  model.movement = std::make_shared<const engine::Movement>();
  model.bounds.max_m.y += 2.0f;
  EXPECT_GT(distance_m(), 1.2 * still_m);
  model.bounds.max_m.y += 100.0f;
  EXPECT_LT(distance_m(), 60.0);
}

TEST(Framing, AModelFillsFourFifthsOfItsTighterSide) {
  for (const glm::vec3 size : {glm::vec3(1), glm::vec3(10, 0.5f, 1), glm::vec3(0.01f, 0.04f, 0.01f), glm::vec3(300)}) {
    for (const glm::dvec2 fov_deg : {glm::dvec2(70, 43), glm::dvec2(20, 60)}) {
      const engine::Scene model = model_of(size);
      const session::Pose pose = session::Framing(model).pose(fov_deg.x, fov_deg.y);
      const double yaw = pose.yaw_deg * std::numbers::pi / 180.0, pitch = pose.pitch_deg * std::numbers::pi / 180.0;
      const glm::dvec3 forward = {std::sin(yaw) * std::cos(pitch), std::sin(pitch), -std::cos(yaw) * std::cos(pitch)};
      const glm::dvec3 right = {std::cos(yaw), 0.0, std::sin(yaw)}, up = glm::cross(right, forward);
      glm::dvec2 low(2.0), high(-2.0);  // -1..1: the picture's sides
      for (const engine::Vertex& vertex : model.primitives[0].vertices) {
        const glm::dvec3 from_camera = glm::dvec3(vertex.position + model.bounds.min_m) - pose.position_m;
        const double depth = glm::dot(from_camera, forward);
        ASSERT_GT(depth, 0.0);
        const glm::dvec2 at = glm::dvec2(glm::dot(from_camera, right), glm::dot(from_camera, up)) /
                              (depth * glm::tan(fov_deg * (std::numbers::pi / 360.0)));
        low = glm::min(low, at);
        high = glm::max(high, at);
      }
      const glm::dvec2 filled = 0.5 * (high - low);
      EXPECT_NEAR(std::max(filled.x, filled.y), 0.8, 0.02) << size.x << " " << fov_deg.x;
      EXPECT_LE(std::max({high.x, high.y, -low.x, -low.y}), 0.8 + 1e-4);
    }
  }
}

/// A square of level ground round the origin, as two triangles or as many.
void add_plane(engine::Scene& model, float side_m, std::uint32_t parts) {
  engine::Primitive plane;
  for (std::uint32_t row = 0; row <= parts; ++row) {
    for (std::uint32_t column = 0; column <= parts; ++column) {
      const glm::vec3 at = glm::vec3(column, 0, row) / float(parts) - glm::vec3(0.5f, 0, 0.5f);
      plane.vertices.push_back({.position = side_m * at, .normal = {0, 1, 0}});
    }
  }
  for (std::uint32_t i = 0; i < parts * parts; ++i) {
    const std::uint32_t corner = i / parts * (parts + 1) + i % parts, below = corner + parts + 1;
    plane.indices.insert(plane.indices.end(), {corner, below, corner + 1, corner + 1, below, below + 1});
  }
  model.instances.push_back({std::uint32_t(model.primitives.size()), glm::mat4(1.0f)});
  model.primitives.push_back(plane);
  model.bounds =
      engine::united(model.bounds, {glm::vec3(-side_m / 2, 0, -side_m / 2), glm::vec3(side_m / 2, 0, side_m / 2)});
}

/// 1 m x 2 m x 1 m, on the plane y = 0.
engine::Scene pillar() {
  engine::Scene model = model_of({1, 2, 1});
  model.instances[0].world_from_mesh = glm::mat4(1.0f);
  model.bounds = {{0, 0, 0}, {1, 2, 1}};
  for (std::uint32_t i = 0; i < 6; ++i) {
    model.primitives[0].indices.insert(model.primitives[0].indices.end(), {i, i + 1, i + 2});
  }
  return model;
}

/// What stands on a ground or before a backdrop fills the picture, however far they reach; things on a floor that isn't
/// much larger are seen with all of it.
TEST(Framing, AFarPlaneIsLeftOut) {
  for (const std::uint32_t parts : {1u, 50u}) {
    engine::Scene far = pillar(), near = pillar();
    add_plane(far, 300.0f, parts);
    add_plane(near, 4.0f, parts);
    EXPECT_EQ(session::subject_of(far).max_m, glm::vec3(1, 2, 1)) << parts;
    EXPECT_EQ(session::subject_of(far).min_m, glm::vec3(0));
    EXPECT_EQ(session::subject_of(near).max_m, near.bounds.max_m) << parts;
    const session::Pose as_pillar = session::Framing(pillar()).pose(70, 43),
                        as_far = session::Framing(far).pose(70, 43);
    EXPECT_NEAR(glm::distance(as_pillar.position_m, as_far.position_m), 0.0, 0.05);
    EXPECT_EQ(session::Framing(far).walking_speed_m_per_s(), session::Framing(pillar()).walking_speed_m_per_s());
  }
}

/// A wide model that isn't flat, and one that is nothing but a plane, are seen whole.
TEST(Framing, AllOfALandscapeIsShown) {
  engine::Scene plane;
  plane.bounds = {{0, 0, 0}, {0, 0, 0}};
  add_plane(plane, 100.0f, 20);
  EXPECT_EQ(session::subject_of(plane).max_m, glm::vec3(50, 0, 50));
  engine::Scene hills = pillar();
  add_plane(hills, 100.0f, 20);
  for (std::size_t i = 0; i < hills.primitives[1].vertices.size(); i += 2)
    hills.primitives[1].vertices[i].position.y = 9;
  hills.bounds.max_m.y = 9;
  EXPECT_EQ(session::subject_of(hills).max_m, glm::vec3(50, 9, 50));
}

TEST(Framing, AModelIsCrossedInOneToTenSeconds) {
  const auto speed_for = [](float side_m) {
    return session::Framing(model_of(glm::vec3(side_m, 0, 0))).walking_speed_m_per_s();
  };
  EXPECT_EQ(speed_for(2.0f), 2.0);
  EXPECT_EQ(speed_for(20.0f), 2.0);
  EXPECT_NEAR(speed_for(500.0f), 50.0, 1e-3);
  EXPECT_NEAR(speed_for(0.25f), 0.25, 1e-3);
  EXPECT_EQ(speed_for(0.0f), 0.01);
}

}  // namespace
