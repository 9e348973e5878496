// SPDX-License-Identifier: MIT
// Constants and parameter blocks of the exact errors shaders, shared by C++ and GLSL.
#ifndef PHOTOPIC_METRICS_ERRORS_INTERFACE_H
#define PHOTOPIC_METRICS_ERRORS_INTERFACE_H
#include "photopic/metrics_interface.h"

#ifdef __cplusplus
namespace photopic::gpu {
#endif

// errors: bits of PHOTOPIC_METRICS_SPEC_HAS_MAP
#define PHOTOPIC_METRICS_ERRORS_MAPS 3u   // PHOTOPIC_METRICS_OUTPUT, PHOTOPIC_METRICS_OUTPUT_2 are written
#define PHOTOPIC_METRICS_ERRORS_SHIFT 4u  // shift_radius isn't 0
#define PHOTOPIC_METRICS_ERRORS_EDGES 8u  // pixels of anti-aliased edges are equal

// errors: counters first, shared by all groups, zero before and after.
#define PHOTOPIC_METRICS_BINS 256
#define PHOTOPIC_METRICS_ERRORS_HISTOGRAM 0  // PHOTOPIC_METRICS_BINS: of the pixel's largest error
#define PHOTOPIC_METRICS_ERRORS_ABOVE 256    // pixels with an error above the threshold
#define PHOTOPIC_METRICS_ERRORS_MASKED 257
#define PHOTOPIC_METRICS_ERRORS_NOT_FINITE 258  // pixels that aren't finite in either picture
#define PHOTOPIC_METRICS_ERRORS_NOT_FINITE_REFERENCE 259
#define PHOTOPIC_METRICS_ERRORS_NOT_FINITE_TEST 260
#define PHOTOPIC_METRICS_ERRORS_COUNTERS 261
// Then for each group: its largest error (a code, or the bits of a float), where it is (y << 16 | x), and three sums of
// squares: two words each, low and high halves of codes added up separately, or a number (float, or of 8 bits) and
// none.
#define PHOTOPIC_METRICS_ERRORS_GROUP_WORDS 8

struct MetricsErrorsParams {
  MetricsSource source;
  MetricsTileRange range;  // state: of floats, PHOTOPIC_METRICS_ERRORS_STATE_WORDS for each invocation of each group
  uint width;              // of the plane
  uint height;
  uint channel;  // which plane
  uint shift_radius;
  float threshold;
};
PHOTOPIC_LAYOUT(MetricsErrorsParams, 52)
#define PHOTOPIC_METRICS_ERRORS_STATE_WORDS 3

#ifdef __cplusplus
}  // namespace photopic::gpu
#endif

#endif
