// SPDX-License-Identifier: MIT
// Sums over PHOTOPIC_METRICS_INVOCATIONS, in one order on every device. With METRICS_LANES of the lanes of
// gpu/lanes.glsl, which is included before.

shared uvec4 metrics_sums[PHOTOPIC_METRICS_INVOCATIONS];

#ifdef METRICS_LANES
#define METRICS_GROUP kGroup
#define METRICS_LANE_COUNT kLaneCount
#else
#define METRICS_GROUP PHOTOPIC_METRICS_INVOCATIONS
#define METRICS_LANE_COUNT 1u
#endif

#define PHOTOPIC_METRICS_GROUP_SUM(TYPE, FROM_BITS, TO_BITS)                                              \
  TYPE group_sum(TYPE values[METRICS_LANE_COUNT]) {                                                       \
    uint invocation = gl_LocalInvocationIndex;                                                            \
    TYPE value = values[0];                                                                               \
    barrier();                                                                                            \
    metrics_sums[invocation] = TO_BITS(value);                                                            \
    for (uint lane = 1u; lane < METRICS_LANE_COUNT; ++lane) {                                             \
      metrics_sums[invocation + lane * METRICS_GROUP] = TO_BITS(values[lane]);                            \
    }                                                                                                     \
    for (uint count = PHOTOPIC_METRICS_INVOCATIONS / 2u; count > 0u; count /= 2u) {                       \
      barrier();                                                                                          \
      if (invocation < count) {                                                                           \
        value += FROM_BITS(metrics_sums[invocation + count]);                                             \
        metrics_sums[invocation] = TO_BITS(value);                                                        \
      }                                                                                                   \
    }                                                                                                     \
    barrier();                                                                                            \
    return FROM_BITS(metrics_sums[0]);                                                                    \
  }

/// Known to all invocations.
PHOTOPIC_METRICS_GROUP_SUM(uvec4, uvec4, uvec4)
PHOTOPIC_METRICS_GROUP_SUM(vec4, uintBitsToFloat, floatBitsToUint)

#ifndef METRICS_LANES
uvec4 group_sum(uvec4 value) { return group_sum(uvec4[](value)); }
vec4 group_sum(vec4 value) { return group_sum(vec4[](value)); }
#endif
