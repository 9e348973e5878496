// SPDX-License-Identifier: MIT
// Bindings and parameters of acuity's passes. For C++ and GLSL.
#ifndef PHOTOPIC_ACUITY_INTERFACE_H
#define PHOTOPIC_ACUITY_INTERFACE_H

#ifdef __cplusplus
#include <cstdint>

namespace photopic::gpu {
using uint = std::uint32_t;
#endif

// Level n is what an eye sees that resolves 2^n times less than a texel. acuity/levels.glsl has where they are.
#define PHOTOPIC_ACUITY_LEVELS 3        // PHOTOPIC_ACUITY_MOST_LEVEL
#define PHOTOPIC_ACUITY_LEVELS_IMAGE 0  // storage image, of both passes

// ---- HDR image -> averages of 2 x 2 texels, exposed ----
#define PHOTOPIC_ACUITY_DOWN_HDR 1       // sampled image
#define PHOTOPIC_ACUITY_DOWN_EXPOSURE 2  // buffer, its first float; ExposureState with has_state
#define PHOTOPIC_ACUITY_DOWN_WIDTH 32    // a workgroup's
#define PHOTOPIC_ACUITY_DOWN_HEIGHT 8
#define PHOTOPIC_ACUITY_DOWN_TABLE 3    // buffer NightExposure
#define PHOTOPIC_SPEC_ACUITY_GATHERS 0  // 1 = four texels are gathered at once

// ---- averages -> levels 2 and 3 ----
#define PHOTOPIC_ACUITY_SIDE 32  // texels of level 2 that a workgroup makes, a side
#define PHOTOPIC_ACUITY_INVOCATIONS 256
#define PHOTOPIC_ACUITY_SMOOTH_TABLE 1  // as PHOTOPIC_ACUITY_DOWN_TABLE

// What NightTable::acuity_finds may be. The averages pass writes NOTHING or DAY, the smoothing pass DARK.
#define PHOTOPIC_ACUITY_NOTHING 0u  // no texel may be blurred
#define PHOTOPIC_ACUITY_DARK 1u     // some texels may be blurred
#define PHOTOPIC_ACUITY_DAY 2u      // no texel may be blurred, and no averages are made

struct AcuityDownParams {
  uint source_x;  // of the picture in the HDR image
  uint source_y;
  uint width;
  uint height;
  float luminance_of_red;  // of the HDR image's primaries
  float luminance_of_green;
  float luminance_of_blue;
  float inverse_pre_exposure;  // as ToneMapParams
  // Texels that the final pass may blur: those of less luminance than this makes.
  uint has_state;                  // 1 = the exposure buffer holds an ExposureState
  float luminance_times_exposure;  // as MesopicParams
  float cd_m2_per_unit;
  float local_adaptation;  // as AcuityParams
  float limit_log2;        // adapted log2 luminance, cd/m^2, from which nothing is blurred
  float least_share;       // of the image's luminance that effects before acuity leave; 0 = unknown: all may be blurred
  uint has_least;          // 1 = the ExposureState is of this picture, with its least luminance and its invalid texels
};

struct AcuitySmoothParams {
  uint width;  // of the picture
  uint height;
};

#ifdef __cplusplus
static_assert(sizeof(AcuityDownParams) == 60, "AcuityDownParams layout");
static_assert(sizeof(AcuitySmoothParams) == 8, "AcuitySmoothParams layout");
}  // namespace photopic::gpu
#endif
#endif
