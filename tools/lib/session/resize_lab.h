// SPDX-License-Identifier: MIT
// Same view at one width after another, with a naive mean and a correct one.
#ifndef PHOTOPIC_TOOLS_SESSION_RESIZE_LAB_H
#define PHOTOPIC_TOOLS_SESSION_RESIZE_LAB_H

#include <photopic/naive_meters.h>
#include <photopic/post_process.h>

#include <vector>

#include "engine/transfer/memory.h"

namespace session {

struct SweepPlan {
  std::uint32_t first_width = 320;  ///< pixels, [kMinWidth, kMaxSide]
  std::uint32_t last_width = 640;   ///< at least the first
  std::uint32_t step = 1;           ///< pixels, >= 1
  std::uint32_t height = 360;       ///< pixels, [1, kMaxSide]

  static constexpr std::uint32_t kMinWidth = 16;
  static constexpr std::uint32_t kMaxSide = 4096;
};

struct SweepPoint {
  std::uint32_t width;
  float naive_log2;    ///< mean log2 luminance by a chain of blits
  float correct_log2;  ///< by the pyramid
};

/// One width per frame. One thread; the context must outlive it.
class ResizeLab {
 public:
  /// Throws engine::Error for a device that can't blit the levels. Waits for the queue.
  void start(engine::Context& context, const SweepPlan& plan);
  /// Keeps what has been measured.
  void stop() { plan_widths_ = recorded_; }
  bool is_running() const { return recorded_ < plan_widths_; }
  /// Share of the sweep that is recorded.
  float progress() const { return plan_widths_ == 0 ? 0.0f : float(recorded_) / float(plan_widths_); }

  /// Size of the frame to render next. While it runs.
  VkExtent2D extent() const { return {width(recorded_), plan_.height}; }
  /// Meters `hdr` both ways; before and after as PostProcess::record_meter(). A picture that keeps its own size counts
  /// up to extent() of its texels. `pre_exposure`: Source::pre_exposure(). While it runs. Throws engine::Error.
  void record(VkCommandBuffer command_buffer, const engine::Image& hdr, float pre_exposure,
              const photopic::MeterSettings& settings);
  /// Takes over what was recorded up to `in_flight` frames ago; call it once those before them are done.
  void collect(std::uint32_t in_flight);

  const std::vector<SweepPoint>& points() const { return points_; }
  bool has_uncollected() const { return points_.size() < recorded_; }

 private:
  std::uint32_t width(std::uint32_t index) const { return plan_.first_width + index * plan_.step; }

  engine::Context* context_ = nullptr;
  SweepPlan plan_;
  std::uint32_t plan_widths_ = 0;
  std::uint32_t recorded_ = 0;
  photopic::NaiveMeter naive_;
  photopic::PostProcess correct_;
  engine::Buffer states_;  ///< two of each width
  std::vector<SweepPoint> points_;
};

}  // namespace session

#endif
