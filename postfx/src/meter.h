// SPDX-License-Identifier: MIT
// HDR image -> mean log2 luminance in a 1x1 mip level, and MeterStats.
#ifndef PHOTOPIC_SRC_METER_H
#define PHOTOPIC_SRC_METER_H

#include <photopic/post_process.h>

#include <memory>

#include "resources.h"

namespace photopic {

class Meter {
 public:
  explicit Meter(const Gpu& gpu) : gpu_(gpu), log_luminance_(gpu), reduce_(gpu) {}

  Status create(const CreateInfo& info) noexcept;
  /// Makes the level image anew; keeps the old one on failure.
  Status resize(VkExtent2D max_extent) noexcept;

  /// Records from a zero-filled `stats` to the mean level. After: written at COMPUTE_SHADER or TRANSFER; the barrier to
  /// the reader is recorded too (COMPUTE_SHADER / SHADER_READ). Returns the 1x1 view, GENERAL.
  VkImageView record(VkCommandBuffer command_buffer, VkImageView hdr, const VkRect2D& region,
                     const MeterSettings& settings, const Binding& stats) const noexcept;

  const LevelImage& levels() const { return *levels_; }

 private:
  VkImageView record_pyramid(VkCommandBuffer command_buffer, VkExtent2D extent, const Binding& stats) const noexcept;
  VkImageView record_blit_chain(VkCommandBuffer command_buffer, VkExtent2D extent) const noexcept;
  Status check_formats() const noexcept;

  const Gpu& gpu_;
  CreateInfo info_;
  ComputePass log_luminance_;
  ComputePass reduce_;
  std::unique_ptr<LevelImage> levels_;
};

}  // namespace photopic

#endif
