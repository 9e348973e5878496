// SPDX-License-Identifier: MIT
// Film grain on one texel of the signal.

/// Three numbers of 10 bits, for red, green and blue; of grain without colour, the first alone. `is_color`, a constant.
uvec3 grain_fields(uvec2 texel, uint frame, bool is_color) {
  uint word = pcg(texel.x + texel.y * 0x9e3779b9u + frame);
  if (!is_color) return uvec3(word >> 2u & 1023u, 0u, 0u);
  return uvec3(word >> 2u & 1023u, word >> 12u & 1023u, word >> 22u);
}

#ifdef SIGNAL_TILE
// Sums down the columns of a tile and of one on either side, so that each texel is hashed about once: two rows in a
// word, and a plane for each field.
const uint kGrainColumns = PHOTOPIC_TONE_MAP_TILE_WIDTH + 2u;
const uint kGrainPlane = kGrainColumns * PHOTOPIC_TONE_MAP_TILE_HEIGHT / 2u;
// Shared memory of passes without grain takes room from the texture cache.
const uint kGrainWords = (EFFECTS & PHOTOPIC_EFFECT_GRAIN) != 0u ? 3u * kGrainPlane : 1u;
shared uint grain_columns[kGrainWords];
uvec2 grain_corner;

/// `is_color`, a constant. The last invocations have least to do for effects of the scene, and begin.
void grain_sum_columns(uvec2 corner, uint frame, bool is_color) {
  const uint kInvocations = PHOTOPIC_TONE_MAP_INVOCATIONS;
  for (uint column = kInvocations - 1u - gl_LocalInvocationIndex; column < kGrainColumns; column += kInvocations) {
    uvec2 texel = corner + uvec2(column, 0u) - 1u;  // wraps around
    uvec3 above = grain_fields(texel, frame, is_color), middle = grain_fields(texel + uvec2(0u, 1u), frame, is_color);
    for (uint y = 0u; y < PHOTOPIC_TONE_MAP_TILE_HEIGHT; y += 2u) {
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
