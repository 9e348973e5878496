// SPDX-License-Identifier: MIT
// Distances from which models fill a picture.
#include "session/source/framing.h"

#include <algorithm>
#include <glm/common.hpp>
#include <glm/geometric.hpp>
#include <glm/gtc/quaternion.hpp>
#include <glm/mat4x4.hpp>
#include <limits>
#include <numbers>

namespace session {
namespace {

constexpr double kYaw_deg = -30.0, kPitch_deg = -20.0;
constexpr double kFilled = 0.8;
constexpr std::size_t kSlices = 64;
constexpr std::size_t kMostVertices = 4'000'000;  // of a larger model its box is taken
constexpr double kInfinity = std::numeric_limits<double>::infinity();

double radians(double degrees) { return degrees * std::numbers::pi / 180.0; }

glm::dquat view_orientation() {
  return glm::angleAxis(radians(-kYaw_deg), glm::dvec3(0, 1, 0)) *
         glm::angleAxis(radians(kPitch_deg), glm::dvec3(1, 0, 0));
}

std::size_t vertices_of(const engine::Scene& model) {
  std::size_t count = 0;
  for (const engine::Instance& instance : model.instances)
    count += model.primitives[instance.primitive].vertices.size();
  return count;
}

}  // namespace

Framing::Framing(const engine::Scene& model)
    : middle_m_(0.5f * (model.bounds.min_m + model.bounds.max_m)),
      radius_m_(std::max(0.5 * glm::length(glm::dvec3(model.bounds.max_m - model.bounds.min_m)), 1e-4)),
      slices_(kSlices, {glm::dvec2(kInfinity), glm::dvec2(-kInfinity), -kInfinity}) {
  const glm::dmat4 turn = glm::mat4_cast(glm::conjugate(view_orientation()));
  const std::size_t vertices = vertices_of(model);
  if (vertices == 0 || vertices > kMostVertices) {
    for (int i = 0; i < 8; ++i) {
      const glm::dvec3 corner = glm::mix(model.bounds.min_m, model.bounds.max_m, glm::vec3(i & 1, i >> 1 & 1, i >> 2));
      add(glm::dvec3(turn * glm::dvec4(corner - middle_m_, 0.0)));
    }
    return;
  }
  for (const engine::Instance& instance : model.instances) {
    glm::dmat4 moved(instance.world_from_mesh);
    moved[3] -= glm::dvec4(middle_m_, 0.0);
    const glm::mat4 view_from_mesh(turn * moved);
    for (const engine::Vertex& vertex : model.primitives[instance.primitive].vertices) {
      add(glm::dvec3(view_from_mesh * glm::vec4(vertex.position, 1.0f)));
    }
  }
}

void Framing::add(const glm::dvec3& point) {
  const double place = (point.z / radius_m_ * 0.5 + 0.5) * double(kSlices);
  Slice& slice = slices_[std::size_t(std::clamp(place, 0.0, double(kSlices - 1)))];
  slice.low = glm::min(slice.low, glm::dvec2(point));
  slice.high = glm::max(slice.high, glm::dvec2(point));
  slice.nearest = std::max(slice.nearest, point.z);
}

double Framing::walking_speed_m_per_s() const {
  constexpr double kLeast_m_per_s = 0.01;
  const double reach_m = 2.0 * radius_m_;
  return std::clamp(kWalkingSpeed_m_per_s, 0.1 * reach_m, std::max(reach_m, kLeast_m_per_s));
}

/// A point is in the picture where |x - camera.x| <= slope * (camera.z - z), likewise y: of four such planes, each has
/// the points that push it out most, and the camera is where they meet.
Pose Framing::pose(double horizontal_fov_deg, double vertical_fov_deg) const {
  const glm::dvec2 slopes =
      kFilled * glm::tan(0.5 * glm::dvec2(radians(horizontal_fov_deg), radians(vertical_fov_deg)));
  glm::dvec2 right(-kInfinity), left(-kInfinity);
  double nearest = -kInfinity;
  for (const Slice& slice : slices_) {
    if (slice.nearest == -kInfinity) continue;
    right = glm::max(right, slice.high + slopes * slice.nearest);
    left = glm::max(left, -slice.low + slopes * slice.nearest);
    nearest = std::max(nearest, slice.nearest);
  }
  const glm::dvec2 distances = (right + left) / (2.0 * slopes);
  const double z = std::max({distances.x, distances.y, nearest + 0.05 * radius_m_});
  const glm::dvec3 camera(0.5 * (right - left), z);
  return {middle_m_ + view_orientation() * camera, kYaw_deg, kPitch_deg};
}

}  // namespace session
