// SPDX-License-Identifier: MIT
// One level of the log-luminance pyramid as published ("mipmap-compute-shader", nyorain 2019): a bilinear sample for 2x2
// texels. For comparison with meter/pyramid.comp: the weights are fixed point, and an unused neighbour has weight 0, which
// doesn't help against NaN.
#version 450
#extension GL_GOOGLE_include_directive : require
#include "photopic/interface.h"

layout(local_size_x_id = PHOTOPIC_SPEC_WORKGROUP_SIDE, local_size_y_id = PHOTOPIC_SPEC_WORKGROUP_SIDE) in;
layout(constant_id = PHOTOPIC_SPEC_WORKGROUP_SIDE) const uint kGroupSide = 1u;  // for constants: OpenGL knows the size too late

layout(set = 0, binding = PHOTOPIC_REDUCE_SOURCE) uniform sampler2D source;
layout(set = 0, binding = PHOTOPIC_REDUCE_TARGET, LEVEL_FORMAT) uniform writeonly image2D target;
layout(set = 0, binding = PHOTOPIC_REDUCE_STATS, std430) readonly buffer Stats { MeterStats stats; };
layout(push_constant, std430) uniform Push { ReduceParams pc; };

#include "meter/pyramid_block.glsl"

/// Sum of the valid ones among the 2x2 texels around `corner` (texels). At the border, the sample moves to the texel's
/// centre.
float sum_linear(vec2 corner, vec2 size) {
  vec2 covered = clamp(size - (corner - 1.0), 0.0, 2.0);  // texels of the 2x2 that are valid, per axis
  vec2 position = min(corner, size - 0.5) / vec2(textureSize(source, 0));
  return covered.x * covered.y * textureLod(source, position, 0.0).r;
}

void main() {
  const uint side = PHOTOPIC_REDUCE_TEXELS_PER_INVOCATION_SIDE;
  uvec2 size = uvec2(pc.source_width, pc.source_height);
  uvec2 first = side * gl_GlobalInvocationID.xy + 1u;
  float sum = 0.0;
  for (uint y = 0u; y < side; y += 2u) {
    for (uint x = 0u; x < side; x += 2u) sum += sum_linear(vec2(first + uvec2(x, y)), vec2(size));
  }
  float total = block_total(sum);
  if (gl_LocalInvocationIndex != 0u) return;
  float average = block_average(total, size, vec2(1.0), false);
  if (pc.factor_numerator > 0.0) {
    average = finished_mean(average, pc.factor_numerator, pc.factor_texels, stats.invalid_texels);
  }
  imageStore(target, ivec2(gl_WorkGroupID.xy), vec4(average));
}
