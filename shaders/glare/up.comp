// SPDX-License-Identifier: MIT
// A level in place: its mean times its weight, and the coarser level's transposed kernel.
// A workgroup filters columns of the coarser level as it reads them, in registers, and rows in shared memory.
#version 450
#extension GL_GOOGLE_include_directive : require
#include "glare/interface.h"

layout(local_size_x = PHOTOPIC_GLARE_UP_INVOCATIONS) in;

layout(set = 0, binding = PHOTOPIC_GLARE_UP_COARSE) uniform sampler2D coarse;
layout(set = 0, binding = PHOTOPIC_GLARE_UP_LEVEL, LEVEL_FORMAT) uniform image2D level;
layout(set = 0, binding = PHOTOPIC_GLARE_UP_TABLES, std430) readonly buffer Tables { GlareTables tables; };
layout(push_constant, std430) uniform Push { GlareUpParams pc; };
#define TABLES tables
#define UP_COARSE coarse
#define UP_WIDTH PHOTOPIC_GLARE_UP_WIDTH
#define UP_HEIGHT PHOTOPIC_GLARE_UP_HEIGHT
#include "glare/up.glsl"

void main() {
  uvec2 extent = uvec2(pc.width, pc.height);
  uvec2 corner = gl_WorkGroupID.xy * uvec2(UP_WIDTH, UP_HEIGHT);
  up_begin(corner, extent, pc.kernel);
  float weight = tables.weights[pc.level];
  uint x = gl_LocalInvocationIndex % 32u;
  uint y = gl_LocalInvocationIndex / 32u;
  for (uint i = 0u; i < uint(UP_WIDTH * UP_HEIGHT / PHOTOPIC_GLARE_UP_INVOCATIONS); ++i) {
    uvec2 place = uvec2(x + i % 2u * 32u, y + i / 2u * uint(PHOTOPIC_GLARE_UP_INVOCATIONS / 32));
    uvec2 texel = corner + place;
    if (any(greaterThanEqual(texel, extent))) continue;
    vec3 own = imageLoad(level, ivec2(texel)).rgb * weight_of(pc.level, weight, texel, extent);
    imageStore(level, ivec2(texel), vec4(own + up_at(place, extent), 0.0));
  }
}
