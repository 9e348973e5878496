// SPDX-License-Identifier: MIT
// Read of every texel: as many workgroups as the device runs at once stride over tiles of 64 x 64 texels. Each block is
// asked for before the one before it is added up, across tiles too, so that a fetch is always under way.
#version 450
#extension GL_GOOGLE_include_directive : require
#extension GL_EXT_samplerless_texture_functions : require
#include "interface.h"
#include "read_block.glsl"

void main() {
  const uint kSide = BENCH_READ_BLOCK_SIDE;
  uvec2 within = position_in_step();
  // The only division; there are at least as many tiles as workgroups.
  uvec2 tile = uvec2(gl_WorkGroupID.x % pc.tiles_x, gl_WorkGroupID.x / pc.tiles_x);
  uvec2 corner = tile * BENCH_READ_TILE_SIDE;
  float sum = 0.0;
  Batch first = fetch_block(corner, within);
  while (tile.y < pc.tiles_y) {
    Batch second = fetch_block(corner + uvec2(kSide, 0u), within);
    sum += sum_of(first);
    Batch third = fetch_block(corner + uvec2(0u, kSide), within);
    sum += sum_of(second);
    Batch fourth = fetch_block(corner + kSide, within);
    sum += sum_of(third);
    tile += uvec2(pc.stride_x, pc.stride_y);
    if (tile.x >= pc.tiles_x) tile = uvec2(tile.x - pc.tiles_x, tile.y + 1u);
    corner = tile * BENCH_READ_TILE_SIDE;
    if (tile.y < pc.tiles_y) first = fetch_block(corner, within);
    sum += sum_of(fourth);
  }
  keep(sum);
}
