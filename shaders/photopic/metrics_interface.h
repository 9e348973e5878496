// SPDX-License-Identifier: MIT
// Numbers that all image metrics share, for C++ and GLSL. Numbers of one metric are in
// shaders/metrics/NAME/interface.h.
#ifndef PHOTOPIC_METRICS_INTERFACE_H
#define PHOTOPIC_METRICS_INTERFACE_H
#include "interface.h"

#ifdef __cplusplus
namespace photopic::gpu {
#endif

// ---- bindings of the pair of pictures: sampler2D ----
#define PHOTOPIC_METRICS_REFERENCE 0  // RGB, or three planes at 0 to 2
#define PHOTOPIC_METRICS_TEST 3       // RGB, or three planes at 3 to 5
#define PHOTOPIC_METRICS_MASK 6
#define PHOTOPIC_METRICS_RESULTS 7   // buffer uint[]: results of the pass, or input of another pass
#define PHOTOPIC_METRICS_OUTPUT 8    // buffer float[]: a map
#define PHOTOPIC_METRICS_OUTPUT_2 9  // buffer float[]: a second map; errors: squared errors

// Specialisation constants of passes that read the pair.
#define PHOTOPIC_METRICS_SPEC_KIND 0            // PHOTOPIC_METRICS_KIND_*
#define PHOTOPIC_METRICS_SPEC_BITS 1            // bits of a code, 8 to 16
#define PHOTOPIC_METRICS_SPEC_VIEW_PEAK 2       // code that the view returns as 1
#define PHOTOPIC_METRICS_SPEC_CHROMA_SHIFT_X 3  // log2 of luma samples per chroma sample
#define PHOTOPIC_METRICS_SPEC_CHROMA_SHIFT_Y 4
#define PHOTOPIC_METRICS_SPEC_HAS_MASK 5
#define PHOTOPIC_METRICS_SPEC_HAS_MAP 6  // 1 = PHOTOPIC_METRICS_OUTPUT is written; bits if a metric has several maps
#define PHOTOPIC_METRICS_SPEC_STRIPS 7   // all passes: 1 = pictures are compared strip by strip
#define PHOTOPIC_METRICS_SPEC_COUNT 8

#define PHOTOPIC_METRICS_KIND_RGB 0     // codes
#define PHOTOPIC_METRICS_KIND_PLANES 1  // codes
#define PHOTOPIC_METRICS_KIND_FLOAT 2   // linear RGB

// ---- groups ----
#define PHOTOPIC_METRICS_TILE 32             // metrics/tiles.glsl: side of a tile, pixels
#define PHOTOPIC_METRICS_GROUPS 1056         // workgroups; more if a group would have more than TILES_PER_GROUP tiles
#define PHOTOPIC_METRICS_TILES_PER_GROUP 64  // so sums of 16-bit halves, or of squared 8-bit codes, stay below 2^32
#define PHOTOPIC_METRICS_INVOCATIONS 256     // invocations of a workgroup, in all passes
#define PHOTOPIC_METRICS_SIDE 16             // side of a workgroup's square, pixels

// ---- strips ----
// Position of a strip in the images. Rows are rows of the pictures.
struct MetricsSource {
  uint image_row;    // first row in the images
  uint image_rows;   // rows in the images
  uint column_bits;  // log2 of the width of the images; the rest of a longer row is image_rows further down
  uint first_row;    // first row of the strip and of maps
};
PHOTOPIC_LAYOUT(MetricsSource, 16)

// Tiles of a strip among all tiles of the plane.
struct MetricsTileRange {
  uint first;
  uint end;
  uint groups;  // workgroups for all tiles of the plane
  uint state;   // first word, in the results, of sums that continue from strip to strip
};
PHOTOPIC_LAYOUT(MetricsTileRange, 16)

// clear, copy
#define PHOTOPIC_METRICS_CLEAR_TARGET 0
#define PHOTOPIC_METRICS_COPY_SOURCE 0
#define PHOTOPIC_METRICS_COPY_TARGET 1

struct MetricsWordsParams {
  uint words;
  uint counters;  // copy: number of first words that are set to 0 afterwards
};
PHOTOPIC_LAYOUT(MetricsWordsParams, 8)

#ifdef __cplusplus
}  // namespace photopic::gpu
#endif

#endif
