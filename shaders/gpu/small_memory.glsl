// SPDX-License-Identifier: MIT
// Whether workgroups have little memory.
#include "gpu/interface.h"
layout(constant_id = PHOTOPIC_SPEC_SMALL_MEMORY) const uint kSmallMemory = 0u;
