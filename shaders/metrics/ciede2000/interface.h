// SPDX-License-Identifier: MIT
// Constants and parameter blocks of the CIEDE2000 shaders, shared by C++ and GLSL.
#ifndef PHOTOPIC_METRICS_CIEDE2000_INTERFACE_H
#define PHOTOPIC_METRICS_CIEDE2000_INTERFACE_H
#include "photopic/metrics_interface.h"

#ifdef __cplusplus
namespace photopic::gpu {
#endif

// ciede2000: a float for each group, the sum of its pixels' differences.
struct MetricsCiedeParams {
  MetricsSource source;
  MetricsTileRange range;  // state: two words, a sum and what its roundings lost
  uint width;
  uint height;
};
PHOTOPIC_LAYOUT(MetricsCiedeParams, 40)
#define PHOTOPIC_METRICS_CIEDE_STATE_WORDS 2

#ifdef __cplusplus
}  // namespace photopic::gpu
#endif

#endif
