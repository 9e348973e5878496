// SPDX-License-Identifier: MIT
// Copy of an image, written as a renderer's last pass would write it.
#version 450
#extension GL_GOOGLE_include_directive : require
#extension GL_EXT_samplerless_texture_functions : require
#include "interface.h"

layout(local_size_x = BENCH_PRODUCE_GROUP_SIDE, local_size_y = BENCH_PRODUCE_GROUP_SIDE) in;

layout(set = 0, binding = BENCH_PRODUCE_SOURCE) uniform texture2D source;
layout(set = 0, binding = BENCH_PRODUCE_TARGET, PRODUCE_FORMAT) uniform writeonly image2D target;

void main() {
  ivec2 texel = ivec2(gl_GlobalInvocationID.xy);
  if (any(greaterThanEqual(texel, imageSize(target)))) return;
  imageStore(target, texel, texelFetch(source, texel, 0));
}
