// SPDX-License-Identifier: MIT
// Tests of first views of models.
#include "session/source/framing.h"

#include <gtest/gtest.h>

#include <cmath>
#include <glm/common.hpp>
#include <glm/geometric.hpp>
#include <glm/gtc/matrix_transform.hpp>
#include <numbers>

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
