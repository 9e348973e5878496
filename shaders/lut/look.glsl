// SPDX-License-Identifier: MIT
// A look around its operator: grade, and lookup tables of the host. The includer has lut/grade.glsl and DISPLAY, and, with
// TABLE_NODES, lut/table.glsl and display/decoded.glsl.

/// Everything before the operator, of exposed scene-linear BT.709.
vec3 scene_look(vec3 c) {
  const float kBrightest = 65504.0;  // far above what operators tell apart; no grade makes infinities of it
  if (has_stage(PHOTOPIC_STAGE_GRADE)) c = clamped(scene_graded(c), kBrightest);
#ifdef TABLE_NODES
  if (has_stage(PHOTOPIC_STAGE_SCENE_TABLE)) {
    vec3 raised_color = raised(LOOK.scene_curve, TABLE_PRODUCT(LOOK.bt709_to_scene, c));
    c = lowered(LOOK.scene_curve, through_table(LOOK.scene, raised_color));
    c = clamped(TABLE_PRODUCT(LOOK.scene_to_bt709, c), kBrightest);
  }
#endif
  return c;
}

#ifdef TABLE_NODES
/// The operator `custom`: exposed scene-linear BT.709 to display-linear colour in the limiting primaries.
vec3 through_custom(vec3 c) {
  vec3 raised_color = raised(LOOK.tone_mapper_curve, TABLE_PRODUCT(LOOK.bt709_to_tone_mapper, c));
  vec3 decoded_color = decoded(LOOK.tone_mapper_encoding, through_table(LOOK.tone_mapper, raised_color));
  return clamp(TABLE_PRODUCT(LOOK.tone_mapper_to_limit, decoded_color), 0.0, DISPLAY.headroom);
}
#endif

/// Everything after the operator, of display-linear colour in the limiting primaries.
vec3 display_look(vec3 c) {
  if (has_stage(PHOTOPIC_STAGE_LIFT_GAMMA_GAIN)) c = with_lift_gamma_gain(c);
#ifdef TABLE_NODES
  if (has_stage(PHOTOPIC_STAGE_DISPLAY_TABLE)) {
    vec3 bt709 = max(TABLE_PRODUCT(LOOK.limit_to_bt709, c), 0.0);
    float above = max(max(bt709.r, max(bt709.g, bt709.b)), 1.0);
    vec3 signal = through_table(LOOK.display, srgb_extended(bt709 / above));
    c = TABLE_PRODUCT(LOOK.bt709_to_limit, linear_of_srgb_extended(signal) * above);
  }
#endif
  return c;
}
