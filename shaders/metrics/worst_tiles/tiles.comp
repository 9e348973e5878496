// SPDX-License-Identifier: MIT
// Tile with the largest sum of its cells: small ones in the first row of groups, large ones in the second. A tile for
// each invocation.
#version 450
#extension GL_GOOGLE_include_directive : require
#include "metrics/worst_tiles/interface.h"

layout(local_size_x = PHOTOPIC_METRICS_INVOCATIONS) in;

layout(set = 0, binding = PHOTOPIC_METRICS_TILE_CELLS, std430) readonly buffer Cells { uvec2 cells[]; };
layout(set = 0, binding = PHOTOPIC_METRICS_TILE_RESULTS, std430) writeonly buffer Results { uint results[]; };
layout(push_constant, std430) uniform Push { MetricsTilesParams pc; };
layout(constant_id = PHOTOPIC_METRICS_SPEC_STRIPS) const uint kHasStrips = 0;

shared uint largest_high, largest_low, first_tile;

void main() {
  bool is_large = gl_WorkGroupID.y != 0u;
  uint side = is_large ? PHOTOPIC_METRICS_TILE_LARGE : PHOTOPIC_METRICS_TILE_SMALL;
  uint step = is_large ? PHOTOPIC_METRICS_TILE_LARGE_STEP : PHOTOPIC_METRICS_TILE_SMALL_STEP;
  uvec2 count = uvec2(pc.columns, pc.rows);
  uvec2 tiles = (max(count, side) - side + step - 1u) / step + 1u;
  uint tile = gl_WorkGroupID.x * PHOTOPIC_METRICS_INVOCATIONS + gl_LocalInvocationIndex;
  uint end_tile = tiles.x * tiles.y;
  if (kHasStrips != 0u) {
    tile += is_large ? pc.first_large : pc.first_small;
    end_tile = is_large ? pc.end_large : pc.end_small;
  }
  uvec2 sum = uvec2(0u);
  if (tile < end_tile) {
    uvec2 first = uvec2(tile % tiles.x, tile / tiles.x) * step;
    uvec2 end = min(first + side, count);
    for (uint y = first.y; y < end.y; ++y) {
      uint row = kHasStrips != 0u ? y % pc.ring_rows : y;
      for (uint x = first.x; x < end.x; ++x) sum += cells[row * pc.columns + x];
    }
  }
  sum = uvec2(sum.x & 0xffffu, sum.y + (sum.x >> 16));

  if (gl_LocalInvocationIndex == 0u) {
    largest_high = largest_low = 0u;
    first_tile = ~0u;
  }
  barrier();
  atomicMax(largest_high, sum.y);
  barrier();
  if (sum.y == largest_high) atomicMax(largest_low, sum.x);
  barrier();
  if (sum == uvec2(largest_low, largest_high)) atomicMin(first_tile, tile);
  barrier();
  if (gl_LocalInvocationIndex != 0u) return;
  uint group = (gl_WorkGroupID.y * gl_NumWorkGroups.x + gl_WorkGroupID.x) * PHOTOPIC_METRICS_TILE_GROUP_WORDS;
  results[group] = largest_high;
  results[group + 1u] = largest_low;
  results[group + 2u] = first_tile;
}
