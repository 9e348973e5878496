// SPDX-License-Identifier: MIT
// Clearing of counters, on devices whose memory the CPU couldn't zero.
#version 450
#extension GL_GOOGLE_include_directive : require
#include "photopic/metrics_interface.h"

layout(local_size_x = PHOTOPIC_METRICS_INVOCATIONS) in;
layout(set = 0, binding = PHOTOPIC_METRICS_CLEAR_TARGET, std430) writeonly buffer Target { uint target[]; };
layout(push_constant, std430) uniform Push { MetricsWordsParams pc; };

void main() {
  if (gl_GlobalInvocationID.x < pc.words) target[gl_GlobalInvocationID.x] = 0u;
}
