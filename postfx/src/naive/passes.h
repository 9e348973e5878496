// SPDX-License-Identifier: MIT
// Passes of the naive meters: those of the meter with levels of halves, and the published tap.
#ifndef PHOTOPIC_SRC_NAIVE_PASSES_H
#define PHOTOPIC_SRC_NAIVE_PASSES_H

#include "meter/passes.h"

namespace photopic::passes {

extern const PassDesc log_luminance_r16f;
extern const PassDesc pyramid_hdr_r16f;
extern const PassDesc pyramid_r16f;
extern const PassDesc pyramid_linear_r32f;
extern const PassDesc pyramid_linear_r16f;

}  // namespace photopic::passes

#endif
