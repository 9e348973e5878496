// SPDX-License-Identifier: MIT
// Numbers that passes of local exposure share with C++: the grid of tone curves, its buffers, parameter blocks.
#ifndef PHOTOPIC_LOCAL_EXPOSURE_INTERFACE_H
#define PHOTOPIC_LOCAL_EXPOSURE_INTERFACE_H

#include "photopic/interface.h"
#include "photopic/local_exposure.h"

#ifdef __cplusplus
namespace photopic::gpu {
#endif

// ---- the grid, whose nodes are those of photopic/local_exposure.h ----
#define PHOTOPIC_LOCAL_CORNERS 4  // of a tile: x + 2 y
// Columns: what a tile adds to the four nodes at its corners. Two floats a slice, weight and sum of what log2 luminance
// is above the slice's, and behind them the totals of weight and of log2 luminance.
#define PHOTOPIC_LOCAL_COLUMN_PAIRS 34
// The image of curves: one below the other, for each interval between slices, all nodes' values at its ends: EV in red
// and green, what the base is above the slice in blue and alpha.
#define PHOTOPIC_LOCAL_INTERVALS (PHOTOPIC_LOCAL_SLICES - 1)
// Where the final pass finds a texel's curves, of each view.
struct LocalGrid {
  float first_x;  // of texel 0 of the HDR image, in widths and heights of the image of curves
  float first_y;
  float step_x;  // from a texel to the next
  float step_y;
};
PHOTOPIC_LAYOUT(LocalGrid, 16)
// Behind it what is kept of each node from frame to frame, in words: its curve in floats, whose it is, its reset,
// region; and for the overlay, what its base is above each slice's log2 luminance.
#define PHOTOPIC_LOCAL_NODE_INSTANCE 33
#define PHOTOPIC_LOCAL_NODE_RESET 34
#define PHOTOPIC_LOCAL_NODE_EXTENT 35
#define PHOTOPIC_LOCAL_NODE_BASE 36

// ---- local_build: HDR image -> columns ----
#define PHOTOPIC_LOCAL_BUILD_HDR 0      // sampler2D, scene-linear
#define PHOTOPIC_LOCAL_BUILD_COLUMNS 1  // buffer of columns
// With PHOTOPIC_SPEC_LOCAL_VEIL alone; else any of the kind.
#define PHOTOPIC_LOCAL_BUILD_VEIL 2         // sampler2D, level 1 of glare
#define PHOTOPIC_LOCAL_BUILD_VEIL_TABLES 3  // buffer GlareTables
#define PHOTOPIC_LOCAL_BUILD_EXPOSURE 4     // buffer whose first float is the exposure
#define PHOTOPIC_SPEC_LOCAL_SIDE 16         // texels of a sample, side: 1, 2, 4
#define PHOTOPIC_SPEC_LOCAL_LANES 17        // lanes, PHOTOPIC_SPEC_GROUP at the most: a power of two, 64 to 256
#define PHOTOPIC_SPEC_LOCAL_VEIL 18         // 1 = luminances are those behind glare

struct LocalBuildParams {
  uint origin_x;  // texels, top-left of the region in the HDR image
  uint origin_y;
  uint width;  // texels of the region
  uint height;
  uint has_totals;         // 1 = totals are read
  float luminance_of_red;  // PHOTOPIC_SPEC_CONVERT_INPUT: of the HDR image's primaries
  float luminance_of_green;
  float luminance_of_blue;
  float inverse_pre_exposure;  // as ToneMapParams
};
PHOTOPIC_LAYOUT(LocalBuildParams, 36)

// ---- local_solve: columns, exposure -> curves ----
#define PHOTOPIC_LOCAL_SOLVE_COLUMNS 0
#define PHOTOPIC_LOCAL_SOLVE_EXPOSURE 1       // buffer ExposureState, or one float
#define PHOTOPIC_LOCAL_SOLVE_NODES 2          // buffer of a LocalGrid and what is kept
#define PHOTOPIC_LOCAL_SOLVE_CURVES 3         // image2D, rgba16f
#define PHOTOPIC_LOCAL_SOLVE_SIDE 2           // nodes of a workgroup, side
#define PHOTOPIC_LOCAL_SOLVE_INVOCATIONS 176  // a third of the slices of these nodes and of those around them
#define PHOTOPIC_LOCAL_PRIOR 1e-3  // weight with which a node without texels takes its own log2 luminance for theirs
#define PHOTOPIC_LOCAL_SLOPE 0.1   // least slope of a curve

struct LocalSolveParams {
  uint tiles_x;  // of the region
  uint tiles_y;
  uint pitch_x;  // nodes of an interval of the image, and of a row of what is kept
  uint pitch_y;
  uint origin_x;  // texels, top-left of the region in the HDR image
  uint origin_y;
  uint has_state;         // 1 = the exposure is an ExposureState
  float anchor_of_ev100;  // log2 luminance that keeps its exposure, above EV100
  float highlight_contrast;
  float shadow_contrast;
  float detail;
  float blurred_luminance_blend;
  float highlight_threshold_ev;
  float shadow_threshold_ev;
  float max_ev;
  float step;     // share of the way to the new curve; 1 = all
  uint instance;  // what is kept belongs to this object ...
  uint reset;     // ... and to this reset or a later one ...
  uint extent;    // ... and to a region of this size: width | height << 16; else the new curve is taken
};
PHOTOPIC_LAYOUT(LocalSolveParams, 76)

#ifdef __cplusplus
}  // namespace photopic::gpu
#endif
#endif
