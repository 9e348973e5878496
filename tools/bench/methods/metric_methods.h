// SPDX-License-Identifier: MIT
// Image metrics as methods of the benchmark.
#ifndef PHOTOPIC_TOOLS_BENCH_METHODS_METRIC_METHODS_H
#define PHOTOPIC_TOOLS_BENCH_METHODS_METRIC_METHODS_H

#include "bench/methods/methods.h"

namespace bench {

/// Two 8-bit RGBA pictures of `extent`, the second with noise of a few codes; made once for each extent.
struct PicturePair {
  engine::Image reference, test;
};

/// A pattern of 8-bit RGBA, with noise of so many codes.
engine::Image make_picture(const engine::Context& context, VkExtent2D extent, std::uint32_t noise);

/// Reads both pictures and does nothing with them.
std::vector<Record> read_pair(const Rig& rig, VkExtent2D extent);
/// ImageMetrics with these bits photopic::Metric, from its first barrier to the copy of the results.
Record metrics(const Rig& rig, VkExtent2D extent, std::uint32_t metrics);

}  // namespace bench

#endif
