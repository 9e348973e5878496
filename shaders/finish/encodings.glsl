// SPDX-License-Identifier: MIT
// Encoding of the operator's result, as rows of photopic/display.h say. The includer has finish/operator.glsl, and what
// finish/stored.glsl needs.
#include "finish/stored.glsl"

// What BT.709 operators return is encoded in one step.
#define SHOWS_BT709 ((uint(kIsPlain) & kBt709Operators >> TONE_MAPPER) != 0u)

/// The operator's result as display-linear colour in the encoding's primaries, 1 = paper white.
vec3 display_linear(vec3 mapped) { return TABLE_PRODUCT(DISPLAY.to_container, limited(mapped)); }

/// As it is stored, normalised.
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
