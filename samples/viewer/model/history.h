// SPDX-License-Identifier: MIT
// History of controls: undo, redo, and three slots to switch between.
#ifndef PHOTOPIC_SAMPLES_VIEWER_MODEL_HISTORY_H
#define PHOTOPIC_SAMPLES_VIEWER_MODEL_HISTORY_H

#include <array>
#include <deque>
#include <optional>

#include "session/session.h"
#include "session/source/camera_path.h"

namespace viewer {

/// Of everything in Controls but the camera's place and an animation's time, and of the camera path.
class History {
 public:
  static constexpr std::size_t kMost = 200;

  /// Once a frame. `is_busy`: a hand is at a control; what it does is one step once it lets go.
  void note(const session::Controls& controls, const session::CameraPath& path, bool is_busy);
  /// The path is another scene's from here on: steps back don't bring what was before.
  void adopt(const session::CameraPath& path);
  bool can_undo() const { return now_ > 0; }
  bool can_redo() const { return now_ + 1 < steps_.size(); }
  void undo(session::Controls& controls, session::CameraPath& path);
  void redo(session::Controls& controls, session::CameraPath& path);

 private:
  struct Step {
    session::Controls controls;
    session::CameraPath path;
  };
  void take(std::size_t step, session::Controls& controls, session::CameraPath& path);

  std::deque<Step> steps_;
  std::size_t now_ = 0;
};

/// Settings A, B and C. A slot that is used first begins as a copy of what is shown.
class Slots {
 public:
  static constexpr std::size_t kCount = 3;

  std::size_t current() const { return current_; }
  /// Of a slot that isn't the current one; null: it is, or has none yet.
  const session::Settings* other(std::size_t slot) const;
  /// Keeps `settings` in the current slot, and gives it those of another.
  void go_to(std::size_t slot, session::Settings& settings);

 private:
  std::array<std::optional<session::Settings>, kCount> kept_;
  std::size_t current_ = 0;
};

}  // namespace viewer

#endif
