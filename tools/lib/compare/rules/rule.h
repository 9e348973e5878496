// SPDX-License-Identifier: MIT
// Rules on the difference between a picture and its golden.
#ifndef PHOTOPIC_TOOLS_COMPARE_RULES_RULE_H
#define PHOTOPIC_TOOLS_COMPARE_RULES_RULE_H

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "compare/rules/pixel_distance.h"
#include "json/node.h"

namespace compare {

/// Named scores in the order of their making. Names are those of `photopic compare --json`; a value may be infinite
/// (equal pictures) or NaN.
using Scores = std::vector<std::pair<std::string, double>>;

/// One comparison that a rule made.
struct Check {
  std::string text;        ///< "float_ssim_scale1 >= 0.99"
  double value = 0.0;      ///< what was measured
  double threshold = 0.0;  ///< what it was held against
  /// How far inside the threshold, in units of it: (value - threshold) / |threshold| for lower bounds, the negative for
  /// upper ones (threshold 0: the plain difference). Negative: the check doesn't hold.
  double margin = 0.0;
  bool holds = false;
};

/// text, value, threshold, margin, holds
json::Json json_of(const Check& check);

/// Few pixels may be far off.
struct PixelBound {
  PixelDistance distance;
  double max_pixels = 0.0;  ///< how many may be further off: a whole number, or percent of the picture
  bool is_percent = false;
};

/// A score may not be below, or above, a threshold.
struct ScoreBound {
  std::string score;
  bool is_lower = true;
  double threshold = 0.0;
  /// The threshold is in squared codes of 8 bits, and the score in those of the pictures; see rule_for().
  bool is_in_squared_codes = false;
  bool is_preset = false;  ///< one of a preset's, which is left out where pictures are too small for it
};

/// No cluster of pixels that are far off may be large.
struct ClusterBound {
  std::uint32_t delta = 0;   ///< codes, 0..255: a pixel belongs to one when a channel differs by more
  std::uint32_t pixels = 0;  ///< that the largest may have
};

struct Rule;
struct RuleGroup {
  bool is_any = false;  ///< one of the rules must hold, otherwise all
  std::vector<Rule> rules;
};

struct Rule {
  std::variant<PixelBound, ScoreBound, ClusterBound, RuleGroup> node;
};

/// A preset's name ("exact", "backend", "driver") or a tree:
/// - {"max_delta": 5, "max_pixels": 10 or "0.5%"}, each alone having 0 for the other;
/// - {"delta_e2000": 2}, {"yiq": 0.1}, {"oklab": 0.1} with max_pixels, which is 0 alone; of the latter two
///   with "ignore_antialiasing": true;
/// - {"min_psnr_db"}, {"min_ssim"}, {"min_ms_ssim"}, {"max_flip"}, {"max_ciede2000"}, {"max_delta_e2000"},
///   {"min_psnr_hvs_db"};
/// - {"max_tile32_mse"}, {"min_tile32_ssim"}, {"max_tile32_flip"}, the same of tile8, {"max_flip_p99"},
///   {"max_flip_p999"};
/// - {"max_cluster": 20, "cluster_delta": 8}, by default 0; all deltas of a rule must be the same;
/// - {"score": NAME} with "min", "max" or both;
/// - several of these in one object, which must all hold;
/// - {"all": [...]}, {"any": [...]} of rules.
/// Throws json::Error.
Rule read_rule(const json::Node& node);
/// The same of a preset's name or JSON text.
Rule parse_rule(const std::string& text);

/// "all of (max delta 5 but for 0.5% of the pixels, float_ssim_scale1 >= 0.99)"
std::string words_of(const Rule& rule);

/// Names of the scores that evaluate() looks for, each once, in the order of the rule.
std::vector<std::string> needed_scores(const Rule& rule);

/// The distances of its bounds on pixels, each once.
std::vector<PixelDistance> distances_of(const Rule& rule);
/// The same rule where `ignores_antialiasing` of a case is so of all its bounds by perceived colour, too.
Rule without_antialiasing(const Rule& rule);

/// The delta of its bounds on clusters, codes, which is the same in all of them; or none.
std::optional<std::uint32_t> cluster_delta_of(const Rule& rule);

/// What was found out about a pair of pictures.
struct Measured {
  Scores scores;
  std::map<PixelDistance, std::uint64_t> pixels_above;  ///< that are further off, by distances of the rule
  std::uint64_t pixels = 0;                             ///< that were compared; 0 holds no bound on them
  bool are_equal = false;                               ///< the pictures: what can't be measured of them holds
};

struct Verdict {
  bool holds = false;
  std::vector<Check> checks;  ///< of every leaf, in the order of the rule; of `any`, those that don't matter too
  std::string text;           ///< words_of() the rule
};

/// NaN holds no bound, nor does a score that wasn't measured, whose check has NaN and says so. Margins of both are
/// minus infinity. Of equal pictures both hold, without a check.
Verdict evaluate(const Rule& rule, const Measured& measured);

}  // namespace compare

#endif
