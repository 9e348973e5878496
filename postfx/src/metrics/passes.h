// SPDX-License-Identifier: MIT
// Passes of image metrics.
#ifndef PHOTOPIC_SRC_METRICS_PASSES_H
#define PHOTOPIC_SRC_METRICS_PASSES_H

#include "gpu/pass_desc.h"

namespace photopic::passes {

extern const PassDesc metrics_clear;
extern const PassDesc metrics_copy;
extern const PassDesc metrics_errors;
extern const PassDesc metrics_luma;
extern const PassDesc metrics_ssim;
extern const PassDesc metrics_ssim_level;
extern const PassDesc metrics_box;
extern const PassDesc metrics_lowpass;
extern const PassDesc metrics_lowpass_level;
extern const PassDesc metrics_flip_rows;
extern const PassDesc metrics_flip_errors;
extern const PassDesc metrics_flip_pool;
extern const PassDesc metrics_ciede2000;  // in pairs of floats
extern const PassDesc metrics_ciede2000_float64;
extern const PassDesc metrics_psnr_hvs;

}  // namespace photopic::passes

#endif
