// SPDX-License-Identifier: MIT
// The camera's path through the corridor.
#ifndef PHOTOPIC_ASSETS_CORRIDOR_PATH_H
#define PHOTOPIC_ASSETS_CORRIDOR_PATH_H

#include <glm/vec3.hpp>
#include <vector>

namespace corridor {

inline constexpr int kFramesPerSecond = 30;
inline constexpr int kFrameCount = 300;

/// Yaw 0 looks along -Z, 90 along +X: positive turns right. It isn't wrapped. Positive pitch looks up.
struct CameraKey {
  double time_s;
  glm::vec3 position_m;
  float yaw_deg;
  float pitch_deg;
};

/// The walk from the dark into the sun, and the look back; a key for each frame.
std::vector<CameraKey> camera_path();

}  // namespace corridor

#endif
