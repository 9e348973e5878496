// SPDX-License-Identifier: MIT
// Movements of a camera.
#include "session/source/navigation.h"

#include <algorithm>
#include <cmath>
#include <glm/geometric.hpp>
#include <numbers>

namespace session {

Pose moved(const Pose& pose, const Motion& motion, double distance_m) {
  if (motion.right == 0.0 && motion.up == 0.0 && motion.forward == 0.0) return pose;
  const double yaw = pose.yaw_deg * std::numbers::pi / 180.0, pitch = pose.pitch_deg * std::numbers::pi / 180.0;
  const glm::dvec3 forward = {std::sin(yaw) * std::cos(pitch), std::sin(pitch), -std::cos(yaw) * std::cos(pitch)};
  const glm::dvec3 right = {std::cos(yaw), 0.0, std::sin(yaw)};
  const glm::dvec3 way = motion.forward * forward + motion.right * right + glm::dvec3(0.0, motion.up, 0.0);
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
