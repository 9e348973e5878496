// SPDX-License-Identifier: MIT
// Measured parts of local exposure.
#ifndef PHOTOPIC_TOOLS_BENCH_METHODS_LOCAL_METHODS_H
#define PHOTOPIC_TOOLS_BENCH_METHODS_LOCAL_METHODS_H

#include "bench/methods/methods.h"

namespace bench {

/// Build and solve, of averages of so many texels a side.
Record local_build(const Rig& rig, VkExtent2D extent, std::uint32_t sample_side);
/// The same of a picture of its own, RGBA16F: of one luminance, or of any between 2^-14 and 2^14.
std::vector<Record> local_build_uniform(const Rig& rig, VkExtent2D extent);
std::vector<Record> local_build_noise(const Rig& rig, VkExtent2D extent);

/// The final pass of `display_exact` with curves that were made before: the difference is what they cost.
std::vector<Record> local_apply(const Rig& rig, VkExtent2D extent);

}  // namespace bench

#endif
