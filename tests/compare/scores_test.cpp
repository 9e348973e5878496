// SPDX-License-Identifier: MIT
// Tests of scores: names, layouts of pixels, metrics that rules need.
#include "compare/rules/scores.h"

#include <gtest/gtest.h>
#include <photopic/metric_values.h>

#include <algorithm>
#include <map>
#include <set>

#include "arguments/errors.h"
#include "json/document.h"

namespace {

using photopic::MetricsResult;

std::string message_of(const std::string& list) {
  try {
    compare::metrics_of(list, "--metrics");
  } catch (const arguments::UsageError& error) {
    return error.what();
  }
  return "";
}

compare::Rule rule_of(const std::string& json) {
  const json::Document document(json);
  return compare::read_rule(json::Node(document));
}

std::map<std::string, double> map_of(const compare::Scores& scores) {
  const std::map<std::string, double> map(scores.begin(), scores.end());
  EXPECT_EQ(map.size(), scores.size()) << "a name is there twice";
  return map;
}

TEST(CompareScores, MetricsByName) {
  EXPECT_EQ(compare::metrics_of("all", "--metrics"), photopic::kAllMetrics);
  EXPECT_EQ(compare::metrics_of("errors", "--metrics"), photopic::kMetricErrors);
  EXPECT_EQ(compare::metrics_of("psnr", "--metrics"), photopic::kMetricPsnr);
  EXPECT_EQ(compare::metrics_of("ssim", "--metrics"), photopic::kMetricSsim);
  EXPECT_EQ(compare::metrics_of("ssim-auto", "--metrics"), photopic::kMetricSsimAuto);
  EXPECT_EQ(compare::metrics_of("ms-ssim", "--metrics"), photopic::kMetricMsSsim);
  EXPECT_EQ(compare::metrics_of("ciede2000", "--metrics"), photopic::kMetricCiede2000);
  EXPECT_EQ(compare::metrics_of("psnr-hvs", "--metrics"), photopic::kMetricPsnrHvs);
  EXPECT_EQ(compare::metrics_of("flip", "--metrics"), photopic::kMetricFlip);
  EXPECT_EQ(compare::metrics_of("flip,psnr,flip", "--metrics"), photopic::kMetricFlip | photopic::kMetricPsnr);
}

TEST(CompareScores, UnknownMetricsAreNamed) {
  std::string known;
  for (const photopic::MetricInfo& metric : photopic::metric_table()) known += metric.word + std::string(", ");
  known += "all";
  EXPECT_EQ(message_of("vmaf"), "--metrics: 'vmaf' is none of " + known);
  EXPECT_EQ(message_of("ssim,,psnr"), "--metrics: '' is none of " + known);
  EXPECT_EQ(message_of("SSIM"), "--metrics: 'SSIM' is none of " + known);
  EXPECT_EQ(message_of("ssim,all"), "--metrics: 'all' stands alone, not in a list");
  EXPECT_EQ(message_of(""), "--metrics: names no metric");
}

TEST(CompareScores, OfRgbHaveTheirNames) {
  MetricsResult result;
  result.metrics = photopic::kAllMetrics;
  result.errors.squared_error = 600.0;
  result.errors.mse = 2.0;
  result.errors.psnr_db = 45.0;
  result.errors.channels[0].squared_error = 100.0;
  result.errors.channels[2].squared_error = 300.0;
  result.errors.max_error = 9.0;
  result.errors.max_x = 3;
  result.errors.max_y = 4;
  result.errors.pixels = 200;
  result.errors.masked_pixels = 17;
  result.errors.differing_pixels = 50;
  result.errors.pixels_above = 5;
  result.psnr.db = {40.0, 41.0, 42.0};
  result.psnr.mse = {1.0, 2.0, 3.0};
  result.psnr.test_moments = {120.0, 17000.0};
  result.ssim.score = 0.8;
  result.ssim_auto.score = 0.9;
  result.ssim_auto.means = {0.99, 0.98, 0.97};
  result.ms_ssim.score = 0.95;
  result.ms_ssim.scales[4].structure = 0.5;
  result.ciede2000 = {38.0, 2.2};
  result.delta_e2000 = {1.5, 20.0, 4.5};
  result.psnr_hvs = {{30.0, 31.0, 32.0}, 30.5};
  result.flip = {0.1, 0.05, 0.06, 0.07, 0.01, 0.6, 0.3, 0.4};
  result.error_tiles = {{9.0, 4, 8}, {7.0, 16, 32}};
  result.ssim_tiles = {{0.5, 1, 2}, {0.75, 3, 4}};
  result.flip_tiles = {{0.25, 1, 2}, {0.125, 3, 4}};
  result.cluster = {42, 5, 6, 7, 8};
  const std::map<std::string, double> expected = {{"rgb_sse", 600.0},
                                                  {"rgb_mse", 2.0},
                                                  {"psnr_rgb", 45.0},
                                                  {"sse_r", 100.0},
                                                  {"sse_b", 300.0},
                                                  {"rgb_max_abs", 9.0},
                                                  {"max_abs_x", 3.0},
                                                  {"max_abs_y", 4.0},
                                                  {"pixels", 200.0},
                                                  {"pixels_masked", 17.0},
                                                  {"pixels_differing", 50.0},
                                                  {"pixels_above", 5.0},
                                                  {"pixels_above_percent", 2.5},
                                                  {"psnr_y", 40.0},
                                                  {"psnr_cb", 41.0},
                                                  {"psnr_cr", 42.0},
                                                  {"mse_y", 1.0},
                                                  {"mse_cr", 3.0},
                                                  {"float_moment_dis1st", 120.0},
                                                  {"float_moment_dis2nd", 17000.0},
                                                  {"float_ssim_scale1", 0.8},
                                                  {"float_ssim", 0.9},
                                                  {"float_ssim_l", 0.99},
                                                  {"float_ssim_c", 0.98},
                                                  {"float_ssim_s", 0.97},
                                                  {"float_ms_ssim", 0.95},
                                                  {"float_ms_ssim_s_scale4", 0.5},
                                                  {"ciede2000", 38.0},
                                                  {"ciede2000_mean_de", 2.2},
                                                  {"delta_e2000_mean", 1.5},
                                                  {"delta_e2000_max", 20.0},
                                                  {"delta_e2000_p95", 4.5},
                                                  {"psnr_hvs", 30.5},
                                                  {"psnr_hvs_y", 30.0},
                                                  {"psnr_hvs_cb", 31.0},
                                                  {"psnr_hvs_cr", 32.0},
                                                  {"flip_mean", 0.1},
                                                  {"flip_1st_weighted_quartile", 0.05},
                                                  {"flip_weighted_median", 0.06},
                                                  {"flip_3rd_weighted_quartile", 0.07},
                                                  {"flip_min", 0.01},
                                                  {"flip_max", 0.6},
                                                  {"flip_p99", 0.3},
                                                  {"flip_p999", 0.4},
                                                  {"tile8_mse", 9.0},
                                                  {"tile8_mse_y", 8.0},
                                                  {"tile32_mse", 7.0},
                                                  {"tile32_mse_x", 16.0},
                                                  {"tile8_ssim", 0.5},
                                                  {"tile32_ssim", 0.75},
                                                  {"tile8_flip", 0.25},
                                                  {"tile32_flip", 0.125},
                                                  {"cluster_pixels", 42.0},
                                                  {"cluster_x", 5.0},
                                                  {"cluster_height", 8.0}};
  const std::map<std::string, double> scores = map_of(compare::scores_of(result, true));
  for (const auto& [name, value] : expected) {
    ASSERT_TRUE(scores.contains(name)) << name;
    EXPECT_EQ(scores.at(name), value) << name;
  }
}

TEST(CompareScores, OfPlanesAreNotThoseOfRgb) {
  const std::vector<std::string> rgb = compare::score_names(photopic::kMetricErrors, true);
  const std::vector<std::string> yuv = compare::score_names(photopic::kMetricErrors, false);
  const std::set<std::string> names(yuv.begin(), yuv.end());
  for (const char* name : {"yuv_sse", "yuv_mse", "psnr_yuv", "sse_y", "sse_cb", "sse_cr", "yuv_max_abs", "pixels"}) {
    EXPECT_TRUE(names.contains(name)) << name;
  }
  for (const char* name : {"rgb_sse", "psnr_rgb", "sse_r", "rgb_max_abs"}) EXPECT_FALSE(names.contains(name)) << name;
  EXPECT_EQ(rgb.size(), yuv.size() + 2) << "of alpha";
}

TEST(CompareScores, AreOfTheMeasuredMetricsAlone) {
  std::set<std::string> seen;
  for (std::uint32_t metric = 1; metric <= photopic::kAllMetrics; metric <<= 1) {
    const std::vector<std::string> names = compare::score_names(metric, true);
    EXPECT_FALSE(names.empty()) << metric;
    for (const std::string& name : names) EXPECT_TRUE(seen.insert(name).second) << name;
  }
  EXPECT_EQ(seen.size(), compare::score_names(photopic::kAllMetrics, true).size());
  EXPECT_TRUE(compare::score_names(0, true).empty());
}

TEST(CompareScores, MetricsThatARuleNeeds) {
  using namespace photopic;
  EXPECT_EQ(compare::metrics_for(rule_of(R"("exact")")), std::uint32_t{kMetricErrors});
  EXPECT_EQ(compare::metrics_for(rule_of(R"("driver")")), kMetricErrors | kMetricSsim | kMetricFlip |
                                                              kMetricErrorTiles | kMetricSsimTiles | kMetricFlipTiles |
                                                              kMetricCluster);
  EXPECT_EQ(compare::metrics_for(rule_of(R"({"any": [{"min_ms_ssim": 0.9}, {"max_ciede2000": 1}]})")),
            kMetricErrors | kMetricMsSsim | kMetricCiede2000);
  EXPECT_EQ(compare::metrics_for(rule_of(R"({"score": "float_ssim_l", "min": 0.9})")), kMetricErrors | kMetricSsimAuto);
  EXPECT_EQ(compare::metrics_for(rule_of(R"({"score": "psnr_hvs_cb", "min": 9})")), kMetricErrors | kMetricPsnrHvs);
  EXPECT_EQ(compare::metrics_for(rule_of(R"({"score": "sse_cb", "max": 9})")), std::uint32_t{kMetricErrors});
  try {
    compare::metrics_for(rule_of(R"({"score": "vmaf", "min": 90})"));
    ADD_FAILURE() << "there is a score vmaf";
  } catch (const arguments::UsageError& error) {
    EXPECT_STREQ(error.what(), "rules: there is no score 'vmaf'");
  }
}

}  // namespace
