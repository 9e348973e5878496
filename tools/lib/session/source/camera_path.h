// SPDX-License-Identifier: MIT
// Camera paths: poses over time.
#ifndef PHOTOPIC_TOOLS_SESSION_SOURCE_CAMERA_PATH_H
#define PHOTOPIC_TOOLS_SESSION_SOURCE_CAMERA_PATH_H

#include <filesystem>
#include <glm/vec3.hpp>
#include <string>
#include <vector>

#include "json/node.h"

namespace session {

/// Yaw 0 looks along -Z, positive turns right; positive pitch looks up.
struct Pose {
  glm::dvec3 position_m = {0, 0, 0};
  double yaw_deg = 0.0;
  double pitch_deg = 0.0;

  friend bool operator==(const Pose&, const Pose&) = default;
};

/// {"position_m": [x, y, z], "yaw_deg": 0, "pitch_deg": 0}; other members are ignored. Throws json::Error.
Pose read_pose(const json::Node& node);

struct CameraKey {
  double time_s = 0.0;
  Pose pose;

  friend bool operator==(const CameraKey&, const CameraKey&) = default;
};

/// Keys in the order of time, straight lines between them.
class CameraPath {
 public:
  CameraPath() = default;
  /// At least one key, times rising. Throws arguments::UsageError.
  explicit CameraPath(std::vector<CameraKey> keys);

  bool is_empty() const { return keys_.empty(); }
  const std::vector<CameraKey>& keys() const { return keys_; }
  double duration_s() const { return keys_.empty() ? 0.0 : keys_.back().time_s; }
  /// The first and the last pose hold before and after. Of a path with keys.
  Pose at(double time_s) const;
  friend bool operator==(const CameraPath&, const CameraPath&) = default;

 private:
  std::vector<CameraKey> keys_;
};

/// As load_camera_path() reads it.
std::string camera_path_json(const CameraPath& path);

/// {"keys": [{"time_s": 0, "position_m": [x, y, z], "yaw_deg": 0, "pitch_deg": 0}, ...]}; other members are ignored.
/// Throws files::Error.
CameraPath load_camera_path(const std::filesystem::path& file);

}  // namespace session

#endif
