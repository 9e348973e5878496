// SPDX-License-Identifier: MIT
// HDR image x exposure -> display-referred image. One invocation per texel.
#version 450
#extension GL_GOOGLE_include_directive : require
#include "interface.h"
#include "color.glsl"
#include "display.glsl"

layout(local_size_x = POSTFX_TONE_MAP_GROUP_SIDE, local_size_y = POSTFX_TONE_MAP_GROUP_SIDE) in;

layout(set = 0, binding = POSTFX_TONE_MAP_HDR) uniform sampler2D hdr;
layout(set = 0, binding = POSTFX_TONE_MAP_LDR, LDR_FORMAT) uniform writeonly image2D ldr;
layout(set = 0, binding = POSTFX_TONE_MAP_EXPOSURE, std430) readonly buffer Exposure { float exposure; };
layout(push_constant, std430) uniform Push { ToneMapParams pc; };

void main() {
  uvec2 texel = gl_GlobalInvocationID.xy;
  if (texel.x >= pc.width || texel.y >= pc.height) return;
  uvec2 source = texel + uvec2(pc.source_x, pc.source_y);
  vec4 color = texelFetch(hdr, ivec2(source), 0);
  vec4 result = display_texel(color, exposure, pc.white, source, pc.dither != 0u, pc.dither_seed);
  imageStore(ldr, ivec2(texel + uvec2(pc.target_x, pc.target_y)), result);
}
