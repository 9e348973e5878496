// SPDX-License-Identifier: MIT
// Display transform: an HDR texel x effects x exposure -> a display-referred texel, sRGB-encoded for ENCODING_SRGB8,
// linear for ENCODING_LINEAR. The includer has FINISH_TABLES, the FinishTables of the frame.
#include "photopic/operators.h"
#include "finish/tone_mappers.glsl"

#ifndef TONE_MAPPER  // the operator and the effects: constants, or what the includer says
layout(constant_id = PHOTOPIC_SPEC_TONE_MAPPER) const uint kToneMapper = 0u;
#define TONE_MAPPER kToneMapper
layout(constant_id = PHOTOPIC_SPEC_EFFECTS) const uint kEffects = 0u;
#define EFFECTS kEffects
#endif
layout(constant_id = PHOTOPIC_SPEC_DITHER) const uint kDither = 0u;

#include "finish/effects.glsl"

#define PARAMETER(i) FINISH_TABLES.operator_parameters[i]

vec3 tone_mapped(vec3 c) {
#define OPERATOR(number, name, expression, gamma, max_input, max_output, parameters) \
  case number: return expression;
  switch (TONE_MAPPER) { PHOTOPIC_OPERATORS(OPERATOR) }
#undef OPERATOR
  return c;
}

/// Power that turns what tone_mapped() returns into display-linear values.
float display_gamma() {
#define OPERATOR(number, name, expression, gamma, max_input, max_output, parameters) \
  case number: return gamma;
  switch (TONE_MAPPER) { PHOTOPIC_OPERATORS(OPERATOR) }
#undef OPERATOR
  return 1.0;
}

float max_input() {
#define OPERATOR(number, name, expression, gamma, max_input, max_output, parameters) \
  case number: return max_input;
  switch (TONE_MAPPER) { PHOTOPIC_OPERATORS(OPERATOR) }
#undef OPERATOR
  return 0.0;
}

float max_output() {
#define OPERATOR(number, name, expression, gamma, max_input, max_output, parameters) \
  case number: return max_output;
  switch (TONE_MAPPER) { PHOTOPIC_OPERATORS(OPERATOR) }
#undef OPERATOR
  return 1.0;
}

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

/// PCG hash (Jarzynski and Olano, "Hash Functions for GPU Rendering", 2020).
uint pcg(uint x) {
  uint state = x * 747796405u + 2891336453u;
  uint word = ((state >> ((state >> 28u) + 4u)) ^ state) * 277803737u;
  return (word >> 22u) ^ word;
}

/// Uniform in [0, 1), 24 bits.
float uniform_noise(inout uint state) {
  state = pcg(state);
  return float(state >> 8u) * (1.0 / 16777216.0);
}

/// Triangular over (-1, 1), one value per channel. `texel` is of the HDR image, so that bands of a picture join.
vec3 triangular_noise(uvec2 texel, uint seed) {
  uint state = pcg(texel.x + pcg(texel.y + pcg(seed)));
  vec3 noise;
  for (int i = 0; i < 3; ++i) {
    float a = uniform_noise(state);
    noise[i] = a - uniform_noise(state);
  }
  return noise;
}

/// What the operator is defined for: no NaN, nothing below 0, nothing above its largest input.
vec3 in_domain(vec3 exposed) {
  return max_input() == 0.0 ? nmax(exposed, vec3(0.0)) : nclamp(exposed, vec3(0.0), vec3(max_input()));
}

/// `texel` is of the HDR image.
vec4 display_texel(vec4 color, float exposure, uvec2 texel, Picture picture, uint dither_seed) {
  vec3 scene = with_scene_effects(color.rgb, place_in(picture, texel));
  vec3 mapped = tone_mapped(in_domain(scene * exposure));
  float alpha = nclamp(color.a, 0.0, 1.0);
#ifdef ENCODING_SRGB8
  vec3 code = srgb_code(clamp(mapped, 0.0, 1.0), display_gamma());
  if (kDither != 0u) code = clamp(code + triangular_noise(texel, dither_seed), 0.0, 255.0);
  return vec4(nearest_code(code), alpha);
#elif defined(ENCODING_LINEAR)
  vec3 display = clamp(mapped, 0.0, max_output());
  if (display_gamma() != 1.0) display = pow(display, vec3(display_gamma()));
  return vec4(display, alpha);
#else
#error The output format has no encoding.
#endif
}
