// SPDX-License-Identifier: MIT
// Labels of pixels whose exact error is beyond the threshold: each is a cluster of its own. In strips, a bit for each.
#version 450
#extension GL_EXT_control_flow_attributes : require
#extension GL_GOOGLE_include_directive : require
#include "metrics/clusters/interface.h"

layout(push_constant, std430) uniform Push { MetricsClustersParams pc; };
#include "metrics/input.glsl"
#include "metrics/tiles.glsl"

layout(local_size_x = PHOTOPIC_METRICS_INVOCATIONS) in;

layout(set = 0, binding = PHOTOPIC_METRICS_RESULTS, std430) writeonly buffer Labels { uint labels[]; };
layout(set = 0, binding = PHOTOPIC_METRICS_OUTPUT, std430) writeonly buffer Tiles { uint has_labels[]; };

const bool kHasShift = true;  // or a radius of 0
const bool kIgnoresEdges = kHasMap != 0u;
#include "metrics/errors/pair_errors.glsl"

shared uint is_any_marked;
shared uint rows_marked[PHOTOPIC_METRICS_TILE];  // bits

bool is_marked(ivec2 pixel) {
  if (is_left_out(pixel)) return false;
  vec3 reference = view_of(false, pixel), test = view_of(true, pixel);
  return largest_of(error_of(reference, test)) > pc.threshold &&
         largest_of(compared_error(pixel, reference, test)) > pc.threshold;
}

void mark_strip() {
  uint invocation = gl_LocalInvocationIndex;
  if (invocation < PHOTOPIC_METRICS_TILE) rows_marked[invocation] = 0u;
  barrier();
  for (uint part = 0u; part < PHOTOPIC_METRICS_PARTS; ++part) {
    uvec2 in_tile = pixel_of_tile(0u, uvec2(1u), part);
    uvec2 pixel = gl_WorkGroupID.xy * PHOTOPIC_METRICS_TILE + in_tile + uvec2(0u, pc.source.first_row);
    if (any(greaterThanEqual(pixel, uvec2(pc.width, pc.height)))) continue;
    if (is_marked(ivec2(pixel))) atomicOr(rows_marked[in_tile.y], 1u << in_tile.x);
  }
  barrier();
  if (invocation >= PHOTOPIC_METRICS_TILE) return;
  labels[(gl_WorkGroupID.y * PHOTOPIC_METRICS_TILE + invocation) * gl_NumWorkGroups.x + gl_WorkGroupID.x] =
      rows_marked[invocation];
}

void main() {
  if (kHasStrips != 0u) {
    mark_strip();
    return;
  }
  if (gl_LocalInvocationIndex == 0u) is_any_marked = 0u;
  barrier();
  uint tile = gl_WorkGroupID.y * gl_NumWorkGroups.x + gl_WorkGroupID.x;
  for (uint part = 0u; part < PHOTOPIC_METRICS_PARTS; ++part) {
    uvec2 pixel = pixel_of_tile(tile, gl_NumWorkGroups.xy, part);
    if (any(greaterThanEqual(pixel, uvec2(pc.width, pc.height)))) continue;
    uint index = pixel.y * pc.width + pixel.x;
    bool marked = is_marked(ivec2(pixel));
    labels[index] = marked ? index : PHOTOPIC_METRICS_CLUSTER_NONE;
    if (marked) is_any_marked = 1u;
  }
  barrier();
  if (gl_LocalInvocationIndex == 0u) has_labels[tile] = is_any_marked;
}
