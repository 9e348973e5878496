// SPDX-License-Identifier: MIT
// One level of the log-luminance pyramid: each workgroup reduces a block of b x b texels (b = 4 * side) to one.
// After "mipmap-compute-shader", nyorain 2019: blocks at the border are averaged as if the missing texels were 0, and the
// last pass multiplies by the factor that undoes it. Mended here: the factor, the tap, and what unused texels can do.
#version 450
#extension GL_GOOGLE_include_directive : require
#include "interface.h"

layout(local_size_x_id = POSTFX_SPEC_WORKGROUP_SIDE, local_size_y_id = POSTFX_SPEC_WORKGROUP_SIDE) in;
layout(constant_id = POSTFX_SPEC_LINEAR_TAP) const uint kLinearTap = 0u;

layout(set = 0, binding = POSTFX_REDUCE_SOURCE) uniform sampler2D source;
layout(set = 0, binding = POSTFX_REDUCE_TARGET, LEVEL_FORMAT) uniform writeonly image2D target;
layout(set = 0, binding = POSTFX_REDUCE_STATS, std430) readonly buffer Stats { MeterStats stats; };
layout(push_constant, std430) uniform Push { ReduceParams pc; };

shared float sums[gl_WorkGroupSize.x * gl_WorkGroupSize.y];

/// Sum of the valid ones among the 2x2 texels around `corner` (texels). The gather address lies half a texel away from
/// every rounding boundary. Unused texels may hold anything, NaN too: they are left out by selection, since 0 * NaN is NaN.
float sum_gather(uvec2 corner) {
  vec4 quad = textureGather(source, vec2(corner) / vec2(textureSize(source, 0)));  // (0,1) (1,1) (1,0) (0,0)
  bool left = corner.x - 1u < pc.source_width;
  bool right = corner.x < pc.source_width;
  bool top = corner.y - 1u < pc.source_height;
  bool bottom = corner.y < pc.source_height;
  return ((left && top ? quad.w : 0.0) + (right && top ? quad.z : 0.0)) +
         ((left && bottom ? quad.x : 0.0) + (right && bottom ? quad.y : 0.0));
}

/// The same from one bilinear sample, as published: at the border the sample moves to the texel centre. For comparison:
/// the weights are fixed point, and an unused neighbour has weight 0, which doesn't help against NaN.
float sum_linear(vec2 corner) {
  vec2 size = vec2(pc.source_width, pc.source_height);
  vec2 covered = clamp(size - (corner - 1.0), 0.0, 2.0);  // texels of the 2x2 that are valid, per axis
  vec2 position = min(corner, size - 0.5) / vec2(textureSize(source, 0));
  return covered.x * covered.y * textureLod(source, position, 0.0).r;
}

void main() {
  const uint side = POSTFX_REDUCE_TEXELS_PER_INVOCATION_SIDE;
  uvec2 first = side * gl_GlobalInvocationID.xy + 1u;
  float sum = 0.0;
  for (uint y = 0u; y < side; y += 2u) {
    for (uint x = 0u; x < side; x += 2u) {
      uvec2 corner = first + uvec2(x, y);
      sum += kLinearTap != 0u ? sum_linear(vec2(corner)) : sum_gather(corner);
    }
  }

  // A tree of fixed order: the same input gives the same bits.
  uint index = gl_LocalInvocationIndex;
  uint invocations = gl_WorkGroupSize.x * gl_WorkGroupSize.y;
  sums[index] = sum;
  for (uint half_count = invocations / 2u; half_count > 0u; half_count /= 2u) {
    barrier();
    if (index < half_count) sums[index] += sums[index + half_count];
  }

  if (index == 0u) {
    float average = sums[0] / float(invocations * side * side);
    if (pc.factor_numerator > 0.0) {
      uint valid = pc.factor_texels - stats.invalid_texels;
      average = valid > 0u ? average * pc.factor_numerator / float(valid) : 0.0;
    }
    imageStore(target, ivec2(gl_WorkGroupID.xy), vec4(average));
  }
}
