// SPDX-License-Identifier: MIT
// Coarser level's transposed kernel over a tile of UP_WIDTH x UP_HEIGHT finer texels, even numbers. The includer has
// UP_COARSE, a sampler, and TABLES; with EFFECTS_BY_TEXEL, no workgroup, and each texel is a tile of its own.
#include "glare/taps.glsl"

#ifdef EFFECTS_BY_TEXEL
void up_begin(uvec2 corner, uvec2 extent, uint kernel) { set_taps(kernel); }

vec3 up_coarse(ivec2 texel, uvec2 extent) {
  ivec2 inside = clamp(texel, ivec2(0), ivec2((extent + 1u) / 2u) - 1);
  // An axis of one texel hands on all of its light.
  bvec2 is_lost = bvec2(texel.x != inside.x && extent.x > 1u, texel.y != inside.y && extent.y > 1u);
  return glare_is_dark && any(is_lost) ? vec3(0.0) : texelFetch(UP_COARSE, inside, 0).rgb;
}

/// Of a finer texel, in the same order as in tiles.
vec3 up_at(uvec2 place, uvec2 extent) {
  ivec2 own = ivec2(place / 2u);
  ivec2 side = ivec2(place & 1u) * 2 - 1;
  vec3 columns[4];
  for (int i = 0; i < 4; ++i) {
    ivec2 column = ivec2(own.x + (2 - i) * side.x, own.y);
    columns[i] = up_taps(up_coarse(column + ivec2(0, 2 * side.y), extent), up_coarse(column + ivec2(0, side.y), extent),
                         up_coarse(column, extent), up_coarse(column - ivec2(0, side.y), extent));
  }
  return up_taps(columns[0], columns[1], columns[2], columns[3]);
}
#else
const uint kUpColumns = uint(UP_WIDTH) / 2u + 4u;  // of the coarser level
const uint kUpRun = 4u;                            // rows that an invocation makes of a column
const uint kUpReach = kUpRun / 2u + 4u;            // coarser rows that it reads for them

// Three of four are used, read at once. Shared memory of passes without it takes room from the texture cache.
#ifdef UP_IS_USED
const uint kUpWords = UP_IS_USED ? kUpColumns * uint(UP_HEIGHT) : 1u;
#else
const uint kUpWords = kUpColumns * uint(UP_HEIGHT);
#endif
shared vec4 up_rows[kUpWords];

/// By all invocations of the workgroup: `corner` of the tile, even, in the finer level of that extent.
void up_begin(uvec2 corner, uvec2 extent, uint kernel) {
  set_taps(kernel);
  ivec2 last = ivec2((extent + 1u) / 2u) - 1;
  for (uint task = gl_LocalInvocationIndex; task < kUpColumns * uint(UP_HEIGHT) / kUpRun;
       task += gl_WorkGroupSize.x) {
    uint column = task % kUpColumns;
    uint run = task / kUpColumns * kUpRun;
    ivec2 first = ivec2(corner / 2u) + ivec2(column, run / 2u) - 2;
    vec3 v[kUpReach];
    for (uint i = 0u; i < kUpReach; ++i) {
      v[i] = texelFetch(UP_COARSE, clamp(first + ivec2(0, i), ivec2(0), last), 0).rgb;
    }
    if (glare_is_dark) {
      for (uint i = 0u; i < kUpReach; ++i) {
        ivec2 texel = first + ivec2(0, i);
        ivec2 inside = clamp(texel, ivec2(0), last);
        // An axis of one texel hands on all of its light.
        bvec2 is_lost = bvec2(texel.x != inside.x && extent.x > 1u, texel.y != inside.y && extent.y > 1u);
        if (any(is_lost)) v[i] = vec3(0.0);
      }
    }
    for (uint i = 0u; i < kUpRun / 2u; ++i) {
      uint place = (run + 2u * i) * kUpColumns + column;
      up_rows[place] = vec4(up_taps(v[i], v[i + 1u], v[i + 2u], v[i + 3u]), 0.0);
      up_rows[place + kUpColumns] = vec4(up_taps(v[i + 4u], v[i + 3u], v[i + 2u], v[i + 1u]), 0.0);
    }
  }
  barrier();
}

/// Of a finer texel, counted from the tile's corner.
vec3 up_at(uvec2 place, uvec2 extent) {
  uint own = place.y * kUpColumns + place.x / 2u + 2u;
  uint side = (place.x & 1u) == 0u ? ~0u : 1u;  // - 1 or + 1
  return up_taps(up_rows[own + 2u * side].rgb, up_rows[own + side].rgb, up_rows[own].rgb, up_rows[own - side].rgb);
}
#endif
