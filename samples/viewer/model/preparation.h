// SPDX-License-Identifier: MIT
// A task on a thread of its own, while the viewer draws; what it throws is passed on once it has ended.
#ifndef PHOTOPIC_SAMPLES_VIEWER_MODEL_PREPARATION_H
#define PHOTOPIC_SAMPLES_VIEWER_MODEL_PREPARATION_H

#include <chrono>
#include <functional>
#include <future>
#include <utility>

namespace viewer {

/// Used by one thread, which waits for the work to end when this is destroyed.
class Preparation {
 public:
  /// Runs `work` on a thread of its own.
  void start(std::function<void()> work) { work_ = std::async(std::launch::async, std::move(work)); }
  /// end() is due.
  bool has_ended() const {
    return work_.valid() && work_.wait_for(std::chrono::seconds(0)) == std::future_status::ready;
  }
  /// Throws what the work threw, once; nothing while it is on, and where there was none.
  void end() {
    if (has_ended()) work_.get();
  }

 private:
  std::future<void> work_;
};

}  // namespace viewer

#endif
