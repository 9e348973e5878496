// SPDX-License-Identifier: MIT
// Solve of the grid of tone curves: a workgroup for a few columns of nodes, side by side, blurs what they and their
// neighbours hold, and makes monotone curves of it.
#version 450
#extension GL_GOOGLE_include_directive : require
#extension GL_EXT_control_flow_attributes : require
#include "local_exposure/grid.glsl"
#include "meter/color.glsl"

#define GROUP_INVOCATIONS PHOTOPIC_LOCAL_SOLVE_INVOCATIONS
#include "gpu/lanes.glsl"

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
const uint kSide = PHOTOPIC_LOCAL_SOLVE_SIDE;  // nodes of the workgroup
const uint kNearSide = kSide + 2u;             // with those around them
const uint kNearPairs = kNearSide * kNearSide * kSlices;
const uint kPairs = kSide * kSide * kSlices;
const uint kVectors = (kSlices + 3u) / 4u;  // of a node's values

shared vec2 shared_near[kNearPairs];
shared vec2 shared_pairs[kPairs];
shared vec4 shared_values[kSide * kSide * kVectors];
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

/// [1 2 1] / 4 across and down. `at`: the node in the workgroup.
vec2 blurred_pair(uvec2 at, uint slice) {
  vec2 sum = vec2(0.0);
  for (uint i = 0u; i < 9u; ++i) {
    uvec2 offset = uvec2(i % 3u, i / 3u);
    float weight = float((1u + (offset.x & 1u)) * (1u + (offset.y & 1u))) * (1.0 / 16.0);
    uvec2 near = at + offset;
    sum += weight * shared_near[(near.y * kNearSide + near.x) * kSlices + slice];
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

/// The same of totals, five times: a binomial kernel. Has barriers.
float wide_log2(ivec2 node, float anchor_log2) {
  const float kBinomial[6] = float[](252.0, 210.0, 120.0, 45.0, 10.0, 1.0);  // of 2^10
  EACH_LANE(
    uint invocation = INVOCATION_OF_LANE;
    vec2 sum = vec2(0.0);
    for (uint i = invocation; i < 121u; i += kInvocations) {
      ivec2 offset = ivec2(i % 11u, i / 11u) - 5;
      float weight = kBinomial[abs(offset.x)] * kBinomial[abs(offset.y)] * (1.0 / 1048576.0);
      sum += weight * node_pair(node + offset, kSlices);
    }
    if (kLaneCount == 1u || invocation < kInvocations) shared_totals[invocation] = sum;
  )
  barrier();
  vec2 total = vec2(0.0);
  for (uint i = 0u; i < kInvocations; ++i) total += shared_totals[i];
  barrier();
  return (PHOTOPIC_LOCAL_PRIOR * anchor_log2 + total.y) / (PHOTOPIC_LOCAL_PRIOR + total.x);
}

/// What the base is above its own log2 luminance.
float base_above(uint first, uint k) {
  // Sums are above the log2 luminance of their own slice, which is one more or less for the neighbours.
  vec2 pair = 0.5 * shared_pairs[first + k];
  if (k > 0u) {
    vec2 below = shared_pairs[first + k - 1u];
    pair += 0.25 * vec2(below.x, below.y - below.x);
  }
  if (k + 1u < kSlices) {
    vec2 next = shared_pairs[first + k + 1u];
    pair += 0.25 * vec2(next.x, next.y + next.x);
  }
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

/// Keeps the order of luminances: the mean of the nearest rising curves above and below.
float monotone_ev(uint n, uint k, float ev, float tilted) {
  float below = tilted, above = tilted;
  [[unroll]] for (uint i = 0u; i < kSlices; ++i) {
    float value = shared_values[n * kVectors + i / 4u][i % 4u];
    below = max(below, i < k ? value : below);
    above = min(above, i > k ? value : above);
  }
  return clamp(ev + (0.5 * (below + above) - tilted), -pc.max_ev, pc.max_ev);
}

/// Moves the node's curve on.
float settled_ev(uint first, uint k, float ev) {
  if (pc.step >= 1.0) return ev;
  bool is_kept = nodes[first + PHOTOPIC_LOCAL_NODE_INSTANCE] == pc.instance &&
                 int(nodes[first + PHOTOPIC_LOCAL_NODE_RESET] - pc.reset) >= 0 &&
                 nodes[first + PHOTOPIC_LOCAL_NODE_EXTENT] == pc.extent;
  if (!is_kept) return ev;
  float before = uintBitsToFloat(nodes[first + k]);
  return before + (ev - before) * pc.step;
}

/// A slice of a node, for each invocation.
struct Slice {
  uint node;  // of the workgroup's
  uint k;
  uvec2 at;    // the node in the workgroup
  uvec2 node_at;
  uint first;  // word of what is kept of the node
  bool is_there;
  float above;
  float ev;
  float tilted;
};

Slice slice_of(ivec2 corner, uint invocation) {
  Slice slice;
  slice.node = invocation / kSlices;
  slice.k = invocation % kSlices;
  slice.is_there = invocation < kPairs;
  slice.at = uvec2(slice.node % kSide, slice.node / kSide);
  slice.node_at = uvec2(corner) + slice.at;
  slice.first = (slice.node_at.y * pc.pitch_x + slice.node_at.x) * PHOTOPIC_LOCAL_NODE_WORDS;
  return slice;
}

void keep(Slice slice, uint invocation) {
  nodes[slice.first + slice.k] = floatBitsToUint(slice.ev);
  nodes[slice.first + PHOTOPIC_LOCAL_NODE_BASE + slice.k] = floatBitsToUint(slice.above);
  if (slice.k == 0u) {
    nodes[slice.first + PHOTOPIC_LOCAL_NODE_INSTANCE] = pc.instance;
    nodes[slice.first + PHOTOPIC_LOCAL_NODE_RESET] = pc.reset;
    nodes[slice.first + PHOTOPIC_LOCAL_NODE_EXTENT] = pc.extent;
  }
  shared_pairs[invocation] = vec2(slice.ev, slice.above);
}

void write_grid() { grid = local_grid(uvec2(pc.pitch_x, pc.pitch_y), uvec2(pc.origin_x, pc.origin_y)); }

void main() {
  ivec2 corner = ivec2(gl_WorkGroupID.xy * kSide);
  uint invocation = gl_LocalInvocationIndex;
  float anchor_log2 = anchor();
  [[unroll]] for (uint i = 0u; i < kNearPairs; i += kGroup) {  // all are asked for at once
    uint near = (i + invocation) / kSlices;
    vec2 pair = node_pair(corner - 1 + ivec2(near % kNearSide, near / kNearSide), (i + invocation) % kSlices);
    if (i + invocation < kNearPairs) shared_near[i + invocation] = pair;
  }
  barrier();
  Slice slices[kLaneCount];
  EACH_LANE(
    slices[lane] = slice_of(corner, INVOCATION_OF_LANE);
    if (slices[lane].is_there) shared_pairs[INVOCATION_OF_LANE] = blurred_pair(slices[lane].at, slices[lane].k);
  )
  barrier();
  EACH_LANE(
    slices[lane].above = slices[lane].is_there ? base_above(slices[lane].node * kSlices, slices[lane].k) : 0.0;
  )
  if (pc.blurred_luminance_blend != 0.0) {  // the same in all invocations
    for (uint i = 0u; i < kSide * kSide; ++i) {
      float wide = wide_log2(corner + ivec2(i % kSide, i / kSide), anchor_log2);
      EACH_LANE(
        if (i == slices[lane].node) {
          slices[lane].above += pc.blurred_luminance_blend * (wide - slice_log2(slices[lane].k) - slices[lane].above);
        }
      )
    }
  }
  EACH_LANE(
    uint k = slices[lane].k;
    slices[lane].ev = change_ev(k, slices[lane].above, anchor_log2);
    slices[lane].tilted = slices[lane].ev + (1.0 - PHOTOPIC_LOCAL_SLOPE) * slice_log2(k);
    if (slices[lane].is_there) shared_values[slices[lane].node * kVectors + k / 4u][k % 4u] = slices[lane].tilted;
  )
  barrier();
  EACH_LANE(
    uvec2 node = slices[lane].node_at;
    slices[lane].is_there = slices[lane].is_there && node.x <= pc.tiles_x && node.y <= pc.tiles_y;
    if (slices[lane].is_there) {
      float ev = monotone_ev(slices[lane].node, slices[lane].k, slices[lane].ev, slices[lane].tilted);
      slices[lane].ev = settled_ev(slices[lane].first, slices[lane].k, ev);
    }
  )
  barrier();  // all have read what is kept, and the values
  EACH_LANE(
    if (slices[lane].is_there) keep(slices[lane], INVOCATION_OF_LANE);
  )
  if (corner == ivec2(0) && invocation == 0u) write_grid();
  barrier();
  EACH_LANE(
    if (slices[lane].is_there && slices[lane].k < PHOTOPIC_LOCAL_INTERVALS) {
      vec2 next = shared_pairs[INVOCATION_OF_LANE + 1u];
      imageStore(curves, ivec2(slices[lane].node_at) + ivec2(0, slices[lane].k * pc.pitch_y),
                 vec4(slices[lane].ev, next.x, slices[lane].above, next.y));
    }
  )
}
