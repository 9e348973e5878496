// SPDX-License-Identifier: MIT
// Structs and numbers of the adaptation over measurements, measurements of many frames -> exposure states, read by C++
// and GLSL.
#ifndef PHOTOPIC_SCAN_INTERFACE_H
#define PHOTOPIC_SCAN_INTERFACE_H
#include "interface.h"

#ifdef __cplusplus
namespace photopic::gpu {
#endif

#define PHOTOPIC_SCAN_MEASUREMENTS 0  // buffer FrameMeasurement[]
#define PHOTOPIC_SCAN_STATES 1        // buffer ExposureState[]
#define PHOTOPIC_SCAN_LAST 2          // buffer ExposureState, from one dispatch to the next
#define PHOTOPIC_SCAN_TABLES 3        // buffer MeterTables

// Of one dispatch. llvmpipe (Mesa 22.3) ends all loops once an invocation has gone round all of them 65535 times
// together; a frame goes round less than 300 times, with four curves of 16 points, light and receptors.
#define PHOTOPIC_SCAN_MAX_FRAMES 128u

// What the adaptation takes from a frame: members of ExposureState and, light_*, of WhiteBalanceState.
struct FrameMeasurement {
  float metered_log2_luminance;
  float mean_log2_luminance;
  float low_percentile_log2;
  float median_log2;
  float high_percentile_log2;
  float min_luminance;
  float max_luminance;
  float weight_sum;  // 0 = nothing was measured
  uint valid_texels;
  uint invalid_texels;
  uint under_texels;
  uint over_texels;
  float light_rg;  // estimate_rg and estimate_bg
  float light_bg;
  float light_weight;  // 0 = nothing of the light was measured
  float dark_share;    // of the weight; 0 = all of it counts
};
PHOTOPIC_LAYOUT(FrameMeasurement, 64)

struct ScanParams {
  AdaptParams adapt;
  uint first_frame;    // of this dispatch
  uint frame_count;    // 1..PHOTOPIC_SCAN_MAX_FRAMES
  uint has_light;      // 1 = the light's colour adapts, too
  uint is_mean_black;  // 1 = the mean says whether a frame is black, as it does with weights; else the maximum
};
PHOTOPIC_LAYOUT(ScanParams, 112)

#ifdef __cplusplus
}  // namespace photopic::gpu
#endif

#endif
