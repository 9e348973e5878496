// SPDX-License-Identifier: MIT
// Solve of the grid of tone curves: a workgroup for each column of nodes blurs what its neighbours hold, and makes a
// monotone curve of it.
#version 450
#extension GL_GOOGLE_include_directive : require
#include "local_exposure/interface.h"
#include "meter/color.glsl"

layout(local_size_x = PHOTOPIC_LOCAL_SOLVE_INVOCATIONS) in;

layout(set = 0, binding = PHOTOPIC_LOCAL_SOLVE_COLUMNS, std430) readonly buffer Columns { vec2 columns[]; };
layout(set = 0, binding = PHOTOPIC_LOCAL_SOLVE_EXPOSURE, std430) readonly buffer Exposure { float exposure_state[]; };
layout(set = 0, binding = PHOTOPIC_LOCAL_SOLVE_NODES, std430) buffer Nodes {
  LocalGrid grid;
  uint nodes[];
};
layout(set = 0, binding = PHOTOPIC_LOCAL_SOLVE_CURVES, rgba16f) uniform writeonly image2D curves;
layout(push_constant, std430) uniform Push { LocalSolveParams pc; };

const uint kSlices = PHOTOPIC_LOCAL_SLICES;
const uint kInvocations = PHOTOPIC_LOCAL_SOLVE_INVOCATIONS;

shared vec2 shared_pairs[kSlices];
shared float shared_values[kSlices + 1u];
shared vec2 shared_totals[kInvocations];

float slice_log2(uint k) { return float(k) - PHOTOPIC_LOCAL_RANGE; }

/// Of the nodes `offset` from the workgroup's: what the tiles around them add up to.
vec2 node_pair(ivec2 node, uint slice) {
  vec2 sum = vec2(0.0);
  for (uint corner = 0u; corner < PHOTOPIC_LOCAL_CORNERS; ++corner) {
    ivec2 tile = node - ivec2(corner & 1u, corner >> 1u);
    // Without a branch: all are asked for at once.
    bool is_there = all(greaterThanEqual(tile, ivec2(0))) && tile.x < int(pc.tiles_x) && tile.y < int(pc.tiles_y);
    uint column = is_there ? (uint(tile.y) * pc.tiles_x + uint(tile.x)) * PHOTOPIC_LOCAL_CORNERS + corner : 0u;
    vec2 pair = columns[column * PHOTOPIC_LOCAL_COLUMN_PAIRS + slice];
    sum += is_there ? pair : vec2(0.0);
  }
  return sum;
}

/// [1 2 1] / 4 across and down.
vec2 blurred_pair(ivec2 node, uint slice) {
  vec2 sum = vec2(0.0);
  for (int i = 0; i < 9; ++i) {
    ivec2 offset = ivec2(i % 3, i / 3) - 1;
    sum += float((2 - abs(offset.x)) * (2 - abs(offset.y))) * (1.0 / 16.0) * node_pair(node + offset, slice);
  }
  return sum;
}

/// Log2 luminance that keeps its exposure.
float anchor() {
  float ev100 = pc.has_state != 0u ? exposure_state[PHOTOPIC_STATE_ADAPTED_EV100]
                                   : -log2(PHOTOPIC_SATURATION_FACTOR * exposure_state[0]);
  const float kMost = 128.0;
  return nclamp(ev100, -kMost, kMost) + pc.anchor_of_ev100;
}

/// The same of totals, five times: a binomial kernel. Ends with a barrier.
float wide_log2(ivec2 node, float anchor_log2) {
  const float kBinomial[6] = float[](252.0, 210.0, 120.0, 45.0, 10.0, 1.0);  // of 2^10
  vec2 sum = vec2(0.0);
  for (uint i = gl_LocalInvocationIndex; i < 121u; i += kInvocations) {
    ivec2 offset = ivec2(i % 11u, i / 11u) - 5;
    float weight = kBinomial[abs(offset.x)] * kBinomial[abs(offset.y)] * (1.0 / 1048576.0);
    sum += weight * node_pair(node + offset, kSlices);
  }
  shared_totals[gl_LocalInvocationIndex] = sum;
  barrier();
  vec2 total = vec2(0.0);
  for (uint i = 0u; i < kInvocations; ++i) total += shared_totals[i];
  return (PHOTOPIC_LOCAL_PRIOR * anchor_log2 + total.y) / (PHOTOPIC_LOCAL_PRIOR + total.x);
}

/// What the node's base is above its own log2 luminance. Has barriers.
float base_above(ivec2 node, uint k) {
  if (k < kSlices) shared_pairs[k] = blurred_pair(node, k);
  barrier();
  if (k >= kSlices) return 0.0;
  // Sums are above the log2 luminance of their own slice, which is one more or less for the neighbours.
  vec2 pair = 0.5 * shared_pairs[k];
  if (k > 0u) pair += 0.25 * vec2(shared_pairs[k - 1u].x, shared_pairs[k - 1u].y - shared_pairs[k - 1u].x);
  if (k + 1u < kSlices) pair += 0.25 * vec2(shared_pairs[k + 1u].x, shared_pairs[k + 1u].y + shared_pairs[k + 1u].x);
  return pair.y / (pair.x + PHOTOPIC_LOCAL_PRIOR);
}

/// EV by which the node changes the exposure of its log2 luminance; its base is `above` over that.
float change_ev(uint k, float above, float anchor_log2) {
  float from_anchor = slice_log2(k) - anchor_log2 + above;
  bool is_bright = from_anchor >= 0.0;
  float threshold = is_bright ? pc.highlight_threshold_ev : pc.shadow_threshold_ev;
  float beyond = max(abs(from_anchor) - threshold, 0.0);
  float contrast = is_bright ? pc.highlight_contrast : pc.shadow_contrast;
  return (contrast - 1.0) * (is_bright ? beyond : -beyond) - (pc.detail - 1.0) * above;
}

/// Keeps the order of luminances: the mean of the nearest rising curves above and below. Has a barrier.
float monotone_ev(uint k, float ev) {
  float tilted = ev + (1.0 - PHOTOPIC_LOCAL_SLOPE) * slice_log2(k);
  if (k < kSlices) shared_values[k] = tilted;
  barrier();
  if (k >= kSlices) return 0.0;
  float below = tilted, above = tilted;
  for (uint i = 0u; i < kSlices; ++i) {
    float value = shared_values[i];
    if (i < k) below = max(below, value);
    if (i > k) above = min(above, value);
  }
  return clamp(ev + (0.5 * (below + above) - tilted), -pc.max_ev, pc.max_ev);
}

/// Moves the node's curve on, and keeps it.
float settled_ev(uint first, uint k, float ev) {
  bool is_kept = nodes[first + PHOTOPIC_LOCAL_NODE_INSTANCE] == pc.instance &&
                 int(nodes[first + PHOTOPIC_LOCAL_NODE_RESET] - pc.reset) >= 0 &&
                 nodes[first + PHOTOPIC_LOCAL_NODE_EXTENT] == pc.extent;
  if (pc.step < 1.0 && is_kept) {
    float before = uintBitsToFloat(nodes[first + k]);
    ev = before + (ev - before) * pc.step;
  }
  return ev;
}

void main() {
  ivec2 node = ivec2(gl_WorkGroupID.xy);
  uint k = gl_LocalInvocationIndex;
  float anchor_log2 = anchor();
  float above = base_above(node, k);
  if (pc.blurred_luminance_blend != 0.0) {  // the same in all invocations
    float wide = wide_log2(node, anchor_log2);
    above += pc.blurred_luminance_blend * (wide - slice_log2(k) - above);
  }
  float ev = monotone_ev(k, change_ev(k, above, anchor_log2));
  uint first = (gl_WorkGroupID.y * pc.pitch_x + gl_WorkGroupID.x) * PHOTOPIC_LOCAL_NODE_WORDS;
  if (k < kSlices) ev = settled_ev(first, k, ev);
  barrier();  // all have read what is kept, and the values
  if (k < kSlices) {
    nodes[first + k] = floatBitsToUint(ev);
    nodes[first + PHOTOPIC_LOCAL_NODE_BASE + k] = floatBitsToUint(above);
    shared_values[k] = ev;
  }
  if (k == PHOTOPIC_LOCAL_NODE_INSTANCE) nodes[first + k] = pc.instance;
  if (k == PHOTOPIC_LOCAL_NODE_RESET) nodes[first + k] = pc.reset;
  if (k == PHOTOPIC_LOCAL_NODE_EXTENT) nodes[first + k] = pc.extent;
  if (node == ivec2(0) && k == 0u) {
    vec2 of_node = 1.0 / vec2(pc.pitch_x, pc.pitch_y * PHOTOPIC_LOCAL_INTERVALS);
    vec2 of_texel = of_node / float(PHOTOPIC_LOCAL_TILE_SIDE);
    // Nodes are at centres of the image's texels.
    vec2 texel_0 = 0.5 * of_node + (0.5 - vec2(pc.origin_x, pc.origin_y)) * of_texel;
    grid = LocalGrid(texel_0.x, texel_0.y, of_texel.x, of_texel.y);
  }
  barrier();
  if (k >= PHOTOPIC_LOCAL_INTERVALS) return;
  imageStore(curves, node + ivec2(0, k * pc.pitch_y), vec4(shared_values[k], shared_values[k + 1u], 0.0, 0.0));
}
