// SPDX-License-Identifier: MIT
// Names of scores, and the metrics that they come from.
#include "compare/rules/scores.h"

#include <photopic/metric_values.h>

#include <algorithm>
#include <sstream>

#include "arguments/errors.h"
#include "arguments/words.h"

namespace compare {
namespace {

using photopic::MetricsResult;

const photopic::MetricInfo& named(std::uint32_t metric) {
  const photopic::MetricTable table = photopic::metric_table();
  return *std::find_if(table.begin(), table.end(), [=](const photopic::MetricInfo& row) { return row.bit == metric; });
}

// Of alpha, which the module doesn't compare: with the errors of RGB.
constexpr const char* kAlphaMaxAbs = "alpha_max_abs";
constexpr const char* kAlphaPixelsDiffering = "alpha_pixels_differing";

std::vector<const char*> metric_words() {
  std::vector<const char*> words;
  for (const photopic::MetricInfo& metric : photopic::metric_table()) words.push_back(metric.word);
  return words;
}

}  // namespace

const char* metric_name(std::uint32_t metric) { return named(metric).word; }
const char* metric_size(std::uint32_t metric) { return named(metric).size; }

std::string metric_names() { return arguments::word_list(metric_words()); }

std::uint32_t metrics_of(const std::string& names, const std::string& what) {
  if (names == "all") return photopic::kAllMetrics;
  std::uint32_t metrics = 0;
  std::istringstream list(names);
  for (std::string name; std::getline(list, name, ',');) {
    if (name == "all") throw arguments::UsageError(what + ": 'all' stands alone, not in a list");
    metrics |= photopic::metric_table().begin()[arguments::word_index(metric_words(), name, what, "all")].bit;
  }
  if (metrics == 0) throw arguments::UsageError(what + ": names no metric");
  return metrics;
}

Scores scores_of(const MetricsResult& result, bool is_rgb, const AlphaErrors& alpha) {
  Scores scores;
  for (const photopic::MetricValueInfo& row : photopic::metric_value_table()) {
    if ((result.metrics & row.metric) != 0) scores.emplace_back(is_rgb ? row.of_rgb : row.of_planes, row.value(result));
  }
  if (is_rgb && (result.metrics & photopic::kMetricErrors) != 0) {
    scores.emplace_back(kAlphaMaxAbs, alpha.max_abs);
    scores.emplace_back(kAlphaPixelsDiffering, double(alpha.pixels_differing));
  }
  return scores;
}

std::vector<std::string> score_names(std::uint32_t metrics, bool is_rgb) {
  MetricsResult result;
  result.metrics = metrics;
  std::vector<std::string> names;
  for (const auto& [name, value] : scores_of(result, is_rgb)) names.push_back(name);
  return names;
}

std::uint32_t metrics_for(const Rule& rule) {
  std::uint32_t metrics = photopic::kMetricErrors;  // what every report shows
  const photopic::MetricValueTable table = photopic::metric_value_table();
  for (const std::string& score : needed_scores(rule)) {
    if (score == kAlphaMaxAbs || score == kAlphaPixelsDiffering) continue;  // of errors
    const auto* const found = std::find_if(table.begin(), table.end(), [&](const photopic::MetricValueInfo& row) {
      return score == row.of_rgb || score == row.of_planes;
    });
    if (found == table.end()) throw arguments::UsageError("rules: there is no score '" + score + "'");
    metrics |= found->metric;
  }
  return metrics;
}

}  // namespace compare
