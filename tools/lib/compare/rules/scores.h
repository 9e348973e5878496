// SPDX-License-Identifier: MIT
// Results of metrics as named numbers.
#ifndef PHOTOPIC_TOOLS_COMPARE_RULES_SCORES_H
#define PHOTOPIC_TOOLS_COMPARE_RULES_SCORES_H

#include <photopic/image_metrics.h>

#include <cstdint>
#include <string>
#include <vector>

#include "compare/pictures/alpha.h"
#include "compare/rules/rule.h"

namespace compare {

/// On command lines and in messages, of one bit of photopic::Metric: "ssim-auto".
const char* metric_name(std::uint32_t metric);
/// What pictures must be for it to be defined, after "at least": "11 x 11 pixels".
const char* metric_size(std::uint32_t metric);
/// "errors, psnr, ..."
std::string metric_names();
/// Of a comma-separated list; "all" alone is all. Throws arguments::UsageError; `what` begins the message.
std::uint32_t metrics_of(const std::string& names, const std::string& what);

/// Named as libvmaf and FLIP name them, where they have them: docs/regression.md.
/// Of RGB with errors, also alpha_max_abs and alpha_pixels_differing.
Scores scores_of(const photopic::MetricsResult& result, bool is_rgb, const AlphaErrors& alpha = {});

/// Names of the scores that these metrics have.
std::vector<std::string> score_names(std::uint32_t metrics, bool is_rgb);

/// Metrics that a rule's scores need. Throws arguments::UsageError for an unknown score.
std::uint32_t metrics_for(const Rule& rule);

}  // namespace compare

#endif
