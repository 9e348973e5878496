// SPDX-License-Identifier: MIT
// Rules in terms of the scores that a pair of pictures has.
#include "compare/rules/limits.h"

#include <algorithm>

#include "arguments/errors.h"
#include "compare/rules/scores.h"

namespace compare {
namespace {

class Translation {
 public:
  explicit Translation(const Frame& frame)
      : frame_(frame), scores_(score_names(photopic::kAllMetrics, frame.is_rgb())) {}

  Rule operator()(const PixelBound& bound) const {
    if (frame_.is_float() && bound.max_delta != 0) {
      throw arguments::UsageError(
          "max_delta of rules counts codes, and these pictures are floats; {\"score\": \"rgb_max_abs\", \"max\": X} "
          "bounds values");
    }
    return {bound};
  }

  Rule operator()(ScoreBound bound) const {
    if (bound.score == "psnr_rgb" && !frame_.is_rgb()) bound.score = "psnr_yuv";
    if (std::find(scores_.begin(), scores_.end(), bound.score) == scores_.end()) {
      throw arguments::UsageError("there is no score '" + bound.score + "' of " + (frame_.is_rgb() ? "RGB" : "YUV"));
    }
    const double code = frame_.is_float() ? 1.0 : frame_.peak() / 255.0;  // of 8 bits, in those of the pictures
    if (bound.is_in_squared_codes) bound.threshold *= code * code;
    bound.is_in_squared_codes = false;
    return {bound};
  }

  Rule operator()(const ClusterBound& bound) const { return {bound}; }

  Rule operator()(RuleGroup group) const {
    for (Rule& rule : group.rules) rule = std::visit(*this, rule.node);
    return {group};
  }

 private:
  const Frame& frame_;
  std::vector<std::string> scores_;
};

}  // namespace

Rule rule_for(const Rule& rule, const Frame& frame) { return std::visit(Translation(frame), rule.node); }

}  // namespace compare
