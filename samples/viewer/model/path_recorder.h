// SPDX-License-Identifier: MIT
// Camera path of what a hand does.
#ifndef PHOTOPIC_SAMPLES_VIEWER_MODEL_PATH_RECORDER_H
#define PHOTOPIC_SAMPLES_VIEWER_MODEL_PATH_RECORDER_H

#include <vector>

#include "session/source/camera_path.h"

namespace viewer {

class PathRecorder {
 public:
  static constexpr double kLeastStep_s = 1.0 / 30.0;  ///< between keys

  void start();
  bool is_on() const { return is_on_; }
  std::size_t keys() const { return keys_.size(); }
  /// Once a frame: where the camera is, `delta_time_s` after the frame before. A camera that stands still has two keys.
  void note(double delta_time_s, session::Pose pose);
  /// Of what was noted, simplified(); the first key is at 0.
  session::CameraPath finish();

 private:
  std::vector<session::CameraKey> keys_;
  double time_s_ = 0.0;
  bool is_on_ = false;
};

}  // namespace viewer

#endif
