// SPDX-License-Identifier: MIT
// Lanes of GROUP_INVOCATIONS among a workgroup of kGroup invocations. If kGroup doesn't divide them, there are lanes beyond
// the last.
const uint kLaneCount = (GROUP_INVOCATIONS + kGroup - 1u) / kGroup;
#define EACH_LANE for (uint lane = 0u; lane < kLaneCount; ++lane)
#define INVOCATION_OF_LANE (gl_LocalInvocationIndex + lane * kGroup)
