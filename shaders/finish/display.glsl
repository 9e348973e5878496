// SPDX-License-Identifier: MIT
// Display transform: an HDR texel x exposure -> a display-referred texel, sRGB-encoded for LDR_IS_8_BIT, else linear.
#include "finish/tone_mappers.glsl"

#ifndef TONE_MAPPER  // the operator: a constant, or what the includer says
layout(constant_id = PHOTOPIC_SPEC_TONE_MAPPER) const uint kToneMapper = PHOTOPIC_TONE_MAPPER_NONE;
#define TONE_MAPPER kToneMapper
#endif
layout(constant_id = PHOTOPIC_SPEC_DITHER) const uint kDither = 0u;  // 0 = compiled without dither

const float kMaxExposed = 65536.0;  // operators are defined, and tested, up to 2^16
const float kMaxHalf = 65504.0;

bool is_agx() {
  return TONE_MAPPER == PHOTOPIC_TONE_MAPPER_AGX || TONE_MAPPER == PHOTOPIC_TONE_MAPPER_AGX_GOLDEN ||
         TONE_MAPPER == PHOTOPIC_TONE_MAPPER_AGX_PUNCHY;
}
/// Power that turns what tone_mapped() returns into display-linear values.
float display_gamma() { return is_agx() ? kAgxDisplayGamma : 1.0; }

vec3 tone_mapped(vec3 c, float white) {
  switch (TONE_MAPPER) {
    case PHOTOPIC_TONE_MAPPER_REINHARD: return c / (1.0 + c);
    case PHOTOPIC_TONE_MAPPER_REINHARD_EXTENDED: return reinhard_extended(c, white);
    case PHOTOPIC_TONE_MAPPER_HABLE: return hable(c, white);
    case PHOTOPIC_TONE_MAPPER_ACES_NARKOWICZ: return aces_narkowicz(c);
    case PHOTOPIC_TONE_MAPPER_ACES_HILL: return aces_hill(c);
    case PHOTOPIC_TONE_MAPPER_AGX: return agx_base(c);
    case PHOTOPIC_TONE_MAPPER_AGX_GOLDEN: return agx_golden(c);
    case PHOTOPIC_TONE_MAPPER_AGX_PUNCHY: return agx_punchy(c);
    case PHOTOPIC_TONE_MAPPER_PBR_NEUTRAL: return pbr_neutral(c);
    case PHOTOPIC_TONE_MAPPER_UCHIMURA: return uchimura(c);
    case PHOTOPIC_TONE_MAPPER_LOTTES: return lottes(c);
  }
  return c;
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

/// What the operator is defined for: no NaN, nothing below 0. AgX takes all other numbers, and infinity.
vec3 in_domain(vec3 exposed) {
  return is_agx() ? nmax(exposed, vec3(0.0)) : nclamp(exposed, vec3(0.0), vec3(kMaxExposed));
}

/// `texel` is of the HDR image, for the noise alone.
vec4 display_texel(vec4 color, float exposure, float white, uvec2 texel, bool is_dithered, uint seed) {
  vec3 mapped = tone_mapped(in_domain(color.rgb * exposure), white);
  float alpha = nclamp(color.a, 0.0, 1.0);
#ifdef LDR_IS_8_BIT
  vec3 code = srgb_code(clamp(mapped, 0.0, 1.0), display_gamma());
  if (kDither != 0u && is_dithered) code = clamp(code + triangular_noise(texel, seed), 0.0, 255.0);
  return vec4(nearest_code(code), alpha);
#else
  vec3 display = clamp(mapped, 0.0, TONE_MAPPER == PHOTOPIC_TONE_MAPPER_NONE ? kMaxHalf : 1.0);
  if (is_agx()) display = pow(display, vec3(kAgxDisplayGamma));
  return vec4(display, alpha);
#endif
}
