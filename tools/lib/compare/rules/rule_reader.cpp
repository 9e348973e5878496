// SPDX-License-Identifier: MIT
// Reading of rules from JSON.
#include <algorithm>
#include <charconv>
#include <limits>

#include "compare/rules/rule.h"
#include "json/text.h"

namespace compare {
namespace {

/// A member that bounds one score; [min, max] is what the score can be.
struct ScoreMember {
  const char* name;
  const char* score;
  bool is_lower;
  double min, max;
  bool is_in_squared_codes = false;
};
constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr ScoreMember kScoreMembers[] = {
    {"min_psnr_db", "psnr_rgb", true, -kInfinity, kInfinity},
    {"min_ssim", "float_ssim_scale1", true, -1.0, 1.0},
    {"min_ms_ssim", "float_ms_ssim", true, -1.0, 1.0},
    {"max_flip", "flip_mean", false, 0.0, 1.0},
    {"max_ciede2000", "ciede2000_mean_de", false, 0.0, kInfinity},
    {"max_delta_e2000", "delta_e2000_mean", false, 0.0, kInfinity},
    {"min_psnr_hvs_db", "psnr_hvs", true, -kInfinity, kInfinity},
    {"max_flip_p99", "flip_p99", false, 0.0, 1.0},
    {"max_flip_p999", "flip_p999", false, 0.0, 1.0},
    {"max_tile32_mse", "tile32_mse", false, 0.0, kInfinity, true},
    {"max_tile8_mse", "tile8_mse", false, 0.0, kInfinity, true},
    {"min_tile32_ssim", "tile32_ssim", true, -1.0, 1.0},
    {"min_tile8_ssim", "tile8_ssim", true, -1.0, 1.0},
    {"max_tile32_flip", "tile32_flip", false, 0.0, 1.0},
    {"max_tile8_flip", "tile8_flip", false, 0.0, 1.0},
};
constexpr const char* kOtherMembers[] = {
    "max_delta",   "delta_e2000",   "yiq",   "oklab", "max_pixels", "ignore_antialiasing",
    "max_cluster", "cluster_delta", "score", "min",   "max"};

Rule group_of(bool is_any, std::vector<Rule> rules) { return {RuleGroup{is_any, std::move(rules)}}; }

Rule of_preset(const char* score, bool is_lower, double threshold, bool is_in_squared_codes = false) {
  return {ScoreBound{score, is_lower, threshold, is_in_squared_codes, /*is_preset=*/true}};
}

Rule off_by(double delta, double percent) {
  return {PixelBound{{PixelDistance::Kind::codes, delta, false}, percent, true}};
}

/// Thresholds of backend and driver: tests/injuries passes and fails pictures by them.
Rule preset(const json::Node& node) {
  const std::string name = node.text();
  if (name == "exact") return {PixelBound{}};
  if (name == "backend") {
    return group_of(false, {off_by(2.0, 0.1),
                            of_preset("float_ssim_scale1", true, 0.999),
                            of_preset("tile32_mse", false, 16.0, true),
                            of_preset("tile8_mse", false, 64.0, true),
                            of_preset("tile32_ssim", true, 0.97),
                            {ClusterBound{4, 32}}});
  }
  if (name == "driver") {
    return group_of(false, {off_by(5.0, 0.5),
                            of_preset("float_ssim_scale1", true, 0.99),
                            of_preset("flip_mean", false, 0.02),
                            of_preset("tile32_mse", false, 1000.0, true),
                            of_preset("tile8_mse", false, 4000.0, true),
                            of_preset("tile32_ssim", true, 0.93),
                            of_preset("tile8_flip", false, 0.17),
                            of_preset("flip_p999", false, 0.25),
                            {ClusterBound{16, 64}}});
  }
  node.fail("there is no preset '" + name + "'; there are exact, backend, driver");
}

/// "0.5%"
double percent_of(const json::Node& node) {
  const std::string text = node.text();
  double percent = 0.0;
  const char* const end = text.data() + text.size();
  const std::from_chars_result result = std::from_chars(text.data(), end, percent);
  const bool is_percent = result.ec == std::errc() && std::string_view(result.ptr, end) == "%";
  if (!is_percent || !(percent >= 0.0 && percent <= 100.0)) {
    node.fail("'" + text + "' is not a percentage from 0% to 100%");
  }
  return percent;
}

/// Members that say how far apart pixels may be.
struct DistanceMember {
  const char* name;
  PixelDistance::Kind kind;
  double max;
};
constexpr DistanceMember kDistanceMembers[] = {{"max_delta", PixelDistance::Kind::codes, 255.0},
                                               {"delta_e2000", PixelDistance::Kind::delta_e2000, 200.0},
                                               {"yiq", PixelDistance::Kind::yiq, 1.0},
                                               {"oklab", PixelDistance::Kind::oklab, 1.0}};

/// Of all distances there are, max_pixels is the bound; without one, of a max_delta of 0.
void append_pixels(const json::Node& node, std::vector<Rule>& rules) {
  PixelBound bound;
  const auto max_pixels = node.find("max_pixels");
  if (max_pixels) {
    bound.is_percent = max_pixels->json().is_string();
    constexpr std::uint64_t kMaxPixels = std::uint64_t{1} << 32;
    bound.max_pixels = bound.is_percent ? percent_of(*max_pixels) : double(max_pixels->whole(0, kMaxPixels));
  }
  const auto edges = node.find("ignore_antialiasing");
  const bool ignores_edges = edges && edges->flag();
  bool has_distance = false, has_detector = false;
  for (const DistanceMember& member : kDistanceMembers) {
    const auto threshold = node.find(member.name);
    if (!threshold) continue;
    has_distance = true;
    has_detector = has_detector || has_edges(member.kind);
    bound.distance = {member.kind, threshold->number(0.0, member.max), ignores_edges && has_edges(member.kind)};
    rules.push_back({bound});
  }
  if (edges && !has_detector) edges->fail("of which distance? There is neither yiq nor oklab beside it");
  if (max_pixels && !has_distance) rules.push_back({bound});
}

void append_cluster(const json::Node& node, std::vector<Rule>& rules) {
  const auto pixels = node.find("max_cluster"), delta = node.find("cluster_delta");
  if (delta && !pixels) delta->fail("of which bound? There is no max_cluster beside it");
  if (!pixels) return;
  ClusterBound bound;
  bound.pixels = pixels->whole32(0, std::numeric_limits<std::uint32_t>::max());
  if (delta) bound.delta = delta->whole32(0, 255);
  rules.push_back({bound});
}

void append_named_score(const json::Node& node, std::vector<Rule>& rules) {
  const auto min = node.find("min"), max = node.find("max");
  const auto score = node.find("score");
  if (!score) {
    if (min) min->fail("of which score? There is no score beside it");
    if (max) max->fail("of which score? There is no score beside it");
    return;
  }
  const std::string name = score->words();
  if (!min && !max) score->fail("has neither min nor max beside it");
  if (min && max && min->number() > max->number()) min->fail("is above max");
  if (min) rules.push_back({ScoreBound{name, true, min->number()}});
  if (max) rules.push_back({ScoreBound{name, false, max->number()}});
}

void check_members(const json::Node& node) {
  for (const auto& [key, member] : node.members()) {
    const auto is_key = [&wanted = key](const char* name) { return wanted == name; };
    const bool is_score = std::any_of(std::begin(kScoreMembers), std::end(kScoreMembers),
                                      [&](const ScoreMember& one) { return is_key(one.name); });
    if (is_score || std::any_of(std::begin(kOtherMembers), std::end(kOtherMembers), is_key)) continue;
    std::string names = "all, any";
    for (const char* name : kOtherMembers) names += std::string(", ") + name;
    for (const ScoreMember& one : kScoreMembers) names += std::string(", ") + one.name;
    member.fail("a rule has no such member; there are " + names);
  }
}

Rule leaf(const json::Node& node) {
  check_members(node);
  std::vector<Rule> rules;
  append_pixels(node, rules);
  for (const ScoreMember& member : kScoreMembers) {
    const auto bound = node.find(member.name);
    if (!bound) continue;
    const double threshold = bound->number(member.min, member.max);
    rules.push_back({ScoreBound{member.score, member.is_lower, threshold, member.is_in_squared_codes}});
  }
  append_cluster(node, rules);
  append_named_score(node, rules);
  if (rules.empty()) node.fail("has no bound");
  return rules.size() == 1 ? rules.front() : group_of(false, std::move(rules));
}

/// One comparison looks for clusters beyond one delta.
void check_deltas(const json::Node& node, const std::vector<Rule>& rules) {
  std::optional<std::uint32_t> first;
  for (const Rule& rule : rules) {
    const std::optional<std::uint32_t> delta = cluster_delta_of(rule);
    if (!first) first = delta;
    if (delta == first || !delta) continue;
    node.fail("has clusters beyond " + std::to_string(*first) + " and beyond " + std::to_string(*delta) +
              " codes; cluster_delta must be the same in all of a rule, presets included");
  }
}

}  // namespace

Rule read_rule(const json::Node& node) {
  if (node.json().is_string()) return preset(node);
  if (!node.json().is_object()) node.fail("neither a preset's name nor an object");
  for (const char* key : {"all", "any"}) {
    const auto group = node.find(key);
    if (!group) continue;
    if (node.json().size() > 1) group->fail("has other members beside it");
    std::vector<Rule> rules;
    for (const json::Node& element : group->elements()) rules.push_back(read_rule(element));
    if (rules.empty()) group->fail("is empty");
    check_deltas(*group, rules);
    return group_of(std::string_view(key) == "any", std::move(rules));
  }
  return leaf(node);
}

Rule parse_rule(const std::string& text) {
  const bool is_json = text.starts_with('{') || text.starts_with('"');
  const json::Document document(is_json ? text : json::to_text(json::Json(text)));
  return read_rule(json::Node(document));
}

}  // namespace compare
