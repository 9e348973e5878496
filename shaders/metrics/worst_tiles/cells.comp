// SPDX-License-Identifier: MIT
// Sums over cells of pixels, of exact squared errors or of a map. A cell for each invocation.
#version 450
#extension GL_EXT_control_flow_attributes : require
#extension GL_GOOGLE_include_directive : require
#include "metrics/worst_tiles/interface.h"
#include "metrics/ssim/interface.h"

layout(push_constant, std430) uniform Push { MetricsCellsParams pc; };
#include "metrics/input.glsl"
#include "meter/tile.glsl"

layout(constant_id = PHOTOPIC_METRICS_SPEC_TILE_SOURCE) const uint kSource = PHOTOPIC_METRICS_TILE_ERRORS;
layout(local_size_x = PHOTOPIC_METRICS_INVOCATIONS) in;

layout(set = 0, binding = PHOTOPIC_METRICS_RESULTS, std430) writeonly buffer Cells { uvec2 cells[]; };
layout(set = 0, binding = PHOTOPIC_METRICS_OUTPUT, std430) readonly buffer Map { float map[]; };

const bool kHasShift = true;  // or a radius of 0
const bool kIgnoresEdges = kHasMap != 0u;
#include "metrics/errors/pair_errors.glsl"

uvec2 halves(uvec3 values) {
  uvec3 low = values & 0xffffu, high = values >> 16;
  return uvec2(low.x + low.y + low.z, high.x + high.y + high.z);
}

uvec2 fixed_point(float value) {
  return halves(uvec3(uint(clamp(value, 0.0, 2.0) * float(PHOTOPIC_METRICS_TILE_FIXED) + 0.5), 0u, 0u));
}

/// What a pixel adds.
uvec2 damage_at(ivec2 pixel) {
  if (is_left_out(pixel)) return uvec2(0u);
  if (kSource == PHOTOPIC_METRICS_TILE_ERRORS) {
    uvec3 error = compared_error(pixel, view_of(false, pixel), view_of(true, pixel));
    return halves(error * error);
  }
  float value = map[map_index(uvec2(pixel), pc.width)];
  if (kSource == PHOTOPIC_METRICS_TILE_FLIP) return fixed_point(value);
  const int border = PHOTOPIC_METRICS_SSIM_WINDOW / 2;
  bool has_window = all(greaterThanEqual(pixel, ivec2(border))) &&
                    all(lessThan(pixel, ivec2(pc.width, pc.height) - border));
  return has_window ? fixed_point(1.0 - value) : uvec2(0u);
}

void main() {
  const uint side = PHOTOPIC_METRICS_TILE_CELL;
  uvec2 extent = uvec2(pc.width, kHasStrips != 0u ? pc.end_row : pc.height);
  uvec2 cell = gl_WorkGroupID.xy * PHOTOPIC_METRICS_SIDE + texel_of_invocation(gl_LocalInvocationIndex);
  if (kHasStrips != 0u) cell.y += pc.source.first_row / side;
  uvec2 first = cell * side;
  if (any(greaterThanEqual(first, extent))) return;
  uvec2 end = min(first + side, extent);
  uvec2 sum = uvec2(0u);
  for (uint y = first.y; y < end.y; ++y) {
    for (uint x = first.x; x < end.x; ++x) sum += damage_at(ivec2(x, y));
  }
  if (kHasStrips != 0u) cell.y %= pc.ring_rows;
  cells[cell.y * ((pc.width + side - 1u) / side) + cell.x] = sum;
}
