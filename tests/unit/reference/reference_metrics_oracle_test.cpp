// SPDX-License-Identifier: MIT
// Tests of the metrics' oracles against the tools that define them: libvmaf 3.2 (given the integer YUV of metrics.h)
// and FLIP 1.6, for pairs of pictures that don't come with the project. Without them most of these tests are skipped.
#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <functional>
#include <limits>
#include <nlohmann/json.hpp>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "reference/metrics/ciede2000.h"
#include "reference/metrics/flip.h"
#include "reference/metrics/metrics.h"
#include "reference/metrics/psnr_hvs.h"
#include "reference/metrics/ssim.h"
#include "unit/reference/metric_oracles.h"
#include "unit/reference/reference_metrics_fixtures.h"

namespace {

using metrics_test::for_each_pair;
using metrics_test::OraclePair;
using nlohmann::json;
using reference::CodeImage;
using reference::LinearImage;
using reference::Rgb;
using reference::Yuv444;

/// Six decimals are printed.
constexpr double kPrinted = 0.5e-6;

// What the oracles say of a computed pair, since they agreed with the tools on the others: no constant can change
// unnoticed where those pairs are missing.
TEST(ReferenceMetricsPinned, ComputedPictures) {
  const CodeImage one = metrics_test::picture(385, 387, 2, 1);
  const CodeImage other = metrics_test::picture(385, 387, 9, 2);
  EXPECT_EQ(count_errors(one, other).total_squared_error, 14328029u);
  const Yuv444 yuv_one = to_yuv444(one);
  const Yuv444 yuv_other = to_yuv444(other);
  EXPECT_NEAR(psnr_db(yuv_one.y, yuv_other.y), 36.840937097, 1e-8);
  EXPECT_NEAR(float_ssim(yuv_one.y, yuv_other.y).score, 0.995107532, 1e-6);  // scale 2
  EXPECT_NEAR(float_ssim(yuv_one.y, yuv_other.y, 1).score, 0.957294583, 1e-6);
  EXPECT_NEAR(float_ms_ssim(yuv_one.y, yuv_other.y).score, 0.996354213, 1e-6);
  EXPECT_NEAR(ciede2000(yuv_one, yuv_other).score, 36.811989826, 1e-6);
  const reference::PsnrHvs hvs = psnr_hvs(yuv_one, yuv_other);
  EXPECT_NEAR(hvs.y_db, 44.311153101, 1e-7);
  EXPECT_NEAR(hvs.cb_db, 44.987099240, 1e-7);
  EXPECT_NEAR(hvs.cr_db, 43.632128902, 1e-7);
  EXPECT_NEAR(hvs.combined_db, 44.300265151, 1e-7);
  const reference::FlipPool pool = pool_flip(flip(decode_srgb(one), decode_srgb(other)));
  EXPECT_NEAR(pool.mean, 0.057142976, 1e-7);
  EXPECT_NEAR(pool.weighted_median, 0.062997461, 1e-6);
  EXPECT_NEAR(pool.max, 0.202386436, 1e-6);
}

TEST(ReferenceMetricsPinned, ComputedHdrPictures) {
  const auto brightened = [](const CodeImage& codes) {
    LinearImage image = decode_srgb(codes);
    for (Rgb& c : image.pixels) c = {c.r * c.r * 40.0, c.g * c.g * 40.0, c.b * c.b * 40.0};
    return image;
  };
  const LinearImage one = brightened(metrics_test::picture(64, 48, 2, 1));
  const LinearImage other = brightened(metrics_test::picture(64, 48, 9, 2));
  const struct {
    reference::FlipToneMapper tone_mapper;
    double start_ev, stop_ev, mean;
  } kExpected[] = {{reference::FlipToneMapper::aces, -2.835286781, 0.075206221, 0.107692709},
                   {reference::FlipToneMapper::hable, -2.273458569, 0.637034433, 0.096835417},
                   {reference::FlipToneMapper::reinhard, -1.416083099, 1.494409903, 0.124789031}};
  for (const auto& expected : kExpected) {
    const reference::FlipExposures exposures = flip_exposures(one, expected.tone_mapper);
    EXPECT_NEAR(exposures.start_ev, expected.start_ev, 1e-8);
    EXPECT_NEAR(exposures.stop_ev, expected.stop_ev, 1e-8);
    EXPECT_EQ(exposures.count, 3u);
    EXPECT_NEAR(pool_flip(hdr_flip(one, other, exposures, expected.tone_mapper).errors).mean, expected.mean, 1e-7);
  }
}

class ReferenceMetricsOracle : public ::testing::Test {};

TEST_F(ReferenceMetricsOracle, ExactErrors) {
  for_each_pair([](const OraclePair& pair) {
    const reference::ErrorCounts counts = count_errors(pair.reference, pair.test);
    EXPECT_EQ(pair.reference.width, pair.expected.at("width").get<std::size_t>());
    EXPECT_EQ(pair.reference.height, pair.expected.at("height").get<std::size_t>());
    EXPECT_EQ(counts.total_squared_error, pair.expected.at("rgb_sse").get<std::uint64_t>());
    EXPECT_EQ(counts.max, pair.expected.at("rgb_max_abs").get<unsigned>());
    EXPECT_EQ(counts.differing_pixels, pair.expected.at("pixels_differing").get<std::uint64_t>());
  });
}

TEST_F(ReferenceMetricsOracle, PsnrAndMoments) {
  for_each_pair([](const OraclePair& pair) {
    const auto samples = static_cast<double>(pair.reference.pixels.size());
    const auto expect_plane = [&](const reference::Plane& one, const reference::Plane& other, const std::string& name) {
      pair.expect_near(psnr_db(one, other), "psnr_" + name, kPrinted + 1e-9);
      pair.expect_near(static_cast<double>(squared_error(one, other)) / samples, "mse_" + name, kPrinted + 1e-9);
    };
    expect_plane(pair.yuv_reference.y, pair.yuv_test.y, "y");
    expect_plane(pair.yuv_reference.u, pair.yuv_test.u, "cb");
    expect_plane(pair.yuv_reference.v, pair.yuv_test.v, "cr");
    const auto expect_moments = [&](const reference::Plane& luma, const std::string& name) {
      pair.expect_near(moments(luma).first, "float_moment_" + name + "1st", kPrinted + 1e-9);
      pair.expect_near(moments(luma).second, "float_moment_" + name + "2nd", kPrinted + 1e-9);
    };
    expect_moments(pair.yuv_reference.y, "ref");
    expect_moments(pair.yuv_test.y, "dis");
  });
}

TEST_F(ReferenceMetricsOracle, Ssim) {
  for_each_pair([](const OraclePair& pair) {
    const reference::SsimResult automatic = float_ssim(pair.yuv_reference.y, pair.yuv_test.y);
    pair.expect_near(automatic.score, "float_ssim", 1e-5);
    pair.expect_near(automatic.means.luminance, "float_ssim_l", 1e-5);
    pair.expect_near(automatic.means.contrast, "float_ssim_c", 1e-5);
    pair.expect_near(automatic.means.structure, "float_ssim_s", 1e-5);
    pair.expect_near(float_ssim(pair.yuv_reference.y, pair.yuv_test.y, 1).score, "float_ssim_scale1", 1e-5);
    pair.expect_near(float_ssim(pair.yuv_reference.y, pair.yuv_test.y, 1, reference::SsimArithmetic::exact).score,
                     "float_ssim_scale1", 1e-5);
  });
}

TEST_F(ReferenceMetricsOracle, MsSsim) {
  for_each_pair([](const OraclePair& pair) {
    if (!pair.expected.contains("float_ms_ssim")) {  // too small
      EXPECT_THROW((void)float_ms_ssim(pair.yuv_reference.y, pair.yuv_test.y), std::invalid_argument);
      return;
    }
    const reference::MsSsimResult result = float_ms_ssim(pair.yuv_reference.y, pair.yuv_test.y);
    pair.expect_near(result.score, "float_ms_ssim", 1e-5);
    for (std::size_t scale = 0; scale < result.scales.size(); ++scale) {
      const std::string number = "_scale" + std::to_string(scale);
      pair.expect_near(result.scales[scale].luminance, "float_ms_ssim_l" + number, 1e-5);
      pair.expect_near(result.scales[scale].contrast, "float_ms_ssim_c" + number, 1e-5);
      pair.expect_near(result.scales[scale].structure, "float_ms_ssim_s" + number, 1e-5);
    }
  });
}

TEST_F(ReferenceMetricsOracle, Ciede2000) {
  for_each_pair([](const OraclePair& pair) {
    pair.expect_near(ciede2000(pair.yuv_reference, pair.yuv_test).score, "ciede2000", 1e-5);
  });
}

TEST_F(ReferenceMetricsOracle, PsnrHvs) {
  for_each_pair([](const OraclePair& pair) {
    const reference::PsnrHvs result = psnr_hvs(pair.yuv_reference, pair.yuv_test);
    pair.expect_near(result.y_db, "psnr_hvs_y", 5e-3);
    pair.expect_near(result.cb_db, "psnr_hvs_cb", 5e-3);
    pair.expect_near(result.cr_db, "psnr_hvs_cr", 5e-3);
    pair.expect_near(result.combined_db, "psnr_hvs", 5e-3);
  });
}

void expect_pool(const reference::FlipPool& pool, const json& expected, const std::string& prefix) {
  const auto number = [&](const char* key) { return expected.at(prefix + key).get<double>(); };
  EXPECT_NEAR(pool.mean, number("mean"), 1e-4);
  EXPECT_NEAR(pool.weighted_median, number("weighted_median"), 1e-3);
  EXPECT_NEAR(pool.weighted_first_quartile, number("1st_weighted_quartile"), 1e-3);
  EXPECT_NEAR(pool.weighted_third_quartile, number("3rd_weighted_quartile"), 1e-3);
  EXPECT_NEAR(pool.min, number("min"), 1e-3);
  EXPECT_NEAR(pool.max, number("max"), 1e-3);
}

TEST_F(ReferenceMetricsOracle, Flip) {
  for_each_pair([](const OraclePair& pair) {
    expect_pool(pool_flip(flip(decode_srgb(pair.reference), decode_srgb(pair.test))), pair.expected, "flip_");
  });
}

TEST_F(ReferenceMetricsOracle, HdrFlip) {
  metrics_test::for_each_hdr_pair([](const metrics_test::HdrOraclePair& pair) {
    const json& expected = pair.expected;
    const reference::FlipExposures exposures = flip_exposures(pair.reference);
    EXPECT_NEAR(exposures.start_ev, expected.at("start_exposure").get<double>(), 1e-4);
    EXPECT_NEAR(exposures.stop_ev, expected.at("stop_exposure").get<double>(), 1e-4);
    EXPECT_EQ(exposures.count, expected.at("number_of_exposures").get<double>());
    expect_pool(pool_flip(hdr_flip(pair.reference, pair.test, exposures).errors), expected, "");
  });
}

}  // namespace
