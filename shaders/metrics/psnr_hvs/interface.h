// SPDX-License-Identifier: MIT
// Constants and parameter blocks of the PSNR-HVS-M shaders, shared by C++ and GLSL.
#ifndef PHOTOPIC_METRICS_PSNR_HVS_INTERFACE_H
#define PHOTOPIC_METRICS_PSNR_HVS_INTERFACE_H
#include "photopic/metrics_interface.h"

#ifdef __cplusplus
namespace photopic::gpu {
#endif

// psnr_hvs: for each group, PHOTOPIC_METRICS_SIDE x PHOTOPIC_METRICS_SIDE blocks, a float: the sum of their squared
// visible errors.
#define PHOTOPIC_METRICS_HVS_SIDE 8  // of a block, samples
#define PHOTOPIC_METRICS_HVS_STEP 7  // from one block to the next

struct MetricsHvsParams {
  MetricsSource source;
  uint blocks_x;
  uint blocks_y;
  uint plane;
  uint first_block_y;  // of the strip: a multiple of PHOTOPIC_METRICS_SIDE
};
PHOTOPIC_LAYOUT(MetricsHvsParams, 32)

#ifdef __cplusplus
}  // namespace photopic::gpu
#endif

#endif
