// SPDX-License-Identifier: MIT
// Reading of a baked look: interpolation between the nodes of a LUT. The includer has LUT_BINDING, FINISH_TABLES and finish/encodings.glsl.
#define LUT FINISH_TABLES.lut
#include "lut/shaper.glsl"
#include "lut/tetrahedron.glsl"

layout(constant_id = PHOTOPIC_SPEC_LUT_SIZE) const uint kLutSize = 2u;

layout(set = 0, binding = LUT_BINDING, std430) readonly buffer Lut { uvec2 lut_nodes[]; };

vec3 lut_node(uint node) {
  uvec2 words = lut_nodes[node];
  return vec3(unpackHalf2x16(words.x), unpackHalf2x16(words.y).x);
}

/// Of exposed scene-linear colour in the LUT's primaries.
vec3 lut_value(vec3 c) {
  Tetrahedron at = tetrahedron_at(lut_place(c), kLutSize);
  vec3 first = lut_node(at.nodes[0]), second = lut_node(at.nodes[1]);
  vec3 third = lut_node(at.nodes[2]), last = lut_node(at.nodes[3]);
  return first * at.weights[0] + second * at.weights[1] + third * at.weights[2] + last * at.weights[3];
}

/// What encoded() returns of it.
vec3 baked(vec3 exposed) {
  vec3 signal = lut_value(exposed);
#ifdef MAX_CODE
  return signal * MAX_CODE;
#else
  if (LUT.is_root == 0u) return signal;
  vec3 linear = TABLE_PRODUCT(DISPLAY.to_container, signal * signal * signal * DISPLAY.headroom);
  return linear * LUT.unit;
#endif
}
