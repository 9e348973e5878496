// SPDX-License-Identifier: MIT
// Local metrics: worst tiles, largest cluster, percentiles; written plainly from their definitions in
// docs/regression.md.
#ifndef PHOTOPIC_TESTS_REFERENCE_EFFECTS_LOCAL_H
#define PHOTOPIC_TESTS_REFERENCE_EFFECTS_LOCAL_H

#include <cstddef>
#include <cstdint>
#include <vector>

#include "reference/metrics/metrics.h"

namespace reference {

/// The sum over the channels of squared errors; 0 where the mask, a byte for each pixel or empty, is 0.
Map squared_errors(const CodeImage& reference, const CodeImage& test, const std::vector<std::uint8_t>& mask = {});

struct Tile {
  double mean = 0.0;
  std::size_t x = 0, y = 0;
};

/// The tile with the largest sum, of `side` pixels a side at multiples of `step`; the last ones of rows and columns are
/// the first that reach the edge. Means are over side * side pixels, or the picture's where it is narrower.
Tile worst_tile(const Map& damage, std::size_t side, std::size_t step);

struct Cluster {
  std::size_t pixels = 0;
  std::size_t x = 0, y = 0, width = 0, height = 0;
};

/// Of pixels where `map` is above `threshold`, by a flood of the eight neighbours.
Cluster largest_cluster(const Map& map, double threshold);

/// Each pixel's largest error of a channel, codes; 0 where the mask is 0.
Map largest_errors(const CodeImage& reference, const CodeImage& test, const std::vector<std::uint8_t>& mask = {});

/// Whether a pixel is of an anti-aliased edge in either picture, as pixelmatch finds them (Vysniauskas 2009).
bool is_antialiased(const CodeImage& reference, const CodeImage& test, std::size_t x, std::size_t y);

/// The least of the values that all but a share of at most 1 - `share` don't exceed.
double percentile(std::vector<double> values, double share);

}  // namespace reference

#endif
