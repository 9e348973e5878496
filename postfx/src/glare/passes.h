// SPDX-License-Identifier: MIT
// Passes of glare, by the format of its levels.
#ifndef PHOTOPIC_SRC_GLARE_PASSES_H
#define PHOTOPIC_SRC_GLARE_PASSES_H

#include <cstddef>

#include "gpu/passes/pass_desc.h"

namespace photopic {

inline constexpr std::size_t kLevelFormatCount = 3;  // rgba16f, rgba32f, r11f_g11f_b10f

namespace passes {

extern const PassDesc* const glare_down_hdr_to[kLevelFormatCount];
extern const PassDesc* const glare_down_to[kLevelFormatCount];
extern const PassDesc* const glare_tail_in[kLevelFormatCount];
extern const PassDesc* const glare_up_in[kLevelFormatCount];

}  // namespace passes
}  // namespace photopic

#endif
