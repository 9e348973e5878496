// SPDX-License-Identifier: MIT
// Constants and parameter blocks of the PSNR shaders, shared by C++ and GLSL.
#ifndef PHOTOPIC_METRICS_PSNR_INTERFACE_H
#define PHOTOPIC_METRICS_PSNR_INTERFACE_H
#include "photopic/metrics_interface.h"

#ifdef __cplusplus
namespace photopic::gpu {
#endif

// luma: for each group these sums, low and high 16-bit halves added up separately.
#define PHOTOPIC_METRICS_LUMA_SQUARED_ERROR 0  // Y, Cb, Cr
#define PHOTOPIC_METRICS_LUMA_SUM 3            // of Y: reference, test
#define PHOTOPIC_METRICS_LUMA_SQUARES 5        // of Y squared: reference, test
#define PHOTOPIC_METRICS_LUMA_SUMS 7
#define PHOTOPIC_METRICS_LUMA_GROUP_WORDS 14

struct MetricsLumaParams {
  MetricsSource source;
  MetricsTileRange range;  // integers have no state
  uint width;
  uint height;
};
PHOTOPIC_LAYOUT(MetricsLumaParams, 40)

#ifdef __cplusplus
}  // namespace photopic::gpu
#endif

#endif
