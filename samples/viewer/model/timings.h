// SPDX-License-Identifier: MIT
// Times of passes over the last frames.
#ifndef PHOTOPIC_SAMPLES_VIEWER_MODEL_TIMINGS_H
#define PHOTOPIC_SAMPLES_VIEWER_MODEL_TIMINGS_H

#include <span>
#include <string>
#include <vector>

#include "engine/gpu_timer.h"

namespace viewer {

class Timings {
 public:
  static constexpr std::size_t kFrames = 240;

  struct Pass {
    std::string name;
    std::vector<double> times_us;  ///< oldest first, at most kFrames
  };

  void add(std::span<const engine::GpuTimer::Result> frame);
  /// In the order of their first frame.
  const std::vector<Pass>& passes() const { return passes_; }
  void clear() { passes_.clear(); }

 private:
  std::vector<Pass> passes_;
};

/// 0 for no time at all.
double median_us(const Timings::Pass& pass);

}  // namespace viewer

#endif
