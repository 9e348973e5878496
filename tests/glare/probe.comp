// SPDX-License-Identifier: MIT
// Picture with glare in floats, for tests: as the final pass composes it, without what follows.
#version 450
#extension GL_GOOGLE_include_directive : require
#include "glare/interface.h"
#include "glare/source.glsl"

layout(local_size_x = PHOTOPIC_GLARE_INVOCATIONS) in;

layout(set = 0, binding = 0) uniform sampler2D hdr;
layout(set = 0, binding = 1) uniform sampler2D glare_level_1;
layout(set = 0, binding = 2, std430) readonly buffer Tables { GlareTables tables; };
layout(set = 0, binding = 3, std430) readonly buffer Exposure { float exposure; };
layout(set = 0, binding = 4, std430) writeonly buffer Result { float result[]; };
layout(push_constant, std430) uniform Push {
  uint x;
  uint y;
  uint width;
  uint height;
  uint kernel;  // PHOTOPIC_GLARE_KERNEL_*
} pc;
#define TABLES tables
#define UP_COARSE glare_level_1
#define UP_WIDTH PHOTOPIC_GLARE_UP_WIDTH
#define UP_HEIGHT PHOTOPIC_GLARE_UP_HEIGHT
#include "glare/up.glsl"

void main() {
  uvec2 extent = uvec2(pc.width, pc.height);
  uvec2 corner = gl_WorkGroupID.xy * uvec2(UP_WIDTH, UP_HEIGHT);
  up_begin(corner, extent, pc.kernel);
  for (uint i = gl_LocalInvocationIndex; i < uint(UP_WIDTH * UP_HEIGHT); i += gl_WorkGroupSize.x) {
    uvec2 place = uvec2(i % uint(UP_WIDTH), i / uint(UP_WIDTH));
    uvec2 texel = corner + place;
    if (any(greaterThanEqual(texel, extent))) continue;
    vec3 color = texelFetch(hdr, ivec2(uvec2(pc.x, pc.y) + texel), 0).rgb;
    float luminance = dot(color, vec3(tables.luminance_of[0], tables.luminance_of[1], tables.luminance_of[2]));
    float share = scattered_share(luminance * exposure, tables.excess_above);
    color = color * (1.0 - tables.scattered * share) + up_at(place, extent) / exposure;
    for (int c = 0; c < 3; ++c) result[3u * (texel.y * pc.width + texel.x) + uint(c)] = color[c];
  }
}
