// SPDX-License-Identifier: MIT
// Film grain on one texel of the signal.

/// Three numbers of 10 bits, for red, green and blue; of grain without colour, the first alone. `is_color`, a constant.
uvec3 grain_fields(uvec2 texel, uint frame, bool is_color) {
  uint word = pcg(texel.x + texel.y * 0x9e3779b9u + frame);
  if (!is_color) return uvec3(word >> 2u & 1023u, 0u, 0u);
  return uvec3(word >> 2u & 1023u, word >> 12u & 1023u, word >> 22u);
}

// With SIGNAL_TILE, the includer may define GRAIN_TILE_WIDTH, GRAIN_TILE_HEIGHT and GRAIN_INVOCATIONS of its workgroups,
// if these aren't those of the final pass; and GRAIN_RUN, so that columns are summed in runs of so many rows.
#ifdef SIGNAL_TILE
#ifndef GRAIN_TILE_WIDTH
#define GRAIN_TILE_WIDTH PHOTOPIC_TONE_MAP_TILE_WIDTH
#define GRAIN_TILE_HEIGHT PHOTOPIC_TONE_MAP_TILE_HEIGHT
#define GRAIN_INVOCATIONS PHOTOPIC_TONE_MAP_INVOCATIONS
#endif
// Sums down the columns of a tile and of one on either side, so that each texel is hashed about once: two rows in a
// word, and a plane for each field.
const uint kGrainColumns = GRAIN_TILE_WIDTH + 2u;
const uint kGrainPlane = kGrainColumns * GRAIN_TILE_HEIGHT / 2u;
#ifdef GRAIN_RUN
const uint kGrainTasks = kGrainColumns * ((GRAIN_TILE_HEIGHT + GRAIN_RUN - 1u) / GRAIN_RUN);
#else
const uint kGrainTasks = kGrainColumns;
#endif
// Shared memory of passes without grain takes room from the texture cache.
const uint kGrainWords = (EFFECTS & PHOTOPIC_EFFECT_GRAIN) != 0u ? 3u * kGrainPlane : 1u;
shared uint grain_columns[kGrainWords];
uvec2 grain_corner;

/// Rows `first` to `end` of a column.
void grain_sum_column(uint column, uint first, uint end, uvec2 corner, uint frame, bool is_color) {
  uvec2 texel = corner + uvec2(column, 0u) - 1u;  // wraps around
  uvec3 above = grain_fields(texel + uvec2(0u, first), frame, is_color);
  uvec3 middle = grain_fields(texel + uvec2(0u, first + 1u), frame, is_color);
  for (uint y = first; y < end; y += 2u) {
    uvec3 below = grain_fields(texel + uvec2(0u, y + 2u), frame, is_color);
    uvec3 next = grain_fields(texel + uvec2(0u, y + 3u), frame, is_color);
    uvec3 sums = (above + 2u * middle + below) | (middle + 2u * below + next) << 16u;
    uint place = y / 2u * kGrainColumns + column;
    grain_columns[place] = sums.r;
    if (is_color) {
      grain_columns[kGrainPlane + place] = sums.g;
      grain_columns[2u * kGrainPlane + place] = sums.b;
    }
    above = below;
    middle = next;
  }
}

/// `is_color`, a constant. The last invocations have least to do for effects of the scene, and begin.
void grain_sum_columns(uvec2 corner, uint frame, bool is_color) {
  const uint kInvocations = GRAIN_INVOCATIONS;
  for (uint task = kInvocations - 1u - gl_LocalInvocationIndex; task < kGrainTasks; task += kInvocations) {
#ifdef GRAIN_RUN
    uint first = task / kGrainColumns * GRAIN_RUN;
    grain_sum_column(task % kGrainColumns, first, min(first + GRAIN_RUN, GRAIN_TILE_HEIGHT), corner, frame, is_color);
#else
    grain_sum_column(task, 0u, GRAIN_TILE_HEIGHT, corner, frame, is_color);
#endif
  }
}

/// By all invocations of a workgroup, before a barrier and the texels of their tile; `corner` is its texel of the HDR
/// image.
void grain_begin_tile(uvec2 corner, uint seed, GrainParams params) {
  grain_corner = corner;
  if (params.amount == 0.0) return;
  uint frame = pcg(seed);
  if (params.is_color != 0u) {
    grain_sum_columns(corner, frame, true);
  } else {
    grain_sum_columns(corner, frame, false);
  }
}

uint grain_row_sum(uint first) {
  return grain_columns[first] + 2u * grain_columns[first + 1u] + grain_columns[first + 2u];
}

/// Sums over 3 x 3 texels with weights 1 2 1 each way; up to 16 * 1023 in each field.
uvec3 grain_sums(uvec2 texel, uint seed, bool is_color) {
  uvec2 at = texel - grain_corner;
  uint first = at.y / 2u * kGrainColumns + at.x;
  uvec3 rows = uvec3(grain_row_sum(first), 0u, 0u);
  if (is_color) rows.gb = uvec2(grain_row_sum(kGrainPlane + first), grain_row_sum(2u * kGrainPlane + first));
  return rows >> (at.y % 2u * 16u) & 0xffffu;
}
#else
uvec3 grain_sums(uvec2 texel, uint seed, bool is_color) {
  uint frame = pcg(seed);
  uvec3 sums = uvec3(0u);
  for (uint y = 0u; y < 3u; ++y) {
    for (uint x = 0u; x < 3u; ++x) {
      uvec3 fields = grain_fields(texel + uvec2(x, y) - 1u, frame, is_color);  // wraps around
      sums += (1u + (x & 1u)) * (1u + (y & 1u)) * fields;
    }
  }
  return sums;
}
#endif

/// Of a sum: of variance 1.
float grain_noise(uint sum) {
  const float kUnit = 8.0 / 3.0 * 1.7320508 / 8192.0;  // numbers are uniform in +-sqrt(3), and 8/3 for the weights
  return clamp((float(sum) - 8184.0) * kUnit, -3.0, 3.0);
}

vec3 grained(vec3 u, vec3 noise, float amount) {
  vec3 deviation = amount * sqrt(abs(4.0 * u * (1.0 - u)));
  vec3 room = clamp(min(u, 1.0 - u) * (1.0 / 3.0), 0.0, 1.0);  // no texel leaves [0, 1]: clipping would move the mean
  return u + min(deviation, room) * noise;
}

void grain(inout SignalTexel signals[TEXELS_AT_ONCE], GrainParams params) {
  if (params.amount == 0.0) return;
  if (params.is_color != 0u) {
    EACH_TEXEL(i) {
      uvec3 sums = grain_sums(signals[i].texel, signals[i].seed, true);
      vec3 noise = vec3(grain_noise(sums.r), grain_noise(sums.g), grain_noise(sums.b));
      signals[i].color = grained(signals[i].color, noise, params.amount);
    }
  } else {
    EACH_TEXEL(i) {
      float noise = grain_noise(grain_sums(signals[i].texel, signals[i].seed, false).r);
      signals[i].color = grained(signals[i].color, vec3(noise), params.amount);
    }
  }
}
