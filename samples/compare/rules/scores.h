// SPDX-License-Identifier: MIT
// Results of metrics as named numbers.
#ifndef PHOTOPIC_SAMPLES_COMPARE_RULES_SCORES_H
#define PHOTOPIC_SAMPLES_COMPARE_RULES_SCORES_H

#include <photopic/image_metrics.h>

#include <iterator>
#include <string>
#include <vector>

#include "compare/rules/rule.h"

namespace compare {

/// "errors", "psnr", "ssim", "ssim-auto", "ms-ssim", "ciede2000", "psnr-hvs", "flip": bit i is name i.
inline constexpr const char* kMetricNames[] = {"errors",  "psnr",      "ssim",     "ssim-auto",
                                               "ms-ssim", "ciede2000", "psnr-hvs", "flip"};
static_assert((1u << std::size(kMetricNames)) - 1 == photopic::kAllMetrics);
/// Of a comma-separated list; "all" alone is all. Throws arguments::UsageError; `what` begins the message.
std::uint32_t metrics_of(const std::string& names, const std::string& what);

/// Named as libvmaf and FLIP name them, where they have them: docs/regression.md.
Scores scores_of(const photopic::MetricsResult& result, bool is_rgb);

/// Names of the scores that these metrics have.
std::vector<std::string> score_names(std::uint32_t metrics, bool is_rgb);

/// For rules.
Measured measured_of(const photopic::MetricsResult& result, bool is_rgb);

/// Metrics that a rule's scores need. Throws arguments::UsageError for an unknown score.
std::uint32_t metrics_for(const Rule& rule);

}  // namespace compare

#endif
