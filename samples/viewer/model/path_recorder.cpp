// SPDX-License-Identifier: MIT
// Keys of a path while it is recorded, and as few of them as it needs in the end.
#include "viewer/model/path_recorder.h"

#include <cmath>
#include <utility>

#include "viewer/model/path_keys.h"

namespace viewer {
namespace {

bool is_same_pose(const session::Pose& a, const session::Pose& b) {
  return a.position_m == b.position_m && a.yaw_deg == b.yaw_deg && a.pitch_deg == b.pitch_deg;
}

}  // namespace

void PathRecorder::start() {
  keys_.clear();
  time_s_ = 0.0;
  is_on_ = true;
}

void PathRecorder::note(double delta_time_s, session::Pose pose) {
  if (!is_on_) return;
  // A camera that turns past south goes on turning: its yaw jumps by a turn, the path's doesn't.
  if (!keys_.empty()) pose.yaw_deg += 360.0 * std::round((keys_.back().pose.yaw_deg - pose.yaw_deg) / 360.0);
  if (!keys_.empty()) time_s_ += delta_time_s;
  const std::size_t count = keys_.size();
  if (count > 0 && time_s_ <= keys_[count - 1].time_s) return;
  const bool is_standing =
      count >= 2 && is_same_pose(keys_[count - 2].pose, pose) && is_same_pose(keys_[count - 1].pose, pose);
  if (is_standing) {
    keys_.back().time_s = time_s_;
  } else if (count == 0 || time_s_ - keys_.back().time_s >= kLeastStep_s) {
    keys_.push_back({time_s_, pose});
  }
}

session::CameraPath PathRecorder::finish() {
  is_on_ = false;
  return simplified(session::CameraPath(std::exchange(keys_, {})));
}

}  // namespace viewer
