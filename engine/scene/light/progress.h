// SPDX-License-Identifier: MIT
// Progress and cancellation of work on another thread.
#ifndef PHOTOPIC_ENGINE_SCENE_LIGHT_PROGRESS_H
#define PHOTOPIC_ENGINE_SCENE_LIGHT_PROGRESS_H

#include <atomic>

namespace engine {

/// Used by the thread that works and by those that watch.
class Progress {
 public:
  /// Thrown by work that was stopped.
  struct Stopped {};

  /// 0..1
  float done() const { return done_; }
  void note(float done) { done_ = done; }
  /// The work ends soon, by Stopped.
  void stop() { is_stopped_ = true; }
  bool is_stopped() const { return is_stopped_; }
  void check() const {
    if (is_stopped_) throw Stopped{};
  }

 private:
  std::atomic<float> done_ = 0.0f;
  std::atomic<bool> is_stopped_ = false;
};

}  // namespace engine

#endif
