// SPDX-License-Identifier: MIT
// Passes of the meter: the single pass and the pyramid.
#ifndef PHOTOPIC_SRC_METER_PASSES_H
#define PHOTOPIC_SRC_METER_PASSES_H

#include "gpu/pass_desc.h"

namespace photopic::passes {

extern const PassDesc single_pass_int64;
extern const PassDesc single_pass_int64_rgba8;  // fused with tone mapping
extern const PassDesc single_pass_int64_rgba16f;
extern const PassDesc single_pass_portable;
extern const PassDesc single_pass_portable_rgba8;
extern const PassDesc single_pass_portable_rgba16f;
extern const PassDesc single_pass_weighted;
extern const PassDesc single_pass_weighted_rgba8;
extern const PassDesc single_pass_weighted_rgba16f;
extern const PassDesc log_luminance_r32f;
extern const PassDesc log_luminance_r16f;
extern const PassDesc pyramid_hdr_r32f;
extern const PassDesc pyramid_hdr_r16f;
extern const PassDesc pyramid_r32f;
extern const PassDesc pyramid_r16f;

}  // namespace photopic::passes

#endif
