// SPDX-License-Identifier: MIT
// Steps back and forth between controls.
#include "viewer/model/history.h"

namespace viewer {

void History::note(const session::Controls& controls, const session::CameraPath& path, bool is_busy) {
  if (is_busy) return;
  Step now = {controls, path};
  now.controls.view.pose = {};
  now.controls.view.animation.time_s = 0.0;
  if (steps_.empty()) {
    steps_.push_back(std::move(now));
    return;
  }
  if (session::is_same(now.controls, steps_[now_].controls) && now.path == steps_[now_].path) return;
  steps_.resize(now_ + 1);  // what was undone is gone
  steps_.push_back(std::move(now));
  if (steps_.size() > kMost) steps_.pop_front();
  now_ = steps_.size() - 1;
}

void History::adopt(const session::CameraPath& path) {
  for (Step& step : steps_) step.path = path;
}

void History::take(std::size_t step, session::Controls& controls, session::CameraPath& path) {
  const session::Pose pose = controls.view.pose;
  const double time_s = controls.view.animation.time_s;
  now_ = step;
  controls = steps_[now_].controls;
  controls.view.pose = pose;
  controls.view.animation.time_s = time_s;
  path = steps_[now_].path;
}

void History::undo(session::Controls& controls, session::CameraPath& path) {
  if (can_undo()) take(now_ - 1, controls, path);
}

void History::redo(session::Controls& controls, session::CameraPath& path) {
  if (can_redo()) take(now_ + 1, controls, path);
}

const session::Settings* Slots::other(std::size_t slot) const {
  return slot == current_ || !kept_[slot] ? nullptr : &*kept_[slot];
}

void Slots::go_to(std::size_t slot, session::Settings& settings) {
  kept_[current_] = settings;
  current_ = slot;
  if (kept_[slot]) settings = *kept_[slot];
}

}  // namespace viewer
