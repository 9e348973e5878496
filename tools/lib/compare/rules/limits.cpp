// SPDX-License-Identifier: MIT
// Rules in terms of the scores that a pair of pictures has.
#include "compare/rules/limits.h"

#include <algorithm>

#include "arguments/errors.h"
#include "compare/rules/scores.h"

namespace compare {
namespace {

/// Holds, and makes no check.
Rule nothing() { return {RuleGroup{false, {}}}; }

class Fitting {
 public:
  Fitting(const Frame& frame, bool are_equal)
      : frame_(frame),
        are_equal_(are_equal),
        scores_(score_names(photopic::kAllMetrics, frame.is_rgb())),
        supported_(photopic::supported_metrics(frame.format, frame.bits)) {}

  Rule operator()(const PixelBound& bound) const {
    if (bound.distance.kind != PixelDistance::Kind::codes) return perceived(bound);
    if (!frame_.is_float() || bound.distance.threshold == 0.0) return {bound};
    if (are_equal_) return nothing();
    throw arguments::UsageError(
        "max_delta of rules counts codes, and these pictures are floats; {\"score\": \"rgb_max_abs\", \"max\": X} "
        "bounds values");
  }

  Rule operator()(ScoreBound bound) {
    if (bound.score == "psnr_rgb" && !frame_.is_rgb()) bound.score = "psnr_yuv";
    if (std::find(scores_.begin(), scores_.end(), bound.score) == scores_.end()) {
      if (are_equal_) return nothing();
      throw arguments::UsageError("there is no score '" + bound.score + "' of " + (frame_.is_rgb() ? "RGB" : "YUV"));
    }
    const std::uint32_t missing = metrics_for(Rule{bound}) & ~available_metrics(frame_);
    const std::uint32_t too_small = missing & supported_;
    if (too_small != 0 && bound.is_preset) left_out_ |= too_small;
    if (missing != 0 && (are_equal_ || (too_small != 0 && bound.is_preset))) return nothing();
    if (bound.is_in_squared_codes) bound.threshold *= code_of(frame_) * code_of(frame_);
    bound.is_in_squared_codes = false;
    return {bound};
  }

  Rule operator()(const ClusterBound& bound) const { return {bound}; }

  Rule operator()(RuleGroup group) {
    for (Rule& rule : group.rules) rule = std::visit(*this, rule.node);
    return {group};
  }

  /// "left out: ssim (at least 11 x 11 pixels), ..."
  std::string note() const {
    std::string text;
    for (std::uint32_t bit = 1; (bit & photopic::kAllMetrics) != 0; bit <<= 1) {
      if ((left_out_ & bit) == 0) continue;
      text +=
          std::string(text.empty() ? "left out: " : ", ") + metric_name(bit) + " (at least " + metric_size(bit) + ")";
    }
    return text;
  }

 private:
  Rule perceived(const PixelBound& bound) const {
    if (frame_.is_rgb() && !frame_.is_float()) return {bound};
    if (are_equal_) return nothing();
    throw arguments::UsageError("delta_e2000, yiq and oklab of rules compare RGB codes, and these pictures are " +
                                std::string(frame_.is_float() ? "floats" : "YUV"));
  }

  const Frame& frame_;
  bool are_equal_;
  std::vector<std::string> scores_;
  std::uint32_t supported_;  ///< metrics, whatever the size
  std::uint32_t left_out_ = 0;
};

}  // namespace

FittedRule rule_for(const Rule& rule, const Frame& frame, bool are_equal) {
  Fitting fitting(frame, are_equal);
  return {.rule = std::visit(fitting, rule.node), .note = fitting.note()};
}

Measured measured_of(const Comparison& comparison, bool is_rgb, bool are_equal) {
  return {scores_of(comparison.result, is_rgb, comparison.alpha), comparison.pixels_above,
          comparison.result.errors.pixels, are_equal};
}

}  // namespace compare
