// SPDX-License-Identifier: MIT
// Passes of baked looks.
#ifndef PHOTOPIC_SRC_LUT_PASSES_H
#define PHOTOPIC_SRC_LUT_PASSES_H

#include "gpu/passes/pass_desc.h"

namespace photopic::passes {

extern const PassDesc bake;

}  // namespace photopic::passes

#endif
