// SPDX-License-Identifier: MIT
// The passes of adaptation.
#ifndef PHOTOPIC_SRC_ADAPT_PASSES_H
#define PHOTOPIC_SRC_ADAPT_PASSES_H

#include "gpu/passes/pass_desc.h"

namespace photopic::passes {

extern const PassDesc adapt;
extern const PassDesc adapt_scan;

}  // namespace photopic::passes

#endif
