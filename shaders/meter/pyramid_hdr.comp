// SPDX-License-Identifier: MIT
// First pass of the log-luminance pyramid: each workgroup reads a block of b x b texels (b = 4 * side) of the HDR image,
// takes their log2 luminance and reduces it to one texel; and counts what it saw into MeterStats.
// The logarithm comes before any averaging, so that the pyramid ends in the geometric mean.
#version 450
#extension GL_GOOGLE_include_directive : require
#include "photopic/interface.h"
#include "meter/color.glsl"

layout(local_size_x_id = PHOTOPIC_SPEC_WORKGROUP_SIDE, local_size_y_id = PHOTOPIC_SPEC_WORKGROUP_SIDE) in;
layout(constant_id = PHOTOPIC_SPEC_WORKGROUP_SIDE) const uint kGroupSide = 1u;  // for constants: OpenGL knows the size too late
layout(constant_id = PHOTOPIC_SPEC_STORE_LEVEL_0) const uint kStoreLevel0 = 0u;

layout(set = 0, binding = PHOTOPIC_REDUCE_HDR_HDR) uniform sampler2D hdr;
layout(set = 0, binding = PHOTOPIC_REDUCE_HDR_TARGET, LEVEL_FORMAT) uniform writeonly image2D target;
layout(set = 0, binding = PHOTOPIC_REDUCE_HDR_LEVEL_0, LEVEL_FORMAT) uniform writeonly image2D level_0;
layout(set = 0, binding = PHOTOPIC_REDUCE_HDR_STATS, std430) buffer Stats { MeterStats stats; };
layout(push_constant, std430) uniform Push { ReduceHdrParams pc; };

#include "meter/pyramid_block.glsl"

shared uint group_invalid;
shared uint group_max_bits;
shared uint group_inverted_min_bits;

void main() {
  if (gl_LocalInvocationIndex == 0u) {
    group_invalid = 0u;
    group_max_bits = 0u;
    group_inverted_min_bits = 0u;
  }
  const uint side = PHOTOPIC_REDUCE_TEXELS_PER_INVOCATION_SIDE;
  uvec2 extent = uvec2(pc.width, pc.height);
  uvec2 corner = gl_WorkGroupID.xy * kGroupSide * side + gl_LocalInvocationID.xy;
  vec3 luminance_row = vec3(pc.luminance_of_red, pc.luminance_of_green, pc.luminance_of_blue);
  vec2 luminance_range = vec2(exp2(pc.min_log2), exp2(pc.max_log2));

  float sum = 0.0;
  uint invalid = 0u;
  uint max_bits = 0u;
  uint inverted_min_bits = 0u;
  for (uint y = 0u; y < side; ++y) {
    vec3 colors[side];
    for (uint x = 0u; x < side; ++x) {
      uvec2 texel = min(corner + uvec2(x, y) * kGroupSide, extent - 1u);
      colors[x] = texelFetch(hdr, ivec2(texel + uvec2(pc.origin_x, pc.origin_y)), 0).rgb;
    }
    for (uint x = 0u; x < side; ++x) {
      uvec2 texel = corner + uvec2(x, y) * kGroupSide;
      if (texel.x >= extent.x || texel.y >= extent.y) continue;
      float luminance = luminance_of(colors[x], luminance_row);
      float log2_luminance = 0.0;  // what an invalid texel adds to the sum; it isn't counted either
      if (is_valid_luminance(luminance)) {
        uint bits = floatBitsToUint(luminance) & 0x7fffffffu;  // -0 would order above every number as an integer
        max_bits = max(max_bits, bits);
        inverted_min_bits = max(inverted_min_bits, ~bits);
        log2_luminance =
            clamp(log2(nclamp(luminance, luminance_range.x, luminance_range.y)), pc.min_log2, pc.max_log2);
      } else {
        ++invalid;
      }
      sum += log2_luminance;
      if (kStoreLevel0 != 0u) imageStore(level_0, ivec2(texel), vec4(log2_luminance));
    }
  }

  barrier();
  if (invalid != 0u) atomicAdd(group_invalid, invalid);
  atomicMax(group_max_bits, max_bits);
  atomicMax(group_inverted_min_bits, inverted_min_bits);
  float total = block_total(sum);  // has barriers
  if (gl_LocalInvocationIndex != 0u) return;
  if (group_invalid != 0u) atomicAdd(stats.invalid_texels, group_invalid);
  atomicMax(stats.max_luminance_bits, group_max_bits);
  atomicMax(stats.inverted_min_luminance_bits, group_inverted_min_bits);
  // If this is the last pass, there is but one workgroup, and what it counted is all.
  float average = block_average(total, extent, vec2(1.0), true);
  if (pc.is_last != 0u) average = finished_mean(average, pc.factor_numerator, pc.width * pc.height, group_invalid);
  imageStore(target, ivec2(gl_WorkGroupID.xy), vec4(average));
}
