// SPDX-License-Identifier: MIT
// Tests of kMetricDeltaE2000 against the double-precision reference, which has Sharma's data.
#include <cmath>
#include <random>

#include "metrics/metrics_rig.h"
#include "metrics/yuv_planes.h"
#include "reference/metrics/ciede2000.h"
#include "unit/reference/reference_metrics_fixtures.h"

namespace {

using namespace photopic;
using reference::CodeImage;

/// Some 20 roundings to float in a row, those of CIELAB at chromas of up to 130, and those of hues, which count most
/// where two are nearly opposite. Measured: 7e-6 of the difference.
constexpr double kDeltaAbsolute = 3e-5, kDeltaRelative = 1e-5;

void expect_result(const DeltaE2000Result& result, const reference::DeltaEResult& expected) {
  EXPECT_NEAR(result.mean, expected.mean, kDeltaAbsolute + kDeltaRelative * expected.mean);
  EXPECT_NEAR(result.max, expected.max, kDeltaAbsolute + kDeltaRelative * expected.max);
  // As documented: the middle of a bin, or 0 of the first one.
  const double p95 = expected.p95 < 1.0 / 64.0 ? 0.0 : expected.p95;
  EXPECT_NEAR(result.p95, p95, kDeltaAbsolute + p95 / 128.0);
  EXPECT_LE(result.p95, result.max);
}

DeltaE2000Result measured(const CodeImage& one, const CodeImage& other) {
  return test::compare(test::picture_of(one), test::picture_of(other), kMetricDeltaE2000).delta_e2000;
}

TEST(MetricsCiedeFactorsOfOne, AreTheReferences) {
  for (const auto& [width, height, noise] : {std::tuple(333, 187, 8), {1, 1, 60}, {20, 1, 3}, {64, 70, 255}}) {
    SCOPED_TRACE(width);
    const auto sides = std::pair(std::size_t(width), std::size_t(height));
    const CodeImage one = metrics_test::picture(sides.first, sides.second, 3, 1);
    const CodeImage other = metrics_test::picture(sides.first, sides.second, noise, 2);
    expect_result(measured(one, other), delta_e2000(one, other));
  }
}

/// One pair in a picture tells how far a single colour is off.
TEST(MetricsCiedeFactorsOfOne, OfSingleColors) {
  std::mt19937 random(4);
  const auto code = [&] { return std::uint8_t(random() % 256); };
  test::MetricsRig rig(test::info_for(test::picture_of(CodeImage(1, 1)), kMetricDeltaE2000));
  for (int i = 0; i < 300; ++i) {
    CodeImage one(1, 1, {code(), code(), code()}), other(1, 1, {code(), code(), code()});
    if (i % 2 == 0) {
      other = one;
      other.pixels[0][std::size_t(i) % 3] ^= 1;
    }
    SCOPED_TRACE(i);
    expect_result(rig.compare(test::picture_of(one), test::picture_of(other)).delta_e2000, delta_e2000(one, other));
  }
}

/// The name that people know: skimage.color.deltaE_ciede2000 of these sRGB colours.
TEST(MetricsCiedeFactorsOfOne, OfKnownColors) {
  const auto of = [](reference::Rgb8 one, reference::Rgb8 other) {
    return measured(CodeImage(8, 8, one), CodeImage(8, 8, other)).mean;
  };
  EXPECT_NEAR(of({0, 0, 0}, {255, 255, 255}), 100.0, 1e-3);
  EXPECT_NEAR(of({255, 0, 0}, {0, 255, 0}), 86.608, 2e-2);
  EXPECT_NEAR(of({0, 0, 255}, {255, 0, 0}), 52.88, 2e-2);
}

TEST(MetricsCiedeFactorsOfOne, EqualPictures) {
  const CodeImage one = metrics_test::picture(50, 40, 20);
  const DeltaE2000Result result = measured(one, one);
  EXPECT_EQ(result.mean, 0.0);
  EXPECT_EQ(result.max, 0.0);
  EXPECT_EQ(result.p95, 0.0);
}

TEST(MetricsCiedeFactorsOfOne, PercentileIsOfTheNearestRank) {
  const CodeImage one(20, 5, {100, 100, 100});
  for (const int differing : {4, 5, 6, 100}) {
    SCOPED_TRACE(differing);
    CodeImage other = one;
    for (int i = 0; i < differing; ++i) other.pixels[std::size_t(i)] = {140, 100, 100};
    const DeltaE2000Result result = measured(one, other);
    expect_result(result, delta_e2000(one, other));
    EXPECT_EQ(result.p95 > 0.0, differing > 5);
  }
}

TEST(MetricsCiedeFactorsOfOne, MaskedPixelsAreEqual) {
  const CodeImage one = metrics_test::picture(61, 45), other = metrics_test::picture(61, 45, 30, 3);
  const std::vector<std::uint8_t> mask = test::patchy_mask(61, 45);
  MetricsCreateInfo info = test::info_for(test::picture_of(one), kMetricDeltaE2000);
  info.has_mask = true;
  test::MetricsRig rig(info);
  expect_result(rig.compare(test::picture_of(one), test::picture_of(other), mask).delta_e2000,
                delta_e2000(one, test::masked(one, other, mask)));
  expect_result(rig.compare(test::picture_of(one), test::picture_of(other)).delta_e2000, delta_e2000(one, other));
}

/// Sixteen bits are the same colours; planes are BT.709, whose codes are roundings of the colours'.
TEST(MetricsCiedeFactorsOfOne, DeeperCodesAndPlanes) {
  const CodeImage one = metrics_test::picture(64, 48, 3, 1), other = metrics_test::picture(64, 48, 30, 2);
  const auto deep = [](const CodeImage& image) {
    std::vector<std::uint16_t> codes;
    for (const reference::Rgb8& pixel : image.pixels) {
      for (const std::uint8_t code : pixel) codes.push_back(std::uint16_t(code * 257));
      codes.push_back(65535);
    }
    return test::picture_of_codes({64, 48}, VK_FORMAT_R16G16B16A16_UNORM, {codes, {}, {}});
  };
  expect_result(test::compare(deep(one), deep(other), kMetricDeltaE2000).delta_e2000, delta_e2000(one, other));
  const double of_rgb = delta_e2000(one, other).mean;
  const test::Picture planes = test::picture_of(to_yuv444(one), Chroma::c444, 8);
  test::MetricsRig rig(test::info_for(planes, 8, kMetricDeltaE2000, 0));
  EXPECT_NEAR(rig.compare(planes, test::picture_of(to_yuv444(other), Chroma::c444, 8)).delta_e2000.mean, of_rgb,
              0.05 * of_rgb);
}

}  // namespace
