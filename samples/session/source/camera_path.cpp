// SPDX-License-Identifier: MIT
// Camera paths from JSON, and poses between their keys.
#include "session/source/camera_path.h"

#include <algorithm>

#include "arguments/errors.h"
#include "session/json_file.h"

namespace session {
namespace {

template <class Number>
Number between(const Number& a, const Number& b, double share) {
  return a + share * (b - a);
}

}  // namespace

Pose read_pose(const json::Json& json) {
  Pose pose;
  const json::Json& position = json.at("position_m");
  if (!position.is_array() || position.size() != 3) throw arguments::UsageError("position_m is not three numbers");
  for (int i = 0; i < 3; ++i) pose.position_m[i] = finite_number(position[std::size_t(i)], "position_m");
  pose.yaw_deg = finite_number(json.at("yaw_deg"), "yaw_deg");
  pose.pitch_deg = finite_number(json.at("pitch_deg"), "pitch_deg");
  return pose;
}

CameraPath::CameraPath(std::vector<CameraKey> keys) : keys_(std::move(keys)) {
  if (keys_.empty()) throw arguments::UsageError("a camera path needs a key");
  for (std::size_t i = 1; i < keys_.size(); ++i) {
    if (!(keys_[i - 1].time_s < keys_[i].time_s)) {
      throw arguments::UsageError("time_s of key " + std::to_string(i) + " isn't after that of the one before");
    }
  }
}

Pose CameraPath::at(double time_s) const {
  const auto after =
      std::find_if(keys_.begin(), keys_.end(), [&](const CameraKey& key) { return key.time_s > time_s; });
  if (after == keys_.begin()) return keys_.front().pose;
  if (after == keys_.end()) return keys_.back().pose;
  const CameraKey& before = *(after - 1);
  const double share = (time_s - before.time_s) / (after->time_s - before.time_s);
  return {between(before.pose.position_m, after->pose.position_m, share),
          between(before.pose.yaw_deg, after->pose.yaw_deg, share),
          between(before.pose.pitch_deg, after->pose.pitch_deg, share)};
}

CameraPath load_camera_path(const std::filesystem::path& file) {
  CameraPath path;
  read_json(file, [&](const json::Json& root) {
    std::vector<CameraKey> keys;
    for (const json::Json& key : root.at("keys")) {
      keys.push_back({finite_number(key.at("time_s"), "time_s"), read_pose(key)});
    }
    path = CameraPath(std::move(keys));
  });
  return path;
}

}  // namespace session
