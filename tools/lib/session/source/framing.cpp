// SPDX-License-Identifier: MIT
// Distances from which models fill a picture.
#include "session/source/framing.h"

#include <algorithm>
#include <glm/common.hpp>
#include <glm/geometric.hpp>
#include <glm/gtc/quaternion.hpp>
#include <glm/mat4x4.hpp>
#include <glm/vector_relational.hpp>
#include <limits>
#include <numbers>

#include "engine/scene/camera.h"

namespace session {
namespace {

constexpr double kYaw_deg = -30.0, kPitch_deg = -20.0;
constexpr double kFilled = 0.8;
constexpr double kGap = 0.05;  // between camera and subject, of the subject's radius
constexpr std::size_t kSlices = 64;
constexpr std::size_t kMostVertices = 4'000'000;  // of a larger model its box is taken
constexpr double kInfinity = std::numeric_limits<double>::infinity();

double radians(double degrees) { return degrees * std::numbers::pi / 180.0; }

glm::dquat orientation_of(double yaw_deg, double pitch_deg) {
  return glm::angleAxis(radians(-yaw_deg), glm::dvec3(0, 1, 0)) *
         glm::angleAxis(radians(pitch_deg), glm::dvec3(1, 0, 0));
}

glm::dquat view_orientation() { return orientation_of(kYaw_deg, kPitch_deg); }

/// A point is in the picture where |x - camera.x| <= slope * (camera.z - z), likewise y: of four such planes, each has
/// the points that push it out most, and the camera is where they meet.
struct Planes {
  glm::dvec2 slopes;
  glm::dvec2 right{-kInfinity}, left{-kInfinity};
  double nearest = -kInfinity;

  Planes(double horizontal_fov_deg, double vertical_fov_deg)
      : slopes(kFilled * glm::tan(0.5 * glm::dvec2(radians(horizontal_fov_deg), radians(vertical_fov_deg)))) {}
  void add(const glm::dvec2& low, const glm::dvec2& high, double z) {
    right = glm::max(right, high + slopes * z);
    left = glm::max(left, -low + slopes * z);
    nearest = std::max(nearest, z);
  }
  /// At least `gap` from what is nearest.
  glm::dvec3 camera(double gap) const {
    const glm::dvec2 distances = (right + left) / (2.0 * slopes);
    return {0.5 * (right - left), std::max({distances.x, distances.y, nearest + gap})};
  }
};

std::size_t vertices_of(const engine::Scene& model) {
  std::size_t count = 0;
  for (const engine::Instance& instance : model.instances)
    count += model.primitives[instance.primitive].vertices.size();
  return count;
}

glm::vec3 moved(const engine::Instance& instance, const engine::Vertex& vertex) {
  return glm::vec3(instance.world_from_mesh * glm::vec4(vertex.position, 1.0f));
}

float reach_of(const engine::Bounds& box) {
  return box.min_m.x > box.max_m.x ? 0.0f : glm::distance(box.min_m, box.max_m);
}

bool is_flat(const engine::Bounds& box) {
  const glm::vec3 size = box.max_m - box.min_m;
  return std::min({size.x, size.y, size.z}) <= 0.02f * reach_of(box);
}

/// Boxes of parts that a picture may leave out: of each large triangle, and of what else an instance has.
std::vector<engine::Bounds> parts_of(const engine::Scene& model) {
  const float large_m = 0.25f * reach_of(model.bounds);
  std::vector<engine::Bounds> parts;
  for (const engine::Instance& instance : model.instances) {
    const engine::Primitive& primitive = model.primitives[instance.primitive];
    engine::Bounds rest = engine::empty_bounds();
    for (std::size_t i = 0; i + 2 < primitive.indices.size(); i += 3) {
      engine::Bounds triangle = engine::empty_bounds();
      for (std::size_t k = i; k < i + 3; ++k) {
        const glm::vec3 corner = moved(instance, primitive.vertices[primitive.indices[k]]);
        triangle = engine::united(triangle, {corner, corner});
      }
      if (reach_of(triangle) > large_m) {
        parts.push_back(triangle);
      } else {
        rest = engine::united(rest, triangle);
      }
    }
    if (reach_of(rest) > 0.0f) parts.push_back(rest);
  }
  return parts;
}

/// Whether the box of all that moves is the better view: not of what goes far away from where it is at rest.
bool moves_about(const engine::Scene& model) {
  constexpr float kFar = 3.0f;
  if (model.movement == nullptr) return false;
  engine::Bounds rest = engine::empty_bounds();
  for (const engine::Instance& instance : model.instances) {
    for (const engine::Vertex& vertex : model.primitives[instance.primitive].vertices) {
      const glm::vec3 point = moved(instance, vertex);
      rest = engine::united(rest, {point, point});
    }
  }
  return reach_of(model.bounds) <= kFar * reach_of(rest);
}

bool holds(const engine::Bounds& box, const glm::vec3& point, float margin_m) {
  return glm::all(glm::greaterThanEqual(point, box.min_m - margin_m)) &&
         glm::all(glm::lessThanEqual(point, box.max_m + margin_m));
}

}  // namespace

engine::Bounds subject_of(const engine::Scene& model) {
  constexpr float kMuchLarger = 5.0f;
  if (vertices_of(model) > kMostVertices) return model.bounds;
  std::vector<engine::Bounds> parts = parts_of(model);
  std::stable_sort(parts.begin(), parts.end(),
                   [](const engine::Bounds& a, const engine::Bounds& b) { return reach_of(a) < reach_of(b); });
  std::size_t least = parts.size();  // from here on, all parts are flat
  while (least > 0 && is_flat(parts[least - 1])) --least;
  engine::Bounds subject = engine::empty_bounds();
  for (std::size_t i = 0; i < parts.size(); ++i) {
    if (i >= least && i > 0 && reach_of(parts[i]) > kMuchLarger * reach_of(subject)) return subject;
    subject = engine::united(subject, parts[i]);
  }
  return model.bounds;
}

Framing::Framing(const engine::Scene& model) : Framing(model, subject_of(model)) {}

Framing::Framing(const engine::Scene& model, const engine::Bounds& subject)
    : middle_m_(0.5f * (subject.min_m + subject.max_m)),
      radius_m_(std::max(0.5 * glm::length(glm::dvec3(subject.max_m - subject.min_m)), 1e-4)),
      slices_(kSlices, {glm::dvec2(kInfinity), glm::dvec2(-kInfinity), -kInfinity}) {
  const glm::dmat4 turn = glm::mat4_cast(glm::conjugate(view_orientation()));
  const std::size_t vertices = vertices_of(model);
  if (vertices == 0 || vertices > kMostVertices || moves_about(model)) {
    for (int i = 0; i < 8; ++i) {
      const glm::dvec3 corner = glm::mix(subject.min_m, subject.max_m, glm::vec3(i & 1, i >> 1 & 1, i >> 2));
      add(glm::dvec3(turn * glm::dvec4(corner - middle_m_, 0.0)));
    }
    return;
  }
  const auto margin_m = float(1e-3 * radius_m_);
  for (const engine::Instance& instance : model.instances) {
    for (const engine::Vertex& vertex : model.primitives[instance.primitive].vertices) {
      const glm::vec3 point = moved(instance, vertex);
      if (holds(subject, point, margin_m)) add(glm::dvec3(turn * glm::dvec4(glm::dvec3(point) - middle_m_, 0.0)));
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
  return std::clamp(kWalkingSpeed_m_per_s, 0.1 * reach_m(), std::max(reach_m(), kLeast_m_per_s));
}

Pose Framing::pose(double horizontal_fov_deg, double vertical_fov_deg) const {
  Planes planes(horizontal_fov_deg, vertical_fov_deg);
  for (const Slice& slice : slices_) {
    if (slice.nearest != -kInfinity) planes.add(slice.low, slice.high, slice.nearest);
  }
  return {middle_m_ + view_orientation() * planes.camera(kGap * radius_m_), kYaw_deg, kPitch_deg};
}

Pose framed(const Pose& looking, const engine::Bounds& box, double horizontal_fov_deg, double vertical_fov_deg) {
  const glm::dvec3 middle_m(0.5f * (box.min_m + box.max_m));
  const glm::dquat orientation = orientation_of(looking.yaw_deg, looking.pitch_deg);
  Planes planes(horizontal_fov_deg, vertical_fov_deg);
  for (int i = 0; i < 8; ++i) {
    const glm::dvec3 corner = glm::mix(box.min_m, box.max_m, glm::vec3(i & 1, i >> 1 & 1, i >> 2));
    const glm::dvec3 seen = glm::conjugate(orientation) * (corner - middle_m);
    planes.add(glm::dvec2(seen), glm::dvec2(seen), seen.z);
  }
  const double radius_m = std::max(0.5 * double(glm::distance(box.min_m, box.max_m)), 1e-4);
  return {middle_m + orientation * planes.camera(kGap * radius_m), looking.yaw_deg, looking.pitch_deg};
}

}  // namespace session
