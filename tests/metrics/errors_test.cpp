// SPDX-License-Identifier: MIT
// Tests of kMetricErrors and kMetricPsnr: every number is an integer, or follows from integers, and is checked as such.
#include <algorithm>
#include <cmath>
#include <limits>
#include <random>

#include "metrics/metrics_rig.h"
#include "unit/reference/reference_metrics_fixtures.h"

namespace {

using namespace photopic;
using reference::CodeImage;
using test::Picture;

constexpr VkExtent2D kErrorSizes[] = {{1, 1}, {2, 1}, {1, 33}, {31, 32}, {33, 65}, {257, 3}, {640, 363}};

void expect_equal(const ErrorResult& result, const reference::ErrorCounts& expected) {
  EXPECT_EQ(result.squared_error, double(expected.total_squared_error));
  EXPECT_EQ(result.max_error, double(expected.max));
  EXPECT_EQ(result.max_x, expected.max_x);
  EXPECT_EQ(result.max_y, expected.max_y);
  EXPECT_EQ(result.differing_pixels, expected.differing_pixels);
  for (std::size_t channel = 0; channel < 3; ++channel) {
    SCOPED_TRACE(channel);
    EXPECT_EQ(result.channels[channel].squared_error, double(expected.squared_error[channel]));
  }
}

TEST(MetricsErrors, EveryNumberOfCodes) {
  for (const VkExtent2D size : kErrorSizes) {
    SCOPED_TRACE(std::to_string(size.width) + " x " + std::to_string(size.height));
    const CodeImage one = metrics_test::picture(size.width, size.height, 3, 1);
    const CodeImage other = metrics_test::picture(size.width, size.height, 40, 2);
    expect_equal(test::compare(test::picture_of(one), test::picture_of(other), kMetricErrors).errors,
                 count_errors(one, other));
  }
}

TEST(MetricsErrors, HistogramOfPixelsIsOfTheirLargestError) {
  const CodeImage one = metrics_test::picture(123, 45, 3, 1), other = metrics_test::picture(123, 45, 9, 2);
  ErrorHistogram expected = {};
  for (std::size_t i = 0; i < one.pixels.size(); ++i) {
    int largest = 0;
    for (std::size_t c = 0; c < 3; ++c) largest = std::max(largest, std::abs(one.pixels[i][c] - other.pixels[i][c]));
    ++expected[std::size_t(largest)];
  }
  const ErrorResult result = test::compare(test::picture_of(one), test::picture_of(other), kMetricErrors).errors;
  EXPECT_EQ(result.histogram, expected);
  EXPECT_EQ(result.pixels, 123u * 45u);
}

TEST(MetricsErrors, EqualPictures) {
  const Picture picture = test::picture_of(metrics_test::picture(70, 50));
  const ErrorResult result = test::compare(picture, picture, kMetricErrors).errors;
  EXPECT_EQ(result.squared_error, 0.0);
  EXPECT_EQ(result.psnr_db, std::numeric_limits<double>::infinity());
  EXPECT_EQ(result.max_error, 0.0);
  EXPECT_EQ(result.differing_pixels, 0u);
  EXPECT_EQ(result.histogram[0], 70u * 50u);
}

TEST(MetricsErrors, LargestPossible) {
  const CodeImage black(300, 200, {0, 0, 0}), white(300, 200, {255, 255, 255});
  const ErrorResult result = test::compare(test::picture_of(black), test::picture_of(white), kMetricErrors).errors;
  EXPECT_EQ(result.squared_error, 300.0 * 200 * 3 * 65025);
  EXPECT_EQ(result.mse, 65025.0);
  EXPECT_EQ(result.psnr_db, 0.0);
  EXPECT_EQ(result.max_x, 0u);
  EXPECT_EQ(result.max_y, 0u);
}

TEST(MetricsErrors, FirstPlaceByRowsOfSeveralEqualErrors) {
  const CodeImage one(200, 150, {9, 9, 9});
  CodeImage other = one;
  for (const auto& [x, y] : {std::pair{199, 149}, {64, 40}, {3, 41}, {190, 40}}) {
    other.at(std::size_t(x), std::size_t(y))[1] = 99;
  }
  const ErrorResult result = test::compare(test::picture_of(one), test::picture_of(other), kMetricErrors).errors;
  EXPECT_EQ(result.max_error, 90.0);
  EXPECT_EQ(result.max_x, 64u);
  EXPECT_EQ(result.max_y, 40u);
}

TEST(MetricsErrors, Threshold) {
  const CodeImage one = metrics_test::picture(90, 60, 3, 1), other = metrics_test::picture(90, 60, 30, 2);
  test::MetricsRig rig(test::info_for(test::picture_of(one), kMetricErrors));
  for (const float threshold : {0.0f, 1.0f, 17.0f, 255.0f}) {
    rig.settings.error_threshold = threshold;
    const ErrorResult result = rig.compare(test::picture_of(one), test::picture_of(other)).errors;
    std::uint64_t above = 0;
    for (std::size_t error = std::size_t(threshold) + 1; error < kErrorBins; ++error) above += result.histogram[error];
    EXPECT_EQ(result.pixels_above, above) << threshold;
  }
}

TEST(MetricsErrors, NegativeZeroIsAThreshold) {
  const reference::LinearImage one = {8, 8, {0.25, 0.25, 0.25}}, other = {8, 8, {0.5, 0.25, 0.25}};
  test::MetricsRig rig(test::info_for(test::picture_of(one), kMetricErrors));
  rig.settings.error_threshold = -0.0f;
  EXPECT_EQ(rig.compare(test::picture_of(one), test::picture_of(other)).errors.pixels_above, 64u);
}

/// An image's fault, which must not reach beyond its own numbers.
TEST(MetricsErrors, CodesAboveThePeakAreInTheLastBin) {
  constexpr VkExtent2D kSize = {5, 4};
  const std::vector<std::uint16_t> black(20, 0), wrong(20, 65535);
  const test::Picture one = test::picture_of_codes(kSize, VK_FORMAT_R16_UNORM, {black, black, black});
  const test::Picture other = test::picture_of_codes(kSize, VK_FORMAT_R16_UNORM, {wrong, wrong, wrong});
  MetricsCreateInfo info = test::info_for(one, kMetricErrors);
  info.bits = 10;
  test::MetricsRig rig(info);
  const ErrorResult result = rig.compare(one, other).errors;
  EXPECT_EQ(result.differing_pixels, 60u);
  EXPECT_EQ(result.histogram[kErrorBins - 1], 60u);
}

TEST(MetricsErrors, MaskedPixelsAreLeftOut) {
  const CodeImage one = metrics_test::picture(65, 41, 3, 1), other = metrics_test::picture(65, 41, 30, 2);
  std::vector<std::uint8_t> mask(one.pixels.size());
  std::mt19937 random(3);
  for (std::uint8_t& value : mask) value = random() % 3 == 0 ? 0 : std::uint8_t(1 + random() % 255);
  CodeImage masked = other;
  for (std::size_t i = 0; i < mask.size(); ++i) {
    if (mask[i] == 0) masked.pixels[i] = one.pixels[i];
  }
  MetricsCreateInfo info = test::info_for(test::picture_of(one), kMetricErrors | kMetricPsnr);
  info.has_mask = true;
  test::MetricsRig rig(info);
  const MetricsResult result = rig.compare(test::picture_of(one), test::picture_of(other), mask);
  const reference::ErrorCounts expected = count_errors(one, masked);
  const auto zeros = std::uint64_t(std::count(mask.begin(), mask.end(), 0));
  EXPECT_EQ(result.errors.masked_pixels, zeros);
  EXPECT_EQ(result.errors.pixels, mask.size() - zeros);
  EXPECT_EQ(result.errors.squared_error, double(expected.total_squared_error));
  EXPECT_EQ(result.errors.mse, double(expected.total_squared_error) / (3.0 * double(mask.size() - zeros)));
  EXPECT_EQ(result.errors.histogram[0] + zeros, mask.size() - expected.differing_pixels);
  EXPECT_EQ(result.psnr.squared_error[0], double(squared_error(to_yuv444(one).y, to_yuv444(masked).y)));
  // The same object takes pairs without a mask.
  expect_equal(rig.compare(test::picture_of(one), test::picture_of(other)).errors, count_errors(one, other));
}

TEST(MetricsErrors, ShiftRadiusForgivesMovedEdges) {
  CodeImage one(64, 48, {20, 20, 20}), other = one;
  for (std::size_t y = 0; y < 48; ++y) {
    for (std::size_t x = 30; x < 64; ++x) one.at(x, y) = {200, 200, 200};
    for (std::size_t x = 32; x < 64; ++x) other.at(x, y) = {200, 200, 200};
  }
  one.at(5, 5) = {90, 20, 20};  // nothing in the other picture is like it
  test::MetricsRig rig(test::info_for(test::picture_of(one), kMetricErrors));
  const std::uint64_t expected[] = {2 * 48 + 1, 48 + 1, 1, 1, 1};
  for (std::uint32_t radius = 0; radius <= 4; ++radius) {
    rig.settings.shift_radius = radius;
    const ErrorResult result = rig.compare(test::picture_of(one), test::picture_of(other)).errors;
    EXPECT_EQ(result.differing_pixels, expected[radius]) << radius;
  }
}

TEST(MetricsErrors, Maps) {
  const CodeImage one = metrics_test::picture(67, 35, 3, 1), other = metrics_test::picture(67, 35, 30, 2);
  test::MetricsRig rig(test::info_for(test::picture_of(one), kMetricErrors, kMapAbsolute | kMapSquared));
  rig.settings.maps = kMapAbsolute | kMapSquared;
  (void)rig.compare(test::picture_of(one), test::picture_of(other));
  const std::vector<float> absolute = rig.map(kMapAbsolute), squared = rig.map(kMapSquared);
  for (std::size_t i = 0; i < one.pixels.size(); ++i) {
    int largest = 0, sum = 0;
    for (std::size_t c = 0; c < 3; ++c) {
      const int error = std::abs(one.pixels[i][c] - other.pixels[i][c]);
      largest = std::max(largest, error);
      sum += error * error;
    }
    ASSERT_EQ(absolute[i], float(largest)) << i;
    ASSERT_EQ(squared[i], float(sum)) << i;
  }
}

/// Codes that have a few bits set at random, so that differences of all sizes come up.
std::vector<std::uint16_t> random_codes(std::size_t count, std::uint32_t bits, unsigned seed) {
  std::mt19937 random(seed);
  std::vector<std::uint16_t> codes(count);
  for (std::uint16_t& code : codes) code = std::uint16_t((random() & random()) & ((1u << bits) - 1u));
  return codes;
}

struct DeepSums {
  std::array<std::uint64_t, 3> squared = {};
  std::uint32_t max = 0;
  ErrorHistogram histogram = {};  ///< of the pixels' largest errors
};

TEST(MetricsErrors, SixteenBitsAreExact) {
  constexpr VkExtent2D kExtent = {321, 77};
  constexpr std::size_t kPixels = std::size_t{kExtent.width} * kExtent.height;
  const std::vector<std::uint16_t> one = random_codes(kPixels * 4, 16, 1), other = random_codes(kPixels * 4, 16, 2);
  DeepSums expected;
  std::uint32_t largest = 0;
  for (std::size_t i = 0; i < one.size(); ++i) {
    if (i % 4 == 3) continue;
    const auto error = std::uint32_t(std::abs(int{one[i]} - int{other[i]}));
    expected.squared[i % 4] += std::uint64_t{error} * error;
    expected.max = std::max(expected.max, error);
    largest = i % 4 == 0 ? error : std::max(largest, error);
    const auto bin = std::size_t(std::lround(double(largest) * 255.0 / 65535.0));
    if (i % 4 == 2) ++expected.histogram[largest == 0 ? 0 : std::max<std::size_t>(bin, 1)];
  }
  constexpr VkFormat kFormat = VK_FORMAT_R16G16B16A16_UNORM;
  const ErrorResult result = test::compare(test::picture_of_codes(kExtent, kFormat, {one}),
                                           test::picture_of_codes(kExtent, kFormat, {other}), kMetricErrors)
                                 .errors;
  for (std::size_t c = 0; c < 3; ++c) EXPECT_EQ(result.channels[c].squared_error, double(expected.squared[c])) << c;
  EXPECT_EQ(result.max_error, double(expected.max));
  EXPECT_EQ(result.histogram, expected.histogram);
}

TEST(MetricsErrors, TenBitsInOneWord) {
  constexpr VkExtent2D kExtent = {64, 33};
  const auto words = [=](unsigned seed) {
    std::mt19937 random(seed);
    std::vector<std::uint32_t> texels(kExtent.width * kExtent.height);
    for (std::uint32_t& texel : texels) texel = std::uint32_t(random());
    return texels;
  };
  const std::vector<std::uint32_t> one = words(1), other = words(2);
  double expected = 0.0;
  for (std::size_t i = 0; i < one.size(); ++i) {
    for (const unsigned shift : {0u, 10u, 20u}) {
      const double error = double((one[i] >> shift) & 1023u) - double((other[i] >> shift) & 1023u);
      expected += error * error;
    }
  }
  const auto picture = [=](const std::vector<std::uint32_t>& texels) {
    const auto bytes = std::as_bytes(std::span(texels));
    return Picture{kExtent, VK_FORMAT_A2B10G10R10_UNORM_PACK32, {}, {{{bytes.begin(), bytes.end()}, {}, {}}}};
  };
  const ErrorResult result = test::compare(picture(one), picture(other), kMetricErrors).errors;
  EXPECT_EQ(result.squared_error, expected);
  EXPECT_NEAR(result.psnr_db, 10.0 * std::log10(1023.0 * 1023.0 / result.mse), 1e-9);
}

TEST(MetricsErrors, PlanesHaveSizesAndResultsOfTheirOwn) {
  constexpr VkExtent2D kExtent = {67, 39};  // the last samples of chroma stand for fewer pixels
  for (const Chroma chroma : {Chroma::c444, Chroma::c422, Chroma::c420, Chroma::c411}) {
    SCOPED_TRACE(int(chroma));
    std::array<std::vector<std::uint16_t>, 3> one, other;
    std::array<double, 3> squared = {};
    for (std::size_t plane = 0; plane < 3; ++plane) {
      const std::size_t width = plane == 0 || chroma == Chroma::c444 ? 67 : chroma == Chroma::c411 ? 17 : 34;
      const std::size_t height = plane == 0 || chroma != Chroma::c420 ? 39 : 20;
      one[plane] = random_codes(width * height, 10, unsigned(plane));
      other[plane] = random_codes(width * height, 10, unsigned(plane) + 9);
      for (std::size_t i = 0; i < one[plane].size(); ++i) {
        squared[plane] += std::pow(double(one[plane][i]) - double(other[plane][i]), 2.0);
      }
    }
    const Picture a = test::picture_of_codes(kExtent, VK_FORMAT_R16_UNORM, one, chroma);
    const Picture b = test::picture_of_codes(kExtent, VK_FORMAT_R16_UNORM, other, chroma);
    MetricsCreateInfo info = test::info_for(a, kMetricErrors | kMetricPsnr);
    info.bits = 10;
    test::MetricsRig rig(info);
    const MetricsResult result = rig.compare(a, b);
    for (std::size_t plane = 0; plane < 3; ++plane) {
      EXPECT_EQ(result.errors.channels[plane].squared_error, squared[plane]) << plane;
      EXPECT_EQ(result.psnr.squared_error[plane], squared[plane]) << plane;
      const double mse = squared[plane] / double(one[plane].size());
      EXPECT_NEAR(result.psnr.db[plane], std::min(10.0 * std::log10(1023.0 * 1023.0 / mse), 72.0), 1e-9) << plane;
    }
    double sum = 0.0;
    for (const std::uint16_t code : one[0]) sum += code;
    EXPECT_EQ(result.psnr.reference_moments[0], sum / 4.0 / double(one[0].size()));
  }
}

TEST(MetricsErrors, FloatsAndWhatIsNotFinite) {
  constexpr float kInf = std::numeric_limits<float>::infinity();
  reference::LinearImage one(40, 30, {1.0, 2.0, 3.0}), other = one;
  other.at(7, 8) = {1.5, 2.0, 1.0};
  other.at(9, 9) = {1.0, 2.0, 1e20};
  one.at(1, 1) = {double(kInf), 0.0, 0.0};
  other.at(2, 1) = {0.0, std::numeric_limits<double>::quiet_NaN(), 0.0};
  one.at(3, 1) = other.at(3, 1) = {0.0, 0.0, -double(kInf)};
  const ErrorResult result = test::compare(test::picture_of(one), test::picture_of(other), kMetricErrors).errors;
  EXPECT_EQ(result.not_finite_reference, 2u);
  EXPECT_EQ(result.not_finite_test, 2u);
  EXPECT_EQ(result.pixels, 40u * 30u - 3u);
  EXPECT_EQ(result.differing_pixels, 2u);
  EXPECT_EQ(result.max_error, double(1e20f));
  EXPECT_EQ(result.max_x, 9u);
  EXPECT_EQ(result.channels[0].squared_error, 0.25);
  EXPECT_EQ(result.channels[1].squared_error, 0.0);
  // 1e20 squared is no float; the sum says so instead of hiding it.
  EXPECT_EQ(result.channels[2].squared_error, double(kInf));
  EXPECT_EQ(result.histogram[std::size_t(1 + std::floor(4.0 * (std::log2(2.0) + 32.0)))], 1u);
  EXPECT_EQ(result.histogram[255], 1u);
}

TEST(MetricsErrors, SlotsKeepTheirResults) {
  const CodeImage one = metrics_test::picture(50, 40, 3, 1), other = metrics_test::picture(50, 40, 20, 2);
  const Picture a = test::picture_of(one), b = test::picture_of(other);
  MetricsCreateInfo info = test::info_for(a, kMetricErrors | kMetricSsim);
  info.slots = 2;
  test::MetricsRig rig(info);
  const MetricsResult different = rig.compare(a, b);
  rig.settings.slot = 1;
  const MetricsResult equal = rig.compare(a, a);
  MetricsResult again;
  ASSERT_EQ(rig.metrics().finish(0, &again), Status::ok);
  EXPECT_EQ(again.errors.squared_error, different.errors.squared_error);
  EXPECT_EQ(again.ssim.score, different.ssim.score);
  EXPECT_EQ(equal.errors.squared_error, 0.0);
  EXPECT_EQ(equal.ssim.score, 1.0);
}

TEST(MetricsErrors, SmallerPicturesThanTheLargest) {
  MetricsCreateInfo info;
  info.max_extent = {700, 500};
  info.metrics = kMetricErrors | kMetricPsnr | kMetricSsim;
  test::MetricsRig rig(info);
  for (const VkExtent2D size : {VkExtent2D{700, 500}, {33, 500}, {11, 11}, {700, 12}}) {
    const CodeImage one = metrics_test::picture(size.width, size.height, 3, 1);
    const CodeImage other = metrics_test::picture(size.width, size.height, 40, 2);
    const MetricsResult result = rig.compare(test::picture_of(one), test::picture_of(other));
    expect_equal(result.errors, count_errors(one, other));
    EXPECT_EQ(result.psnr.squared_error[1], double(squared_error(to_yuv444(one).u, to_yuv444(other).u)));
  }
}

/// All colours whose channels are multiples of 5, both ways of the grey ramp included: 140608 of them.
TEST(MetricsPsnr, IntegerYuvOfManyColors) {
  constexpr std::size_t kSteps = 52;
  CodeImage colors(kSteps * kSteps, kSteps);
  for (std::size_t i = 0; i < colors.pixels.size(); ++i) {
    const std::size_t r = i % kSteps * 5, g = i / kSteps % kSteps * 5, b = i / (kSteps * kSteps) * 5;
    colors.pixels[i] = {std::uint8_t(r), std::uint8_t(g), std::uint8_t(b)};
  }
  const reference::Yuv444 yuv = to_yuv444(colors);
  const Picture rgb = test::picture_of(colors);
  // Against a black picture: a code that is off by one moves the sums. Y of black is 16, Cb and Cr are 128.
  const PsnrResult result =
      test::compare(rgb, test::picture_of(CodeImage(colors.width, colors.height, {0, 0, 0})), kMetricPsnr).psnr;
  const auto against = [](const reference::Plane& plane, int code) {
    double sum = 0.0;
    for (const std::uint8_t value : plane.pixels) sum += double(value - code) * double(value - code);
    return sum;
  };
  EXPECT_EQ(result.squared_error[0], against(yuv.y, 16));
  EXPECT_EQ(result.squared_error[1], against(yuv.u, 128));
  EXPECT_EQ(result.squared_error[2], against(yuv.v, 128));
  EXPECT_EQ(result.reference_moments[0], moments(yuv.y).first);
  EXPECT_EQ(result.reference_moments[1], moments(yuv.y).second);
}

}  // namespace
