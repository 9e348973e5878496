// SPDX-License-Identifier: MIT
// Plan of the pyramid: the mip levels that each pass reads and writes. Pure arithmetic.
#ifndef PHOTOPIC_SRC_METER_REDUCTION_PLAN_H
#define PHOTOPIC_SRC_METER_REDUCTION_PLAN_H

#include <photopic/interface.h>
#include <vulkan/vulkan_core.h>

#include <array>
#include <cstdint>

namespace photopic {

struct ReducePass {
  std::uint32_t source_level;
  std::uint32_t target_level;
  VkExtent2D source;  ///< valid texels of the source level
  VkExtent2D target;  ///< valid texels of the target level: ceil(source / block side)
  float edge_x;       ///< share of a whole source texel that its last column covers of the region, (0, 1]
  float edge_y;
};

struct ReductionPlan {
  std::array<ReducePass, PHOTOPIC_REDUCE_MAX_PASSES> passes;
  std::uint32_t count = 0;
};

/// Passes that reduce `region` (level 0, top-left) of an image of `image` texels with a full mip chain to the last, 1x1
/// level. Each pass skips log2(block side) levels, one less where the rounded-up size doesn't fit the rounded-down
/// level. `from_hdr`: the first pass reads the HDR image in place of level 0, and there is one even if level 0 is the
/// 1x1 level; else there is none then. `block_side` is a power of two, >= 4; region <= image.
ReductionPlan plan_reduction(VkExtent2D image, VkExtent2D region, std::uint32_t block_side,
                             bool from_hdr = false) noexcept;

/// b^(2 passes) of the plan: what the passes together divide by, whatever the region. Exact in float up to 2^127.
float corrected_factor_numerator(const ReductionPlan& plan, VkExtent2D region, std::uint32_t block_side) noexcept;

}  // namespace photopic

#endif
