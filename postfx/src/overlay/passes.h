// SPDX-License-Identifier: MIT
// Passes of the debug overlay.
#ifndef PHOTOPIC_SRC_OVERLAY_PASSES_H
#define PHOTOPIC_SRC_OVERLAY_PASSES_H

#include "gpu/passes/pass_desc.h"

namespace photopic::passes {

extern const PassDesc overlay_gather;
extern const PassDesc overlay_compose;
/// By row of the output format.
extern const PassDesc* const overlay_display_to[];
extern const PassDesc* const overlay_draw_to[];
extern const PassDesc* const overlay_waveform_of[];
extern const PassDesc* const overlay_gather_stored_of[];

}  // namespace photopic::passes

#endif
