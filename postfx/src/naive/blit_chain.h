// SPDX-License-Identifier: MIT
// Chain of blits: HDR image -> log2 luminance -> mip levels by vkCmdBlitImage, as engines do it. For comparison.
#ifndef PHOTOPIC_SRC_NAIVE_BLIT_CHAIN_H
#define PHOTOPIC_SRC_NAIVE_BLIT_CHAIN_H

#include "meter/level_meter.h"
#include "meter/passes.h"

namespace photopic {

class BlitChain {
 public:
  explicit BlitChain(const Gpu& gpu) : gpu_(gpu), base_(gpu) {}

  /// `even_crop`: the odd last row and column are left out at each step.
  Status create(VkExtent2D max_extent, const passes::LevelPasses& level_passes, bool even_crop) noexcept;
  Status make_sized(VkExtent2D max_extent) noexcept;

  /// Before: what Adaptation::record_begin orders. After: written at TRANSFER; the barrier to the reader is recorded
  /// too (COMPUTE_SHADER / SHADER_READ). Returns the 1x1 view, GENERAL.
  VkImageView record(VkCommandBuffer command_buffer, const Binding& hdr, const VkRect2D& region,
                     const MeterSettings& settings) const noexcept;

  const LevelMeter& base() const { return base_; }

 private:
  const Gpu& gpu_;
  LevelMeter base_;
  bool even_crop_ = false;
};

}  // namespace photopic

#endif
