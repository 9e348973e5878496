// SPDX-License-Identifier: MIT
// Pass that writes level 0: HDR image -> log2 luminance, and counts of texels in MeterStats.
// The logarithm comes before any averaging, so that the pyramid ends in the geometric mean.
#version 450
#extension GL_GOOGLE_include_directive : require
#include "photopic/interface.h"
#include "meter/color.glsl"

#define GROUP_INVOCATIONS (PHOTOPIC_LOG_LUMINANCE_GROUP_SIDE * PHOTOPIC_LOG_LUMINANCE_GROUP_SIDE)
#include "gpu/lanes.glsl"

layout(set = 0, binding = PHOTOPIC_LOG_LUMINANCE_HDR) uniform sampler2D hdr;
layout(set = 0, binding = PHOTOPIC_LOG_LUMINANCE_LEVEL, LEVEL_FORMAT) uniform writeonly image2D level;
layout(set = 0, binding = PHOTOPIC_LOG_LUMINANCE_STATS, std430) buffer Stats { MeterStats stats; };
layout(push_constant, std430) uniform Push { LogLuminanceParams pc; };

shared uint group_invalid;
shared uint group_max_bits;
shared uint group_inverted_min_bits;

/// What an invocation has seen.
struct Seen {
  uint invalid;
  uint max_bits;
  uint inverted_min_bits;
};

void take_texels(uint invocation, vec3 luminance_row, inout Seen seen) {
  uvec2 place = uvec2(invocation % PHOTOPIC_LOG_LUMINANCE_GROUP_SIDE, invocation / PHOTOPIC_LOG_LUMINANCE_GROUP_SIDE);
  const uint steps = PHOTOPIC_LOG_LUMINANCE_TILE_SIDE / PHOTOPIC_LOG_LUMINANCE_GROUP_SIDE;
  for (uint i = 0u; i < steps * steps; ++i) {
    uvec2 texel = gl_WorkGroupID.xy * PHOTOPIC_LOG_LUMINANCE_TILE_SIDE +
                  uvec2(i % steps, i / steps) * PHOTOPIC_LOG_LUMINANCE_GROUP_SIDE + place;
    if (texel.x >= pc.width || texel.y >= pc.height) continue;
    vec3 color = texelFetch(hdr, ivec2(texel + uvec2(pc.origin_x, pc.origin_y)), 0).rgb;
    float luminance = luminance_of(color, luminance_row);
    float log2_luminance = 0.0;  // what an invalid texel adds to the sum; it isn't counted either
    if (is_valid_luminance(luminance)) {
      luminance = abs(luminance);  // -0 would order above every number as an integer
      uint bits = floatBitsToUint(luminance);
      seen.max_bits = max(seen.max_bits, bits);
      seen.inverted_min_bits = max(seen.inverted_min_bits, ~bits);
      log2_luminance = clamp(log2(nclamp(luminance, exp2(pc.min_log2), exp2(pc.max_log2))), pc.min_log2, pc.max_log2);
    } else {
      ++seen.invalid;
    }
    imageStore(level, ivec2(texel), vec4(log2_luminance));
  }
}

void main() {
  if (gl_LocalInvocationIndex == 0u) {
    group_invalid = 0u;
    group_max_bits = 0u;
    group_inverted_min_bits = 0u;
  }
  barrier();

  vec3 luminance_row = vec3(pc.luminance_of_red, pc.luminance_of_green, pc.luminance_of_blue);
  Seen seen = Seen(0u, 0u, 0u);
  EACH_LANE(take_texels(INVOCATION_OF_LANE, luminance_row, seen);)

  if (seen.invalid != 0u) atomicAdd(group_invalid, seen.invalid);
  atomicMax(group_max_bits, seen.max_bits);
  atomicMax(group_inverted_min_bits, seen.inverted_min_bits);
  barrier();
  if (gl_LocalInvocationIndex == 0u) {
    if (group_invalid != 0u) atomicAdd(stats.invalid_texels, group_invalid);
    atomicMax(stats.max_luminance_bits, group_max_bits);
    atomicMax(stats.inverted_min_luminance_bits, group_inverted_min_bits);
  }
}
