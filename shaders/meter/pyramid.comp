// SPDX-License-Identifier: MIT
// One level of the log-luminance pyramid: each workgroup reduces a block of b x b texels (b = 4 * side) to one.
// After "mipmap-compute-shader", nyorain 2019. Mended here: the factor, the tap, and what unused texels can do.
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

/// Weighted sum of the valid ones among the 2x2 texels around `corner` (texels). The gather address lies half a texel away
/// from every rounding boundary. Unused texels may hold anything, NaN too: they are left out by selection, since 0 * NaN
/// is NaN.
float sum_gather(uvec2 corner, uvec2 size, vec2 edge) {
  vec4 quad = textureGather(source, vec2(corner) / vec2(textureSize(source, 0)));  // (0,1) (1,1) (1,0) (0,0)
  bool left = corner.x - 1u < size.x;
  bool right = corner.x < size.x;
  bool top = corner.y - 1u < size.y;
  bool bottom = corner.y < size.y;
  float left_weight = corner.x == size.x ? edge.x : 1.0;
  float right_weight = corner.x + 1u == size.x ? edge.x : 1.0;
  float top_weight = corner.y == size.y ? edge.y : 1.0;
  float bottom_weight = corner.y + 1u == size.y ? edge.y : 1.0;
  return ((left && top ? quad.w : 0.0) * left_weight + (right && top ? quad.z : 0.0) * right_weight) * top_weight +
         ((left && bottom ? quad.x : 0.0) * left_weight + (right && bottom ? quad.y : 0.0) * right_weight) *
             bottom_weight;
}

void main() {
  const uint side = PHOTOPIC_REDUCE_TEXELS_PER_INVOCATION_SIDE;
  uvec2 size = uvec2(pc.source_width, pc.source_height);
  vec2 edge = vec2(pc.edge_x, pc.edge_y);
  bool by_counts = pc.edge_x > 0.0;
  if (!by_counts) edge = vec2(1.0);
  uvec2 first = side * gl_GlobalInvocationID.xy + 1u;
  float sum = 0.0;
  for (uint y = 0u; y < side; y += 2u) {
    for (uint x = 0u; x < side; x += 2u) {
      sum += sum_gather(first + uvec2(x, y), size, edge);
    }
  }
  float total = block_total(sum);
  if (gl_LocalInvocationIndex != 0u) return;
  float average = block_average(total, size, edge, by_counts);
  if (pc.factor_numerator > 0.0) {
    average = finished_mean(average, pc.factor_numerator, pc.factor_texels, stats.invalid_texels);
  }
  imageStore(target, ivec2(gl_WorkGroupID.xy), vec4(average));
}
