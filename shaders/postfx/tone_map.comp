// SPDX-License-Identifier: MIT
// HDR image x exposure -> display-referred image. One invocation per texel.
#version 450
#extension GL_GOOGLE_include_directive : require
#include "interface.h"
#include "color.glsl"
#include "tone_mappers.glsl"

layout(local_size_x = POSTFX_TONE_MAP_GROUP_SIDE, local_size_y = POSTFX_TONE_MAP_GROUP_SIDE) in;
layout(constant_id = POSTFX_SPEC_TONE_MAPPER) const uint kToneMapper = POSTFX_TONE_MAPPER_NONE;

layout(set = 0, binding = POSTFX_TONE_MAP_HDR) uniform sampler2D hdr;
layout(set = 0, binding = POSTFX_TONE_MAP_LDR, LDR_FORMAT) uniform writeonly image2D ldr;
layout(set = 0, binding = POSTFX_TONE_MAP_EXPOSURE, std430) readonly buffer Exposure { float exposure; };
layout(push_constant, std430) uniform Push { ToneMapParams pc; };

const float kMaxExposed = 65536.0;  // operators are defined, and tested, up to 2^16
const float kMaxHalf = 65504.0;

float sanitized(float x) { return is_nan(x) ? 0.0 : clamp(x, 0.0, kMaxExposed); }

vec3 tone_mapped(vec3 c) {
  switch (kToneMapper) {
    case POSTFX_TONE_MAPPER_REINHARD: return c / (1.0 + c);
    case POSTFX_TONE_MAPPER_REINHARD_EXTENDED: return reinhard_extended(c, pc.reinhard_white);
    case POSTFX_TONE_MAPPER_HABLE: return hable(c, pc.hable_white);
    case POSTFX_TONE_MAPPER_ACES_NARKOWICZ: return aces_narkowicz(c);
    case POSTFX_TONE_MAPPER_ACES_HILL: return aces_hill(c);
    case POSTFX_TONE_MAPPER_AGX: return agx(c, vec3(1.0), 1.0, 1.0);
    case POSTFX_TONE_MAPPER_AGX_GOLDEN: return agx(c, vec3(1.0, 0.9, 0.5), 0.8, 0.8);
    case POSTFX_TONE_MAPPER_AGX_PUNCHY: return agx(c, vec3(1.0), 1.35, 1.4);
    case POSTFX_TONE_MAPPER_PBR_NEUTRAL: return pbr_neutral(c);
    case POSTFX_TONE_MAPPER_UCHIMURA: return uchimura(c);
    case POSTFX_TONE_MAPPER_LOTTES: return lottes(c);
  }
  return c;
}

/// IEC 61966-2-1, display-linear in [0, 1] to encoded in [0, 1].
vec3 srgb_encoded(vec3 c) {
  vec3 curve = 1.055 * pow(c, vec3(1.0 / 2.4)) - 0.055;
  return mix(curve, 12.92 * c, lessThanEqual(c, vec3(0.0031308)));
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
vec3 triangular_noise(uvec2 texel) {
  uint state = pcg(texel.x + pcg(texel.y + pcg(pc.dither_seed)));
  vec3 noise;
  for (int i = 0; i < 3; ++i) {
    float a = uniform_noise(state);
    noise[i] = a - uniform_noise(state);
  }
  return noise;
}

void main() {
  uvec2 texel = gl_GlobalInvocationID.xy;
  if (texel.x >= pc.width || texel.y >= pc.height) return;
  vec4 color = texelFetch(hdr, ivec2(texel + uvec2(pc.source_x, pc.source_y)), 0);
  vec3 exposed = color.rgb * exposure;
  vec3 display = tone_mapped(vec3(sanitized(exposed.r), sanitized(exposed.g), sanitized(exposed.b)));
  float alpha = is_nan(color.a) ? 0.0 : clamp(color.a, 0.0, 1.0);
#ifdef LDR_IS_8_BIT
  vec3 encoded = srgb_encoded(clamp(display, 0.0, 1.0)) * 255.0;
  if (pc.dither != 0u) encoded += triangular_noise(texel + uvec2(pc.source_x, pc.source_y));
  // Rounded here, so that every driver's conversion meets a whole code value.
  vec4 result = vec4(floor(clamp(encoded, 0.0, 255.0) + 0.5) / 255.0, alpha);
#else
  vec4 result = vec4(clamp(display, 0.0, kToneMapper == POSTFX_TONE_MAPPER_NONE ? kMaxHalf : 1.0), alpha);
#endif
  imageStore(ldr, ivec2(texel + uvec2(pc.target_x, pc.target_y)), result);
}
