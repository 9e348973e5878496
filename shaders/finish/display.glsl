// SPDX-License-Identifier: MIT
// Display transform: an HDR texel x effects x exposure -> a texel of the output. The includer has FINISH_TABLES, the
// FinishTables of the frame, and ACES2_BINDING; with LUT_BINDING, it shows baked looks too; with EXACT_LOOKS beside it,
// grades and tables at each texel; with BALANCE_MATRIX(i) and BALANCE_FRAMES, of the WhiteBalanceState, automatic white
// balance.
#include "photopic/display.h"
#include "photopic/operators.h"
#include "finish/tone_mappers.glsl"
#include "display/operators.glsl"
#ifdef ACES2_BINDING
layout(set = 0, binding = ACES2_BINDING, std430) readonly buffer Aces2 { vec4 aces2_rows[]; };  // if it is in use
#define ACES2_ROWS aces2_rows
#endif
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

#include "display/encoding.glsl"
#include "finish/operator.glsl"
#include "finish/dither.glsl"
#include "finish/encodings.glsl"
#ifdef LUT_BINDING
#include "lut/lut.glsl"
#endif
#ifdef EXACT_LOOKS
layout(constant_id = PHOTOPIC_SPEC_LOOK) const uint kLook = 0u;
#include "lut/exact.glsl"
#endif

#ifdef BALANCE_MATRIX
// In registers: passes that write the state would read it again for each texel.
bool is_balanced = false;
vec3 balance_rows[3];

/// Called by the includer where there is a state, before any texel. A state that has seen no light, such as an imported
/// one without, has no matrix.
void load_balance() {
  if (kWhiteBalance == 0u) return;
  is_balanced = DISPLAY.is_balanced != 0u && BALANCE_FRAMES != 0u;
  if (!is_balanced) return;
  for (int i = 0; i < 3; ++i) {
    balance_rows[i] = vec3(BALANCE_MATRIX(3 * i), BALANCE_MATRIX(3 * i + 1), BALANCE_MATRIX(3 * i + 2));
  }
}

/// The matrix of the state, then the primaries of the display transform. Of BT.709.
vec3 balanced(vec3 color) {
  vec3 neutral;
  for (int i = 0; i < 3; ++i) {
    neutral[i] = dot(balance_rows[i], color);
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

/// `texel` is of the HDR image.
SceneTexel scene_texel(vec4 color, float exposure, uvec2 texel, Picture picture) {
  return SceneTexel(in_scene_primaries(color.rgb), 1.0, exposure, place_in(picture, texel), texel, color.rgb, 1.0, 0.0);
}

/// Behind effects of the scene.
vec3 exposed_color(SceneTexel scene) { return scene.color * (scene.exposure * scene.gain); }

/// Where there are none.
vec3 exposed_color(vec3 color, float exposure) { return in_scene_primaries(color) * exposure; }

/// Tone mapped, and as encoded() has it: not stored yet.
vec4 encoded_texel(vec3 exposed, float alpha) {
  float stored_alpha = nclamp(alpha, DISPLAY.least_alpha, 1.0);
#ifdef LUT_BINDING
  if (kToneMapper == PHOTOPIC_TONE_MAPPER_BAKED) return vec4(baked(exposed), stored_alpha);
#endif
#ifdef EXACT_LOOKS
  if (kLook != 0u) return vec4(with_look(exposed), stored_alpha);
#endif
  return vec4(encoded(tone_mapped(in_domain(exposed))), stored_alpha);
}

#if TEXELS_AT_ONCE == 1
/// Of a single texel of the HDR image.
vec4 encoded_texel(vec4 color, float exposure, uvec2 texel, Picture picture) {
  SceneTexel texels[1];
  texels[0] = scene_texel(color, exposure, texel, picture);
  add_scene_effects(texels);
  return encoded_texel(exposed_color(texels[0]), color.a);
}

/// As it is stored.
vec4 display_texel(vec4 color, float exposure, uvec2 texel, Picture picture, uint dither_seed) {
  vec4 texels[1];
  texels[0] = encoded_texel(color, exposure, texel, picture);
  uvec2 places[1];
  places[0] = texel;
  finish_texels(texels, places, dither_seed);
  return texels[0];
}
#endif
