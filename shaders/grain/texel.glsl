// SPDX-License-Identifier: MIT
// Film grain on one texel of the signal.

/// Three numbers of 10 bits, for red, green << 16, and blue.
uvec2 grain_fields(uvec2 texel, uint frame) {
  uint word = pcg(texel.x + texel.y * 0x9e3779b9u + frame);
  return uvec2((word >> 2u & 1023u) | (word << 4u & 0x03ff0000u), word >> 22u);
}

#ifdef SIGNAL_TILE
// Sums down the columns of a tile and of one on either side, so that each texel is hashed about once.
const uint kGrainColumns = PHOTOPIC_TONE_MAP_TILE_WIDTH + 2u;
const uint kGrainRows = 4u;  // that an invocation sums
// Shared memory of passes without grain takes room from the texture cache.
const uint kGrainWords = (EFFECTS & PHOTOPIC_EFFECT_GRAIN) != 0u ? kGrainColumns * PHOTOPIC_TONE_MAP_TILE_HEIGHT : 1u;
shared uvec2 grain_columns[kGrainWords];
uvec2 grain_corner;

/// `is_color`, a constant: all three fields, else the first one alone.
void grain_sum_columns(uvec2 corner, uint frame, bool is_color) {
  const uint kStrips = PHOTOPIC_TONE_MAP_TILE_HEIGHT / kGrainRows * kGrainColumns;
  for (uint i = gl_LocalInvocationIndex; i < kStrips; i += PHOTOPIC_TONE_MAP_INVOCATIONS) {
    uint column = i % kGrainColumns, row = i / kGrainColumns * kGrainRows;
    uvec2 texel = corner + uvec2(column, row) - 1u;  // wraps around
    uvec2 above = grain_fields(texel, frame), middle = grain_fields(texel + uvec2(0u, 1u), frame);
    for (uint y = 0u; y < kGrainRows; ++y) {
      uvec2 below = grain_fields(texel + uvec2(0u, y + 2u), frame);
      uvec2 sums = above + 2u * middle + below;
      uint place = (row + y) * kGrainColumns + column;
      grain_columns[place].x = sums.x;
      if (is_color) grain_columns[place].y = sums.y;
      above = middle;
      middle = below;
    }
  }
}

/// By all invocations of a workgroup, before the texels of their tile; `corner` is its texel of the HDR image.
void grain_begin_tile(uvec2 corner, uint seed, GrainParams params) {
  grain_corner = corner;
  if (params.amount == 0.0) return;
  uint frame = pcg(seed);
  if (params.is_color != 0u) {
    grain_sum_columns(corner, frame, true);
  } else {
    grain_sum_columns(corner, frame, false);
  }
  barrier();
}

/// Sums over 3 x 3 texels with weights 1 2 1 each way; up to 16 * 1023 in each field.
uvec2 grain_sums(uvec2 texel, uint seed) {
  uvec2 at = texel - grain_corner;
  uint first = at.y * kGrainColumns + at.x;
  return grain_columns[first] + 2u * grain_columns[first + 1u] + grain_columns[first + 2u];
}
#else
uvec2 grain_sums(uvec2 texel, uint seed) {
  uint frame = pcg(seed);
  uvec2 sums = uvec2(0u);
  for (uint y = 0u; y < 3u; ++y) {
    for (uint x = 0u; x < 3u; ++x) {
      sums += (1u + (x & 1u)) * (1u + (y & 1u)) * grain_fields(texel + uvec2(x, y) - 1u, frame);  // wraps around
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

void grain(inout SignalTexel signal, GrainParams params) {
  if (params.amount == 0.0) return;
  uvec2 fields = grain_sums(signal.texel, signal.seed);
  vec3 noise = vec3(grain_noise(fields.x & 0xffffu));
  if (params.is_color != 0u) noise.gb = vec2(grain_noise(fields.x >> 16u), grain_noise(fields.y));
  vec3 u = signal.color;
  vec3 deviation = params.amount * sqrt(max(4.0 * u * (1.0 - u), 0.0));
  vec3 room = max(min(u, 1.0 - u), 0.0) * (1.0 / 3.0);  // no texel leaves [0, 1]: clipping would move the mean
  signal.color = u + min(deviation, room) * noise;
}
