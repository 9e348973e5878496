// SPDX-License-Identifier: MIT
// Reading of a baked look: tetrahedral interpolation between the nodes of a LUT (Kasson et al. 1993), which leaves greys
// grey. The includer has LUT_BINDING, FINISH_TABLES and finish/encodings.glsl.
#define LUT FINISH_TABLES.lut
#include "lut/shaper.glsl"

layout(constant_id = PHOTOPIC_SPEC_LUT_SIZE) const uint kLutSize = 2u;

layout(set = 0, binding = LUT_BINDING, std430) readonly buffer Lut { uvec2 lut_nodes[]; };

vec3 lut_node(uint node) {
  uvec2 words = lut_nodes[node];
  return vec3(unpackHalf2x16(words.x), unpackHalf2x16(words.y).x);
}

/// Of exposed scene-linear colour in the LUT's primaries.
vec3 lut_value(vec3 c) {
  vec3 place = lut_place(c);
  vec3 low = min(floor(place), float(kLutSize - 2u));
  vec3 f = place - low;
  const uvec3 kStep = uvec3(1u, kLutSize, kLutSize * kLutSize);
  const uint kAll = kStep.r + kStep.g + kStep.b;
  uint corner = uint(low.r) + kLutSize * (uint(low.g) + kLutSize * uint(low.b));
  // Along the edge of the largest fraction, then of the second, then of the least.
  uint first = f.r >= f.g && f.r >= f.b ? kStep.r : f.g >= f.b ? kStep.g : kStep.b;
  uint last = f.r < f.g && f.r < f.b ? kStep.r : f.g < f.b ? kStep.g : kStep.b;
  float most = max(max(f.r, f.g), f.b);
  float least = min(min(f.r, f.g), f.b);
  float middle = max(min(f.r, f.g), min(max(f.r, f.g), f.b));
  vec3 at_corner = lut_node(corner), at_first = lut_node(corner + first);
  vec3 at_second = lut_node(corner + kAll - last), at_end = lut_node(corner + kAll);
  return at_corner * (1.0 - most) + at_first * (most - middle) + at_second * (middle - least) + at_end * least;
}

/// What is stored of it, dithered and rounded as encoded() does.
vec3 baked(vec3 exposed, uvec2 texel, uint dither_seed) {
  vec3 signal = lut_value(exposed);
#ifdef MAX_CODE
  return stored_code(signal * MAX_CODE, texel, dither_seed);
#else
  if (LUT.is_root == 0u) return stored_signal(signal, texel);
  vec3 linear = TABLE_PRODUCT(DISPLAY.to_container, signal * signal * signal * DISPLAY.headroom);
  return stored_signal(linear * LUT.unit, texel);
#endif
}
