// SPDX-License-Identifier: MIT
// Copies results to where the CPU reads them.
#version 450
#extension GL_GOOGLE_include_directive : require
#include "../postfx/metrics_interface.h"

layout(local_size_x = METRICS_INVOCATIONS) in;
layout(set = 0, binding = METRICS_COPY_SOURCE, std430) readonly buffer Source { uint source[]; };
layout(set = 0, binding = METRICS_COPY_TARGET, std430) writeonly buffer Target { uint target[]; };
layout(push_constant, std430) uniform Push { MetricsWordsParams pc; };

void main() {
  if (gl_GlobalInvocationID.x < pc.words) target[gl_GlobalInvocationID.x] = source[gl_GlobalInvocationID.x];
}
