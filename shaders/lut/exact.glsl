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

/// Signal of the picture.
vec3 look_signal(vec3 exposed) {
  // What the table gives is the picture's own code: nothing is decoded to be encoded again.
  const uint kAfterOperator = PHOTOPIC_STAGE_LIFT_GAMMA_GAIN | PHOTOPIC_STAGE_DISPLAY_TABLE;
  if (kIsSrgb && (LOOK.stages & kAfterOperator) == PHOTOPIC_STAGE_DISPLAY_TABLE &&
      LIMIT_PRIMARIES == PHOTOPIC_LIMIT_BT709) {
    float above;  // 1: without lift and gain nothing is above paper white
    return nclamp(through_display_table(operated(exposed), above), vec3(0.0), vec3(1.0));
  }
  return signal_of(TABLE_PRODUCT(DISPLAY.to_container, shown(exposed)));
}

/// What encoded() returns of it.
vec3 with_look(vec3 exposed) {
  const float kBrightest = 65504.0;  // as scene_look()
  vec3 signal = look_signal(clamped(exposed, kBrightest));
#ifdef MAX_CODE
  return signal * MAX_CODE;
#else
  return signal;
#endif
}
