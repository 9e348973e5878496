// SPDX-License-Identifier: MIT
// Encodings: rows of photopic/display.h.
//   encoded()         the operator's result as it is stored, normalised
//   srgb_of_stored()  a stored colour as extended sRGB, 1 = ui_white, in which the debug overlay draws
//   stored_of_srgb()  back
// The includer has display_gamma(), max_output(), is_bt709_operator(), kDither, dither_noise(), finish/store.glsl.
#include "display/primaries.glsl"
#include "display/signal.glsl"
#include "display/gamut.glsl"

/// IEC 61966-2-1 of c^gamma, for c in [0, 1], in code values up to `max_code`: the operator's power and the curve's are
/// one.
vec3 srgb_code(vec3 c, float gamma, float max_code) {
  const float kLinearEnd = 0.0031308;
  const float kCurvePower = 1.0 / 2.4;
  bvec3 is_linear = lessThanEqual(c, vec3(pow(kLinearEnd, 1.0 / gamma)));
  vec3 power = exp2(log2(c) * mix(vec3(gamma * kCurvePower), vec3(gamma), is_linear));  // 0 at 0: exp2(-Inf)
  return mix((max_code * 1.055) * power - max_code * 0.055, (max_code * 12.92) * power, is_linear);
}

#ifdef MAX_CODE
/// A code value rounded to the nearest, and normalised. Rounded here, since not every store does (NVIDIA's is off by up
/// to 0.02); beyond 2^23 floats are whole numbers, and (x + 2^23) * s - 2^23 * s in one rounding leaves round(x) * s.
vec3 nearest_code(vec3 code) {
#ifdef STORE_PACKED  // the factor isn't known to the compiler: llvmpipe doesn't fuse there, and is half a code off
  return roundEven(code) * (1.0 / MAX_CODE);
#else
  const float kWhole = 8388608.0;
  precise vec3 whole = code + kWhole;
  precise vec3 normalised = fma(whole, vec3(1.0 / MAX_CODE), vec3(-kWhole * (1.0 / MAX_CODE)));
  return normalised;
#endif
}
/// What BT.709 operators return is encoded in one step.
const bool kIsPlain = kIsSrgb;
#else
const bool kIsPlain = kEncoding == PHOTOPIC_ENCODING_AUTOMATIC;
#endif

/// The operator's result as display-linear colour in the limiting primaries, 1 = paper white.
vec3 limited(vec3 mapped) {
  vec3 c = display_gamma() != 1.0 ? pow(max(mapped, 0.0), vec3(display_gamma())) : mapped;
  c = TABLE_PRODUCT(DISPLAY.to_limit, c);
  return clamp(gamut_mapped(c), 0.0, DISPLAY.headroom);
}
/// The same in the encoding's primaries.
vec3 display_linear(vec3 mapped) { return TABLE_PRODUCT(DISPLAY.to_container, limited(mapped)); }

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

const bool kIsP3 = kEncoding == PHOTOPIC_ENCODING_DISPLAY_P3;
const bool kIsBt2020 = ((1u << PHOTOPIC_ENCODING_HDR10 | 1u << PHOTOPIC_ENCODING_HLG) >> kEncoding & 1u) != 0u;

#ifdef LUT_BINDING
/// The encoding that a texel is stored in: a baked look isn't compiled for one.
uint picture_encoding() {
  if (kToneMapper == PHOTOPIC_TONE_MAPPER_BAKED) return DISPLAY.encoding;
  return kIsSrgb ? PHOTOPIC_ENCODING_SRGB : kEncoding;
}
#endif

#ifdef UI_AT
#include "finish/ui.glsl"
#endif

#ifdef MAX_CODE
/// A code value as it is stored, normalised.
vec3 stored_code(vec3 code, uvec2 texel, uint dither_seed) {
#ifdef UI_AT
  if (HAS_UI) code = with_ui(code * (1.0 / MAX_CODE), UI_AT(texel)) * MAX_CODE;
#endif
  if (kDither != 0u) code = clamp(code + dither_noise(code, texel, dither_seed), 0.0, MAX_CODE);
  return nearest_code(code);
}
vec3 encoded(vec3 mapped, uvec2 texel, uint dither_seed) {
  vec3 code = kIsPlain && is_bt709_operator() ? srgb_code(clamp(mapped, 0.0, 1.0), display_gamma(), MAX_CODE)
                                              : signal_of(display_linear(mapped)) * MAX_CODE;
  return stored_code(code, texel, dither_seed);
}
#else
/// A signal as it is stored.
vec3 stored_signal(vec3 signal, uvec2 texel) {
#ifdef UI_AT
  if (HAS_UI) return with_ui(signal, UI_AT(texel));
#endif
  return signal;
}
vec3 encoded(vec3 mapped, uvec2 texel, uint dither_seed) {
  if (!kIsPlain || !is_bt709_operator()) return stored_signal(signal_of(display_linear(mapped)), texel);
  vec3 display = clamp(mapped, 0.0, max_output());
  return stored_signal(display_gamma() != 1.0 ? pow(display, vec3(display_gamma())) : display, texel);
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
