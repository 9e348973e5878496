// SPDX-License-Identifier: MIT
// Constants and parameter blocks of the worst tiles' shaders, shared by C++ and GLSL.
#ifndef PHOTOPIC_METRICS_WORST_TILES_INTERFACE_H
#define PHOTOPIC_METRICS_WORST_TILES_INTERFACE_H
#include "photopic/metrics_interface.h"

#ifdef __cplusplus
namespace photopic::gpu {
#endif

// cells, whose PHOTOPIC_METRICS_SPEC_HAS_MAP says that pixels of anti-aliased edges are equal: what is summed, a
// specialisation constant beside those of the pair.
#define PHOTOPIC_METRICS_SPEC_TILE_SOURCE PHOTOPIC_METRICS_SPEC_COUNT
#define PHOTOPIC_METRICS_TILE_ERRORS 0  // squared errors of the pair
#define PHOTOPIC_METRICS_TILE_SSIM 1    // 1 - a map's values, where there is a window
#define PHOTOPIC_METRICS_TILE_FLIP 2    // a map's values

// Buffer uvec2[] between the two passes: sums over cells of pixels, row by row, low and high 16 bits added up
// separately. Of maps in fixed point, so that the order of adding doesn't matter.
#define PHOTOPIC_METRICS_TILE_CELL 4         // pixels a side
#define PHOTOPIC_METRICS_TILE_FIXED 1048576  // 1.0 of a map

// tiles: of two sizes, cells a side and from one tile to the next. Those at the right and lower edge may reach beyond.
#define PHOTOPIC_METRICS_TILE_SMALL 2
#define PHOTOPIC_METRICS_TILE_SMALL_STEP 1
#define PHOTOPIC_METRICS_TILE_LARGE 8
#define PHOTOPIC_METRICS_TILE_LARGE_STEP 4
#define PHOTOPIC_METRICS_TILE_CELLS 0  // bindings of tiles
#define PHOTOPIC_METRICS_TILE_RESULTS 1

// Results, first of all groups with small tiles, then of as many with large ones: the largest sum, its bits from 16 on
// and those below, and the first tile by rows that has it.
#define PHOTOPIC_METRICS_TILE_GROUP_WORDS 3

// In strips, the buffer has only the rows of cells that tiles still need: row y is at y % ring_rows.
struct MetricsCellsParams {
  MetricsSource source;
  uint width;  // of the pictures
  uint height;
  uint channel;  // 0: of planes Y alone
  uint shift_radius;
  uint end_row;  // of the strip
  uint ring_rows;
};
PHOTOPIC_LAYOUT(MetricsCellsParams, 40)

struct MetricsTilesParams {
  uint columns;  // of cells
  uint rows;
  uint ring_rows;
  uint first_small;  // of the strip: the first tile of either size, and the one after the last
  uint end_small;
  uint first_large;
  uint end_large;
};
PHOTOPIC_LAYOUT(MetricsTilesParams, 28)

#ifdef __cplusplus
}  // namespace photopic::gpu
#endif

#endif
