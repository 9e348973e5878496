// SPDX-License-Identifier: MIT
// Picture with glare in floats, for tests: as the final pass composes it, without what follows.
#version 450
#extension GL_GOOGLE_include_directive : require
#include "glare/interface.h"
#include "glare/source.glsl"

layout(local_size_x = 128) in;  // every device has as many

layout(set = 0, binding = 0) uniform sampler2D hdr;
layout(set = 0, binding = 1) uniform sampler2D glare_level;
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
#define UP_ROWS tables.up_rows
#define UP_WIDTH PHOTOPIC_TONE_MAP_TILE_WIDTH
#define UP_HEIGHT PHOTOPIC_TONE_MAP_TILE_HEIGHT
#define UP_WORDS ((UP_WIDTH / 2 + 6) * UP_HEIGHT)
vec3 up_coarse_at(uint steps, ivec2 texel) { return texelFetch(glare_level, texel, 0).rgb; }
#include "glare/up.glsl"

void main() {
  uvec2 extent = uvec2(pc.width, pc.height);
  uvec2 corner = gl_WorkGroupID.xy * uvec2(UP_WIDTH, UP_HEIGHT);
  set_taps(pc.kernel);
  uint steps = tables.steps;
  if (steps == 1u) {
    up_begin_near(0u, 0u, corner, extent);
  } else {
    up_begin_far(0u, steps, 0u, corner, extent, 0u, PHOTOPIC_GLARE_UP_LAST_ROW(steps, 1u));
  }
  barrier();
  for (uint i = gl_LocalInvocationIndex; i < uint(UP_WIDTH * UP_HEIGHT); i += gl_WorkGroupSize.x) {
    uvec2 place = uvec2(i % uint(UP_WIDTH), i / uint(UP_WIDTH));
    uvec2 texel = corner + place;
    if (any(greaterThanEqual(texel, extent))) continue;
    vec3 color = texelFetch(hdr, ivec2(uvec2(pc.x, pc.y) + texel), 0).rgb;
    float luminance = dot(color, vec3(tables.luminance_of[0], tables.luminance_of[1], tables.luminance_of[2]));
    float share = scattered_share(luminance * exposure, tables.excess_above);
    vec3 veil = up_at(steps, 0u, place, up_weights(steps, texel.x, extent.x, 0u, PHOTOPIC_GLARE_UP_LAST_ROW(steps, 0u)));
    color = color * (1.0 - tables.scattered * share) + veil / exposure;
    for (int c = 0; c < 3; ++c) result[3u * (texel.y * pc.width + texel.x) + uint(c)] = color[c];
  }
}
