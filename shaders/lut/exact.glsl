// SPDX-License-Identifier: MIT
// Looks that are evaluated at each texel: the host's tables are read where a baked look's LUT would be. The includer has
// LUT_BINDING, FINISH_TABLES and finish/encodings.glsl.
layout(set = 0, binding = LUT_BINDING, std430) readonly buffer LookNodes { float table_nodes[]; };
layout(set = 0, binding = LUT_BINDING, std430) readonly buffer LookVectors { vec4 table_vectors[]; };
#define TABLE_NODES table_nodes
#define TABLE_NODES_OF_4 table_vectors
#define LOOK FINISH_TABLES.look
#include "lut/table.glsl"
#include "lut/grade.glsl"
#include "lut/look.glsl"
#include "lut/shown.glsl"

/// Whether a display table comes right after the operator.
bool has_last_table() {
  const uint kAfterOperator = PHOTOPIC_STAGE_LIFT_GAMMA_GAIN | PHOTOPIC_STAGE_DISPLAY_TABLE;
  return (LOOK.stages & kAfterOperator) == PHOTOPIC_STAGE_DISPLAY_TABLE;
}

/// What encoded() returns of it.
vec3 with_look(vec3 exposed) {
  const float kBrightest = 65504.0;  // as scene_look()
  exposed = clamped(exposed, kBrightest);
#ifdef MAX_CODE
  // What the operator is encoded to is what the table takes, and what that gives is the picture's code.
  if (SHOWS_BT709 && TONE_MAPPER != PHOTOPIC_TONE_MAPPER_CUSTOM && has_last_table()) {
    vec3 code = encoded(tone_mapped(in_domain(scene_look(exposed))));
    return nclamp(through_table(LOOK.display, code * (1.0 / MAX_CODE)), vec3(0.0), vec3(1.0)) * MAX_CODE;
  }
  return signal_of(TABLE_PRODUCT(DISPLAY.to_container, shown(exposed))) * MAX_CODE;
#else
  return signal_of(TABLE_PRODUCT(DISPLAY.to_container, shown(exposed)));
#endif
}
