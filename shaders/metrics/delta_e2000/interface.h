// SPDX-License-Identifier: MIT
// Constants and parameter blocks of the shader of CIEDE2000 with factors of 1, shared by C++ and GLSL.
#ifndef PHOTOPIC_METRICS_DELTA_E2000_INTERFACE_H
#define PHOTOPIC_METRICS_DELTA_E2000_INTERFACE_H
#include "photopic/metrics_interface.h"

#ifdef __cplusplus
namespace photopic::gpu {
#endif

// delta_e2000: counters first, shared by all groups, zero before and after: a histogram of the pixels' differences. Bin
// 0 is below 2^PHOTOPIC_METRICS_DE_MIN_LOG2; then 2^PHOTOPIC_METRICS_DE_BITS bins for each octave, evenly wide; the
// last has all that is above, too. Then for each group two floats: the sum of its pixels' differences, the largest.
#define PHOTOPIC_METRICS_DE_MIN_LOG2 -6
#define PHOTOPIC_METRICS_DE_BITS 6
#define PHOTOPIC_METRICS_DE_BINS 897  // up to 2^8
#define PHOTOPIC_METRICS_DE_GROUP_WORDS 2

struct MetricsDeltaEParams {
  MetricsSource source;
  MetricsTileRange range;  // state: two words, a sum and what its roundings lost
  uint width;
  uint height;
  float unit_high;  // 1 over the largest code, as the float nearest to it and the float nearest to the rest
  float unit_low;
};
PHOTOPIC_LAYOUT(MetricsDeltaEParams, 48)
#define PHOTOPIC_METRICS_DE_STATE_WORDS 2

#ifdef __cplusplus
}  // namespace photopic::gpu
#endif

#endif
