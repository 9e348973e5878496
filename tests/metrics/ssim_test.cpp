// SPDX-License-Identifier: MIT
// Tests of SSIM and MS-SSIM against the references in double precision. Tolerance 5e-5, the contract for float
// arithmetic; the oracles, which aren't always there, have the same.
#include "reference/metrics/ssim.h"

#include <cmath>

#include "metrics/metrics_rig.h"
#include "unit/reference/reference_metrics_fixtures.h"

namespace {

using namespace photopic;
using reference::CodeImage;

constexpr double kTolerance = 5e-5;

void expect_near(const SsimMeans& means, const reference::SsimMeans& expected) {
  EXPECT_NEAR(means.luminance, expected.luminance, kTolerance);
  EXPECT_NEAR(means.contrast, expected.contrast, kTolerance);
  EXPECT_NEAR(means.structure, expected.structure, kTolerance);
}

struct SsimPair {
  CodeImage reference, test;
  reference::Plane reference_y, test_y;

  SsimPair(std::uint32_t width, std::uint32_t height, int amplitude)
      : reference(metrics_test::picture(width, height, 1, 1)),
        test(metrics_test::picture(width, height, amplitude, 2)),
        reference_y(to_yuv444(reference).y),
        test_y(to_yuv444(test).y) {}
  MetricsResult result(std::uint32_t metrics) const {
    return test::compare(test::picture_of(reference), test::picture_of(test), metrics);
  }
};

TEST(MetricsSsim, SmallAndOddSizes) {
  for (const VkExtent2D size : {VkExtent2D{11, 11}, {12, 30}, {26, 27}, {27, 26}, {43, 59}, {11, 200}}) {
    SCOPED_TRACE(std::to_string(size.width) + " x " + std::to_string(size.height));
    const SsimPair pair(size.width, size.height, 9);
    const MetricsResult result = pair.result(kMetricSsim | kMetricSsimAuto);
    const reference::SsimResult expected = float_ssim(pair.reference_y, pair.test_y, 1);
    EXPECT_NEAR(result.ssim.score, expected.score, kTolerance);
    expect_near(result.ssim.means, expected.means);
    EXPECT_EQ(result.ssim_auto.score, result.ssim.score);
    EXPECT_EQ(result.ssim_auto.scale, 1u);
  }
}

TEST(MetricsSsim, AutomaticScale) {
  const struct {
    VkExtent2D size;
    std::uint32_t scale;
  } kCases[] = {{{383, 383}, 1}, {{384, 385}, 2}, {{641, 515}, 2}, {{1300, 640}, 3}, {{640, 641}, 3}, {{897, 896}, 4}};
  for (const auto& [size, scale] : kCases) {
    SCOPED_TRACE(std::to_string(size.width) + " x " + std::to_string(size.height));
    const SsimPair pair(size.width, size.height, 30);
    const SsimResult result = pair.result(kMetricSsimAuto).ssim_auto;
    const reference::SsimResult expected = float_ssim(pair.reference_y, pair.test_y);
    EXPECT_EQ(result.scale, scale);
    EXPECT_EQ(expected.scale, scale);
    EXPECT_NEAR(result.score, expected.score, kTolerance);
    expect_near(result.means, expected.means);
  }
}

TEST(MetricsSsim, FlatPicturesHaveNoNegativeVariance) {
  for (const int value : {0, 40, 128, 235, 255}) {
    const auto code = std::uint8_t(value);
    const CodeImage one(40, 30, {code, code, code});
    CodeImage other = one;
    other.at(20, 15) = {std::uint8_t(255 - code), 7, 7};
    for (reference::Rgb8& pixel : other.pixels) pixel[2] = std::uint8_t(pixel[2] < 250 ? pixel[2] + 5 : 250);
    const reference::SsimResult expected = float_ssim(to_yuv444(one).y, to_yuv444(other).y, 1);
    const SsimResult result = test::compare(test::picture_of(one), test::picture_of(other), kMetricSsim).ssim;
    EXPECT_NEAR(result.score, expected.score, kTolerance) << value;
    expect_near(result.means, expected.means);
  }
}

TEST(MetricsSsim, EqualPictures) {
  const auto picture = test::picture_of(metrics_test::picture(200, 190, 30));
  const MetricsResult result = test::compare(picture, picture, kMetricSsim | kMetricSsimAuto | kMetricMsSsim);
  EXPECT_EQ(result.ssim.score, 1.0);
  EXPECT_EQ(result.ssim_auto.score, 1.0);
  EXPECT_EQ(result.ms_ssim.score, 1.0);
}

TEST(MetricsSsim, MapIsOfTheWindowAroundThePixel) {
  const SsimPair pair(61, 47, 20);
  test::MetricsRig rig(test::info_for(test::picture_of(pair.reference), kMetricSsim, kMapSsim));
  rig.settings.maps = kMapSsim;
  (void)rig.compare(test::picture_of(pair.reference), test::picture_of(pair.test));
  const std::vector<float> map = rig.map(kMapSsim);
  const reference::SsimResult expected = float_ssim(pair.reference_y, pair.test_y, 1);
  for (std::uint32_t y = 0; y < 47; ++y) {
    for (std::uint32_t x = 0; x < 61; ++x) {
      const bool is_window = x >= 5 && y >= 5 && x < 56 && y < 42;
      // Single windows may be of smooth pictures, where roundings of the variance are seen: 1e-3.
      ASSERT_NEAR(map[y * 61 + x], is_window ? expected.map.at(x - 5, y - 5) : 1.0, 1e-3) << x << ", " << y;
    }
  }
}

TEST(MetricsMsSsim, Sizes) {
  for (const VkExtent2D size : {VkExtent2D{176, 176}, {177, 179}, {333, 201}, {180, 640}}) {
    SCOPED_TRACE(std::to_string(size.width) + " x " + std::to_string(size.height));
    const SsimPair pair(size.width, size.height, 25);
    const MsSsimResult result = pair.result(kMetricMsSsim).ms_ssim;
    const reference::MsSsimResult expected = float_ms_ssim(pair.reference_y, pair.test_y);
    EXPECT_NEAR(result.score, expected.score, kTolerance);
    for (std::size_t scale = 0; scale < 5; ++scale) expect_near(result.scales[scale], expected.scales[scale]);
  }
}

TEST(MetricsMsSsim, NegativeStructureHasNoScore) {
  CodeImage one = metrics_test::picture(180, 180);
  CodeImage negative = one;
  for (reference::Rgb8& pixel : negative.pixels) {
    for (std::uint8_t& code : pixel) code = std::uint8_t(255 - code);
  }
  const MsSsimResult result = test::compare(test::picture_of(one), test::picture_of(negative), kMetricMsSsim).ms_ssim;
  EXPECT_TRUE(std::isnan(result.score));
  EXPECT_LT(result.scales[4].structure, 0.0);
}

TEST(MetricsSsim, DeepCodesOfTheSamePictureScoreTheSame) {
  // 10-bit planes whose codes are four times those of 8 bits.
  const SsimPair pair(90, 80, 20);
  const auto planes = [](const reference::Plane& y) {
    std::array<std::vector<std::uint16_t>, 3> codes;
    for (const std::uint8_t code : y.pixels) codes[0].push_back(std::uint16_t(code * 4));
    codes[1] = codes[2] = std::vector<std::uint16_t>(codes[0].size(), 512);
    return codes;
  };
  const test::Picture one = test::picture_of_codes({90, 80}, VK_FORMAT_R16_UNORM, planes(pair.reference_y));
  const test::Picture other = test::picture_of_codes({90, 80}, VK_FORMAT_R16_UNORM, planes(pair.test_y));
  MetricsCreateInfo info = test::info_for(one, kMetricSsim);
  info.bits = 10;
  test::MetricsRig rig(info);
  EXPECT_EQ(rig.compare(one, other).ssim.score, pair.result(kMetricSsim).ssim.score);
}

TEST(MetricsSsim, SameBitsOnEveryRun) {
  const SsimPair pair(400, 390, 20);
  constexpr std::uint32_t kMetrics = kMetricSsim | kMetricSsimAuto | kMetricMsSsim;
  const MetricsResult first = pair.result(kMetrics);
  for (int run = 0; run < 3; ++run) {
    const MetricsResult next = pair.result(kMetrics);
    EXPECT_EQ(next.ssim.score, first.ssim.score);
    EXPECT_EQ(next.ssim_auto.score, first.ssim_auto.score);
    EXPECT_EQ(next.ms_ssim.score, first.ms_ssim.score);
  }
}

}  // namespace
