// SPDX-License-Identifier: MIT
// Numbers that all image metrics share, for C++ and GLSL; those of one are in shaders/metrics/NAME/interface.h.
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
#define PHOTOPIC_METRICS_RESULTS 7   // buffer: uint[] of the pass's section, or what it makes for another pass
#define PHOTOPIC_METRICS_OUTPUT 8    // buffer float[]: a map
#define PHOTOPIC_METRICS_OUTPUT_2 9  // ... of errors: squared

// Specialisation constants of passes that read the pair.
#define PHOTOPIC_METRICS_SPEC_KIND 0            // PHOTOPIC_METRICS_KIND_*
#define PHOTOPIC_METRICS_SPEC_BITS 1            // of a code, 8 to 16
#define PHOTOPIC_METRICS_SPEC_VIEW_PEAK 2       // the code that the view shows as 1
#define PHOTOPIC_METRICS_SPEC_CHROMA_SHIFT_X 3  // log2 of luma samples per chroma sample
#define PHOTOPIC_METRICS_SPEC_CHROMA_SHIFT_Y 4
#define PHOTOPIC_METRICS_SPEC_HAS_MASK 5
#define PHOTOPIC_METRICS_SPEC_HAS_MAP 6  // PHOTOPIC_METRICS_OUTPUT is written; bits, where a metric has several
#define PHOTOPIC_METRICS_SPEC_STRIPS 7   // 1 = pictures are compared strip by strip; other passes have it, too
#define PHOTOPIC_METRICS_SPEC_COUNT 8

#define PHOTOPIC_METRICS_KIND_RGB 0     // codes
#define PHOTOPIC_METRICS_KIND_PLANES 1  // codes
#define PHOTOPIC_METRICS_KIND_FLOAT 2   // linear RGB

// ---- groups ----
#define PHOTOPIC_METRICS_TILE 32             // metrics/tiles.glsl: pixels that a group reads at once, side
#define PHOTOPIC_METRICS_GROUPS 1056         // ... groups, or more where that leaves one more than
#define PHOTOPIC_METRICS_TILES_PER_GROUP 64  // whose sums of 16-bit halves, or of squared 8-bit codes, stay below 2^32
#define PHOTOPIC_METRICS_INVOCATIONS 256     // of a group, in all passes
#define PHOTOPIC_METRICS_SIDE 16             // of a group's square of pixels

// ---- strips ----
// Place of a strip's pixels in the images. Rows are those of the pictures; a chroma plane's follow from them.
struct MetricsSource {
  uint image_row;    // that the images begin with
  uint image_rows;   // that they have
  uint column_bits;  // log2 of the texels of a row of the images: the rest of a longer row is image_rows further down
  uint first_row;    // of the strip, which maps begin with
};
PHOTOPIC_LAYOUT(MetricsSource, 16)

// Tiles of a strip, in the groups that go over all tiles of the plane.
struct MetricsTileRange {
  uint first;
  uint end;
  uint groups;  // over all tiles of the plane
  uint state;   // word of the results at which sums begin that go on from strip to strip
};
PHOTOPIC_LAYOUT(MetricsTileRange, 16)

// clear, copy
#define PHOTOPIC_METRICS_CLEAR_TARGET 0
#define PHOTOPIC_METRICS_COPY_SOURCE 0
#define PHOTOPIC_METRICS_COPY_TARGET 1

struct MetricsWordsParams {
  uint words;
  uint counters;  // copy: how many words are zeroed then, from the first
};
PHOTOPIC_LAYOUT(MetricsWordsParams, 8)

#ifdef __cplusplus
}  // namespace photopic::gpu
#endif

#endif
