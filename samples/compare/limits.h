// SPDX-License-Identifier: MIT
// Limits on the scores of a pair.
#ifndef PHOTOPIC_SAMPLES_COMPARE_LIMITS_H
#define PHOTOPIC_SAMPLES_COMPARE_LIMITS_H

#include "compare/frame.h"
#include "regress/rule.h"

namespace compare {

/// `rule` for pictures like this one: of planes, a limit on psnr_rgb is one on psnr_yuv. Throws cli::UsageError for a
/// score that they don't have, even if all metrics are measured, and for a max_delta of floats other than 0: it counts
/// codes.
regress::Rule rule_for(const regress::Rule& rule, const Frame& frame);

}  // namespace compare

#endif
