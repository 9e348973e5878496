// SPDX-License-Identifier: MIT
// Sharpening of one texel of the signal: robust contrast adaptive sharpening, as FSR 1 has it. The includer has
// SIGNAL_NEAR(texel, offset), a signal beside a texel.
#include "sharpening/share.glsl"

/// The largest lobe of each channel with which the result stays in [0, 1].
vec3 sharpening_limit(vec3 least_around, vec3 most_around, vec3 center) {
  // No result below 0, and none above 1. What is black or white already has no room.
  vec3 below = min(least_around, center) / max(4.0 * most_around, 1e-6);
  vec3 above = (1.0 - max(most_around, center)) / max(4.0 - 4.0 * least_around, 1e-6);
  return min(below, above);
}

vec3 sharpened(SignalTexel signal, float amount) {
  vec3 center = signal.color;
  vec3 north = SIGNAL_NEAR(signal.texel, ivec2(0, -1)), west = SIGNAL_NEAR(signal.texel, ivec2(-1, 0));
  vec3 east = SIGNAL_NEAR(signal.texel, ivec2(1, 0)), south = SIGNAL_NEAR(signal.texel, ivec2(0, 1));
  vec3 least = min(min(north, west), min(east, south)), most = max(max(north, west), max(east, south));
  vec3 limit = sharpening_limit(least, most, center);
  vec3 above = (center - north) + (center - west) + (center - east) + (center - south);
  return center + above * sharpening_share(limit, amount);  // where all are alike, to the bit
}

void sharpening(inout SignalTexel signals[TEXELS_AT_ONCE], SharpeningParams params) {
  if (params.amount == 0.0) return;
  EACH_TEXEL_UNROLLED(i) signals[i].color = sharpened(signals[i], params.amount);
}
