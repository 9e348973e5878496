// SPDX-License-Identifier: MIT
// Sizes, levels and factors of the pyramid's passes.
#include "meter/reduction_plan.h"

#include <algorithm>
#include <bit>
#include <cmath>

#include "gpu/memory/extent.h"

namespace photopic {
namespace {

bool fits(VkExtent2D inner, VkExtent2D outer) { return inner.width <= outer.width && inner.height <= outer.height; }

/// `count` texels that cover `side` texels each, the last as much as is left of `total`.
float edge_share(std::uint32_t total, std::uint32_t count, double side) {
  return static_cast<float>((total - side * (count - 1)) / side);
}

}  // namespace

ReductionPlan plan_reduction(VkExtent2D image, VkExtent2D region, std::uint32_t block_side, bool from_hdr) noexcept {
  ReductionPlan plan;
  const auto shift = static_cast<std::uint32_t>(std::countr_zero(block_side));
  const std::uint32_t last_level = mip_levels(image) - 1;
  std::uint32_t level = 0;
  VkExtent2D source = region;
  double side = 1.0;  // texels of the region that a source texel covers, but for those at the border
  while (level != last_level || (from_hdr && plan.count == 0)) {
    const VkExtent2D target = {divide_up(source.width, block_side), divide_up(source.height, block_side)};
    const bool is_last = target.width == 1 && target.height == 1;
    std::uint32_t target_level = is_last ? last_level : std::min(level + shift, last_level);
    if (!fits(target, mip_extent(image, target_level))) --target_level;
    plan.passes[plan.count++] = {level,
                                 target_level,
                                 source,
                                 target,
                                 edge_share(region.width, source.width, side),
                                 edge_share(region.height, source.height, side)};
    level = target_level;
    source = target;
    side *= block_side;
  }
  return plan;
}

float corrected_factor_numerator(const ReductionPlan& plan, VkExtent2D, std::uint32_t block_side) noexcept {
  return static_cast<float>(std::pow(static_cast<double>(block_side), 2.0 * plan.count));
}

}  // namespace photopic
