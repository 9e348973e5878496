// SPDX-License-Identifier: MIT
// Bindings and parameters of acuity's pass. For C++ and GLSL.
#ifndef PHOTOPIC_ACUITY_INTERFACE_H
#define PHOTOPIC_ACUITY_INTERFACE_H

#ifdef __cplusplus
#include <cstdint>

namespace photopic::gpu {
using uint = std::uint32_t;
#endif

// Averages of 2, 4 and 8 texels a side. Level 1 is at the image's corner, level 2 to its right, level 3 below level 2.
#define PHOTOPIC_ACUITY_LEVELS 3
#define PHOTOPIC_ACUITY_SIDE 16  // texels of level 1 that a workgroup makes, a side

// ---- HDR image -> levels, exposed ----
#define PHOTOPIC_ACUITY_DOWN_HDR 0       // sampled image
#define PHOTOPIC_ACUITY_DOWN_LEVELS 1    // storage image
#define PHOTOPIC_ACUITY_DOWN_EXPOSURE 2  // buffer, its first float

struct AcuityDownParams {
  uint source_x;  // of the picture in the HDR image
  uint source_y;
  uint width;
  uint height;
  float luminance_of_red;  // of the HDR image's primaries
  float luminance_of_green;
  float luminance_of_blue;
  float inverse_pre_exposure;  // as ToneMapParams
};

#ifdef __cplusplus
static_assert(sizeof(AcuityDownParams) == 32, "AcuityDownParams layout");
}  // namespace photopic::gpu
#endif
#endif
