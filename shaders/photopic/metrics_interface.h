// SPDX-License-Identifier: MIT
// Numbers of image metrics that C++ and GLSL share: bindings, parameter blocks, the layout of results. Not installed.
#ifndef PHOTOPIC_METRICS_INTERFACE_H
#define PHOTOPIC_METRICS_INTERFACE_H
#include "interface.h"

#ifdef __cplusplus
namespace photopic::gpu {
#endif

// ---- the pair, which most passes read: sampler2D ----
#define PHOTOPIC_METRICS_REFERENCE 0  // RGB, or the three planes at 0 to 2
#define PHOTOPIC_METRICS_TEST 3       // at 3 to 5
#define PHOTOPIC_METRICS_MASK 6
#define PHOTOPIC_METRICS_RESULTS \
  7  // buffer uint[], see below; box and lowpass: buffer float[], the level that they make
#define PHOTOPIC_METRICS_OUTPUT 8    // buffer float[]: a map
#define PHOTOPIC_METRICS_OUTPUT_2 9  // ... of errors: squared

// Specialisation constants of passes that read the pair.
#define PHOTOPIC_METRICS_SPEC_KIND 0            // PHOTOPIC_METRICS_KIND_*
#define PHOTOPIC_METRICS_SPEC_BITS 1            // of a code, 8 to 16
#define PHOTOPIC_METRICS_SPEC_VIEW_PEAK 2       // the code that the view shows as 1
#define PHOTOPIC_METRICS_SPEC_CHROMA_SHIFT_X 3  // log2 of luma samples per chroma sample
#define PHOTOPIC_METRICS_SPEC_CHROMA_SHIFT_Y 4
#define PHOTOPIC_METRICS_SPEC_HAS_MASK 5
#define PHOTOPIC_METRICS_SPEC_HAS_MAP \
  6  // PHOTOPIC_METRICS_OUTPUT is written; errors: PHOTOPIC_METRICS_ERRORS_MAPS, PHOTOPIC_METRICS_ERRORS_SHIFT
#define PHOTOPIC_METRICS_SPEC_COUNT 7
#define PHOTOPIC_METRICS_SPEC_FLIP_RADIUS \
  7  // flip_rows, flip_errors: PHOTOPIC_METRICS_FLIP_RADIUS or PHOTOPIC_METRICS_FLIP_MAX_RADIUS

#define PHOTOPIC_METRICS_KIND_RGB 0     // codes
#define PHOTOPIC_METRICS_KIND_PLANES 1  // codes
#define PHOTOPIC_METRICS_KIND_FLOAT 2   // linear RGB

// errors: bits of PHOTOPIC_METRICS_SPEC_HAS_MAP
#define PHOTOPIC_METRICS_ERRORS_MAPS 3u   // PHOTOPIC_METRICS_OUTPUT, PHOTOPIC_METRICS_OUTPUT_2 are written
#define PHOTOPIC_METRICS_ERRORS_SHIFT 4u  // shift_radius isn't 0

// ---- results: words, a section of the buffer for each pass ----
// errors: counters first, shared by all groups, zero before and after.
#define PHOTOPIC_METRICS_BINS 256
#define PHOTOPIC_METRICS_ERRORS_HISTOGRAM 0  // PHOTOPIC_METRICS_BINS: of the pixel's largest error
#define PHOTOPIC_METRICS_ERRORS_ABOVE 256    // pixels with an error above the threshold
#define PHOTOPIC_METRICS_ERRORS_MASKED 257
#define PHOTOPIC_METRICS_ERRORS_NOT_FINITE 258  // pixels that aren't finite in either picture
#define PHOTOPIC_METRICS_ERRORS_NOT_FINITE_REFERENCE 259
#define PHOTOPIC_METRICS_ERRORS_NOT_FINITE_TEST 260
#define PHOTOPIC_METRICS_ERRORS_COUNTERS 261
// Then for each group: its largest error (a code, or the bits of a float), where it is (y << 16 | x), and three sums of
// squares: two words each, low and high halves of codes added up separately, or a number (float, or of 8 bits) and
// none.
#define PHOTOPIC_METRICS_ERRORS_GROUP_WORDS 8
#define PHOTOPIC_METRICS_TILE 32             // errors, luma: pixels that a group reads at once, side
#define PHOTOPIC_METRICS_GROUPS 1056         // ... groups, or more where that leaves one more than
#define PHOTOPIC_METRICS_TILES_PER_GROUP 64  // whose sums of 16-bit halves, or of squared 8-bit codes, stay below 2^32

// luma: for each group these sums, low and high 16-bit halves added up separately.
#define PHOTOPIC_METRICS_LUMA_SQUARED_ERROR 0  // Y, Cb, Cr
#define PHOTOPIC_METRICS_LUMA_SUM 3            // of Y: reference, test
#define PHOTOPIC_METRICS_LUMA_SQUARES 5        // of Y squared: reference, test
#define PHOTOPIC_METRICS_LUMA_SUMS 7
#define PHOTOPIC_METRICS_LUMA_GROUP_WORDS 14

#define PHOTOPIC_METRICS_INVOCATIONS 256  // of a group, in all passes
#define PHOTOPIC_METRICS_SIDE 16          // of a group's square of pixels

// clear, copy
#define PHOTOPIC_METRICS_CLEAR_TARGET 0
#define PHOTOPIC_METRICS_COPY_SOURCE 0
#define PHOTOPIC_METRICS_COPY_TARGET 1

struct MetricsWordsParams {
  uint words;
  uint counters;  // copy: how many words are zeroed then, from the first
};
PHOTOPIC_LAYOUT(MetricsWordsParams, 8)

struct MetricsErrorsParams {
  uint width;  // of the plane
  uint height;
  uint channel;  // which plane
  uint shift_radius;
  float threshold;
};
PHOTOPIC_LAYOUT(MetricsErrorsParams, 20)

struct MetricsLumaParams {
  uint width;
  uint height;
};
PHOTOPIC_LAYOUT(MetricsLumaParams, 8)

// ssim: l * c * s, l, c and s summed over a group's windows.
#define PHOTOPIC_METRICS_SSIM_GROUP_WORDS 4
#define PHOTOPIC_METRICS_SSIM_WINDOW 11
#define PHOTOPIC_METRICS_SSIM_ROWS 32   // windows of a group, down; PHOTOPIC_METRICS_SIDE across
#define PHOTOPIC_METRICS_SSIM_LEVELS 0  // bindings of ssim_level: buffer float[], both images' levels
#define PHOTOPIC_METRICS_SSIM_RESULTS 1
#define PHOTOPIC_METRICS_LEVEL_SOURCE 0  // bindings of lowpass_level: buffer float[], read
#define PHOTOPIC_METRICS_LEVEL_TARGET 1  // ... written

struct MetricsSsimParams {
  uint width;  // of the images, not of the windows
  uint height;
  uint test;  // of a level: word of the test's first sample; the reference's are before
};
PHOTOPIC_LAYOUT(MetricsSsimParams, 12)

// box, lowpass, lowpass_level: one sample of the target from several of the source. Groups beyond the first group_rows
// rows make the test's, which follow the reference's.
struct MetricsScaleParams {
  uint width;  // of the source
  uint height;
  uint target_width;
  uint target_height;
  uint scale;       // box: source samples per target sample, side
  uint group_rows;  // groups down one image
};
PHOTOPIC_LAYOUT(MetricsScaleParams, 24)

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
#define PHOTOPIC_METRICS_FLIP_ERROR_RUNS 4    // ... runs along y

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

#define PHOTOPIC_METRICS_FLIP_ACES 0  // order of FlipToneMapper
#define PHOTOPIC_METRICS_FLIP_HABLE 1
#define PHOTOPIC_METRICS_FLIP_REINHARD 2

// Results: pixels by error, [0, 1] in equal bins, but for bin 0, which has the others; zeroed before. Then for each
// group floats: the sum of its errors, of those in bin 0, the least and the largest one.
#define PHOTOPIC_METRICS_FLIP_BINS 4096
#define PHOTOPIC_METRICS_FLIP_GROUP_WORDS 4
#define PHOTOPIC_METRICS_FLIP_GROUPS 256         // of flip_pool at most
#define PHOTOPIC_METRICS_FLIP_GROUP_PIXELS 2048  // ... at least, if there are as many

struct MetricsFlipParams {
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
PHOTOPIC_LAYOUT(MetricsFlipParams, 48)

struct MetricsFlipPoolParams {
  uint pixels;
};
PHOTOPIC_LAYOUT(MetricsFlipPoolParams, 4)

// ciede2000: a float for each group, the sum of its pixels' differences.
struct MetricsCiedeParams {
  uint width;
  uint height;
};
PHOTOPIC_LAYOUT(MetricsCiedeParams, 8)

// psnr_hvs: for each group, PHOTOPIC_METRICS_SIDE x PHOTOPIC_METRICS_SIDE blocks, a float: the sum of their squared
// visible errors.
#define PHOTOPIC_METRICS_HVS_SIDE 8  // of a block, samples
#define PHOTOPIC_METRICS_HVS_STEP 7  // from one block to the next

struct MetricsHvsParams {
  uint blocks_x;
  uint blocks_y;
  uint plane;
};
PHOTOPIC_LAYOUT(MetricsHvsParams, 12)

#ifdef __cplusplus
}  // namespace photopic::gpu
#endif

#endif
