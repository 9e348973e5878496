// SPDX-License-Identifier: MIT
// Display transform: an HDR texel x effects x exposure -> a texel of the output. The includer has FINISH_TABLES, the
// FinishTables of the frame, and ACES2_BINDING; with LUT_BINDING, it shows baked looks too; with BALANCE_MATRIX(i)
// and BALANCE_FRAMES, of the WhiteBalanceState, automatic white balance.
#include "photopic/display.h"
#include "photopic/operators.h"
#include "finish/tone_mappers.glsl"
#include "display/operators.glsl"
#include "display/aces2.glsl"
#include "display/lpm.glsl"

#ifndef TONE_MAPPER  // the operator and the effects: constants, or what the includer says
layout(constant_id = PHOTOPIC_SPEC_TONE_MAPPER) const uint kToneMapper = 0u;
#define TONE_MAPPER kToneMapper
layout(constant_id = PHOTOPIC_SPEC_EFFECTS) const uint kEffects = 0u;
#define EFFECTS kEffects
#define OPERATORS ~0u
#endif
layout(constant_id = PHOTOPIC_SPEC_DITHER) const uint kDither = 0u;
layout(constant_id = PHOTOPIC_SPEC_ENCODING) const uint kEncoding = 0u;

#include "finish/effects.glsl"

#define PARAMETER(i) FINISH_TABLES.operator_parameters[i]

#define DISPLAY FINISH_TABLES.display
#define HEADROOM DISPLAY.headroom
#define PAPER_WHITE_NITS DISPLAY.paper_white_nits
#define PEAK_NITS DISPLAY.peak_nits
#define MIN_NITS DISPLAY.min_nits
#define LIMIT_PRIMARIES DISPLAY.limit_primaries

/// Whether the encoding shows more than paper white.
#define ENCODING(number, name, word, range, primaries) (range == PHOTOPIC_RANGE_HDR ? 1u << number : 0u) |
const uint kHdrEncodings = PHOTOPIC_ENCODINGS(ENCODING) 0u;
#undef ENCODING
const bool kIsHdr = (kHdrEncodings >> kEncoding & 1u) != 0u;  // bits: glslang 12 goes wrong with || of such constants

vec3 tone_mapped(vec3 c) {
#define OPERATOR(number, name, word, expression, hdr, primaries, gamma, max_input, max_output, portable, parameters) \
  case number: return (OPERATORS >> number & 1u) == 0u ? c : kIsHdr ? hdr : expression;
  switch (TONE_MAPPER) { PHOTOPIC_OPERATORS(OPERATOR) }
#undef OPERATOR
  return c;
}

/// Power that turns what tone_mapped() returns into display-linear values.
float display_gamma() {
#define OPERATOR(number, name, word, expression, hdr, primaries, gamma, max_input, max_output, portable, parameters) \
  case number: return gamma;
  switch (TONE_MAPPER) { PHOTOPIC_OPERATORS(OPERATOR) }
#undef OPERATOR
  return 1.0;
}

float max_input() {
#define OPERATOR(number, name, word, expression, hdr, primaries, gamma, max_input, max_output, portable, parameters) \
  case number: return max_input;
  switch (TONE_MAPPER) { PHOTOPIC_OPERATORS(OPERATOR) }
#undef OPERATOR
  return 0.0;
}

float max_output() {
#define OPERATOR(number, name, word, expression, hdr, primaries, gamma, max_input, max_output, portable, parameters) \
  case number: return max_output;
  switch (TONE_MAPPER) { PHOTOPIC_OPERATORS(OPERATOR) }
#undef OPERATOR
  return 1.0;
}

/// Whether the operator takes and returns BT.709 within its primaries.
bool is_bt709_operator() {
#define OPERATOR(number, name, word, expression, hdr, primaries, gamma, max_input, max_output, portable, parameters) \
  case number: return primaries == PHOTOPIC_OPERATOR_BT709;
  switch (TONE_MAPPER) { PHOTOPIC_OPERATORS(OPERATOR) }
#undef OPERATOR
  return true;
}

/// Primaries of what the operator returns: PHOTOPIC_LIMIT_*.
uint result_primaries() {
#define OPERATOR(number, name, word, expression, hdr, primaries, gamma, max_input, max_output, portable, parameters) \
  case number: return primaries == PHOTOPIC_OPERATOR_LIMIT ? LIMIT_PRIMARIES : \
                      primaries == PHOTOPIC_OPERATOR_BT2020 ? PHOTOPIC_LIMIT_BT2020 : PHOTOPIC_LIMIT_BT709;
  switch (TONE_MAPPER) { PHOTOPIC_OPERATORS(OPERATOR) }
#undef OPERATOR
  return PHOTOPIC_LIMIT_BT709;
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

#ifdef BLUE_NOISE_BINDING
layout(set = 0, binding = BLUE_NOISE_BINDING, std430) readonly buffer Noise { BlueNoise blue_noise; };

/// Uniform in (0, 1).
float blue_noise_at(uvec2 texel) {
  const uint kSide = uint(PHOTOPIC_BLUE_NOISE_SIDE);
  uint index = texel.y % kSide * kSide + texel.x % kSide;
  uint rank = blue_noise.ranks[index / 2u] >> (index % 2u * 16u) & 0xffffu;
  return (float(rank) + 0.5) / float(kSide * kSide);
}
#endif

#ifdef MAX_CODE
/// What is added to a code before it is rounded, one value per channel: triangular over (-1, 1), but uniform over one
/// code at both ends of the range, where the tail of a triangular one would be clamped and lift black. `texel` is of
/// the HDR image, so that bands of a picture join.
vec3 dither_noise(vec3 code, uvec2 texel, uint seed) {
#ifdef BLUE_NOISE_BINDING
  if (kDither == PHOTOPIC_DITHER_BLUE) {  // the tile is elsewhere for each channel and seed
    uvec2 place = texel + seed * uvec2(19u, 29u);
    vec3 u = vec3(blue_noise_at(place), blue_noise_at(place + uvec2(23u, 47u)), blue_noise_at(place + uvec2(41u, 11u)));
    vec3 triangular = mix(1.0 - sqrt(2.0 - 2.0 * u), sqrt(2.0 * u) - 1.0, lessThan(u, vec3(0.5)));
    bvec3 is_inside = bvec3(uvec3(greaterThanEqual(code, vec3(0.5))) * uvec3(lessThanEqual(code, vec3(MAX_CODE - 0.5))));
    return mix(u - 0.5, triangular, is_inside);
  }
#endif
  uint state = pcg(texel.x + pcg(texel.y + pcg(seed)));
  vec3 noise;
  for (int i = 0; i < 3; ++i) {
    float a = uniform_noise(state);
    float b = uniform_noise(state);
    bool is_end = code[i] < 0.5 || code[i] > MAX_CODE - 0.5;
    noise[i] = a - (is_end ? 0.5 : b);
  }
  return noise;
}
#endif

#include "finish/encodings.glsl"
#ifdef LUT_BINDING
#include "lut/lut.glsl"
#endif

/// NaN to 0, the others to [-limit, limit].
vec3 clamped(vec3 c, float limit) { return min(nmax(c, vec3(0.0)), limit) - min(nmax(-c, vec3(0.0)), limit); }

#ifdef BALANCE_MATRIX
bool is_balanced = false;  // set by the includer: has_balance(), where there is a state

/// Whether the picture has automatic white balance. A state that has seen no light, such as an imported one without,
/// has no matrix.
bool has_balance() {
  return kWhiteBalance != 0u && DISPLAY.is_balanced != 0u && BALANCE_FRAMES != 0u;
}

/// The matrix of the state, then the primaries of the display transform. Of BT.709.
vec3 balanced(vec3 color) {
  vec3 neutral;
  for (int i = 0; i < 3; ++i) {
    neutral[i] = dot(vec3(BALANCE_MATRIX(3 * i), BALANCE_MATRIX(3 * i + 1), BALANCE_MATRIX(3 * i + 2)), color);
  }
#ifdef LUT_BINDING
  if (kToneMapper == PHOTOPIC_TONE_MAPPER_BAKED) return TABLE_PRODUCT(DISPLAY.balanced_to_scene, neutral);
#endif
  return neutral;
}
#endif

/// The colour in the primaries of the display transform, from those of the HDR image.
vec3 in_scene_primaries(vec3 color) {
  const float kMost = 1e30;  // infinity times 0 is NaN
  vec3 scene = color;
  if (kConvertInput != 0u) scene = TABLE_PRODUCT(DISPLAY.input_to_scene, clamped(color, kMost));
#ifdef BALANCE_MATRIX
  if (kWhiteBalance != 0u && is_balanced) scene = balanced(kConvertInput != 0u ? scene : clamped(color, kMost));
#endif
  if (kConvertInput == 0u || DISPLAY.compresses_gamut == 0u) return scene;
  vec3 ap1 = reference_compressed(TABLE_PRODUCT(DISPLAY.scene_to_ap1, scene));
  return TABLE_PRODUCT(DISPLAY.ap1_to_scene, ap1);
}

/// What the operator is defined for: no NaN, nothing below 0 but colours outside BT.709 where it takes them, nothing
/// above its largest input.
vec3 in_domain(vec3 exposed) {
  if (!is_bt709_operator()) return clamped(exposed, max_input());
  return max_input() == 0.0 ? nmax(exposed, vec3(0.0)) : nclamp(exposed, vec3(0.0), vec3(max_input()));
}

/// `texel` is of the HDR image.
vec4 display_texel(vec4 color, float exposure, uvec2 texel, Picture picture, uint dither_seed) {
  SceneTexel scene = SceneTexel(in_scene_primaries(color.rgb), 1.0, exposure, place_in(picture, texel), texel, color.rgb, 1.0);
  add_scene_effects(scene);
  vec3 exposed = scene.color * (exposure * scene.gain);
#ifdef LUT_BINDING
  if (kToneMapper == PHOTOPIC_TONE_MAPPER_BAKED) {
    return vec4(baked(exposed, texel, dither_seed), nclamp(color.a, DISPLAY.least_alpha, 1.0));
  }
#endif
  vec3 mapped = tone_mapped(in_domain(exposed));
  return vec4(encoded(mapped, texel, dither_seed), nclamp(color.a, DISPLAY.least_alpha, 1.0));
}
