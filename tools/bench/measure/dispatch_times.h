// SPDX-License-Identifier: MIT
// Times of each dispatch of a method, between barriers.
#ifndef PHOTOPIC_TOOLS_BENCH_MEASURE_DISPATCH_TIMES_H
#define PHOTOPIC_TOOLS_BENCH_MEASURE_DISPATCH_TIMES_H

#include <string>
#include <vector>

#include "bench/measure/options.h"

namespace bench {

/// One dispatch of a method.
struct DispatchTime {
  std::string name;  ///< of the method, with format, size and cache state
  std::string pass;  ///< name of its PassDesc
  double median_us;
};

/// Of all dispatches of the module in `method`, in their order. `name`: what DispatchTime::name gets. Empty: there are
/// none. Throws engine::Error.
std::vector<DispatchTime> time_dispatches(const Rig& rig, const Options& options, const Method& method,
                                          const CachePreparation& preparation, const std::string& name);

}  // namespace bench

#endif
