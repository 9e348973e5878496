// SPDX-License-Identifier: MIT
// Film grain on one texel of the signal.

/// Three numbers of 10 bits.
uint grain_word(uvec2 texel, uint frame) { return pcg(texel.x + texel.y * 0x9e3779b9u + frame); }

/// Their sums over 3 x 3 texels with weights 1 2 1 each way; up to 16 * 1023.
uvec3 grain_sums(uvec2 texel, uint seed) {
  uint frame = pcg(seed);
  uvec3 sums = uvec3(0u);
  for (uint y = 0u; y < 3u; ++y) {
    for (uint x = 0u; x < 3u; ++x) {
      uint word = grain_word(texel + uvec2(x, y) - 1u, frame);  // wraps around
      uint weight = (1u + (x & 1u)) * (1u + (y & 1u));
      sums += weight * (uvec3(word >> 2u, word >> 12u, word >> 22u) & 1023u);
    }
  }
  return sums;
}

void grain(inout SignalTexel signal, GrainParams params) {
  if (params.amount == 0.0) return;
  uvec3 sums = grain_sums(signal.texel, signal.seed);
  if (params.is_color == 0u) sums = sums.rrr;
  // Uniform in +-sqrt(3) each, and 8/3 for the weights: of variance 1.
  const float kUnit = 8.0 / 3.0 * 1.7320508 / 8192.0;
  vec3 noise = clamp((vec3(sums) - 8184.0) * kUnit, -3.0, 3.0);
  vec3 u = signal.color;
  vec3 deviation = params.amount * sqrt(max(4.0 * u * (1.0 - u), 0.0));
  vec3 room = max(min(u, 1.0 - u), 0.0) * (1.0 / 3.0);  // no texel leaves [0, 1]: clipping would move the mean
  signal.color = u + min(deviation, room) * noise;
}
