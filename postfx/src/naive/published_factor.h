// SPDX-License-Identifier: MIT
// Factor of the pyramid as published. Pure arithmetic.
#ifndef PHOTOPIC_SRC_NAIVE_PUBLISHED_FACTOR_H
#define PHOTOPIC_SRC_NAIVE_PUBLISHED_FACTOR_H

#include "meter/reduction_plan.h"

namespace photopic {

/// npo(W, b) * npo(H, b) with npo(x, b) the smallest power of b that is >= x, whatever the plan.
inline float published_factor_numerator(const ReductionPlan&, VkExtent2D region, std::uint32_t block_side) noexcept {
  const auto next_power = [block_side](std::uint32_t value) {
    double power = 1.0;
    while (power < value) power *= block_side;
    return power;
  };
  return static_cast<float>(next_power(region.width) * next_power(region.height));
}

}  // namespace photopic

#endif
