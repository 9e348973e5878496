// SPDX-License-Identifier: MIT
// Read of every texel: one workgroup for each block of 32 x 32 texels.
#version 450
#extension GL_GOOGLE_include_directive : require
#extension GL_EXT_samplerless_texture_functions : require
#include "interface.h"
#include "read_block.glsl"

void main() {
  uvec2 corner = gl_WorkGroupID.xy * BENCH_READ_BLOCK_SIDE;
  keep(sum_of(fetch_block(corner, position_in_step())));
}
