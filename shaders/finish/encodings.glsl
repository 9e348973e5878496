// SPDX-License-Identifier: MIT
// Encodings: rows of photopic/display.h.
//   encoded()         the operator's result as it is stored, normalised
//   srgb_of_stored()  a stored colour as extended sRGB, 1 = ui_white, in which the debug overlay draws
//   stored_of_srgb()  back
// The includer has finish/operator.glsl, and what finish/stored.glsl needs.
#include "finish/stored.glsl"

#ifdef MAX_CODE
// What BT.709 operators return is encoded in one step.
const bool kIsPlain = kIsSrgb;
#else
const bool kIsPlain = kEncoding == PHOTOPIC_ENCODING_AUTOMATIC;
#endif

#define SHOWS_BT709 ((uint(kIsPlain) & kBt709Operators >> TONE_MAPPER) != 0u)

/// The operator's result as display-linear colour in the encoding's primaries, 1 = paper white.
vec3 display_linear(vec3 mapped) { return TABLE_PRODUCT(DISPLAY.to_container, limited(mapped)); }

vec3 signal_of(vec3 c) { return signal_in(kIsSrgb ? PHOTOPIC_ENCODING_SRGB : kEncoding, c); }

const bool kIsP3 = kEncoding == PHOTOPIC_ENCODING_DISPLAY_P3;
const bool kIsBt2020 = ((1u << PHOTOPIC_ENCODING_HDR10 | 1u << PHOTOPIC_ENCODING_HLG) >> kEncoding & 1u) != 0u;

#ifdef MAX_CODE
vec3 encoded(vec3 mapped, uvec2 texel, uint dither_seed) {
  vec3 code;
  if (SHOWS_BT709) code = srgb_code(clamp(mapped, 0.0, 1.0), display_gamma(), MAX_CODE);
  else code = signal_of(display_linear(mapped)) * MAX_CODE;
  return stored_code(code, texel, dither_seed);
}
#else
vec3 encoded(vec3 mapped, uvec2 texel, uint dither_seed) {
  vec3 signal;
  if (SHOWS_BT709) {
    signal = clamp(mapped, 0.0, max_output());
    if (display_gamma() != 1.0) signal = pow(signal, vec3(display_gamma()));
  } else {
    signal = signal_of(display_linear(mapped));
  }
  return stored_signal(signal, texel, dither_seed);
}
#endif

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
