// SPDX-License-Identifier: MIT
// Transposed kernel of a coarser level over a tile of UP_WIDTH x UP_HEIGHT finer texels: of the next level (near), or
// of the second or third one at once (far). A workgroup filters columns of the coarser level as it reads them, in
// registers, and rows in shared memory. With EFFECTS_BY_TEXEL, no workgroup and near alone: each texel is a tile of its
// own. The includer has up_coarse_at(), which reads a texel of a coarser level, and else UP_ROWS, rows of weights, and
// UP_WORDS, vec4s of shared memory. With HALVES, rows are kept and summed as halves, so sums must be within 65504: the
// device has the feature shaderFloat16, and levels aren't floats.
#include "glare/taps.glsl"

#ifdef EFFECTS_BY_TEXEL
vec3 up_inside(ivec2 texel, uvec2 extent) {
  ivec2 inside = clamp(texel, ivec2(0), ivec2((extent + 1u) / 2u) - 1);
  // An axis of one texel hands on all of its light.
  bvec2 is_lost = bvec2(texel.x != inside.x && extent.x > 1u, texel.y != inside.y && extent.y > 1u);
  return glare_is_dark && any(is_lost) ? vec3(0.0) : up_coarse_at(1u, inside);
}

/// Of a finer texel, in the same order as in tiles.
vec3 up_at(uvec2 place, uvec2 extent) {
  ivec2 own = ivec2(place / 2u);
  ivec2 side = ivec2(place & 1u) * 2 - 1;
  vec3 columns[4];
  for (int i = 0; i < 4; ++i) {
    ivec2 column = ivec2(own.x + (2 - i) * side.x, own.y);
    columns[i] = up_taps(up_inside(column + ivec2(0, 2 * side.y), extent), up_inside(column + ivec2(0, side.y), extent),
                         up_inside(column, extent), up_inside(column - ivec2(0, side.y), extent));
  }
  return up_taps(columns[0], columns[1], columns[2], columns[3]);
}
#else
#include "glare/up_weights.glsl"
#ifndef UP_GROUP
#define UP_GROUP gl_WorkGroupSize.x
#endif

// Three of four are used, read at once.
#ifdef HALVES
#define UP_VEC4 f16vec4
#else
#define UP_VEC4 vec4
#endif
shared UP_VEC4 up_rows[UP_WORDS];

const uint kUpReach = 3u;                              // coarser texels on each side of a finer one's own
const uint kNearColumns = uint(UP_WIDTH) / 2u + 2u * kUpReach;
const uint kNearRun = 4u;                              // rows that an invocation makes of a column
const uint kNearRows = kNearRun / 2u + 4u;             // coarser rows that it reads for them

/// Of a row in shared memory, `steps` up.
uint up_columns(uint steps) { return (uint(UP_WIDTH) >> steps) + 2u * kUpReach; }

/// Of the next level, by invocations from `begin` on, before a barrier: `corner` of the tile, even, in the finer level
/// of that extent; `to`, a place in shared memory.
void up_begin_near(uint begin, uint to, uvec2 corner, uvec2 extent) {
  ivec2 last = ivec2((extent + 1u) / 2u) - 1;
  for (uint task = gl_LocalInvocationIndex - begin; task < kNearColumns * uint(UP_HEIGHT) / kNearRun;
       task += UP_GROUP) {
    uint column = task % kNearColumns;
    uint run = task / kNearColumns * kNearRun;
    ivec2 first = ivec2(corner / 2u) + ivec2(column, run / 2u) - ivec2(kUpReach, 2);
    vec3 v[kNearRows];
    for (uint i = 0u; i < kNearRows; ++i) v[i] = up_coarse_at(1u, clamp(first + ivec2(0, i), ivec2(0), last));
    if (glare_is_dark) {
      for (uint i = 0u; i < kNearRows; ++i) {
        ivec2 texel = first + ivec2(0, i);
        ivec2 inside = clamp(texel, ivec2(0), last);
        // An axis of one texel hands on all of its light.
        bvec2 is_lost = bvec2(texel.x != inside.x && extent.x > 1u, texel.y != inside.y && extent.y > 1u);
        if (any(is_lost)) v[i] = vec3(0.0);
      }
    }
    for (uint i = 0u; i < kNearRun / 2u; ++i) {
      uint place = to + (run + 2u * i) * kNearColumns + column;
      up_rows[place] = UP_VEC4(up_taps(v[i], v[i + 1u], v[i + 2u], v[i + 3u]), 0.0);
      up_rows[place + kNearColumns] = UP_VEC4(up_taps(v[i + 4u], v[i + 3u], v[i + 2u], v[i + 1u]), 0.0);
    }
  }
}

vec3 up_sum(UpWeights w, vec3 v0, vec3 v1, vec3 v2, vec3 v3, vec3 v4, vec3 v5, vec3 v6) {
  return w.a.x * v0 + w.a.y * v1 + w.a.z * v2 + w.a.w * v3 + w.b.x * v4 + w.b.y * v5 + w.b.z * v6;
}

/// As up_begin_near(), of the level two or three steps up. Tiles have an even number of rows.
void up_begin_far(uint begin, uint steps, uint to, uvec2 corner, uvec2 extent, uint first_row, uint first_of_last) {
  uint columns = up_columns(steps);
  ivec2 last = ivec2((extent - 1u) >> steps);
  for (uint task = gl_LocalInvocationIndex - begin; task < columns * uint(UP_HEIGHT) / 2u; task += UP_GROUP) {
    uint column = task % columns;
    uint row = task / columns * 2u;
    ivec2 first = ivec2((corner.x >> steps) + column, (corner.y + row) >> steps) - int(kUpReach);
    vec3 v[2u * kUpReach + 1u];
    int x = clamp(first.x, 0, last.x);
    for (int i = 0; i <= 2 * int(kUpReach); ++i) v[i] = up_coarse_at(steps, ivec2(x, clamp(first.y + i, 0, last.y)));
    for (uint i = 0u; i < 2u; ++i) {
      UpWeights weights = up_weights(steps, corner.y + row + i, extent.y, first_row, first_of_last);
      vec3 sum = up_sum(weights, v[0], v[1], v[2], v[3], v[4], v[5], v[6]);
      up_rows[to + (row + i) * columns + column] = UP_VEC4(sum, 0.0);
    }
  }
}

/// Behind the barrier: of a finer texel, counted from the tile's corner.
vec3 up_at(uint steps, uint from, uvec2 place, UpWeights weights) {
  uint own = from + place.y * up_columns(steps) + (place.x >> steps);
#ifdef HALVES
  f16vec4 a = f16vec4(weights.a), b = f16vec4(weights.b);
  f16vec4 sum = up_rows[own] * a.x;
  sum = fma(f16vec4(a.y), up_rows[own + 1u], sum);
  sum = fma(f16vec4(a.z), up_rows[own + 2u], sum);
  sum = fma(f16vec4(a.w), up_rows[own + 3u], sum);
  sum = fma(f16vec4(b.x), up_rows[own + 4u], sum);
  sum = fma(f16vec4(b.y), up_rows[own + 5u], sum);
  sum = fma(f16vec4(b.z), up_rows[own + 6u], sum);
  return vec3(sum.rgb);
#else
  return up_sum(weights, up_rows[own].rgb, up_rows[own + 1u].rgb, up_rows[own + 2u].rgb, up_rows[own + 3u].rgb,
                up_rows[own + 4u].rgb, up_rows[own + 5u].rgb, up_rows[own + 6u].rgb);
#endif
}
#endif
