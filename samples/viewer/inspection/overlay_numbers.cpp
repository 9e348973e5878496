// SPDX-License-Identifier: MIT
// Sums of the histogram's bins.
#include "viewer/inspection/overlay_numbers.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace viewer {

float percentile_at(const OverlayNumbers& numbers, float share) {
  const double total = std::accumulate(numbers.counts.begin(), numbers.counts.end(), 0.0);
  if (total == 0.0) return 0.0f;
  // Bins are centred on their luminance: half of the one that is cut lies below.
  const double place = std::clamp(double(share), 0.0, 1.0) * double(numbers.counts.size() - 1) + 0.5;
  const auto whole = std::min(std::size_t(place), numbers.counts.size() - 1);
  const double below = std::accumulate(numbers.counts.begin(), numbers.counts.begin() + std::ptrdiff_t(whole), 0.0) +
                       (place - double(whole)) * numbers.counts[whole];
  return float(std::round(1000.0 * std::min(below / total, 1.0)) / 10.0);
}

}  // namespace viewer
