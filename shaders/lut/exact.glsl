// SPDX-License-Identifier: MIT
// Looks that are evaluated at each texel: the host's tables are read where a baked look's LUT would be. The includer has
// LUT_BINDING, FINISH_TABLES and finish/encodings.glsl.
layout(set = 0, binding = LUT_BINDING, std430) readonly buffer LookNodes { float table_nodes[]; };
#define TABLE_NODES table_nodes
#define LOOK FINISH_TABLES.look
#include "lut/table.glsl"
#include "lut/grade.glsl"
#include "lut/look.glsl"
#include "lut/shown.glsl"

/// What encoded() returns of it.
vec3 with_look(vec3 exposed) {
  const float kBrightest = 65504.0;  // as scene_look()
  vec3 signal = signal_of(TABLE_PRODUCT(DISPLAY.to_container, shown(clamped(exposed, kBrightest))));
#ifdef MAX_CODE
  return signal * MAX_CODE;
#else
  return signal;
#endif
}
