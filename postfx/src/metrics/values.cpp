// SPDX-License-Identifier: MIT
// Table of metrics and of the numbers that each gives.
#include <photopic/c/image_metrics.h>
#include <photopic/metric_values.h>

#include <cstring>

namespace photopic {
namespace {

// METRIC(Name, C_NAME, word, size): kMetricName, which is PHOTOPIC_METRIC_C_NAME for C.
// clang-format off
#define PHOTOPIC_METRICS(METRIC) \
  METRIC(Errors, ERRORS, "errors", "1 x 1 pixels") \
  METRIC(Psnr, PSNR, "psnr", "1 x 1 pixels") \
  METRIC(SsimAuto, SSIM_AUTO, "ssim-auto", "11 x 11 pixels") \
  METRIC(Ssim, SSIM, "ssim", "11 x 11 pixels") \
  METRIC(MsSsim, MS_SSIM, "ms-ssim", "176 x 176 pixels") \
  METRIC(Ciede2000, CIEDE2000, "ciede2000", "1 x 1 pixels") \
  METRIC(DeltaE2000, DELTA_E2000, "delta-e2000", "1 x 1 pixels") \
  METRIC(PsnrHvs, PSNR_HVS, "psnr-hvs", "8 x 8 samples in each plane") \
  METRIC(Flip, FLIP, "flip", "1 x 1 pixels") \
  METRIC(ErrorTiles, ERROR_TILES, "error-tiles", "1 x 1 pixels") \
  METRIC(SsimTiles, SSIM_TILES, "ssim-tiles", "11 x 11 pixels") \
  METRIC(FlipTiles, FLIP_TILES, "flip-tiles", "1 x 1 pixels") \
  METRIC(Cluster, CLUSTER, "cluster", "1 x 1 pixels")
// clang-format on
#define PHOTOPIC_METRIC(Name, C_NAME, word, size) {kMetric##Name, word, size},
constexpr MetricInfo kMetrics[] = {PHOTOPIC_METRICS(PHOTOPIC_METRIC)};
#undef PHOTOPIC_METRIC
#define PHOTOPIC_METRIC(Name, C_NAME, word, size) \
  static_assert(PHOTOPIC_METRIC_##C_NAME == static_cast<int>(kMetric##Name));
PHOTOPIC_METRICS(PHOTOPIC_METRIC)
#undef PHOTOPIC_METRIC
static_assert([] {
  std::uint32_t bits = 0;
  for (const MetricInfo& metric : kMetrics) bits |= metric.bit;
  return bits;
}() == kAllMetrics);

double percent_differing(const MetricsResult& result) {
  return 100.0 * double(result.errors.differing_pixels) / double(result.errors.pixels);
}

double percent_above(const MetricsResult& result) {
  return 100.0 * double(result.errors.pixels_above) / double(result.errors.pixels);
}

// Metrics in the order of kMetrics.
#define PHOTOPIC_VALUE(member) [](const MetricsResult& result) { return double(result.member); }
#define PHOTOPIC_ROW(metric, name, member) \
  { metric, name, name, PHOTOPIC_VALUE(member) }
#define PHOTOPIC_ROWS(metric, rgb, planes, member) \
  { metric, rgb, planes, PHOTOPIC_VALUE(member) }
// clang-format off
constexpr MetricValueInfo kValues[] = {
    {kMetricErrors, "pixels_differing_percent", "pixels_differing_percent", percent_differing},
    PHOTOPIC_ROWS(kMetricErrors, "rgb_sse", "yuv_sse", errors.squared_error),
    PHOTOPIC_ROWS(kMetricErrors, "rgb_mse", "yuv_mse", errors.mse),
    PHOTOPIC_ROWS(kMetricErrors, "psnr_rgb", "psnr_yuv", errors.psnr_db),
    PHOTOPIC_ROWS(kMetricErrors, "sse_r", "sse_y", errors.channels[0].squared_error),
    PHOTOPIC_ROWS(kMetricErrors, "sse_g", "sse_cb", errors.channels[1].squared_error),
    PHOTOPIC_ROWS(kMetricErrors, "sse_b", "sse_cr", errors.channels[2].squared_error),
    PHOTOPIC_ROWS(kMetricErrors, "rgb_max_abs", "yuv_max_abs", errors.max_error),
    PHOTOPIC_ROW(kMetricErrors, "max_abs_x", errors.max_x),
    PHOTOPIC_ROW(kMetricErrors, "max_abs_y", errors.max_y),
    PHOTOPIC_ROW(kMetricErrors, "pixels_differing", errors.differing_pixels),
    PHOTOPIC_ROW(kMetricErrors, "pixels_above", errors.pixels_above),
    {kMetricErrors, "pixels_above_percent", "pixels_above_percent", percent_above},
    PHOTOPIC_ROW(kMetricErrors, "pixels", errors.pixels),
    PHOTOPIC_ROW(kMetricErrors, "pixels_masked", errors.masked_pixels),
    PHOTOPIC_ROW(kMetricPsnr, "psnr_y", psnr.db[0]),
    PHOTOPIC_ROW(kMetricPsnr, "mse_y", psnr.mse[0]),
    PHOTOPIC_ROW(kMetricPsnr, "psnr_cb", psnr.db[1]),
    PHOTOPIC_ROW(kMetricPsnr, "mse_cb", psnr.mse[1]),
    PHOTOPIC_ROW(kMetricPsnr, "psnr_cr", psnr.db[2]),
    PHOTOPIC_ROW(kMetricPsnr, "mse_cr", psnr.mse[2]),
    PHOTOPIC_ROW(kMetricPsnr, "float_moment_ref1st", psnr.reference_moments[0]),
    PHOTOPIC_ROW(kMetricPsnr, "float_moment_dis1st", psnr.test_moments[0]),
    PHOTOPIC_ROW(kMetricPsnr, "float_moment_ref2nd", psnr.reference_moments[1]),
    PHOTOPIC_ROW(kMetricPsnr, "float_moment_dis2nd", psnr.test_moments[1]),
    PHOTOPIC_ROW(kMetricSsimAuto, "float_ssim", ssim_auto.score),
    PHOTOPIC_ROW(kMetricSsimAuto, "float_ssim_l", ssim_auto.means.luminance),
    PHOTOPIC_ROW(kMetricSsimAuto, "float_ssim_c", ssim_auto.means.contrast),
    PHOTOPIC_ROW(kMetricSsimAuto, "float_ssim_s", ssim_auto.means.structure),
    PHOTOPIC_ROW(kMetricSsim, "float_ssim_scale1", ssim.score),
    PHOTOPIC_ROW(kMetricMsSsim, "float_ms_ssim", ms_ssim.score),
    PHOTOPIC_ROW(kMetricMsSsim, "float_ms_ssim_l_scale0", ms_ssim.scales[0].luminance),
    PHOTOPIC_ROW(kMetricMsSsim, "float_ms_ssim_c_scale0", ms_ssim.scales[0].contrast),
    PHOTOPIC_ROW(kMetricMsSsim, "float_ms_ssim_s_scale0", ms_ssim.scales[0].structure),
    PHOTOPIC_ROW(kMetricMsSsim, "float_ms_ssim_l_scale1", ms_ssim.scales[1].luminance),
    PHOTOPIC_ROW(kMetricMsSsim, "float_ms_ssim_c_scale1", ms_ssim.scales[1].contrast),
    PHOTOPIC_ROW(kMetricMsSsim, "float_ms_ssim_s_scale1", ms_ssim.scales[1].structure),
    PHOTOPIC_ROW(kMetricMsSsim, "float_ms_ssim_l_scale2", ms_ssim.scales[2].luminance),
    PHOTOPIC_ROW(kMetricMsSsim, "float_ms_ssim_c_scale2", ms_ssim.scales[2].contrast),
    PHOTOPIC_ROW(kMetricMsSsim, "float_ms_ssim_s_scale2", ms_ssim.scales[2].structure),
    PHOTOPIC_ROW(kMetricMsSsim, "float_ms_ssim_l_scale3", ms_ssim.scales[3].luminance),
    PHOTOPIC_ROW(kMetricMsSsim, "float_ms_ssim_c_scale3", ms_ssim.scales[3].contrast),
    PHOTOPIC_ROW(kMetricMsSsim, "float_ms_ssim_s_scale3", ms_ssim.scales[3].structure),
    PHOTOPIC_ROW(kMetricMsSsim, "float_ms_ssim_l_scale4", ms_ssim.scales[4].luminance),
    PHOTOPIC_ROW(kMetricMsSsim, "float_ms_ssim_c_scale4", ms_ssim.scales[4].contrast),
    PHOTOPIC_ROW(kMetricMsSsim, "float_ms_ssim_s_scale4", ms_ssim.scales[4].structure),
    PHOTOPIC_ROW(kMetricCiede2000, "ciede2000", ciede2000.score),
    PHOTOPIC_ROW(kMetricCiede2000, "ciede2000_mean_de", ciede2000.mean_de),
    PHOTOPIC_ROW(kMetricDeltaE2000, "delta_e2000_mean", delta_e2000.mean),
    PHOTOPIC_ROW(kMetricDeltaE2000, "delta_e2000_max", delta_e2000.max),
    PHOTOPIC_ROW(kMetricDeltaE2000, "delta_e2000_p95", delta_e2000.p95),
    PHOTOPIC_ROW(kMetricPsnrHvs, "psnr_hvs_y", psnr_hvs.db[0]),
    PHOTOPIC_ROW(kMetricPsnrHvs, "psnr_hvs_cb", psnr_hvs.db[1]),
    PHOTOPIC_ROW(kMetricPsnrHvs, "psnr_hvs_cr", psnr_hvs.db[2]),
    PHOTOPIC_ROW(kMetricPsnrHvs, "psnr_hvs", psnr_hvs.combined_db),
    PHOTOPIC_ROW(kMetricFlip, "flip_mean", flip.mean),
    PHOTOPIC_ROW(kMetricFlip, "flip_weighted_median", flip.weighted_median),
    PHOTOPIC_ROW(kMetricFlip, "flip_1st_weighted_quartile", flip.weighted_first_quartile),
    PHOTOPIC_ROW(kMetricFlip, "flip_3rd_weighted_quartile", flip.weighted_third_quartile),
    PHOTOPIC_ROW(kMetricFlip, "flip_min", flip.min),
    PHOTOPIC_ROW(kMetricFlip, "flip_max", flip.max),
    PHOTOPIC_ROW(kMetricFlip, "flip_p99", flip.p99),
    PHOTOPIC_ROW(kMetricFlip, "flip_p999", flip.p999),
    PHOTOPIC_ROW(kMetricErrorTiles, "tile32_mse", error_tiles.large.score),
    PHOTOPIC_ROW(kMetricErrorTiles, "tile32_mse_x", error_tiles.large.x),
    PHOTOPIC_ROW(kMetricErrorTiles, "tile32_mse_y", error_tiles.large.y),
    PHOTOPIC_ROW(kMetricErrorTiles, "tile8_mse", error_tiles.small.score),
    PHOTOPIC_ROW(kMetricErrorTiles, "tile8_mse_x", error_tiles.small.x),
    PHOTOPIC_ROW(kMetricErrorTiles, "tile8_mse_y", error_tiles.small.y),
    PHOTOPIC_ROW(kMetricSsimTiles, "tile32_ssim", ssim_tiles.large.score),
    PHOTOPIC_ROW(kMetricSsimTiles, "tile32_ssim_x", ssim_tiles.large.x),
    PHOTOPIC_ROW(kMetricSsimTiles, "tile32_ssim_y", ssim_tiles.large.y),
    PHOTOPIC_ROW(kMetricSsimTiles, "tile8_ssim", ssim_tiles.small.score),
    PHOTOPIC_ROW(kMetricSsimTiles, "tile8_ssim_x", ssim_tiles.small.x),
    PHOTOPIC_ROW(kMetricSsimTiles, "tile8_ssim_y", ssim_tiles.small.y),
    PHOTOPIC_ROW(kMetricFlipTiles, "tile32_flip", flip_tiles.large.score),
    PHOTOPIC_ROW(kMetricFlipTiles, "tile32_flip_x", flip_tiles.large.x),
    PHOTOPIC_ROW(kMetricFlipTiles, "tile32_flip_y", flip_tiles.large.y),
    PHOTOPIC_ROW(kMetricFlipTiles, "tile8_flip", flip_tiles.small.score),
    PHOTOPIC_ROW(kMetricFlipTiles, "tile8_flip_x", flip_tiles.small.x),
    PHOTOPIC_ROW(kMetricFlipTiles, "tile8_flip_y", flip_tiles.small.y),
    PHOTOPIC_ROW(kMetricCluster, "cluster_pixels", cluster.pixels),
    PHOTOPIC_ROW(kMetricCluster, "cluster_x", cluster.x),
    PHOTOPIC_ROW(kMetricCluster, "cluster_y", cluster.y),
    PHOTOPIC_ROW(kMetricCluster, "cluster_width", cluster.width),
    PHOTOPIC_ROW(kMetricCluster, "cluster_height", cluster.height),
};
// clang-format on
#undef PHOTOPIC_ROWS
#undef PHOTOPIC_ROW
#undef PHOTOPIC_VALUE

}  // namespace

MetricTable metric_table() noexcept { return {kMetrics, sizeof kMetrics / sizeof *kMetrics}; }

const MetricInfo* find_metric(const char* word) noexcept {
  for (const MetricInfo& metric : kMetrics) {
    if (std::strcmp(metric.word, word) == 0) return &metric;
  }
  return nullptr;
}

MetricValueTable metric_value_table() noexcept { return {kValues, sizeof kValues / sizeof *kValues}; }

}  // namespace photopic
