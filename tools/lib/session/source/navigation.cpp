// SPDX-License-Identifier: MIT
// Movements of a camera.
#include "session/source/navigation.h"

#include <algorithm>
#include <cmath>
#include <glm/geometric.hpp>
#include <numbers>

namespace session {

namespace {

/// Of a camera, unit length.
struct Axes {
  glm::dvec3 right, up, forward;
};

Axes axes_of(const Pose& pose) {
  const double yaw = pose.yaw_deg * std::numbers::pi / 180.0, pitch = pose.pitch_deg * std::numbers::pi / 180.0;
  const glm::dvec3 forward = {std::sin(yaw) * std::cos(pitch), std::sin(pitch), -std::cos(yaw) * std::cos(pitch)};
  const glm::dvec3 right = {std::cos(yaw), 0.0, std::sin(yaw)};
  return {right, glm::cross(right, forward), forward};
}

}  // namespace

Pose moved(const Pose& pose, const Motion& motion, double distance_m) {
  if (motion.right == 0.0 && motion.up == 0.0 && motion.forward == 0.0) return pose;
  const Axes axes = axes_of(pose);
  const glm::dvec3 way = motion.forward * axes.forward + motion.right * axes.right + glm::dvec3(0.0, motion.up, 0.0);
  Pose result = pose;
  // Forward and up cancel out for a camera that looks straight down.
  const double length = glm::length(way);
  if (length > 1e-9) result.position_m += distance_m / std::max(length, 1.0) * way;
  return result;
}

Pose turned(const Pose& pose, double right_deg, double up_deg) {
  Pose result = pose;
  result.yaw_deg = std::remainder(pose.yaw_deg + right_deg, 360.0);
  result.pitch_deg = std::clamp(pose.pitch_deg + up_deg, -90.0, 90.0);
  return result;
}

glm::dvec3 direction_at(const Pose& pose, double horizontal_fov_deg, double aspect, const glm::dvec2& place) {
  const Axes axes = axes_of(pose);
  const double half = std::tan(0.5 * horizontal_fov_deg * std::numbers::pi / 180.0);
  return glm::normalize(axes.forward + (2.0 * place.x - 1.0) * half * axes.right +
                        (1.0 - 2.0 * place.y) * half / aspect * axes.up);
}

Pose orbited(const Pose& pose, const glm::dvec3& about_m, double right_deg, double up_deg) {
  const glm::dvec3 away = pose.position_m - about_m;
  Pose result = turned(pose, right_deg, up_deg);
  const Axes before = axes_of(pose), after = axes_of(result);
  result.position_m = about_m + glm::dot(away, before.right) * after.right + glm::dot(away, before.up) * after.up +
                      glm::dot(away, before.forward) * after.forward;
  return result;
}

Pose dollied(const Pose& pose, const glm::dvec3& towards_m, double share) {
  Pose result = pose;
  result.position_m = towards_m + share * (pose.position_m - towards_m);
  return result;
}

Pose focused(const Pose& pose, const glm::dvec3& on_m, double share) {
  const glm::dvec3 way = on_m - pose.position_m;
  const double level = std::hypot(way.x, way.z);
  if (level == 0.0 && way.y == 0.0) return pose;
  Pose result = dollied(pose, on_m, share);
  if (level > 0.0) result.yaw_deg = std::atan2(way.x, -way.z) * 180.0 / std::numbers::pi;
  result.pitch_deg = std::atan2(way.y, level) * 180.0 / std::numbers::pi;
  return result;
}

void Playback::toggle() {
  if (path.is_empty()) return;
  is_playing = !is_playing;
  if (is_playing && time_s >= path.duration_s()) time_s = 0.0;
}

void Playback::advance(double delta_time_s, bool is_adapted) {
  if (!is_playing || path.is_empty()) return;
  time_s += delta_time_s;
  const double end_s = path.duration_s();
  if (time_s < end_s) return;
  if (is_looping && end_s > 0.0) {
    time_s = std::fmod(time_s, end_s);
  } else {
    // The picture of the end must have been seen once before the eye can be adapted to it.
    const bool was_there = time_s - delta_time_s >= end_s;
    time_s = end_s;
    if (is_adapted && was_there) is_playing = false;
  }
}

}  // namespace session
