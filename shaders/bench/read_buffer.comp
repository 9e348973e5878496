// SPDX-License-Identifier: MIT
// Read of every word of a buffer, so that caches hold it, unmodified.
#version 450
#extension GL_GOOGLE_include_directive : require
#include "interface.h"

layout(local_size_x = BENCH_READ_BUFFER_INVOCATIONS) in;

layout(set = 0, binding = BENCH_READ_BUFFER_WORDS, std430) readonly buffer Words { uvec4 words[]; };
layout(set = 0, binding = BENCH_READ_BUFFER_SINK, std430) writeonly buffer Sink { uint sink; };

void main() {
  uint first = gl_WorkGroupID.x * (BENCH_READ_BUFFER_INVOCATIONS * BENCH_READ_BUFFER_VECTORS) + gl_LocalInvocationIndex;
  uvec4 sum = uvec4(0u);
  for (uint i = 0u; i < BENCH_READ_BUFFER_VECTORS; ++i) sum += words[first + i * BENCH_READ_BUFFER_INVOCATIONS];
  // Without it, the compiler would drop the reads.
  if (sum == uvec4(BENCH_IMPOSSIBLE_WORD)) sink = sum.x;
}
