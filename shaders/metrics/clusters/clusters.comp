// SPDX-License-Identifier: MIT
// Clusters of marked pixels that touch, at corners too: joined by a union-find whose labels only ever become less, so
// that it ends whatever the order, with the same labels; then counted.
#version 450
#extension GL_GOOGLE_include_directive : require
#include "metrics/clusters/interface.h"
#include "metrics/tiles.glsl"

layout(constant_id = PHOTOPIC_METRICS_SPEC_CLUSTER_PASS) const uint kPass = PHOTOPIC_METRICS_CLUSTER_JOIN;
layout(local_size_x = PHOTOPIC_METRICS_INVOCATIONS) in;

layout(set = 0, binding = PHOTOPIC_METRICS_CLUSTER_LABELS, std430) coherent buffer Labels { uint labels[]; };
layout(set = 0, binding = PHOTOPIC_METRICS_CLUSTER_TILES, std430) readonly buffer Tiles { uint has_labels[]; };
layout(set = 0, binding = PHOTOPIC_METRICS_CLUSTER_RESULTS, std430) coherent buffer Results { uint results[]; };
layout(push_constant, std430) uniform Push { MetricsClustersParams pc; };

/// The pixel that `index` leads to: one with its own label, or that was flattened already.
uint first_of(uint index) {
  for (;;) {
    uint label = labels[index];
    if (label == index || (label & PHOTOPIC_METRICS_CLUSTER_FIRST) != 0u) return index;
    index = label;
  }
}

void join(uint one, uint other) {
  for (;;) {
    one = first_of(one);
    other = first_of(other);
    if (one == other) return;
    uint low = min(one, other), high = max(one, other);
    uint before = atomicMin(labels[high], low);
    if (before == high) return;
    one = before;  // another invocation was faster: what it joined belongs to the other one, too
    other = low;
  }
}

bool is_marked(uvec2 pixel) {
  if (any(greaterThanEqual(pixel, uvec2(pc.width, pc.height)))) return false;  // left of and above 0, too
  return labels[pixel.y * pc.width + pixel.x] != PHOTOPIC_METRICS_CLUSTER_NONE;
}

/// To those of the neighbours before it that don't touch each other.
void join_neighbours(uvec2 pixel, uint index) {
  uint above = index - pc.width;
  if (is_marked(pixel + uvec2(0, -1))) {
    join(index, above);
    return;
  }
  if (is_marked(pixel + uvec2(1, -1))) join(index, above + 1u);
  if (is_marked(pixel + uvec2(-1, -1))) {
    join(index, above - 1u);
  } else if (is_marked(pixel + uvec2(-1, 0))) {
    join(index, index - 1u);
  }
}

void flatten(uint index) {
  uint first = first_of(index);
  labels[index] = first == index ? PHOTOPIC_METRICS_CLUSTER_FIRST | 1u : first;
}

void look_at(uvec2 pixel) {
  uint index = pixel.y * pc.width + pixel.x;
  uint label = labels[index];
  if (label == PHOTOPIC_METRICS_CLUSTER_NONE) return;
  bool is_first = (label & PHOTOPIC_METRICS_CLUSTER_FIRST) != 0u;
  uint pixels = label & ~PHOTOPIC_METRICS_CLUSTER_FIRST;
  if (kPass == PHOTOPIC_METRICS_CLUSTER_JOIN) join_neighbours(pixel, index);
  if (kPass == PHOTOPIC_METRICS_CLUSTER_FLATTEN) flatten(index);
  if (kPass == PHOTOPIC_METRICS_CLUSTER_COUNT && !is_first) atomicAdd(labels[label], 1u);
  if (kPass == PHOTOPIC_METRICS_CLUSTER_LARGEST && is_first) {
    if (pixels > results[PHOTOPIC_METRICS_CLUSTER_PIXELS]) atomicMax(results[PHOTOPIC_METRICS_CLUSTER_PIXELS], pixels);
  }
  if (kPass == PHOTOPIC_METRICS_CLUSTER_CHOOSE && is_first && pixels == results[PHOTOPIC_METRICS_CLUSTER_PIXELS]) {
    atomicMax(results[PHOTOPIC_METRICS_CLUSTER_NOT_FIRST], ~index);
  }
  if (kPass == PHOTOPIC_METRICS_CLUSTER_BOUND && (is_first ? index : label) == ~results[PHOTOPIC_METRICS_CLUSTER_NOT_FIRST]) {
    atomicMax(results[PHOTOPIC_METRICS_CLUSTER_NOT_LEFT], ~pixel.x);
    atomicMax(results[PHOTOPIC_METRICS_CLUSTER_RIGHT], pixel.x);
    atomicMax(results[PHOTOPIC_METRICS_CLUSTER_BOTTOM], pixel.y);
  }
}

void main() {
  uint tile = gl_WorkGroupID.y * gl_NumWorkGroups.x + gl_WorkGroupID.x;
  if (has_labels[tile] == 0u) return;
  for (uint part = 0u; part < PHOTOPIC_METRICS_PARTS; ++part) {
    uvec2 pixel = pixel_of_tile(tile, gl_NumWorkGroups.xy, part);
    if (all(lessThan(pixel, uvec2(pc.width, pc.height)))) look_at(pixel);
  }
}
