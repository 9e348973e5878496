// SPDX-License-Identifier: MIT
// Sums over PHOTOPIC_METRICS_INVOCATIONS, in one order on every device: put_addend() for each of them, then float_sum()
// or uint_sum(). An invocation with lanes (gpu/each_lane.glsl) puts several. Between two sums, a barrier stands before
// the next put_addend().

shared uvec4 metrics_sums[PHOTOPIC_METRICS_INVOCATIONS];

// A step adds quarters: the order of a binary tree, with half as many barriers.
#define METRICS_SUM(NAME, TYPE, FROM_BITS, TO_BITS)                                                                  \
  void put_addend(uint invocation, TYPE value) { metrics_sums[invocation] = TO_BITS(value); }                        \
  /* Known to all invocations. */                                                                                    \
  TYPE NAME() {                                                                                                      \
    uint invocation = gl_LocalInvocationIndex;                                                                       \
    for (uint count = PHOTOPIC_METRICS_INVOCATIONS / 4u; count > 0u; count /= 4u) {                                  \
      barrier();                                                                                                     \
      if (invocation < count) {                                                                                      \
        precise TYPE even = FROM_BITS(metrics_sums[invocation]) + FROM_BITS(metrics_sums[invocation + 2u * count]);  \
        precise TYPE odd =                                                                                           \
            FROM_BITS(metrics_sums[invocation + count]) + FROM_BITS(metrics_sums[invocation + 3u * count]);          \
        precise TYPE sum = even + odd;                                                                               \
        metrics_sums[invocation] = TO_BITS(sum);                                                                     \
      }                                                                                                              \
    }                                                                                                                \
    barrier();                                                                                                       \
    return FROM_BITS(metrics_sums[0]);                                                                               \
  }

METRICS_SUM(uint_sum, uvec4, uvec4, uvec4)
METRICS_SUM(float_sum, vec4, uintBitsToFloat, floatBitsToUint)

/// Sum of an invocation's values over the group.
uvec4 group_sum(uvec4 value) {
  barrier();
  put_addend(gl_LocalInvocationIndex, value);
  return uint_sum();
}
vec4 group_sum(vec4 value) {
  barrier();
  put_addend(gl_LocalInvocationIndex, value);
  return float_sum();
}
