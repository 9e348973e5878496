// SPDX-License-Identifier: MIT
// Noise of hashes and of tiles, and the dither made of it. The includer has kDither and, of integer formats, MAX_CODE;
// with HAS_NOISE and finish/tables.glsl, blue noise, and the noise of grain.

/// PCG hash (Jarzynski and Olano, "Hash Functions for GPU Rendering", 2020).
uint pcg(uint x) {
  uint state = x * 747796405u + 2891336453u;
  uint word = ((state >> ((state >> 28u) + 4u)) ^ state) * 277803737u;
  return (word >> 22u) ^ word;
}

/// Uniform in [0, 1), 24 bits.
float uniform_noise(inout uint state) {
  state = pcg(state);
  return float(state >> 8u) * (1.0 / 16777216.0);
}

#ifdef HAS_NOISE
/// Uniform in (0, 1).
float blue_noise_at(uvec2 texel) {
  const uint kSide = uint(PHOTOPIC_BLUE_NOISE_SIDE);
  uint index = texel.y % kSide * kSide + texel.x % kSide;
  uint rank = noise_words[FINISH_TABLES.noise_first + index / 2u] >> (index % 2u * 16u) & 0xffffu;
  return (float(rank) + 0.5) / float(kSide * kSide);
}
#endif

#ifdef MAX_CODE
/// What is added to a code before it is rounded, one value per channel: triangular over (-1, 1), but uniform over one
/// code at both ends of the range, where the tail of a triangular one would be clamped and lift black. `texel` is of
/// the HDR image, so that bands of a picture join.
vec3 dither_noise(vec3 code, uvec2 texel, uint seed) {
#ifdef HAS_NOISE
  if (kDither == PHOTOPIC_DITHER_BLUE) {  // the tile is elsewhere for each channel and seed
    uvec2 place = texel + seed * uvec2(19u, 29u);
    vec3 u = vec3(blue_noise_at(place), blue_noise_at(place + uvec2(23u, 47u)), blue_noise_at(place + uvec2(41u, 11u)));
    vec3 triangular = mix(1.0 - sqrt(2.0 - 2.0 * u), sqrt(2.0 * u) - 1.0, lessThan(u, vec3(0.5)));
    bvec3 is_inside = bvec3(uvec3(greaterThanEqual(code, vec3(0.5))) * uvec3(lessThanEqual(code, vec3(MAX_CODE - 0.5))));
    return mix(u - 0.5, triangular, is_inside);
  }
#endif
  uint state = pcg(texel.x + pcg(texel.y + pcg(seed)));
  vec3 noise;
  for (int i = 0; i < 3; ++i) {
    float a = uniform_noise(state);
    float b = uniform_noise(state);
    bool is_end = code[i] < 0.5 || code[i] > MAX_CODE - 0.5;
    noise[i] = a - (is_end ? 0.5 : b);
  }
  return noise;
}
#endif
