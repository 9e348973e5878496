// SPDX-License-Identifier: MIT
// Passes of the debug overlay.
#ifndef PHOTOPIC_SRC_OVERLAY_PASSES_H
#define PHOTOPIC_SRC_OVERLAY_PASSES_H

#include "gpu/pass_desc.h"

namespace photopic::passes {

extern const PassDesc overlay_gather;
extern const PassDesc overlay_compose;
extern const PassDesc overlay_draw_rgba8;
extern const PassDesc overlay_draw_rgba16f;

}  // namespace photopic::passes

#endif
