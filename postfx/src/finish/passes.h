// SPDX-License-Identifier: MIT
// Passes of tone mapping, by output format.
#ifndef PHOTOPIC_SRC_FINISH_PASSES_H
#define PHOTOPIC_SRC_FINISH_PASSES_H

#include "gpu/pass_desc.h"

namespace photopic::passes {

extern const PassDesc tone_map_rgba8;
extern const PassDesc tone_map_rgba16f;

}  // namespace photopic::passes

#endif
