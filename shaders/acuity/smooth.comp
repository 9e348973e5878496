// SPDX-License-Identifier: MIT
// Smoothing pass of acuity: of averages of 2 x 2 texels, and of 4 x 4, it makes the blurred pictures that are levels 2
// and 3, by (1 4 6 4 1) / 16 an axis. A workgroup reads its tile, and what is around it, to shared memory.
#version 450
#extension GL_GOOGLE_include_directive : require
#extension GL_EXT_control_flow_attributes : require
#include "photopic/interface.h"
#define LEVELS_ACCESS
#include "acuity/store.glsl"

#define GROUP_INVOCATIONS PHOTOPIC_ACUITY_INVOCATIONS
#include "gpu/lanes.glsl"

layout(set = 0, binding = PHOTOPIC_ACUITY_SMOOTH_TABLE, std430) buffer Table {
  uint copied[PHOTOPIC_STATE_NIGHT];
  NightTable table;
};
layout(push_constant, std430) uniform Push { AcuitySmoothParams pc; };

const uint kSide = PHOTOPIC_ACUITY_SIDE;  // of the tile, averages of 2 x 2 texels
const uint kReach = 2u;                   // of the smoothing
// Averages of 2 x 2 texels: the tile's, and what those of 4 x 4 around it are made of.
const uint kFine = kSide + 4u * kReach;
const uint kCoarse = kSide / 2u + 2u * kReach;  // of 4 x 4
const uint kRun = kSide * kSide / PHOTOPIC_ACUITY_INVOCATIONS;  // smoothed texels of a column, an invocation's
const float kTaps[2u * kReach + 1u] = float[](1.0 / 16.0, 4.0 / 16.0, 6.0 / 16.0, 4.0 / 16.0, 1.0 / 16.0);

// Of fine averages, then of coarse ones. As halves, as light is kept; with three floats the pass took twice the time on
// an H200.
shared uvec2 lights[kFine * kFine + kCoarse * kCoarse];

void keep(uint place, vec4 light) {
  lights[place] = uvec2(packHalf2x16(light.rg), packHalf2x16(light.ba));
}

/// The fourth: how many texels count.
vec4 light_at(uint place) {
  uvec2 halves = lights[place];
  return vec4(unpackHalf2x16(halves.x), unpackHalf2x16(halves.y));
}

// Whether the final pass may blur a texel of the tile or around it. What is read there reaches 3 averages far at most:
// half a texel of level 3, and one for its filter.
shared uint may_blur;

/// `corner` of what is around the tile. Beyond the picture, the last ones.
void read_fine(ivec2 corner) {
  ivec2 last = ivec2(acuity_extent(1u, uvec2(pc.width, pc.height))) - 1;
  const uint kReads = (kFine * kFine + kGroup - 1u) / kGroup;
  vec4 read[kReads];  // all are asked for before one is waited for
  [[unroll]] for (uint i = 0u; i < kReads; ++i) {
    uint place = gl_LocalInvocationIndex + i * kGroup;
    read[i] = imageLoad(levels, clamp(corner + ivec2(place % kFine, place / kFine), ivec2(0), last));
  }
  [[unroll]] for (uint i = 0u; i < kReads; ++i) {
    uint place = gl_LocalInvocationIndex + i * kGroup;
    bool is_dark = read[i].a >= kMayBlur;
    if (is_dark) read[i].a -= kMayBlur;
    if (place < kFine * kFine) keep(place, read[i]);
    if (is_dark) may_blur = 1u;
  }
}

/// What a fine average adds to a coarse one; nothing beyond the picture.
vec4 part_of_coarse(ivec2 texel, ivec2 corner) {
  if (any(greaterThanEqual(uvec2(texel), acuity_extent(1u, uvec2(pc.width, pc.height))))) return vec4(0.0);
  uvec2 at = uvec2(texel - corner);
  vec4 light = light_at(at.y * kFine + at.x);
  return vec4(light.rgb, 1.0) * light.a;
}

void average_coarse(ivec2 corner) {
  ivec2 last = ivec2(acuity_extent(2u, uvec2(pc.width, pc.height))) - 1;
  for (uint i = gl_LocalInvocationIndex; i < kCoarse * kCoarse; i += kGroup) {
    ivec2 texel = 2 * clamp(corner / 2 + ivec2(i % kCoarse, i / kCoarse), ivec2(0), last);
    vec4 sum = vec4(0.0);
    for (int j = 0; j < 4; ++j) sum += part_of_coarse(texel + ivec2(j & 1, j >> 1), corner);
    keep(kFine * kFine + i, sum / max(sum.a, 1.0));
  }
}

/// A column of smoothed texels, of averages from place `first` on, in rows of `pitch`.
void smooth_column(uint first, uint pitch, uint level, uvec2 texel) {
  vec3 sums[kRun];
  [[unroll]] for (uint i = 0u; i < kRun; ++i) sums[i] = vec3(0.0);
  [[unroll]] for (uint row = 0u; row < kRun + 2u * kReach; ++row) {
    vec3 of_row = vec3(0.0);
    [[unroll]] for (uint j = 0u; j <= 2u * kReach; ++j) of_row += kTaps[j] * light_at(first + row * pitch + j).rgb;
    [[unroll]] for (uint i = 0u; i < kRun; ++i) {
      if (row >= i && row - i <= 2u * kReach) sums[i] += kTaps[row - i] * of_row;
    }
  }
  [[unroll]] for (uint i = 0u; i < kRun; ++i) {
    store(level, texel + uvec2(0u, i), uvec2(pc.width, pc.height), vec4(sums[i], 1.0));
  }
}

void main() {
  if (table.acuity_finds == PHOTOPIC_ACUITY_DAY) return;
  ivec2 corner = ivec2(gl_WorkGroupID.xy * kSide) - 2 * int(kReach);
  if (gl_LocalInvocationIndex == 0u) may_blur = 0u;
  barrier();
  read_fine(corner);
  barrier();
  if (may_blur == 0u) return;  // as by day
  if (gl_LocalInvocationIndex == 0u) table.acuity_finds = PHOTOPIC_ACUITY_DARK;
  average_coarse(corner);
  barrier();
  [[dont_unroll]] for (uint level = 2u; level <= PHOTOPIC_ACUITY_LEVELS; ++level) {
    bool is_fine = level == 2u;
    uint side = is_fine ? kSide : kSide / 2u;
    uint pitch = is_fine ? kFine : kCoarse;
    uint first = is_fine ? kReach * (kFine + 1u) : kFine * kFine;
    EACH_LANE(
      uvec2 own = uvec2(INVOCATION_OF_LANE % side, INVOCATION_OF_LANE / side * kRun);
      if (own.y < side) smooth_column(first + own.y * pitch + own.x, pitch, level, gl_WorkGroupID.xy * side + own);
    )
  }
}
