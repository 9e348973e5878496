// SPDX-License-Identifier: MIT
// Names of scores, and the metrics that they come from.
#include "compare/rules/scores.h"

#include <algorithm>
#include <sstream>

#include "arguments/errors.h"
#include "arguments/words.h"

namespace compare {
namespace {

using photopic::MetricsResult;

/// Of RGB the errors are of these channels; of planes, of those of the PSNR.
constexpr const char* kChannels[] = {"r", "g", "b"};
constexpr const char* kPlanes[] = {"y", "cb", "cr"};

void add_means(const std::string& name, const std::string& suffix, const photopic::SsimMeans& means, Scores& scores) {
  scores.emplace_back(name + "_l" + suffix, means.luminance);
  scores.emplace_back(name + "_c" + suffix, means.contrast);
  scores.emplace_back(name + "_s" + suffix, means.structure);
}

void add_errors(const MetricsResult& result, bool is_rgb, Scores& scores) {
  const photopic::ErrorResult& errors = result.errors;
  const std::string prefix = is_rgb ? "rgb_" : "yuv_";
  scores.emplace_back(prefix + "sse", errors.squared_error);
  scores.emplace_back(prefix + "mse", errors.mse);
  scores.emplace_back(is_rgb ? "psnr_rgb" : "psnr_yuv", errors.psnr_db);
  for (std::size_t i = 0; i < 3; ++i) {
    const std::string channel = is_rgb ? kChannels[i] : kPlanes[i];
    scores.emplace_back("sse_" + channel, errors.channels[i].squared_error);
  }
  scores.emplace_back(prefix + "max_abs", errors.max_error);
  scores.emplace_back("max_abs_x", errors.max_x);
  scores.emplace_back("max_abs_y", errors.max_y);
  scores.emplace_back("pixels_differing", double(errors.differing_pixels));
  scores.emplace_back("pixels_above", double(errors.pixels_above));
  scores.emplace_back("pixels_above_percent", 100.0 * double(errors.pixels_above) / double(errors.pixels));
  scores.emplace_back("pixels", double(errors.pixels));
  scores.emplace_back("pixels_masked", double(errors.masked_pixels));
}

void add_psnr(const MetricsResult& result, bool /*is_rgb*/, Scores& scores) {
  for (std::size_t i = 0; i < 3; ++i) {
    scores.emplace_back(std::string("psnr_") + kPlanes[i], result.psnr.db[i]);
    scores.emplace_back(std::string("mse_") + kPlanes[i], result.psnr.mse[i]);
  }
  scores.emplace_back("float_moment_ref1st", result.psnr.reference_moments[0]);
  scores.emplace_back("float_moment_dis1st", result.psnr.test_moments[0]);
  scores.emplace_back("float_moment_ref2nd", result.psnr.reference_moments[1]);
  scores.emplace_back("float_moment_dis2nd", result.psnr.test_moments[1]);
}

void add_ssim(const MetricsResult& result, bool /*is_rgb*/, Scores& scores) {
  scores.emplace_back("float_ssim_scale1", result.ssim.score);
}

void add_ssim_auto(const MetricsResult& result, bool /*is_rgb*/, Scores& scores) {
  scores.emplace_back("float_ssim", result.ssim_auto.score);
  add_means("float_ssim", "", result.ssim_auto.means, scores);
}

void add_ms_ssim(const MetricsResult& result, bool /*is_rgb*/, Scores& scores) {
  scores.emplace_back("float_ms_ssim", result.ms_ssim.score);
  for (std::size_t i = 0; i < result.ms_ssim.scales.size(); ++i) {
    add_means("float_ms_ssim", "_scale" + std::to_string(i), result.ms_ssim.scales[i], scores);
  }
}

void add_ciede2000(const MetricsResult& result, bool /*is_rgb*/, Scores& scores) {
  scores.emplace_back("ciede2000", result.ciede2000.score);
  scores.emplace_back("ciede2000_mean_de", result.ciede2000.mean_de);
}

void add_delta_e2000(const MetricsResult& result, bool /*is_rgb*/, Scores& scores) {
  scores.emplace_back("delta_e2000_mean", result.delta_e2000.mean);
  scores.emplace_back("delta_e2000_max", result.delta_e2000.max);
  scores.emplace_back("delta_e2000_p95", result.delta_e2000.p95);
}

void add_psnr_hvs(const MetricsResult& result, bool /*is_rgb*/, Scores& scores) {
  for (std::size_t i = 0; i < 3; ++i) {
    scores.emplace_back(std::string("psnr_hvs_") + kPlanes[i], result.psnr_hvs.db[i]);
  }
  scores.emplace_back("psnr_hvs", result.psnr_hvs.combined_db);
}

void add_flip(const MetricsResult& result, bool /*is_rgb*/, Scores& scores) {
  const photopic::FlipResult& flip = result.flip;
  scores.emplace_back("flip_mean", flip.mean);
  scores.emplace_back("flip_weighted_median", flip.weighted_median);
  scores.emplace_back("flip_1st_weighted_quartile", flip.weighted_first_quartile);
  scores.emplace_back("flip_3rd_weighted_quartile", flip.weighted_third_quartile);
  scores.emplace_back("flip_min", flip.min);
  scores.emplace_back("flip_max", flip.max);
  scores.emplace_back("flip_p99", flip.p99);
  scores.emplace_back("flip_p999", flip.p999);
}

void add_tiles(const std::string& name, const photopic::WorstTiles& tiles, Scores& scores) {
  for (const auto& [prefix, tile] : {std::pair{"tile32_", tiles.large}, {"tile8_", tiles.small}}) {
    scores.emplace_back(prefix + name, tile.score);
    scores.emplace_back(prefix + name + "_x", tile.x);
    scores.emplace_back(prefix + name + "_y", tile.y);
  }
}

void add_error_tiles(const MetricsResult& result, bool /*is_rgb*/, Scores& scores) {
  add_tiles("mse", result.error_tiles, scores);
}

void add_ssim_tiles(const MetricsResult& result, bool /*is_rgb*/, Scores& scores) {
  add_tiles("ssim", result.ssim_tiles, scores);
}

void add_flip_tiles(const MetricsResult& result, bool /*is_rgb*/, Scores& scores) {
  add_tiles("flip", result.flip_tiles, scores);
}

void add_cluster(const MetricsResult& result, bool /*is_rgb*/, Scores& scores) {
  const photopic::ClusterResult& cluster = result.cluster;
  scores.emplace_back("cluster_pixels", cluster.pixels);
  scores.emplace_back("cluster_x", cluster.x);
  scores.emplace_back("cluster_y", cluster.y);
  scores.emplace_back("cluster_width", cluster.width);
  scores.emplace_back("cluster_height", cluster.height);
}

struct NamedMetric {
  photopic::Metric bit;
  const char* name;
  const char* size;  ///< of pictures that have it, "at least ..."
  void (*add)(const MetricsResult& result, bool is_rgb, Scores& scores);
};

// In the order in which reports have their scores.
constexpr NamedMetric kMetrics[] = {
    {photopic::kMetricErrors, "errors", "1 x 1 pixels", add_errors},
    {photopic::kMetricPsnr, "psnr", "1 x 1 pixels", add_psnr},
    {photopic::kMetricSsimAuto, "ssim-auto", "11 x 11 pixels", add_ssim_auto},
    {photopic::kMetricSsim, "ssim", "11 x 11 pixels", add_ssim},
    {photopic::kMetricMsSsim, "ms-ssim", "176 x 176 pixels", add_ms_ssim},
    {photopic::kMetricCiede2000, "ciede2000", "1 x 1 pixels", add_ciede2000},
    {photopic::kMetricDeltaE2000, "delta-e2000", "1 x 1 pixels", add_delta_e2000},
    {photopic::kMetricPsnrHvs, "psnr-hvs", "8 x 8 samples in each plane", add_psnr_hvs},
    {photopic::kMetricFlip, "flip", "1 x 1 pixels", add_flip},
    {photopic::kMetricErrorTiles, "error-tiles", "1 x 1 pixels", add_error_tiles},
    {photopic::kMetricSsimTiles, "ssim-tiles", "11 x 11 pixels", add_ssim_tiles},
    {photopic::kMetricFlipTiles, "flip-tiles", "1 x 1 pixels", add_flip_tiles},
    {photopic::kMetricCluster, "cluster", "1 x 1 pixels", add_cluster},
};
static_assert([] {
  std::uint32_t bits = 0;
  for (const NamedMetric& metric : kMetrics) bits |= metric.bit;
  return bits;
}() == photopic::kAllMetrics);

const NamedMetric& named(std::uint32_t metric) {
  return *std::find_if(std::begin(kMetrics), std::end(kMetrics),
                       [=](const NamedMetric& row) { return row.bit == metric; });
}

}  // namespace

const char* metric_name(std::uint32_t metric) { return named(metric).name; }
const char* metric_size(std::uint32_t metric) { return named(metric).size; }

std::string metric_names() {
  std::string names;
  for (const NamedMetric& metric : kMetrics) names += std::string(names.empty() ? "" : ", ") + metric.name;
  return names;
}

std::uint32_t metrics_of(const std::string& names, const std::string& what) {
  if (names == "all") return photopic::kAllMetrics;
  std::uint32_t metrics = 0;
  std::istringstream list(names);
  for (std::string name; std::getline(list, name, ',');) {
    const auto* const found = std::find_if(std::begin(kMetrics), std::end(kMetrics),
                                           [&](const NamedMetric& metric) { return name == metric.name; });
    if (found == std::end(kMetrics)) {
      if (name == "all") throw arguments::UsageError(what + ": 'all' stands alone, not in a list");
      throw arguments::UsageError(what + ": '" + name + "' is none of " + metric_names() + ", all");
    }
    metrics |= found->bit;
  }
  if (metrics == 0) throw arguments::UsageError(what + ": names no metric");
  return metrics;
}

Scores scores_of(const MetricsResult& result, bool is_rgb, const AlphaErrors& alpha) {
  Scores scores;
  for (const NamedMetric& metric : kMetrics) {
    if ((result.metrics & metric.bit) != 0) metric.add(result, is_rgb, scores);
  }
  if (is_rgb && (result.metrics & photopic::kMetricErrors) != 0) {
    scores.emplace_back("alpha_max_abs", alpha.max_abs);
    scores.emplace_back("alpha_pixels_differing", double(alpha.pixels_differing));
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

Measured measured_of(const MetricsResult& result, bool is_rgb, const AlphaErrors& alpha) {
  return {scores_of(result, is_rgb, alpha), result.errors.histogram, result.errors.pixels};
}

std::uint32_t metrics_for(const Rule& rule) {
  std::uint32_t metrics = photopic::kMetricErrors;  // what every report shows
  for (const std::string& score : needed_scores(rule)) {
    const auto has_score = [&](const NamedMetric& metric) {
      const std::vector<std::string> rgb = score_names(metric.bit, true), yuv = score_names(metric.bit, false);
      return std::find(rgb.begin(), rgb.end(), score) != rgb.end() ||
             std::find(yuv.begin(), yuv.end(), score) != yuv.end();
    };
    const auto* const found = std::find_if(std::begin(kMetrics), std::end(kMetrics), has_score);
    if (found == std::end(kMetrics)) throw arguments::UsageError("rules: there is no score '" + score + "'");
    metrics |= found->bit;
  }
  return metrics;
}

}  // namespace compare
