// SPDX-License-Identifier: MIT
// Bloom chain as it is commonly coded, for comparison: 13 taps down and a 3 x 3 tent up (Jimenez, "Next Generation Post
// Processing in Call of Duty: Advanced Warfare", 2014) on mip levels of rounded-down sizes, sampled at clamped
// normalised coordinates.
#ifndef PHOTOPIC_TESTS_REFERENCE_EFFECTS_USUAL_BLOOM_H
#define PHOTOPIC_TESTS_REFERENCE_EFFECTS_USUAL_BLOOM_H

#include <cstddef>

#include "reference/effects/glare.h"

namespace reference::usual_bloom {

/// One axis of the chain: both kernels are products. Down `level` times from n texels, and up again.
glare::Axis bloom(const glare::Axis& picture, std::size_t level);

/// Of an impulse at `at` of n texels.
struct Glow {
  double light = 0.0;   ///< of the glow over the impulse's
  double centre = 0.0;  ///< texels from the impulse
};
Glow glow_of(std::size_t n, std::size_t at, std::size_t level);

}  // namespace reference::usual_bloom

#endif
