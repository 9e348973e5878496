// SPDX-License-Identifier: MIT
// The mesopic pass.
#ifndef PHOTOPIC_SRC_NIGHT_PASSES_H
#define PHOTOPIC_SRC_NIGHT_PASSES_H

#include "gpu/passes/pass_desc.h"

namespace photopic::passes {

extern const PassDesc mesopic;

}  // namespace photopic::passes

#endif
