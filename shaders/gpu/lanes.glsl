// SPDX-License-Identifier: MIT
// Workgroup of GROUP_INVOCATIONS, a number that the includer defines. On devices with smaller workgroups, an invocation
// has the work of several, its lanes, in the same order: so results have the same bits.
#include "gpu/interface.h"
layout(constant_id = PHOTOPIC_SPEC_GROUP) const uint kGroup = GROUP_INVOCATIONS;
layout(local_size_x = GROUP_INVOCATIONS, local_size_x_id = PHOTOPIC_SPEC_GROUP) in;
#include "gpu/each_lane.glsl"
