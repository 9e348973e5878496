// SPDX-License-Identifier: MIT
// Results of metrics for C: numbers by name.
#ifndef PHOTOPIC_SRC_C_METRICS_RESULT_H
#define PHOTOPIC_SRC_C_METRICS_RESULT_H

#include <photopic/c/image_metrics.h>
#include <photopic/image_metrics.h>

#include <cstdint>

namespace photopic::c {

/// Numbers of a pair of pictures in memory, whatever was measured; without the pixels that the mask leaves out.
struct PairNumbers {
  bool has_alpha = false;  ///< it was compared
  double alpha_max_abs = 0.0;
  std::uint64_t alpha_pixels_differing = 0;
  std::uint64_t not_finite_reference = 0, not_finite_test = 0;
  std::uint64_t not_finite_differing =
      0;  ///< pixels that aren't finite, unless they are in both alike and that is equal
};

}  // namespace photopic::c

struct photopic_metrics_result {
  photopic::MetricsResult values;
  bool is_rgb = true;       ///< names are those of RGB
  bool is_of_pair = false;  ///< of photopic_compare(): `pair` has numbers
  bool has_names_only = false;
  photopic::c::PairNumbers pair;
};

#endif
