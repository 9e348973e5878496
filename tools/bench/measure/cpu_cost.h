// SPDX-License-Identifier: MIT
// CPU time of a frame, and of making what records it.
#ifndef PHOTOPIC_TOOLS_BENCH_MEASURE_CPU_COST_H
#define PHOTOPIC_TOOLS_BENCH_MEASURE_CPU_COST_H

#include <string>
#include <vector>

#include "bench/methods/methods.h"

namespace bench {

inline constexpr int kCpuCalls = 1000;
inline constexpr VkExtent2D kCpuExtent = {64, 64};  // the work of recording is the same at every size

struct CpuCost {
  std::string name;
  double median_us;
};

/// Of record_meter, record_fused and record with single_pass and AgX. Throws engine::Error.
std::vector<CpuCost> measure_cpu_costs(const Rig& rig);

/// Of create() for metering and tone mapping with one operator, in the order in which they are measured: the first of
/// this process, without a VkPipelineCache, where the driver may have one of its own on the disk; and the median of
/// kCreateCalls with a cache that has them all. Throws engine::Error.
inline constexpr int kCreateCalls = 9;
struct CreateCosts {
  double first_ms;
  double cached_ms;
};
CreateCosts measure_create_costs(const Rig& rig);

}  // namespace bench

#endif
