// SPDX-License-Identifier: MIT
// Steps from the picture's signal to what is stored: effects of the signal, what is drawn over it, dither, rounding.
// The includer has kEncoding, kDither, DISPLAY, EFFECTS, FINISH_TABLES, finish/store.glsl and finish/dither.glsl; with
// LUT_BINDING, kToneMapper; with UI_AT(texel) and HAS_UI, an image over the picture; with TABLES_ENCODING, the encoding
// is that of the tables; with SIGNAL_NEAR, signals around a texel; with HDR_SAMPLES, several in a texel.
#include "display/primaries.glsl"
#include "display/signal.glsl"
#include "finish/signal_effects.glsl"

/// IEC 61966-2-1 of c^gamma, for c in [0, 1], in code values up to `max_code`: the operator's power and the curve's are
/// one.
vec3 srgb_code(vec3 c, float gamma, float max_code) {
  const float kLinearEnd = 0.0031308;
  const float kCurvePower = 1.0 / 2.4;
  bvec3 is_linear = lessThanEqual(c, vec3(pow(kLinearEnd, 1.0 / gamma)));
  vec3 power = exp2(log2(c) * mix(vec3(gamma * kCurvePower), vec3(gamma), is_linear));  // 0 at 0: exp2(-Inf)
  return mix((max_code * 1.055) * power - max_code * 0.055, (max_code * 12.92) * power, is_linear);
}

/// Display-linear colour in an encoding's primaries to its signal.
vec3 signal_in(uint encoding, vec3 c) {
  if (encoding == PHOTOPIC_ENCODING_SRGB || encoding == PHOTOPIC_ENCODING_DISPLAY_P3) {
    return srgb_code(clamp(c, 0.0, 1.0), 1.0, 1.0);
  }
  if (encoding == PHOTOPIC_ENCODING_POWER22) return pow(clamp(c, 0.0, 1.0), vec3(1.0 / 2.2));
  if (encoding == PHOTOPIC_ENCODING_HDR10) return pq_of_nits(c * DISPLAY.paper_white_nits);
  if (encoding == PHOTOPIC_ENCODING_HLG) return hlg_of_nits(c * DISPLAY.paper_white_nits);
  if (encoding == PHOTOPIC_ENCODING_SCRGB) return c * DISPLAY.paper_white_scrgb;
  return c;
}

vec3 signal_of(vec3 c) { return signal_in(kIsSrgb ? PHOTOPIC_ENCODING_SRGB : kEncoding, c); }

/// The encoding that a texel is stored in: a baked look isn't compiled for one.
uint picture_encoding() {
#ifdef TABLES_ENCODING
  return DISPLAY.encoding;
#else
#ifdef LUT_BINDING
  if (kToneMapper == PHOTOPIC_TONE_MAPPER_BAKED) return DISPLAY.encoding;
#endif
  return kIsSrgb ? PHOTOPIC_ENCODING_SRGB : kEncoding;
#endif
}

#ifdef UI_AT
#include "finish/ui.glsl"
#endif

#ifdef MAX_CODE
/// A code value rounded to the nearest, and normalised. Rounded here, since not every store does (NVIDIA's is off by up
/// to 0.02); beyond 2^23 floats are whole numbers, and (x + 2^23) * s - 2^23 * s in one rounding leaves round(x) * s.
vec3 nearest_code(vec3 code) {
#if defined(STORE_PACKED) || defined(STORE_CODES)  // the factor isn't known to the compiler: llvmpipe doesn't fuse there,
                                                   // and is half a code off
  return roundEven(code) * (1.0 / MAX_CODE);
#else
  const float kWhole = 8388608.0;
  precise vec3 whole = code + kWhole;
  precise vec3 normalised = fma(whole, vec3(1.0 / MAX_CODE), vec3(-kWhole * (1.0 / MAX_CODE)));
  return normalised;
#endif
}

/// Code values with effects of the signal; where they do nothing, to the bit.
void add_signal_effects_to(inout vec4 codes[TEXELS_AT_ONCE], uvec2 texels[TEXELS_AT_ONCE], uint seed) {
  if (!has_signal_effects()) return;
  SignalTexel signals[TEXELS_AT_ONCE];
  EACH_TEXEL(i) signals[i] = SignalTexel(codes[i].rgb * (1.0 / MAX_CODE), texels[i], seed);
  add_signal_effects(signals);
  EACH_TEXEL(i) codes[i].rgb += (signals[i].color - codes[i].rgb * (1.0 / MAX_CODE)) * MAX_CODE;
}

#ifdef STORE_SIGNALS
/// For the pass that stores the picture.
vec3 finished(vec3 code, uvec2 texel, uint seed) {
  return vec3(half_of_code(code.r, MAX_CODE), half_of_code(code.g, MAX_CODE), half_of_code(code.b, MAX_CODE));
}
#else
/// A code value as it is stored, normalised.
vec3 finished(vec3 code, uvec2 texel, uint seed) {
#ifdef UI_AT
  if (HAS_UI) code = with_ui(code * (1.0 / MAX_CODE), UI_AT(texel)) * MAX_CODE;
#endif
  if (kDither != 0u) code = clamp(code + dither_noise(code, texel, seed), 0.0, MAX_CODE);
  return nearest_code(code);
}
#endif
#else
/// Of light, the 2.2th root of its share of the brightest that is shown: what effects of the signal see of encodings
/// that store light.
bool stores_light(uint encoding) {
  return encoding == PHOTOPIC_ENCODING_AUTOMATIC || encoding == PHOTOPIC_ENCODING_LINEAR ||
         encoding == PHOTOPIC_ENCODING_SCRGB;
}
float most_stored() {
  return DISPLAY.headroom * (picture_encoding() == PHOTOPIC_ENCODING_SCRGB ? DISPLAY.paper_white_scrgb : 1.0);
}
vec3 signal_of_stored(vec3 stored) {
  if (!stores_light(picture_encoding())) return stored;
  return pow(clamp(stored / most_stored(), 0.0, 1.0), vec3(1.0 / 2.2));
}

/// Stored values with effects of the signal; where they do nothing, to the bit.
void add_signal_effects_to(inout vec4 stored[TEXELS_AT_ONCE], uvec2 texels[TEXELS_AT_ONCE], uint seed) {
  if (!has_signal_effects()) return;
  SignalTexel signals[TEXELS_AT_ONCE];
  vec3 before[TEXELS_AT_ONCE];
  EACH_TEXEL(i) {
    before[i] = signal_of_stored(stored[i].rgb);
    signals[i] = SignalTexel(before[i], texels[i], seed);
  }
  add_signal_effects(signals);
  EACH_TEXEL(i) {
    vec3 changed = signals[i].color;
    if (stores_light(picture_encoding())) changed = pow(max(changed, 0.0), vec3(2.2)) * most_stored();
    stored[i].rgb = mix(changed, stored[i].rgb, equal(signals[i].color, before[i]));
  }
}

/// A signal as it is stored.
vec3 finished(vec3 signal, uvec2 texel, uint seed) {
#ifdef UI_AT
  if (HAS_UI) return with_ui(signal, UI_AT(texel));
#endif
  return signal;
}
#endif

/// What encoded() returns, to what is stored.
void finish_texels(inout vec4 encoded[TEXELS_AT_ONCE], uvec2 texels[TEXELS_AT_ONCE], uint seed) {
#ifndef STORE_SIGNALS
  add_signal_effects_to(encoded, texels, seed);
#endif
  EACH_TEXEL(i) encoded[i].rgb = finished(encoded[i].rgb, texels[i], seed);
}
