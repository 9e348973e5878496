// SPDX-License-Identifier: MIT
// Film grain on texels of the signal. Its noise is a tile, in noise_words of finish/tables.glsl.

/// Where a frame's tile lies: `offset`, and per axis, `mirror` = PHOTOPIC_GRAIN_SIDE - 1 if it is mirrored, else 0.
struct GrainTile {
  uvec2 offset;
  uvec2 mirror;
  uint first;  // its first word
};

/// Frames of different seeds have different places, so that their noise has nothing in common.
GrainTile grain_tile(uint seed) {
  uint place = pcg(seed);
  uvec2 mirror = uvec2(place >> 2 * PHOTOPIC_GRAIN_SIDE_BITS & 1u, place >> 2 * PHOTOPIC_GRAIN_SIDE_BITS + 1 & 1u);
  return GrainTile(uvec2(place, place >> PHOTOPIC_GRAIN_SIDE_BITS), mirror * uint(PHOTOPIC_GRAIN_SIDE - 1),
                   FINISH_TABLES.noise_first + uint(PHOTOPIC_BLUE_NOISE_WORDS));
}

/// `texel` of the HDR image, so that regions of a picture join.
uint grain_word(uvec2 texel, GrainTile tile) {
  uvec2 place = ((texel ^ tile.mirror) + tile.offset) & uint(PHOTOPIC_GRAIN_SIDE - 1);
  return noise_words[tile.first + place.y * uint(PHOTOPIC_GRAIN_SIDE) + place.x];
}

/// Three independent numbers of variance 1 if `is_color` is 1; one number for all channels if it is 0.
vec3 grain_noise(uint word, uint is_color) {
  const uint kGreatest = (1u << PHOTOPIC_GRAIN_BITS) - 1u;
  uvec3 numbers = uvec3(word) >> is_color * uvec3(0u, PHOTOPIC_GRAIN_BITS, 2u * PHOTOPIC_GRAIN_BITS) & kGreatest;
  return vec3(numbers) * (2.0 * PHOTOPIC_GRAIN_MOST / float(kGreatest)) - PHOTOPIC_GRAIN_MOST;
}

vec3 grained(vec3 u, vec3 noise, float amount) {
  vec3 deviation = amount * sqrt(abs(4.0 * u * (1.0 - u)));
  vec3 room = clamp(min(u, 1.0 - u) * (1.0 / 3.0), 0.0, 1.0);  // no texel leaves [0, 1]: clipping would move the mean
  return u + min(deviation, room) * noise;
}

void grain(inout SignalTexel signals[TEXELS_AT_ONCE], GrainParams params) {
  if (params.amount == 0.0) return;
  GrainTile tile = grain_tile(signals[0].seed);  // texels of a frame
  uint words[TEXELS_AT_ONCE];                    // asked for at once
  EACH_TEXEL_UNROLLED(i) words[i] = grain_word(signals[i].texel, tile);
  EACH_TEXEL_UNROLLED(i) {
    signals[i].color = grained(signals[i].color, grain_noise(words[i], params.is_color), params.amount);
  }
}
