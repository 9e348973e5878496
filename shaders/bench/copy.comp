// SPDX-License-Identifier: MIT
// Copy of every texel to 8 bits a channel: what a tone mapper reads and writes, without its arithmetic.
#version 450
#extension GL_GOOGLE_include_directive : require
#extension GL_EXT_samplerless_texture_functions : require
#include "interface.h"

layout(local_size_x = BENCH_READ_INVOCATIONS) in;

layout(set = 0, binding = BENCH_COPY_SOURCE) uniform texture2D source;
layout(set = 0, binding = BENCH_COPY_TARGET, rgba8) uniform writeonly image2D target;

void main() {
  // 32 invocations take 8 x 4 texels at once; a workgroup COPY_WIDTH x COPY_HEIGHT in four steps side by side, or two by
  // two.
  const uvec2 kTile = uvec2(COPY_WIDTH, COPY_HEIGHT);
  const uint kColumns = COPY_WIDTH == 128 ? 4u : 2u;
  const uvec2 kStep = kTile / uvec2(kColumns, 4u / kColumns);
  uint subgroup = gl_LocalInvocationIndex >> 5u;
  uvec2 within = uvec2(gl_LocalInvocationIndex & 7u, gl_LocalInvocationIndex >> 3u & 3u) +
                 uvec2(8u, 4u) * uvec2(subgroup % (kStep.x / 8u), subgroup / (kStep.x / 8u));
  uvec2 corner = gl_WorkGroupID.xy * kTile + within;
  uvec2 extent = uvec2(textureSize(source, 0));
  vec4 texels[4];
  for (uint i = 0u; i < 4u; ++i) {
    uvec2 texel = corner + kStep * uvec2(i % kColumns, i / kColumns);
    texels[i] = texelFetch(source, ivec2(min(texel, extent - 1u)), 0);
  }
  for (uint i = 0u; i < 4u; ++i) {
    uvec2 texel = corner + kStep * uvec2(i % kColumns, i / kColumns);
    if (all(lessThan(texel, extent))) imageStore(target, ivec2(texel), texels[i]);
  }
}
