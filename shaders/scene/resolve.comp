// SPDX-License-Identifier: MIT
// Mean of a pixel's samples as they look: under the curve x / (1 + x) of the exposed luminance, and back.
#version 450
#extension GL_GOOGLE_include_directive : require
#include "interface.h"
#include "finish/halves.glsl"

layout(local_size_x = SCENE_RESOLVE_GROUP_SIDE, local_size_y = SCENE_RESOLVE_GROUP_SIDE) in;

layout(set = 0, binding = SCENE_RESOLVE_SAMPLES) uniform sampler2DMS samples;
layout(set = 0, binding = SCENE_RESOLVE_TARGET, rgba16f) uniform writeonly image2D target;
layout(set = 0, binding = SCENE_RESOLVE_EXPOSURE, std430) readonly buffer Exposure { float exposure; };
layout(push_constant) uniform Push { float inverse_pre_exposure; };

void main() {
  ivec2 pixel = ivec2(gl_GlobalInvocationID.xy);
  if (any(greaterThanEqual(pixel, imageSize(target)))) return;
  float scale = exposure > 0.0 && exposure < 1e9 ? exposure * inverse_pre_exposure : 0.0;
  vec3 sum = vec3(0.0);
  float weights = 0.0;
  for (int i = 0; i < SCENE_RESOLVE_COUNT; ++i) {
    vec3 nits = texelFetch(samples, pixel, i).rgb;
    float weight = 1.0 / (1.0 + scale * max(nits.r, max(nits.g, nits.b)));
    sum += nits * weight;
    weights += weight;
  }
  imageStore(target, pixel, nearest_halves(vec4(sum / weights, 1.0)));
}
