// SPDX-License-Identifier: MIT
// Constants and parameter blocks of the passes of glare, shared by C++ and GLSL. Never algorithms.
#ifndef PHOTOPIC_GLARE_INTERFACE_H
#define PHOTOPIC_GLARE_INTERFACE_H
#include "photopic/interface.h"

#ifdef __cplusplus
namespace photopic::gpu {
struct alignas(16) vec4 {
  float x, y, z, w;
};
#endif

// A level is the sum of the light of its texels, halved at every axis that halved: where all texels of the picture that
// a texel stands for exist, that is their mean, and its coverage is 1.
#define PHOTOPIC_GLARE_INVOCATIONS 256
#define PHOTOPIC_GLARE_DOWN_WIDTH 29  // texels of a workgroup's tile: its 64 columns of finer texels are 32 lanes twice
#define PHOTOPIC_GLARE_DOWN_HEIGHT 4
#define PHOTOPIC_GLARE_DOWN_INVOCATIONS 64  // a column each; small workgroups, so that some read while others filter
#define PHOTOPIC_GLARE_UP_WIDTH 64
#define PHOTOPIC_GLARE_UP_HEIGHT 4
#define PHOTOPIC_GLARE_UP_INVOCATIONS 256  // a texel each
#define PHOTOPIC_GLARE_TAIL_SIDE 64        // of the level that the tail reads, at most

// Kernels in 64ths: taps of texels 2j, 2j + 1 of coarse texel j, of 2j - 1, 2j + 2, and so on; and what an end's texel
// gets of light that would leave, of itself, the next one and the one after.
#define PHOTOPIC_GLARE_B6_TAPS 35.0, 21.0, 7.0, 1.0
#define PHOTOPIC_GLARE_B6_FOLD 22.0, 7.0, 1.0
#define PHOTOPIC_GLARE_J_TAPS 32.0, 24.0, 8.0, 0.0
#define PHOTOPIC_GLARE_J_FOLD 24.0, 8.0, 0.0
// Which of them passes take: constants of their code, chosen by these bits, since a buffer is waited for.
#define PHOTOPIC_GLARE_KERNEL_J 1u
#define PHOTOPIC_GLARE_KERNEL_DARK 2u  // nothing is beyond the picture; else light is folded
#define PHOTOPIC_GLARE_KERNELS 4       // combinations

// The transposed kernel, up to three times in a row, as rows of weights of a finer texel's coarser ones: texel i of an
// axis of n has two vectors of those from (i >> steps) - 3 on, the last 0. There are rows of texels near the first one,
// of those between the ends by the remainder of i, and of texels near the last one, the last first, by the remainder of
// n. A single step has no rows of ends: there, coarser texels beyond the axis are read as the last ones.
#define PHOTOPIC_GLARE_MAX_STEPS 3
#define PHOTOPIC_GLARE_FAR_LEAST 64  // axes of fewer texels go by single steps
#define PHOTOPIC_GLARE_UP_ENDS(steps) ((steps) == 1u ? 0u : (steps) == 2u ? 9u : 21u)  // texels near an end
// Of those near the last texel, of a remainder of n or, of a picture's rows, of its axis; behind those of the others.
#define PHOTOPIC_GLARE_UP_LAST_ROW(steps, which) ((1u << (steps)) + (1u + (which)) * PHOTOPIC_GLARE_UP_ENDS(steps))
#define PHOTOPIC_GLARE_UP_FIRST_ROW(steps) ((steps) == 1u ? 0u : (steps) == 2u ? 2u : 51u)
#define PHOTOPIC_GLARE_UP_ROW_COUNT 248u
// Those of a picture: near the last one, of both axes.
#define PHOTOPIC_GLARE_PICTURE_ROWS 71u

// What seldom changes, a slot each. Indices of levels count from 0 for level 1.
struct GlareTables {
  float weights[PHOTOPIC_GLARE_MAX_LEVELS];
  uint steps;           // from the picture to the level that the final pass reads: 1 to PHOTOPIC_GLARE_MAX_STEPS
  float scattered;      // the weights' sum
  float excess_above;   // as GlareParams
  float firefly_limit;  // factor of the brightest neighbour; 0 = none
  float most;           // exposed value of a channel that the levels' format holds
  float luminance_of[3];
  // 1 / coverage, along x and y, of texels i < 4 at i, and of those n - 1 - i < 5 at 8 - (n - 1 - i).
  float inverse_coverage[PHOTOPIC_GLARE_MAX_LEVELS * 2 * PHOTOPIC_GLARE_ENDS];
  vec4 up_rows[PHOTOPIC_GLARE_PICTURE_ROWS * 2u];  // of `steps`
};
PHOTOPIC_LAYOUT(GlareTables, 3520)

// What the final pass reads of it.
struct GlareShown {
  uint steps;
  float scattered;
  uint reserved0;
  uint reserved1;
  vec4 up_rows[PHOTOPIC_GLARE_PICTURE_ROWS * 2u];
};
PHOTOPIC_LAYOUT(GlareShown, 2288)

// Of all kernels, numbers of steps and axes.
struct GlareUpRows {
  vec4 rows[PHOTOPIC_GLARE_KERNELS * PHOTOPIC_GLARE_UP_ROW_COUNT * 2u];
};
PHOTOPIC_LAYOUT(GlareUpRows, 31744)

// Of each workgroup of a level. The next level's adds up those of the four groups below it.
struct GlareLight {
  float removed;  // luminance that the limits took away, exposed
  float total;    // of the picture, if it is measured
  float source;   // of what is scattered, likewise
};
PHOTOPIC_LAYOUT(GlareLight, 12)

// ---- glare_down_hdr, glare_down: HDR image or level -> next level ----
#define PHOTOPIC_GLARE_DOWN_SOURCE 0    // sampler2D
#define PHOTOPIC_GLARE_DOWN_TARGET 1    // image2D
#define PHOTOPIC_GLARE_DOWN_TABLES 2    // buffer GlareTables
#define PHOTOPIC_GLARE_DOWN_LIGHT 3     // buffer GlareLight[]
#define PHOTOPIC_GLARE_DOWN_EXPOSURE 4  // glare_down_hdr: buffer whose first float is the exposure
#define PHOTOPIC_SPEC_GLARE_MEASURES 0  // glare_down_hdr: 1 = the picture's light is measured, and fireflies limited

struct GlareDownParams {
  uint source_x;  // texels, top-left of the rectangle in the source
  uint source_y;
  uint width;  // of the rectangle
  uint height;
  uint light_from;  // first GlareLight of the level below
  uint light_to;    // and of this one
  uint groups_x;    // of the level below
  uint groups_y;
  uint kernel;                 // PHOTOPIC_GLARE_KERNEL_*
  float inverse_pre_exposure;  // glare_down_hdr: as ToneMapParams
};
PHOTOPIC_LAYOUT(GlareDownParams, 40)

// ---- glare_tail: last stored level -> all coarser ones, and back ----
#define PHOTOPIC_GLARE_TAIL_LEVEL 0   // image2D
#define PHOTOPIC_GLARE_TAIL_TABLES 1  // buffer GlareTables
#define PHOTOPIC_GLARE_TAIL_LIGHT 2   // buffer GlareLight[]
#define PHOTOPIC_GLARE_TAIL_STATE 3   // buffer ExposureState, or any of that size
// Not 0: one copy of each step for all levels, by so many chunks of columns, 1 or 2. Follows the limits of the device,
// as constants of <gpu/interface.h>.
#define PHOTOPIC_SPEC_GLARE_CHUNKS 42
#define PHOTOPIC_GLARE_WIDE_INVOCATIONS 512u
#define PHOTOPIC_GLARE_WIDE_BYTES(chunks) ((chunks) == 1u ? 42844u : 30556u)  // of workgroup memory

struct GlareTailParams {
  uint width;  // of the level
  uint height;
  uint level;  // its index
  uint light_from;
  uint groups;  // of the level
  uint measures;
  uint writes_state;
  float texels;  // of the picture
  uint kernel;   // PHOTOPIC_GLARE_KERNEL_*
};
PHOTOPIC_LAYOUT(GlareTailParams, 36)

// ---- glare_up: up to three coarser levels, added to a level ----
#define PHOTOPIC_GLARE_UP_COARSE 0  // sampler2D, of each of PHOTOPIC_GLARE_MAX_STEPS
#define PHOTOPIC_GLARE_UP_LEVEL 3   // image2D
#define PHOTOPIC_GLARE_UP_TABLES 4  // buffer GlareTables
#define PHOTOPIC_GLARE_UP_ROWS 5    // buffer GlareUpRows

struct GlareUpParams {
  uint width;  // of the level
  uint height;
  uint level;   // its index
  uint steps;   // to the last of the coarser levels
  uint kernel;  // PHOTOPIC_GLARE_KERNEL_*
};
PHOTOPIC_LAYOUT(GlareUpParams, 20)

#ifdef __cplusplus
}  // namespace photopic::gpu
#endif
#endif
