// SPDX-License-Identifier: MIT
// Times of passes, and their median.
#include "viewer/model/timings.h"

#include <algorithm>

namespace viewer {

void Timings::add(std::span<const engine::GpuTimer::Result> frame) {
  for (const engine::GpuTimer::Result& result : frame) {
    auto pass = std::find_if(passes_.begin(), passes_.end(), [&](const Pass& one) { return one.name == result.name; });
    if (pass == passes_.end()) pass = passes_.insert(passes_.end(), {result.name, {}});
    pass->times_us.push_back(result.time_us);
    if (pass->times_us.size() > kFrames) pass->times_us.erase(pass->times_us.begin());
  }
}

double median_us(const Timings::Pass& pass) {
  if (pass.times_us.empty()) return 0.0;
  std::vector<double> sorted = pass.times_us;
  const auto middle = sorted.begin() + std::ptrdiff_t(sorted.size() / 2);
  std::nth_element(sorted.begin(), middle, sorted.end());
  return *middle;
}

}  // namespace viewer
