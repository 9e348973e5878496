// SPDX-License-Identifier: MIT
// Passes of tone mapping, by output format.
#ifndef PHOTOPIC_SRC_FINISH_PASSES_H
#define PHOTOPIC_SRC_FINISH_PASSES_H

#include "gpu/passes/pass_desc.h"

namespace photopic::passes {

/// By row of the output format.
extern const PassDesc* const tone_map_to[];
/// The same with the light of the picture measured.
extern const PassDesc* const tone_map_light_to[];
/// Signals of codes, for the passes that store them; of halves, tone_map_to has the same.
extern const PassDesc tone_map_signals_rgba16f;
/// By row of the output format, without light and with.
extern const PassDesc* const store_picture_to[];
extern const PassDesc* const store_picture_light_to[];

}  // namespace photopic::passes

#endif
