// SPDX-License-Identifier: MIT
// Encoding of the operator's result, as rows of photopic/display.h say. The includer has finish/operator.glsl, and what
// finish/stored.glsl needs.
#include "finish/stored.glsl"

// What BT.709 operators return is encoded in one step.
#define SHOWS_BT709 ((uint(kIsPlain) & kBt709Operators >> TONE_MAPPER) != 0u)

/// The operator's result as display-linear colour in the encoding's primaries, 1 = paper white.
vec3 display_linear(vec3 mapped) { return TABLE_PRODUCT(DISPLAY.to_container, limited(mapped)); }

/// A code, or what is stored, before effects of the signal.
#ifdef MAX_CODE
vec3 encoded(vec3 mapped) {
  if (SHOWS_BT709) return srgb_code(clamp(mapped, 0.0, 1.0), display_gamma(), MAX_CODE);
  return signal_of(display_linear(mapped)) * MAX_CODE;
}
#else
vec3 encoded(vec3 mapped) {
  if (!SHOWS_BT709) return signal_of(display_linear(mapped));
  vec3 signal = clamp(mapped, 0.0, max_output());
  return display_gamma() != 1.0 ? pow(signal, vec3(display_gamma())) : signal;
}
#endif
