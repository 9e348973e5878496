// SPDX-License-Identifier: MIT
// Copy of results to where the CPU reads them, which leaves counters zero for the next time.
#version 450
#extension GL_GOOGLE_include_directive : require
#include "photopic/metrics_interface.h"

#define GROUP_INVOCATIONS PHOTOPIC_METRICS_INVOCATIONS
#include "gpu/lanes.glsl"
layout(set = 0, binding = PHOTOPIC_METRICS_COPY_SOURCE, std430) buffer Source { uint source[]; };
layout(set = 0, binding = PHOTOPIC_METRICS_COPY_TARGET, std430) writeonly buffer Target { uint target[]; };
layout(push_constant, std430) uniform Push { MetricsWordsParams pc; };

void main() {
  EACH_LANE(
    uint word = gl_WorkGroupID.x * PHOTOPIC_METRICS_INVOCATIONS + INVOCATION_OF_LANE;
    if (word < pc.words) target[word] = source[word];
    if (word < pc.counters) source[word] = 0u;
  )
}
