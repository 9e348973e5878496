// SPDX-License-Identifier: MIT
// The meter of content light as methods of the benchmark.
#ifndef PHOTOPIC_TOOLS_BENCH_METHODS_CONTENT_LIGHT_METHODS_H
#define PHOTOPIC_TOOLS_BENCH_METHODS_CONTENT_LIGHT_METHODS_H

#include "bench/methods/methods.h"

namespace bench {

/// The meter on an HDR10 picture of 10 bits: waves of colour with noise, or one colour.
Record content_light(const Rig& rig, VkExtent2D extent, bool is_flat);

}  // namespace bench

#endif
