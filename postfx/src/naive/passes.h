// SPDX-License-Identifier: MIT
// The pass that the naive meters begin with.
#ifndef PHOTOPIC_SRC_NAIVE_PASSES_H
#define PHOTOPIC_SRC_NAIVE_PASSES_H

#include "gpu/pass_desc.h"

namespace photopic::passes {

extern const PassDesc log_luminance_r32f;
extern const PassDesc log_luminance_r16f;

}  // namespace photopic::passes

#endif
