// SPDX-License-Identifier: MIT
// HDR image x exposure -> display-referred image.
#version 450
#extension GL_GOOGLE_include_directive : require
#include "interface.h"
#include "color.glsl"
#include "display.glsl"
#include "tile.glsl"

layout(local_size_x = POSTFX_TONE_MAP_INVOCATIONS) in;

layout(set = 0, binding = POSTFX_TONE_MAP_HDR) uniform sampler2D hdr;
layout(set = 0, binding = POSTFX_TONE_MAP_LDR, LDR_FORMAT) uniform writeonly image2D ldr;
layout(set = 0, binding = POSTFX_TONE_MAP_EXPOSURE, std430) readonly buffer Exposure { float exposure; };
layout(push_constant, std430) uniform Push { ToneMapParams pc; };

void main() {
  const uint kSteps = POSTFX_TONE_MAP_STEPS_SIDE;
  uvec2 extent = uvec2(pc.width, pc.height);
  uvec2 corner = gl_WorkGroupID.xy * POSTFX_TONE_MAP_TILE_SIDE + texel_of_invocation(gl_LocalInvocationIndex);
  uvec2 source = uvec2(pc.source_x, pc.source_y);
  vec4 colors[kSteps * kSteps];
  for (uint i = 0u; i < kSteps * kSteps; ++i) {
    uvec2 texel = corner + uvec2(i % kSteps, i / kSteps) * POSTFX_STEP_SIDE;
    colors[i] = texelFetch(hdr, ivec2(source + min(texel, extent - 1u)), 0);
  }
  for (uint i = 0u; i < kSteps * kSteps; ++i) {
    uvec2 texel = corner + uvec2(i % kSteps, i / kSteps) * POSTFX_STEP_SIDE;
    if (texel.x >= extent.x || texel.y >= extent.y) continue;
    vec4 result = display_texel(colors[i], exposure, pc.white, source + texel, pc.dither != 0u, pc.dither_seed);
    imageStore(ldr, ivec2(texel + uvec2(pc.target_x, pc.target_y)), result);
  }
}
