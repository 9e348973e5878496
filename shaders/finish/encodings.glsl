// SPDX-License-Identifier: MIT
// Encodings of the output formats: ENCODING_* of postfx/src/finish/output_formats.h. Each has
//   encoded()         the operator's result as it is stored, after display_gamma(), within max_output()
//   srgb_of_stored()  a stored colour as sRGB in [0, 1], in which the debug overlay draws
//   stored_of_srgb()  back
// The includer has display_gamma(), max_output(), kDither and triangular_noise().

/// IEC 61966-2-1 of c^gamma, for c in [0, 1], in 8-bit code values: the operator's power and the curve's are one.
vec3 srgb_code(vec3 c, float gamma) {
  const float kLinearEnd = 0.0031308;
  const float kCurvePower = 1.0 / 2.4;
  bvec3 is_linear = lessThanEqual(c, vec3(pow(kLinearEnd, 1.0 / gamma)));
  vec3 power = exp2(log2(c) * mix(vec3(gamma * kCurvePower), vec3(gamma), is_linear));  // 0 at 0: exp2(-Inf)
  return mix((255.0 * 1.055) * power - 255.0 * 0.055, (255.0 * 12.92) * power, is_linear);
}

/// A code value rounded to the nearest, and normalised. Rounded here, since not every store does (NVIDIA's is off by up
/// to 0.02); beyond 2^23 floats are whole numbers, and (x + 2^23) * s - 2^23 * s in one rounding leaves round(x) * s.
vec3 nearest_code(vec3 code) {
  const float kWhole = 8388608.0;
  precise vec3 whole = code + kWhole;
  precise vec3 normalised = fma(whole, vec3(1.0 / 255.0), vec3(-kWhole * (1.0 / 255.0)));
  return normalised;
}

#ifdef ENCODING_SRGB8
vec3 encoded(vec3 mapped, uvec2 texel, uint dither_seed) {
  vec3 code = srgb_code(clamp(mapped, 0.0, 1.0), display_gamma());
  if (kDither != 0u) code = clamp(code + triangular_noise(texel, dither_seed), 0.0, 255.0);
  return nearest_code(code);
}
vec3 srgb_of_stored(vec3 c) { return c; }
vec3 stored_of_srgb(vec3 c) { return nearest_code(c * 255.0); }
#elif defined(ENCODING_LINEAR)
vec3 encoded(vec3 mapped, uvec2 texel, uint dither_seed) {
  vec3 display = clamp(mapped, 0.0, max_output());
  return display_gamma() != 1.0 ? pow(display, vec3(display_gamma())) : display;
}
vec3 srgb_of_stored(vec3 c) { return srgb_code(clamp(c, 0.0, 1.0), 1.0) / 255.0; }
vec3 stored_of_srgb(vec3 c) {
  return mix(pow((c + 0.055) / 1.055, vec3(2.4)), c / 12.92, lessThanEqual(c, vec3(0.04045)));
}
#else
#error The output format has no encoding.
#endif
