// SPDX-License-Identifier: MIT
// Lanes of GROUP_INVOCATIONS among a workgroup of kGroup invocations. If kGroup doesn't divide them, there are lanes beyond
// the last. EACH_LANE: WORK has no commas outside of parentheses. On usual devices it is what it would be without lanes:
// trim() leaves no loop.
const uint kLaneCount = (GROUP_INVOCATIONS + kGroup - 1u) / kGroup;
#define EACH_LANE(WORK)                                            \
  if (kLaneCount == 1u) {                                          \
    const uint lane = 0u;                                          \
    WORK                                                           \
  } else {                                                         \
    for (uint lane = 0u; lane < kLaneCount; ++lane) {              \
      WORK                                                         \
    }                                                              \
  }
#define INVOCATION_OF_LANE (gl_LocalInvocationIndex + lane * kGroup)
