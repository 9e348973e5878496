// SPDX-License-Identifier: MIT
// Workgroup of GROUP_INVOCATIONS on every device, for code that gpu/lanes.glsl is made for.
layout(local_size_x = GROUP_INVOCATIONS) in;
const uint kGroup = GROUP_INVOCATIONS;

const uint kLaneCount = 1u;
const uint lane = 0u;
#define EACH_LANE(WORK) { WORK }
#define INVOCATION_OF_LANE gl_LocalInvocationIndex
