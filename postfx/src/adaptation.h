// SPDX-License-Identifier: MIT
// Measured mean -> exposure state, one per view.
#ifndef PHOTOPIC_SRC_ADAPTATION_H
#define PHOTOPIC_SRC_ADAPTATION_H

#include <photopic/post_process.h>

#include <memory>

#include "resources.h"

namespace photopic {

/// The GPU parameters of one frame, but for the epoch. Pure.
gpu::AdaptParams adapt_params(const ExposureSettings& settings, float delta_time_s, std::uint32_t texels) noexcept;

class Adaptation {
 public:
  explicit Adaptation(const Gpu& gpu) : gpu_(gpu), adapt_(gpu), buffer_(gpu) {}

  Status create(std::uint32_t view_count) noexcept;

  /// Zero-fills the meter's stats and makes them writable by it.
  void record_clear_stats(VkCommandBuffer command_buffer) const noexcept;
  Binding stats() const noexcept;

  /// Moves view's state on. Before: mean and stats visible to COMPUTE_SHADER / SHADER_READ.
  void record(VkCommandBuffer command_buffer, VkImageView mean, const MeterFrame& frame,
              const ExposureSettings& settings) noexcept;

  const Buffer& buffer() const { return buffer_; }
  VkDeviceSize stride_bytes() const { return stride_bytes_; }

 private:
  const Gpu& gpu_;
  ComputePass adapt_;
  Buffer buffer_;  // the states, then the stats
  VkDeviceSize stride_bytes_ = 0;
  VkDeviceSize stats_offset_bytes_ = 0;
  // A state belongs to this object and reset if it carries their numbers; fresh memory carries neither. Counting resets
  // instead of marking the next command buffer lets the host drop or resubmit command buffers.
  std::uint32_t epoch_instance_ = 0;
  std::unique_ptr<std::uint32_t[]> epoch_resets_;
};

}  // namespace photopic

#endif
