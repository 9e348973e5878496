// SPDX-License-Identifier: MIT
// Times of several operations that take turns, and their statistics.
#ifndef PHOTOPIC_TOOLS_BENCH_MEASURE_MEASURE_H
#define PHOTOPIC_TOOLS_BENCH_MEASURE_MEASURE_H

#include <functional>
#include <string>
#include <vector>

#include "bench/measure/difference.h"
#include "bench/measure/dispatch_times.h"
#include "bench/measure/options.h"

namespace bench {

/// One method at one size, format and cache state.
struct Result {
  std::string name;
  std::string format;
  VkExtent2D extent;
  std::string cache;
  double median_us;
  double p10_us;         ///< a tenth of the repetitions took no longer
  double ratio_to_read;  ///< median over that of reading everything
};

/// "single_pass/rgba16f/3840x2160/hot"
std::string result_name(const Result& result);

/// The middle one, or the mean of the two middle ones; `values` isn't empty.
double median(std::vector<double> values);
/// The least of `values` that is at least as large as `share` of them.
double quantile(std::vector<double> values, double share);

/// Results of a configuration.
struct Report {
  std::vector<Result> results;
  std::vector<Difference> differences;   ///< of Options::against
  std::vector<DispatchTime> dispatches;  ///< of Options::split
};

/// Measures everything that was asked for; hands each configuration's results over as soon as they are there. What the
/// device can't do is named on stderr and left out. `other`: of Options::against, or null. Throws engine::Error on a
/// device error.
Report measure_all(const Rig& rig, const Options& options, const OtherCode* other,
                   const std::function<void(const Report&)>& report);

/// "photopic-bench: left out: WHAT: REASON" on stderr.
void report_left_out(const std::string& what, const char* reason);

}  // namespace bench

#endif
