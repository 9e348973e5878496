// SPDX-License-Identifier: MIT
// Camera paths from JSON, and poses between their keys.
#include "session/source/camera_path.h"

#include <algorithm>

#include "arguments/errors.h"
#include "json/file.h"
#include "json/text.h"
#include "session/values.h"

namespace session {
namespace {

template <class Number>
Number between(const Number& a, const Number& b, double share) {
  return a + share * (b - a);
}

}  // namespace

Pose read_pose(const json::Node& node) {
  Pose pose;
  const json::Node position = node.at("position_m");
  if (!position.json().is_array() || position.json().size() != 3) {
    position.refuse(position.path() + " is not three numbers");
  }
  const std::vector<json::Node> numbers = position.elements();
  for (int i = 0; i < 3; ++i) pose.position_m[i] = finite_number(numbers[std::size_t(i)]);
  pose.yaw_deg = finite_number(node.at("yaw_deg"));
  pose.pitch_deg = finite_number(node.at("pitch_deg"));
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

std::string camera_path_json(const CameraPath& path) {
  std::string text = "{\"keys\": [";
  for (const CameraKey& key : path.keys()) {
    const glm::dvec3& at = key.pose.position_m;
    const json::Json one = {{"time_s", key.time_s},
                            {"position_m", {at.x, at.y, at.z}},
                            {"yaw_deg", key.pose.yaw_deg},
                            {"pitch_deg", key.pose.pitch_deg}};
    text += (&key == path.keys().data() ? "\n  " : ",\n  ") + json::to_text(one);
  }
  return text + "\n]}\n";
}

CameraPath load_camera_path(const std::filesystem::path& file) {
  CameraPath path;
  json::read_file(file, [&](const json::Node& root) {
    const json::Node listed = root.at("keys");
    std::vector<CameraKey> keys;
    for (const json::Node& key : listed.elements()) {
      keys.push_back({finite_number(key.at("time_s")), read_pose(key)});
    }
    try {
      path = CameraPath(std::move(keys));
    } catch (const arguments::UsageError& error) {
      listed.refuse(error.what());
    }
  });
  return path;
}

}  // namespace session
