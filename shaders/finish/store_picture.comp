// SPDX-License-Identifier: MIT
// Storing pass: signals that the final pass left -> display-referred image, with effects that look around in them.
#version 450
#extension GL_EXT_control_flow_attributes : require
#extension GL_GOOGLE_include_directive : require
#include "photopic/interface.h"
#include "finish/interface.h"
#include "meter/color.glsl"
#include "meter/tile.glsl"
#include "finish/store.glsl"

layout(local_size_x = PHOTOPIC_TONE_MAP_INVOCATIONS) in;

layout(set = 0, binding = PHOTOPIC_STORE_LDR, LDR_FORMAT) uniform writeonly LDR_IMAGE ldr;
layout(constant_id = PHOTOPIC_SPEC_BORDER) const uint kBorder = 1u;
#include "finish/signals.glsl"

#ifdef MEASURES_LIGHT
#define LIGHT_BINDING PHOTOPIC_STORE_LIGHT
#include "finish/light.glsl"
#endif

void main() {
  uvec2 extent = uvec2(pc.width, pc.height);
  uvec2 source = uvec2(pc.source_x, pc.source_y);
  uvec2 target = uvec2(pc.target_x, pc.target_y);
  uvec2 tile = gl_WorkGroupID.xy * uvec2(PHOTOPIC_TONE_MAP_TILE_WIDTH, PHOTOPIC_TONE_MAP_TILE_HEIGHT);
  uvec2 corner = tile + strip_texel_of_invocation(gl_LocalInvocationIndex);
  for (uint i = 0u; i < PHOTOPIC_TONE_MAP_STEPS; ++i) {
    uvec2 texel = corner + uvec2(i * PHOTOPIC_TONE_MAP_STEP_WIDTH, 0u);
    if (kBorder != 0u && any(greaterThanEqual(texel, extent))) continue;
    vec4 signal = texelFetch(signal_image, ivec2(texel), 0);
    vec4 result = vec4(stored_picture(signal.rgb, source + texel), signal.a);
    imageStore(ldr, ivec2(target + texel), stored_texel(result));
#ifdef MEASURES_LIGHT
    see_light(result.rgb);
#endif
  }
#ifdef MEASURES_LIGHT
  add_light();
#endif
}
