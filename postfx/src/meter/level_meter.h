// SPDX-License-Identifier: MIT
// Common part of meters with mip levels: the level image, the counts of texels, and the pass that writes level 0.
#ifndef PHOTOPIC_SRC_METER_LEVEL_METER_H
#define PHOTOPIC_SRC_METER_LEVEL_METER_H

#include <photopic/post_process.h>

#include "gpu/host/gpu.h"
#include "gpu/memory/level_image.h"
#include "gpu/memory/memory.h"
#include "gpu/memory/sized.h"
#include "gpu/passes/compute_pass.h"

namespace photopic {

class LevelMeter {
 public:
  explicit LevelMeter(const Gpu& gpu) : gpu_(gpu), log_luminance_(gpu), stats_(gpu, "meter counts"), levels_(gpu) {}

  /// `format`: R32_SFLOAT or R16_SFLOAT. `features`: what the method needs of it besides storage.
  Status create(VkFormat format, VkFormatFeatureFlags features) noexcept;
  /// The pass of record_log_luminance(), of that format.
  Status create_log_luminance(const PassDesc& pass, bool converts_input) noexcept;
  /// The level image, for SizedParts; without level 0 if `first_level` is 1.
  Status make_sized(VkExtent2D max_extent, std::uint32_t first_level, VkImageUsageFlags extra_usage) noexcept;

  /// Counts to zero, levels to GENERAL. Before: what Adaptation::record_begin orders.
  void record_begin(VkCommandBuffer command_buffer) const noexcept;
  /// HDR image -> level 0 and counts.
  void record_log_luminance(VkCommandBuffer command_buffer, const Binding& hdr, const VkRect2D& region,
                            const MeterSettings& settings, const InputSettings& input) const noexcept;

  /// MeterStats of the measurement that was recorded; whoever reads them leaves zeros.
  Binding stats() const noexcept { return buffer_binding(stats_.handle(), 0, sizeof(gpu::MeterStats)); }
  const LevelImage& levels() const { return levels_->image; }
  /// Counted from level 0, whether it is there or not.
  VkImageView level(std::uint32_t index) const { return levels_->image.level(index - levels_->first_level); }
  std::uint32_t first_level() const { return levels_->first_level; }
  VkExtent2D max_extent() const { return levels_->max_extent; }

 private:
  struct Levels {
    explicit Levels(const Gpu& gpu) : image(gpu, "log luminance") {}
    LevelImage image;
    std::uint32_t first_level = 0;
    VkExtent2D max_extent = {};
  };

  const Gpu& gpu_;
  VkFormat format_ = VK_FORMAT_UNDEFINED;
  ComputePass log_luminance_;
  DeviceBuffer stats_;
  Sized<Levels> levels_;
};

}  // namespace photopic

#endif
