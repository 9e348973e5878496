// SPDX-License-Identifier: MIT
// Display transform: an HDR texel x effects x exposure -> a texel of the output. The includer has FINISH_TABLES, the
// FinishTables of the frame.
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
#define OPERATOR(number, name, word, expression, hdr, primaries, gamma, max_input, max_output, parameters) \
  case number: return expression;
  switch (TONE_MAPPER) { PHOTOPIC_OPERATORS(OPERATOR) }
#undef OPERATOR
  return c;
}

/// Power that turns what tone_mapped() returns into display-linear values.
float display_gamma() {
#define OPERATOR(number, name, word, expression, hdr, primaries, gamma, max_input, max_output, parameters) \
  case number: return gamma;
  switch (TONE_MAPPER) { PHOTOPIC_OPERATORS(OPERATOR) }
#undef OPERATOR
  return 1.0;
}

float max_input() {
#define OPERATOR(number, name, word, expression, hdr, primaries, gamma, max_input, max_output, parameters) \
  case number: return max_input;
  switch (TONE_MAPPER) { PHOTOPIC_OPERATORS(OPERATOR) }
#undef OPERATOR
  return 0.0;
}

float max_output() {
#define OPERATOR(number, name, word, expression, hdr, primaries, gamma, max_input, max_output, parameters) \
  case number: return max_output;
  switch (TONE_MAPPER) { PHOTOPIC_OPERATORS(OPERATOR) }
#undef OPERATOR
  return 1.0;
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

#include "finish/encodings.glsl"

/// What the operator is defined for: no NaN, nothing below 0, nothing above its largest input.
vec3 in_domain(vec3 exposed) {
  return max_input() == 0.0 ? nmax(exposed, vec3(0.0)) : nclamp(exposed, vec3(0.0), vec3(max_input()));
}

/// `texel` is of the HDR image.
vec4 display_texel(vec4 color, float exposure, uvec2 texel, Picture picture, uint dither_seed) {
  vec3 scene = with_scene_effects(color.rgb, place_in(picture, texel));
  vec3 mapped = tone_mapped(in_domain(scene * exposure));
  return vec4(encoded(mapped, texel, dither_seed), nclamp(color.a, 0.0, 1.0));
}
