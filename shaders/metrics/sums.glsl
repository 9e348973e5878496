// SPDX-License-Identifier: MIT
// Sums over a group of PHOTOPIC_METRICS_INVOCATIONS, in one order on every device.

shared uvec4 metrics_sums[PHOTOPIC_METRICS_INVOCATIONS];

#define PHOTOPIC_METRICS_GROUP_SUM(TYPE, FROM_BITS, TO_BITS)                                    \
  TYPE group_sum(TYPE value) {                                                         \
    uint invocation = gl_LocalInvocationIndex;                                         \
    barrier();                                                                         \
    metrics_sums[invocation] = TO_BITS(value);                                         \
    for (uint count = PHOTOPIC_METRICS_INVOCATIONS / 2u; count > 0u; count /= 2u) {             \
      barrier();                                                                       \
      if (invocation < count) {                                                        \
        value += FROM_BITS(metrics_sums[invocation + count]);                          \
        metrics_sums[invocation] = TO_BITS(value);                                     \
      }                                                                                \
    }                                                                                  \
    barrier();                                                                         \
    return FROM_BITS(metrics_sums[0]);                                                 \
  }

/// Known to all invocations.
PHOTOPIC_METRICS_GROUP_SUM(uvec4, uvec4, uvec4)
PHOTOPIC_METRICS_GROUP_SUM(vec4, uintBitsToFloat, floatBitsToUint)
