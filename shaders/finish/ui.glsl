// SPDX-License-Identifier: MIT
// Drawing of an image over the picture: source-over of premultiplied colour, in light or in stored values. The includer
// has finish/encodings.glsl's curves, picture_encoding(), and the picture's signal of a texel. docs/display.md.

/// Encoded colour in BT.709, as light in the picture's primaries, 1 = paper white.
vec3 ui_light(vec3 color, uint encoding) {
  vec3 linear = DISPLAY.ui_is_power22 != 0u ? pow(color, vec3(2.2)) : linear_of_srgb_extended(color);
  if (encoding == PHOTOPIC_ENCODING_DISPLAY_P3) linear = kP3OfBt709 * linear;
  if (encoding == PHOTOPIC_ENCODING_HDR10 || encoding == PHOTOPIC_ENCODING_HLG) linear = kBt2020OfBt709 * linear;
  return linear * DISPLAY.ui_white;
}

vec3 with_ui(vec3 signal, vec4 ui) {
  uint encoding = picture_encoding();
  float covered = ui.a;
  float share = max(covered, max(ui.r, max(ui.g, ui.b)));  // of more than alpha: light that covers nothing
  if (share == 0.0) return signal;
  vec3 light = ui_light(ui.rgb / share, encoding);
  if (DISPLAY.ui_is_encoded != 0u) {
    if (encoding == PHOTOPIC_ENCODING_AUTOMATIC) {  // halves: light is stored, and shown as sRGB
      vec3 blended = (1.0 - covered) * srgb_extended(signal) + share * srgb_extended(light);
      return linear_of_srgb_extended(blended);
    }
    return (1.0 - covered) * signal + share * signal_in(encoding, light);
  }
  vec3 scene = decoded(encoding, signal);
  float limit = mix(DISPLAY.headroom, DISPLAY.ui_scene_limit, covered);
  float largest = max(scene.r, max(scene.g, scene.b));
  if (largest > limit) scene *= limit / largest;
  return signal_in(encoding, (1.0 - covered) * scene + share * light);
}
