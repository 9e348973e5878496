// SPDX-License-Identifier: MIT
// Sums of the YUV codes: squared errors of the planes, and moments of Y. Integers throughout.
#version 450
#extension GL_EXT_control_flow_attributes : require
#extension GL_GOOGLE_include_directive : require
#include "metrics/psnr/interface.h"

layout(push_constant, std430) uniform Push { MetricsLumaParams pc; };
#include "metrics/input.glsl"
#include "metrics/sums.glsl"
#include "metrics/tile_range.glsl"

layout(local_size_x = PHOTOPIC_METRICS_INVOCATIONS) in;

layout(set = 0, binding = PHOTOPIC_METRICS_RESULTS, std430) writeonly buffer Results { uint results[]; };

void add(inout uvec2 sums[PHOTOPIC_METRICS_LUMA_SUMS], uint index, uint value) {
  sums[index] += uvec2(value & 0xffffu, value >> 16);
}

void see(ivec2 pixel, uvec3 reference, uvec3 test, inout uvec2 sums[PHOTOPIC_METRICS_LUMA_SUMS]) {
  uvec3 error = max(reference, test) - min(reference, test);
  add(sums, PHOTOPIC_METRICS_LUMA_SQUARED_ERROR, error.x * error.x);
  // Each chroma sample once, with the first of its pixels.
  if (chroma_sample(pixel) << ivec2(kChromaShiftX, kChromaShiftY) == pixel) {
    add(sums, PHOTOPIC_METRICS_LUMA_SQUARED_ERROR + 1u, error.y * error.y);
    add(sums, PHOTOPIC_METRICS_LUMA_SQUARED_ERROR + 2u, error.z * error.z);
  }
  add(sums, PHOTOPIC_METRICS_LUMA_SUM, reference.x);
  add(sums, PHOTOPIC_METRICS_LUMA_SUM + 1u, test.x);
  add(sums, PHOTOPIC_METRICS_LUMA_SQUARES, reference.x * reference.x);
  add(sums, PHOTOPIC_METRICS_LUMA_SQUARES + 1u, test.x * test.x);
}

void main() {
  uvec2 sums[PHOTOPIC_METRICS_LUMA_SUMS];
  for (uint i = 0u; i < PHOTOPIC_METRICS_LUMA_SUMS; ++i) sums[i] = uvec2(0u);
  uvec2 extent = uvec2(pc.width, pc.height);
  uvec2 tiles = tiles_of(extent);
  for (uint tile = first_tile(); tile < end_tile(tiles); tile += tile_step()) {
    uvec3 reference[PHOTOPIC_METRICS_PARTS], test[PHOTOPIC_METRICS_PARTS];  // all are asked for before one is waited for
    [[unroll]] for (uint part = 0u; part < PHOTOPIC_METRICS_PARTS; ++part) {
      ivec2 pixel = ivec2(min(pixel_of_tile(tile, tiles, part), extent - 1u));
      reference[part] = reference_yuv(pixel);
      test[part] = test_yuv(pixel);
    }
    [[unroll]] for (uint part = 0u; part < PHOTOPIC_METRICS_PARTS; ++part) {
      uvec2 pixel = pixel_of_tile(tile, tiles, part);
      if (all(lessThan(pixel, extent))) see(ivec2(pixel), reference[part], test[part], sums);
    }
  }
  uint group = gl_WorkGroupID.x * PHOTOPIC_METRICS_LUMA_GROUP_WORDS;
  [[unroll]] for (uint i = 0u; i < PHOTOPIC_METRICS_LUMA_SUMS; ++i) {  // else sums would be in memory, not in registers
    uvec4 sum = group_sum(uvec4(sums[i], 0u, 0u));
    if (gl_LocalInvocationIndex < 2u) results[group + 2u * i + gl_LocalInvocationIndex] = sum[gl_LocalInvocationIndex];
  }
}
