// SPDX-License-Identifier: MIT
// CPU time of a frame, and of making what records it.
#ifndef PHOTOPIC_TOOLS_BENCH_MEASURE_CPU_COST_H
#define PHOTOPIC_TOOLS_BENCH_MEASURE_CPU_COST_H

#include <string>
#include <vector>

#include "bench/measure/options.h"

namespace bench {

inline constexpr int kCpuCalls = 1000;
inline constexpr VkExtent2D kCpuExtent = {64, 64};  // the work of recording is the same at every size

struct CpuCost {
  std::string name;
  double median_us;
};

/// Of record_meter, record_fused and record with single_pass and AgX; and, if a method that has them runs, of record
/// with every effect. Throws engine::Error.
std::vector<CpuCost> measure_cpu_costs(const Rig& rig, const Options& options);

inline constexpr int kCreateCalls = 9;
/// Times of create().
struct CreateCosts {
  const char* name;  ///< what the object can do
  double first_ms;   ///< the first of this process, without a VkPipelineCache; the driver may have a cache on the disk
  double cached_ms;  ///< median of kCreateCalls with a VkPipelineCache that has all pipelines
};
/// Objects for metering and tone mapping with one operator; and, if a method that has them runs, with every effect.
/// Throws engine::Error.
std::vector<CreateCosts> measure_create_costs(const Rig& rig, const Options& options);

}  // namespace bench

#endif
