// SPDX-License-Identifier: MIT
// Sharpening in tiles of 8-bit codes, as sharpening/texel.glsl has it. Neighbours are halves, as in a picture of signals.
// An invocation's own codes are more exact: where nothing is sharpened, they are rounded as they would be without
// sharpening. By sums of floats, since GPUs convert to integers at an eighth of the rate.
#include "sharpening/share.glsl"

const float kColorUnit = 32768.0;  // steps of floats beyond it are 1/256: their low 16 bits count steps
const float kAlphaUnit = 256.0;    // steps are 2^-15
const float kStep = 1.0 / 256.0;

f16vec3 signal_of_code(vec3 code) { return f16vec3(code * (1.0 / 255.0)); }

/// A step is of all codes from its first to the next one's, so that none spans a limit at which codes are rounded. Colours
/// are a step up, so that black isn't below the unit.
uvec2 packed_code(vec4 code) {
  precise vec3 first = code.rgb - 0.5 * kStep;  // one sum would round half a step
  precise vec3 steps = first + (kColorUnit + kStep);
  uvec3 color = floatBitsToUint(steps) & 0xffffu;
  uint alpha = floatBitsToUint(code.a + kAlphaUnit) & 0xffffu;
  return uvec2(color.r | color.g << 16u, color.b | alpha << 16u);
}
/// The middle of a step.
vec3 color_of_packed(uvec2 code) {
  uvec3 color = uvec3(code.x & 0xffffu, code.x >> 16u, code.y & 0xffffu);
  precise vec3 steps = uintBitsToFloat(color | floatBitsToUint(kColorUnit)) - kColorUnit;
  precise vec3 middle = steps - 0.5 * kStep;  // of both in one sum, floats have no such step
  return middle;
}
float alpha_of_packed(uvec2 code) { return uintBitsToFloat(code.y >> 16u | floatBitsToUint(kAlphaUnit)) - kAlphaUnit; }

/// A code from its signal and those around it. What is black or white already has no room; `kTiny` keeps divisors from 0.
vec3 sharpened_code(vec3 code, f16vec3 center, f16vec3 north, f16vec3 west, f16vec3 east, f16vec3 south, float amount) {
  const float kTiny = 1e-6;
  vec3 least = vec3(min(min(north, west), min(east, south))), most = vec3(max(max(north, west), max(east, south)));
  f16vec3 above = (center - north) + (center - west) + (center - east) + (center - south);
  vec3 limit = min(min(least, vec3(center)) / (4.0 * most + kTiny),
                   (1.0 - max(most, vec3(center))) / ((4.0 + kTiny) - 4.0 * least));
  vec3 own = mix(255.0 * vec3(center), code, equal(above, f16vec3(0.0)));
  return own + vec3(above) * (255.0 * sharpening_share(limit, amount));
}
