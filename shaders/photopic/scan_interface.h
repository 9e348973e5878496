// SPDX-License-Identifier: MIT
// Adaptation over measurements of many frames, shared by C++ and GLSL: structs and numbers.
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

// Frames of one dispatch. llvmpipe (Mesa 22.3) ends all loops of an invocation after 65535 iterations in total. A frame
// takes less than 300, with four curves of 16 points, light and receptors.
#define PHOTOPIC_SCAN_MAX_FRAMES 128u

// Measurement of one frame: members of ExposureState, and light_* from WhiteBalanceState.
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
  float light_weight;  // 0 = no light was measured
  float dark_share;    // share of the weight that is too dark to count
};
PHOTOPIC_LAYOUT(FrameMeasurement, 64)

struct ScanParams {
  AdaptParams adapt;
  uint first_frame;    // of this dispatch
  uint frame_count;    // 1..PHOTOPIC_SCAN_MAX_FRAMES
  uint has_light;      // 1 = the light's colour adapts, too
  uint is_mean_black;  // test for a black frame: 1 = by the mean, as with weights; 0 = by the maximum
};
PHOTOPIC_LAYOUT(ScanParams, 112)

#ifdef __cplusplus
}  // namespace photopic::gpu
#endif

#endif
