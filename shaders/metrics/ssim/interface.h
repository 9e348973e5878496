// SPDX-License-Identifier: MIT
// Constants and parameter blocks of the SSIM and MS-SSIM shaders, shared by C++ and GLSL.
#ifndef PHOTOPIC_METRICS_SSIM_INTERFACE_H
#define PHOTOPIC_METRICS_SSIM_INTERFACE_H
#include "photopic/metrics_interface.h"

#ifdef __cplusplus
namespace photopic::gpu {
#endif

// ssim: l * c * s, l, c and s summed over a group's windows.
#define PHOTOPIC_METRICS_SSIM_GROUP_WORDS 4
#define PHOTOPIC_METRICS_SSIM_WINDOW 11
#define PHOTOPIC_METRICS_SSIM_ROWS 32   // windows of a group, down; PHOTOPIC_METRICS_SIDE across
#define PHOTOPIC_METRICS_SSIM_LEVELS 0  // bindings of ssim_level: buffer float[], both images' levels
#define PHOTOPIC_METRICS_SSIM_RESULTS 1
#define PHOTOPIC_METRICS_LEVEL_SOURCE 0  // bindings of lowpass_level: buffer float[], read
#define PHOTOPIC_METRICS_LEVEL_TARGET 1  // ... written

struct MetricsSsimParams {
  MetricsSource source;
  uint width;  // of the images, not of the windows
  uint height;
  uint test;         // of a level: word of the test's first sample; the reference's are before
  uint first_group;  // down, of the strip
  uint ring_rows;    // of a level, in strips: row y is at y % ring_rows
  uint end_row;      // of the strip: maps end there
};
PHOTOPIC_LAYOUT(MetricsSsimParams, 40)

// box, lowpass, lowpass_level: one sample of the target from several of the source. Groups beyond the first group_rows
// rows make the test's, which follow the reference's. In strips, levels have only the rows that are still needed: row y
// is at y % their rows.
struct MetricsScaleParams {
  MetricsSource source;
  uint width;  // of the source
  uint height;
  uint target_width;
  uint target_height;  // in strips, the target row that isn't made yet
  uint scale;          // box: source samples per target sample, side
  uint group_rows;     // groups down one image
  uint first_target;   // row of the strip
  uint source_ring;    // rows of the source's buffer, of a level
  uint target_ring;
};
PHOTOPIC_LAYOUT(MetricsScaleParams, 52)

#ifdef __cplusplus
}  // namespace photopic::gpu
#endif

#endif
