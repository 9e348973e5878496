// SPDX-License-Identifier: MIT
// Tests of the GPU's metrics against the tools that define them. Tolerances: printed digits for what is exact; else
// the project's contract, 5e-5, for arithmetic in float.
#include <cmath>

#include "metrics/metrics_rig.h"
#include "unit/reference/metric_oracles.h"

namespace {

using metrics_test::for_each_pair;
using metrics_test::OraclePair;
using namespace photopic;

constexpr double kPrinted = 0.5e-6 + 1e-9;  // six decimals
constexpr double kScore = 5e-5;

class MetricsOracle : public testing::Test {
 protected:
  static MetricsResult result_of(const OraclePair& pair, std::uint32_t metrics) {
    return test::compare(test::picture_of(pair.reference), test::picture_of(pair.test), metrics);
  }
};

TEST_F(MetricsOracle, Errors) {
  for_each_pair([](const OraclePair& pair) {
    const ErrorResult errors = result_of(pair, kMetricErrors).errors;
    EXPECT_EQ(errors.squared_error, pair.expected.at("rgb_sse").get<double>());
    EXPECT_EQ(errors.max_error, pair.expected.at("rgb_max_abs").get<double>());
    EXPECT_EQ(errors.differing_pixels, pair.expected.at("pixels_differing").get<std::uint64_t>());
  });
}

TEST_F(MetricsOracle, PsnrAndMoments) {
  for_each_pair([](const OraclePair& pair) {
    const PsnrResult psnr = result_of(pair, kMetricPsnr).psnr;
    const char* const kPlanes[] = {"y", "cb", "cr"};
    for (std::size_t plane = 0; plane < 3; ++plane) {
      pair.expect_near(psnr.db[plane], std::string("psnr_") + kPlanes[plane], kPrinted);
      pair.expect_near(psnr.mse[plane], std::string("mse_") + kPlanes[plane], kPrinted);
    }
    pair.expect_near(psnr.reference_moments[0], "float_moment_ref1st", kPrinted);
    pair.expect_near(psnr.reference_moments[1], "float_moment_ref2nd", kPrinted);
    pair.expect_near(psnr.test_moments[0], "float_moment_dis1st", kPrinted);
    pair.expect_near(psnr.test_moments[1], "float_moment_dis2nd", kPrinted);
  });
}

TEST_F(MetricsOracle, Ssim) {
  for_each_pair([](const OraclePair& pair) {
    const MetricsResult result = result_of(pair, kMetricSsim | kMetricSsimAuto);
    pair.expect_near(result.ssim.score, "float_ssim_scale1", kScore);
    pair.expect_near(result.ssim_auto.score, "float_ssim", kScore);
    pair.expect_near(result.ssim_auto.means.luminance, "float_ssim_l", kScore);
    pair.expect_near(result.ssim_auto.means.contrast, "float_ssim_c", kScore);
    pair.expect_near(result.ssim_auto.means.structure, "float_ssim_s", kScore);
  });
}

TEST_F(MetricsOracle, MsSsim) {
  std::size_t large_enough = 0;
  for_each_pair([&](const OraclePair& pair) {
    if (!pair.expected.contains("float_ms_ssim")) return;
    ++large_enough;
    const MsSsimResult result = result_of(pair, kMetricMsSsim).ms_ssim;
    pair.expect_near(result.score, "float_ms_ssim", kScore);
    for (std::size_t scale = 0; scale < result.scales.size(); ++scale) {
      const std::string number = "_scale" + std::to_string(scale);
      pair.expect_near(result.scales[scale].luminance, "float_ms_ssim_l" + number, kScore);
      pair.expect_near(result.scales[scale].contrast, "float_ms_ssim_c" + number, kScore);
      pair.expect_near(result.scales[scale].structure, "float_ms_ssim_s" + number, kScore);
    }
  });
  EXPECT_GT(large_enough, 0u);
}

}  // namespace
