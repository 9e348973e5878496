// SPDX-License-Identifier: MIT
// Evaluation and wording of rules.
#include "compare/rules/rule.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <stdexcept>

#include "json/values.h"

namespace compare {
namespace {

constexpr const char* kClusterScore = "cluster_pixels";

std::string limit_text(const PixelBound& bound) {
  return json::number_text(bound.max_pixels) + (bound.is_percent ? "%" : "");
}

/// "5", "2 in CIEDE2000", "0.1 in YIQ but for anti-aliased edges"
std::string distance_text(const PixelDistance& distance) {
  constexpr const char* kSpaces[] = {"", " in CIEDE2000", " in YIQ", " in OKLab"};
  return json::number_text(distance.threshold) + kSpaces[std::size_t(distance.kind)] +
         (distance.ignores_antialiasing ? " but for anti-aliased edges" : "");
}

std::string text_of(const PixelDistance& distance) {
  const bool is_delta = distance.kind == PixelDistance::Kind::codes;
  return (is_delta ? "delta " : "distance ") + distance_text(distance);
}

std::string text_of(const ScoreBound& bound) {
  return bound.score + (bound.is_lower ? " >= " : " <= ") + json::number_text(bound.threshold);
}

std::string text_of(const ClusterBound& bound) {
  return "largest cluster off by more than " + std::to_string(bound.delta) + " <= " + std::to_string(bound.pixels);
}

struct Words {
  std::string operator()(const PixelBound& bound) const {
    std::string words = "max " + text_of(bound.distance);
    if (bound.max_pixels == 0.0) return words;
    words += " but for " + limit_text(bound);
    if (bound.is_percent) return words + " of the pixels";
    return words + (bound.max_pixels == 1.0 ? " pixel" : " pixels");
  }
  std::string operator()(const ScoreBound& bound) const { return text_of(bound); }
  std::string operator()(const ClusterBound& bound) const { return text_of(bound); }
  std::string operator()(const RuleGroup& group) const {
    std::string words = group.is_any ? "any of (" : "all of (";
    for (const Rule& rule : group.rules) words += (&rule == &group.rules.front() ? "" : ", ") + words_of(rule);
    return words + ")";
  }
};

struct Needs {
  void operator()(const PixelBound&) const {}
  void operator()(const ScoreBound& bound) const { add(bound.score); }
  void operator()(const ClusterBound&) const { add(kClusterScore); }
  void operator()(const RuleGroup& group) const {
    for (const Rule& rule : group.rules) std::visit(*this, rule.node);
  }

  void add(const std::string& score) const {
    if (std::find(names.begin(), names.end(), score) == names.end()) names.push_back(score);
  }

  std::vector<std::string>& names;
};

Check check_of(const std::string& text, double value, double threshold, bool is_lower) {
  Check check = {text, value, threshold, -std::numeric_limits<double>::infinity(), false};
  if (std::isnan(value)) return check;
  const double inside = is_lower ? value - threshold : threshold - value;
  check.margin = threshold == 0.0 ? inside : inside / std::fabs(threshold);
  check.holds = is_lower ? value >= threshold : value <= threshold;
  return check;
}

/// Evaluates a node and appends the checks of its leaves.
struct Evaluation {
  bool operator()(const PixelBound& bound) const {
    const auto found = measured.pixels_above.find(bound.distance);
    if (found == measured.pixels_above.end()) throw std::logic_error("pixels of the rule weren't counted");
    const auto count = double(found->second);
    // Percents rounded once: on the threshold itself the quotient is the number that the rule's text was read as.
    double value = bound.is_percent ? 100.0 * count / double(measured.pixels) : count;
    if (measured.pixels == 0) value = std::numeric_limits<double>::quiet_NaN();
    const std::string text = "pixels off by more than " + distance_text(bound.distance) + " <= " + limit_text(bound);
    return add(check_of(text, value, bound.max_pixels, false));
  }

  bool operator()(const ScoreBound& bound) const {
    return add_score(bound.score, text_of(bound), bound.threshold, bound.is_lower);
  }

  bool operator()(const ClusterBound& bound) const {
    return add_score(kClusterScore, text_of(bound), bound.pixels, false);
  }

  bool operator()(const RuleGroup& group) const {
    std::size_t holding = 0;
    for (const Rule& rule : group.rules) holding += std::visit(*this, rule.node);
    return group.is_any ? holding > 0 : holding == group.rules.size();
  }

  bool add_score(const std::string& name, const std::string& text, double threshold, bool is_lower) const {
    const auto score = std::find_if(measured.scores.begin(), measured.scores.end(),
                                    [&](const auto& one) { return one.first == name; });
    const bool is_known = score != measured.scores.end() && !std::isnan(score->second);
    if (!is_known && measured.are_equal) return true;
    if (score == measured.scores.end()) {
      const double none = std::numeric_limits<double>::quiet_NaN();
      return add(check_of(text + " (not measured)", none, threshold, is_lower));
    }
    return add(check_of(text, score->second, threshold, is_lower));
  }

  bool add(Check check) const {
    checks.push_back(std::move(check));
    return checks.back().holds;
  }

  const Measured& measured;
  std::vector<Check>& checks;
};

}  // namespace

json::Json json_of(const Check& check) {
  return {{"text", check.text},
          {"value", json::json_of(check.value)},
          {"threshold", json::json_of(check.threshold)},
          {"margin", json::json_of(check.margin)},
          {"holds", check.holds}};
}

std::string words_of(const Rule& rule) { return std::visit(Words{}, rule.node); }

std::vector<std::string> needed_scores(const Rule& rule) {
  std::vector<std::string> names;
  std::visit(Needs{names}, rule.node);
  return names;
}

std::vector<PixelDistance> distances_of(const Rule& rule) {
  if (const auto* bound = std::get_if<PixelBound>(&rule.node)) return {bound->distance};
  std::vector<PixelDistance> distances;
  if (const auto* group = std::get_if<RuleGroup>(&rule.node)) {
    for (const Rule& one : group->rules) {
      for (const PixelDistance& distance : distances_of(one)) {
        if (std::find(distances.begin(), distances.end(), distance) == distances.end()) distances.push_back(distance);
      }
    }
  }
  return distances;
}

Rule without_antialiasing(const Rule& rule) {
  Rule changed = rule;
  if (auto* bound = std::get_if<PixelBound>(&changed.node)) {
    bound->distance.ignores_antialiasing = has_edges(bound->distance.kind);
  }
  if (auto* group = std::get_if<RuleGroup>(&changed.node)) {
    for (Rule& one : group->rules) one = without_antialiasing(one);
  }
  return changed;
}

std::optional<std::uint32_t> cluster_delta_of(const Rule& rule) {
  if (const auto* bound = std::get_if<ClusterBound>(&rule.node)) return bound->delta;
  if (const auto* group = std::get_if<RuleGroup>(&rule.node)) {
    for (const Rule& one : group->rules) {
      if (const std::optional<std::uint32_t> delta = cluster_delta_of(one)) return delta;
    }
  }
  return std::nullopt;
}

Verdict evaluate(const Rule& rule, const Measured& measured) {
  Verdict verdict = {false, {}, words_of(rule)};
  verdict.holds = std::visit(Evaluation{measured, verdict.checks}, rule.node);
  return verdict;
}

}  // namespace compare
