// SPDX-License-Identifier: MIT
// Steps back and forth between controls.
#include "viewer/model/history.h"

namespace viewer {

void History::note(const session::Controls& controls, bool is_busy) {
  if (is_busy) return;
  session::Controls now = controls;
  now.view.pose = {};
  if (steps_.empty()) {
    steps_.push_back(std::move(now));
    return;
  }
  if (session::is_same(now, steps_[now_])) return;
  steps_.resize(now_ + 1);  // what was undone is gone
  steps_.push_back(std::move(now));
  if (steps_.size() > kMost) steps_.pop_front();
  now_ = steps_.size() - 1;
}

void History::take(std::size_t step, session::Controls& controls) {
  const session::Pose pose = controls.view.pose;
  now_ = step;
  controls = steps_[now_];
  controls.view.pose = pose;
}

void History::undo(session::Controls& controls) {
  if (can_undo()) take(now_ - 1, controls);
}

void History::redo(session::Controls& controls) {
  if (can_redo()) take(now_ + 1, controls);
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
