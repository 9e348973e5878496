// SPDX-License-Identifier: MIT
// Limits on the scores of a pair.
#ifndef PHOTOPIC_TOOLS_COMPARE_RULES_LIMITS_H
#define PHOTOPIC_TOOLS_COMPARE_RULES_LIMITS_H

#include "compare/comparer.h"
#include "compare/pictures/frame.h"
#include "compare/rules/rule.h"

namespace compare {

struct FittedRule {
  Rule rule;
  std::string note;  ///< what was left out, because the pictures are too small for it; empty: nothing
};

/// `rule` for pictures like this one: of planes, a limit on psnr_rgb is one on psnr_yuv, and limits in squared codes of
/// 8 bits become those of the pictures' depth; of floats they are squared values. A preset's bounds on what needs
/// larger pictures are left out. Throws arguments::UsageError for a score that they don't have, even if all metrics are
/// measured, and for a max_delta of floats other than 0: it counts codes. Of equal pictures, all bounds that can't be
/// held against a score are left out: they hold.
FittedRule rule_for(const Rule& rule, const Frame& frame, bool are_equal);

/// For rules.
Measured measured_of(const Comparison& comparison, bool is_rgb, bool are_equal);

}  // namespace compare

#endif
