// SPDX-License-Identifier: MIT
// Constants and parameter blocks of the FLIP shaders, shared by C++ and GLSL.
#ifndef PHOTOPIC_METRICS_FLIP_INTERFACE_H
#define PHOTOPIC_METRICS_FLIP_INTERFACE_H
#include "photopic/metrics_interface.h"

#ifdef __cplusplus
namespace photopic::gpu {
#endif

// flip_rows, flip_errors: a specialisation constant beside those of the pair, PHOTOPIC_METRICS_FLIP_RADIUS or
// PHOTOPIC_METRICS_FLIP_MAX_RADIUS.
#define PHOTOPIC_METRICS_SPEC_FLIP_RADIUS PHOTOPIC_METRICS_SPEC_COUNT

// ---- flip: a block of the picture at a time, filtered along x, then along y ----
// Buffer vec4[] between the two: for the reference, then for the test, PHOTOPIC_METRICS_FLIP_PLANES planes of
// rows x block_width: Y, Cx and both terms of Cz filtered for colour, then luma smoothed and its two derivatives.
#define PHOTOPIC_METRICS_FLIP_PLANES 2
#define PHOTOPIC_METRICS_FLIP_BLOCK_WIDTH 1024  // at most
#define PHOTOPIC_METRICS_FLIP_BLOCK_HEIGHT 256
#define PHOTOPIC_METRICS_FLIP_RUN 8           // neighbours that an invocation filters, along the filter's axis
#define PHOTOPIC_METRICS_FLIP_RADIUS 10       // taps beside the middle one, of up to 74 pixels per degree
#define PHOTOPIC_METRICS_FLIP_MAX_RADIUS 16   // ... 110
#define PHOTOPIC_METRICS_FLIP_ROW_GROUP 128   // flip_rows: invocations of a group
#define PHOTOPIC_METRICS_FLIP_ROW_WIDTH 128   // ... pixels of it along x
#define PHOTOPIC_METRICS_FLIP_ROW_HEIGHT 8    // ... rows of it
#define PHOTOPIC_METRICS_FLIP_ERROR_WIDTH 64  // flip_errors: pixels of a group along x
#define PHOTOPIC_METRICS_FLIP_ERROR_RUNS 4    // ... runs along y; 2 with PHOTOPIC_SMALL_GROUP

// Buffer vec4[]: PHOTOPIC_METRICS_FLIP_TAPS from the middle one, of Y, Cx and both terms of Cz; then as many of
// features: smoothing, first and second derivative, nothing. Those of the first derivative are of positive offsets, the
// others' are negative.
#define PHOTOPIC_METRICS_FLIP_TAPS (PHOTOPIC_METRICS_FLIP_MAX_RADIUS + 1)

#define PHOTOPIC_METRICS_FLIP_ROWS_TAPS \
  PHOTOPIC_METRICS_OUTPUT             // binding of flip_rows, which writes PHOTOPIC_METRICS_RESULTS
#define PHOTOPIC_METRICS_FLIP_ROWS 0  // bindings of flip_errors: what flip_rows wrote
#define PHOTOPIC_METRICS_FLIP_ERRORS_TAPS 1
#define PHOTOPIC_METRICS_FLIP_ERRORS 2       // buffer float[]: of each pixel, row by row
#define PHOTOPIC_METRICS_FLIP_POOL_ERRORS 0  // bindings of flip_pool
#define PHOTOPIC_METRICS_FLIP_POOL_RESULTS 1
#define PHOTOPIC_METRICS_FLIP_POOL_MASK 2           // sampler2D; unread without a mask
#define PHOTOPIC_METRICS_SPEC_FLIP_POOL_HAS_MASK 0  // its specialisation constant

#define PHOTOPIC_METRICS_FLIP_ACES 0  // order of FlipToneMapper
#define PHOTOPIC_METRICS_FLIP_HABLE 1
#define PHOTOPIC_METRICS_FLIP_REINHARD 2

// Results: pixels by error, [0, 1] in equal bins, but for bin 0, which has the others. Where pairs may have a mask, the
// same of those that it leaves out, whose bin 0 has the number of them all. Zeroed before. Then for each group floats:
// the sum of its errors, of those in bin 0, the least and the largest one.
#define PHOTOPIC_METRICS_FLIP_BINS 4096
#define PHOTOPIC_METRICS_FLIP_GROUP_WORDS 4
#define PHOTOPIC_METRICS_FLIP_GROUPS 256         // of flip_pool at most
#define PHOTOPIC_METRICS_FLIP_GROUP_PIXELS 2048  // ... at least, if there are as many

struct MetricsFlipParams {
  MetricsSource source;
  uint width;  // of the pictures
  uint height;
  uint block_x;  // first pixel of the block
  uint block_y;
  uint block_width;
  uint block_height;
  uint first_row;       // that the block's filters along y need, of the pictures
  uint rows;            // ... how many
  uint group_rows;      // flip_rows: groups down one image; those beyond are the test's
  float exposure_root;  // of HDR: what colours are multiplied by twice
  uint tone_mapper;     // PHOTOPIC_METRICS_FLIP_ACES ...
  uint keeps_larger;    // flip_errors: an error that is there already stays if it is larger
};
PHOTOPIC_LAYOUT(MetricsFlipParams, 64)

struct MetricsFlipPoolParams {
  MetricsSource source;
  uint pixels;  // of the strip
  uint width;
  uint counters;  // words before those of groups
  uint phase;     // invocation of all that the strip's first pixel is for
  uint state;     // word of the results at which sums begin that go on from strip to strip, two for each invocation
};
PHOTOPIC_LAYOUT(MetricsFlipPoolParams, 36)
#define PHOTOPIC_METRICS_FLIP_STATE_WORDS 2

#ifdef __cplusplus
}  // namespace photopic::gpu
#endif

#endif
