// SPDX-License-Identifier: MIT
// Stored colours as extended sRGB, 1 = ui_white, in which the debug overlay draws, and back. The includer has
// finish/stored.glsl.
#include "display/encoding.glsl"

vec3 srgb_of_stored(vec3 c) {
#ifdef MAX_CODE
  if (kIsPlain) return c;
#else
  if (kIsPlain) return srgb_code(clamp(c, 0.0, 1.0), 1.0, 255.0) / 255.0;
#endif
  vec3 linear = linear_of_signal(c);
  if (kIsP3) linear = kBt709OfP3 * linear;
  if (kIsBt2020) linear = kBt709OfBt2020 * linear;
  return srgb_extended(linear / DISPLAY.ui_white);
}

vec3 stored_of_srgb(vec3 c) {
#ifdef MAX_CODE
  if (kIsPlain) return nearest_code(c * MAX_CODE);
#else
  if (kIsPlain) return mix(pow((c + 0.055) / 1.055, vec3(2.4)), c / 12.92, lessThanEqual(c, vec3(0.04045)));
#endif
  vec3 linear = linear_of_srgb_extended(c) * DISPLAY.ui_white;
  if (kIsP3) linear = kP3OfBt709 * linear;
  if (kIsBt2020) linear = kBt2020OfBt709 * linear;
#ifdef MAX_CODE
  return nearest_code(clamp(signal_of(linear), 0.0, 1.0) * MAX_CODE);
#else
  return signal_of(linear);
#endif
}
