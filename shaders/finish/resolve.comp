// SPDX-License-Identifier: MIT
// Resolve of samples for effects that look around or have passes, which need one colour per texel: the mean of the
// samples, each weighted by 1 / (1 + its exposed luminance). In a plain mean, a lamp in one sample would outshine the
// others, and edges of lamps would be jagged.
#version 450
#extension GL_GOOGLE_include_directive : require
#include "photopic/interface.h"
#include "finish/interface.h"
#include "meter/color.glsl"
#include "finish/halves.glsl"

layout(local_size_x = PHOTOPIC_RESOLVE_SIDE, local_size_y = PHOTOPIC_RESOLVE_SIDE) in;
layout(constant_id = PHOTOPIC_SPEC_SAMPLES) const uint kSamples = 2u;

layout(set = 0, binding = PHOTOPIC_RESOLVE_HDR) uniform sampler2DMS hdr;
layout(set = 0, binding = PHOTOPIC_RESOLVE_TARGET, rgba16f) uniform writeonly image2D resolved;
layout(set = 0, binding = PHOTOPIC_RESOLVE_EXPOSURE, std430) readonly buffer Exposure { float current_exposure; };
layout(push_constant, std430) uniform Push { ResolveParams pc; };

vec4 hdr_at(uvec2 texel, uint i) { return texelFetch(hdr, ivec2(texel), int(i)); }
#include "finish/alike_samples.glsl"

/// NaN and infinity stay as they are: an image of one sample has them, too.
vec4 as_halves(vec4 color) {
  for (int i = 0; i < 4; ++i) {
    if (!is_nonfinite(color[i])) color[i] = nearest_half(color[i]);
  }
  return color;
}

vec4 weighted_mean(uvec2 texel, float exposure) {
  vec4 sum = vec4(0.0);
  float weights = 0.0;
  for (uint i = 0u; i < kSamples; ++i) {
    vec4 color = hdr_at(texel, i);
    // NaN becomes 0.
    color.rgb = nclamp(color.rgb, vec3(0.0), vec3(kLargestHalf)) - nclamp(-color.rgb, vec3(0.0), vec3(kLargestHalf));
    float luminance = dot(color.rgb, vec3(pc.luminance_of_red, pc.luminance_of_green, pc.luminance_of_blue));
    float weight = 1.0 / (1.0 + nmax(luminance * exposure, 0.0));
    sum += vec4(color.rgb * weight, nclamp(color.a, 0.0, 1.0));
    weights += weight;
  }
  return vec4(sum.rgb / weights, sum.a / float(kSamples));
}

void main() {
  uvec2 texel = gl_GlobalInvocationID.xy;
  if (any(greaterThanEqual(texel, uvec2(pc.width, pc.height)))) return;
  uvec2 source = uvec2(pc.source_x, pc.source_y) + texel;
  const float kMost = 1e30;
  float exposure = nclamp(current_exposure * pc.inverse_pre_exposure, 0.0, kMost);
  vec4 color = different_samples(source) == 1u ? hdr_at(source, 0u) : weighted_mean(source, exposure);
  imageStore(resolved, ivec2(texel), as_halves(color));
}
