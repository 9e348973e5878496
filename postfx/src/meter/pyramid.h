// SPDX-License-Identifier: MIT
// Pyramid: HDR image -> mean log2 luminance in a 1x1 mip level, by compute passes.
#ifndef PHOTOPIC_SRC_METER_PYRAMID_H
#define PHOTOPIC_SRC_METER_PYRAMID_H

#include <photopic/post_process.h>

#include "settings/made_for.h"

#include "meter/level_meter.h"
#include "meter/passes.h"
#include "meter/reduction_plan.h"

namespace photopic {

/// Numerator of the factor that makes up for blocks which stick out of the image: over the region's valid texels, it
/// turns the last level into the mean.
using FactorNumerator = float (*)(const ReductionPlan& plan, VkExtent2D region, std::uint32_t block_side) noexcept;

struct PyramidOptions {
  VkExtent2D max_extent = {};
  passes::LevelPasses level_passes = passes::kLevelPasses;
  VkFilter filter = VK_FILTER_NEAREST;  ///< of reads of levels
  std::uint32_t workgroup_side = 8;
  /// Null: each block is divided by the texels that it has, PyramidFactor::block_counts.
  FactorNumerator factor = nullptr;
  bool level_0 = true;         ///< written though nothing needs it
  bool convert_input = false;  ///< CreateInfo::convert_input
};
inline PyramidOptions pyramid_options(const MadeFor& info) noexcept {
  const bool is_corrected = info.pyramid_factor == PyramidFactor::corrected;
  return {.max_extent = info.max_extent,
          .workgroup_side = info.workgroup_side,
          .factor = is_corrected ? &corrected_factor_numerator : nullptr,
          .level_0 = info.pyramid_level_0,
          .convert_input = info.convert_input};
}

class Pyramid {
 public:
  explicit Pyramid(const Gpu& gpu) : gpu_(gpu), base_(gpu), reduce_hdr_(gpu), reduce_(gpu) {}

  Status create(const PyramidOptions& options) noexcept;
  /// The level image, for SizedParts.
  Status make_sized(VkExtent2D max_extent) noexcept;

  /// Before: what Adaptation::record_begin orders. After: written at COMPUTE_SHADER; the barrier to the reader is
  /// recorded too (COMPUTE_SHADER / SHADER_READ). Returns the 1x1 view, GENERAL.
  VkImageView record(VkCommandBuffer command_buffer, const Binding& hdr, const VkRect2D& region,
                     const MeterSettings& settings, const InputSettings& input) const noexcept;

  const LevelMeter& base() const { return base_; }
  /// Texels, from the top-left, of a level of base().levels() that the measurement of `region` texels writes; {0, 0}:
  /// none.
  VkExtent2D used_extent(std::uint32_t index, VkExtent2D region) const noexcept;

 private:
  /// Whether the first pass reads the HDR image itself.
  bool is_fused() const { return options_.factor == nullptr; }
  std::uint32_t block_side() const { return options_.workgroup_side * PHOTOPIC_REDUCE_TEXELS_PER_INVOCATION_SIDE; }
  Status create_passes() noexcept;
  void record_reduce_hdr(VkCommandBuffer command_buffer, const Binding& hdr, const VkRect2D& region,
                         const MeterSettings& settings, const InputSettings& input,
                         const ReductionPlan& plan) const noexcept;
  float factor_numerator(const ReductionPlan& plan, VkExtent2D extent) const noexcept;

  const Gpu& gpu_;
  PyramidOptions options_;
  LevelMeter base_;
  ComputePass reduce_hdr_;  // where level 0 has no pass of its own
  ComputePass reduce_;
};

}  // namespace photopic

#endif
