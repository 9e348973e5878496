// SPDX-License-Identifier: MIT
// HDR image -> mean log2 luminance in a 1x1 mip level, and MeterStats.
#ifndef PHOTOPIC_SRC_METER_PYRAMID_H
#define PHOTOPIC_SRC_METER_PYRAMID_H

#include <photopic/post_process.h>

#include <memory>

#include "gpu/compute_pass.h"
#include "gpu/gpu.h"
#include "gpu/level_image.h"
#include "gpu/memory.h"
#include "meter/reduction_plan.h"

namespace photopic {

class Meter {
 public:
  explicit Meter(const Gpu& gpu) : gpu_(gpu), log_luminance_(gpu), reduce_hdr_(gpu), reduce_(gpu), stats_(gpu) {}

  Status create(const CreateInfo& info) noexcept;
  /// Makes the level image anew; keeps the old one on failure.
  Status resize(VkExtent2D max_extent) noexcept;

  /// Before: what Adaptation::record_begin orders. After: written at COMPUTE_SHADER or TRANSFER; the barrier to the
  /// reader is recorded too (COMPUTE_SHADER / SHADER_READ). Returns the 1x1 view, GENERAL.
  VkImageView record(VkCommandBuffer command_buffer, VkImageView hdr, const VkRect2D& region,
                     const MeterSettings& settings) const noexcept;

  /// MeterStats of the measurement that was recorded; whoever reads them leaves zeros.
  Binding stats() const noexcept { return buffer_binding(stats_.handle(), 0, sizeof(gpu::MeterStats)); }

  const LevelImage& levels() const { return *levels_; }
  /// Texels, from the top-left, of a level of levels() that the measurement of `region` texels writes; {0, 0}: none.
  VkExtent2D used_extent(std::uint32_t index, VkExtent2D region) const noexcept;
  VkDeviceSize memory_bytes() const { return levels_->memory_bytes() + stats_.memory_bytes(); }

 private:
  /// Whether the pyramid's first pass reads the HDR image itself.
  bool is_fused() const {
    return info_.meter_method == MeterMethod::pyramid && info_.pyramid_tap == PyramidTap::gather &&
           info_.pyramid_factor == PyramidFactor::block_counts;
  }
  Status check_formats() const noexcept;
  Status create_passes() noexcept;
  VkImageView level(std::uint32_t index) const { return levels_->level(index - first_level_); }
  void record_log_luminance(VkCommandBuffer command_buffer, VkImageView hdr, const VkRect2D& region,
                            const MeterSettings& settings) const noexcept;
  void record_reduce_hdr(VkCommandBuffer command_buffer, VkImageView hdr, const VkRect2D& region,
                         const MeterSettings& settings, const ReductionPlan& plan) const noexcept;
  VkImageView record_pyramid(VkCommandBuffer command_buffer, VkImageView hdr, const VkRect2D& region,
                             const MeterSettings& settings) const noexcept;
  VkImageView record_blit_chain(VkCommandBuffer command_buffer, VkExtent2D extent) const noexcept;
  float factor_numerator(const ReductionPlan& plan, VkExtent2D extent) const noexcept;

  const Gpu& gpu_;
  CreateInfo info_;
  VkExtent2D max_extent_ = {};
  ComputePass log_luminance_;  // where level 0 has a pass of its own
  ComputePass reduce_hdr_;     // where it hasn't
  ComputePass reduce_;
  Buffer stats_;
  std::unique_ptr<LevelImage> levels_;
  std::uint32_t first_level_ = 0;  // of levels_
};

}  // namespace photopic

#endif
