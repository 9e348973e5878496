// SPDX-License-Identifier: MIT
// Tone mapping pass: HDR image x exposure -> display-referred image.
#version 450
#extension GL_GOOGLE_include_directive : require
#include "photopic/interface.h"
#include "meter/color.glsl"
#include "meter/tile.glsl"

layout(local_size_x = PHOTOPIC_TONE_MAP_INVOCATIONS) in;

layout(set = 0, binding = PHOTOPIC_TONE_MAP_HDR) uniform sampler2D hdr;
layout(set = 0, binding = PHOTOPIC_TONE_MAP_LDR, LDR_FORMAT) uniform writeonly image2D ldr;
layout(set = 0, binding = PHOTOPIC_TONE_MAP_EXPOSURE, std430) readonly buffer Exposure { float current_exposure; };
layout(set = 0, binding = PHOTOPIC_TONE_MAP_FINISH, std430) readonly buffer Finish { FinishTables finish_tables; };
layout(push_constant, std430) uniform Push { ToneMapParams pc; };
#define FINISH_TABLES finish_tables
#include "finish/display.glsl"

const uint kSteps = PHOTOPIC_TONE_MAP_STEPS_SIDE;
const uint kTexels = kSteps * kSteps;  // for each invocation

/// `is_whole` is a constant: all of the tile lies in the rectangle.
void take_tile(const bool is_whole, uvec2 corner, uvec2 extent, float exposure) {
  uvec2 source = uvec2(pc.source_x, pc.source_y);
  uvec2 target = uvec2(pc.target_x, pc.target_y);
  Picture picture = make_picture(ivec2(pc.picture_x, pc.picture_y), uvec2(pc.picture_width, pc.picture_height));
  uvec2 position[kSteps];
  for (uint i = 0u; i < kSteps; ++i) position[i] = corner + i * PHOTOPIC_STEP_SIDE;
  vec4 colors[kTexels];
  for (uint i = 0u; i < kTexels; ++i) {
    uvec2 texel = uvec2(position[i % kSteps].x, position[i / kSteps].y);
    if (!is_whole) texel = min(texel, extent - 1u);
    colors[i] = texelFetch(hdr, ivec2(source + texel), 0);
  }
  for (uint i = 0u; i < kTexels; ++i) {
    uvec2 texel = uvec2(position[i % kSteps].x, position[i / kSteps].y);
    if (!is_whole && any(greaterThanEqual(texel, extent))) continue;
    vec4 result = display_texel(colors[i], exposure, source + texel, picture, pc.dither != 0u, pc.dither_seed);
    imageStore(ldr, ivec2(target + texel), result);
  }
}

void main() {
  float exposure = current_exposure;
  uvec2 extent = uvec2(pc.width, pc.height);
  uvec2 tile = gl_WorkGroupID.xy * PHOTOPIC_TONE_MAP_TILE_SIDE;
  uvec2 corner = tile + texel_of_invocation(gl_LocalInvocationIndex);
  if (all(lessThanEqual(tile + PHOTOPIC_TONE_MAP_TILE_SIDE, extent))) {  // the same in all invocations
    take_tile(true, corner, extent, exposure);
  } else {
    take_tile(false, corner, extent, exposure);
  }
}
