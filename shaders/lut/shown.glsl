// SPDX-License-Identifier: MIT
// A whole look: grade, tables and the operator between them. The includer has lut/look.glsl with TABLE_NODES, and
// finish/operator.glsl.

/// Exposed scene-linear BT.709 to display-linear colour in the limiting primaries.
vec3 shown(vec3 exposed) {
  vec3 c = scene_look(exposed);
  vec3 display =
      TONE_MAPPER == PHOTOPIC_TONE_MAPPER_CUSTOM ? through_custom(c) : limited(tone_mapped(in_domain(c)));
  const uint kDisplayStages = PHOTOPIC_STAGE_LIFT_GAMMA_GAIN | PHOTOPIC_STAGE_DISPLAY_TABLE;
  return has_stage(kDisplayStages) ? nclamp(display_look(display), vec3(0.0), vec3(DISPLAY.headroom)) : display;
}
