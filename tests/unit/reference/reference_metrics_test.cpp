// SPDX-License-Identifier: MIT
// Tests of the oracles of the exact metrics, SSIM, CIEDE2000 and PSNR-HVS: values worked out by hand or published, and
// properties.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <numbers>
#include <random>
#include <stdexcept>
#include <vector>

#include "reference/metrics/ciede2000.h"
#include "reference/metrics/metrics.h"
#include "reference/metrics/psnr_hvs.h"
#include "reference/metrics/ssim.h"
#include "unit/reference/reference_metrics_fixtures.h"

namespace {

using metrics_test::flat_yuv;
using metrics_test::luma;
using metrics_test::picture;
using reference::CodeImage;
using reference::ErrorCounts;
using reference::kInfinity;
using reference::Lab;
using reference::Plane;
using reference::SsimArithmetic;
using reference::SsimResult;
using reference::Yuv444;
using reference::Yuv8;

// ---- exact errors ---------------------------------------------------------------------------------------------------

TEST(ReferenceErrorCounts, ByHand) {
  CodeImage one(3, 2, {10, 20, 30});
  CodeImage other = one;
  other.at(1, 0) = {11, 20, 27};  // 1, 0, 3
  other.at(2, 0) = {10, 25, 30};  // 0, 5, 0
  other.at(0, 1) = {10, 15, 30};  // 0, 5, 0: as bad, but later
  const ErrorCounts counts = count_errors(one, other);
  EXPECT_EQ(counts.squared_error, (std::array<std::uint64_t, 3>{1, 50, 9}));
  EXPECT_EQ(counts.total_squared_error, 60u);
  EXPECT_EQ(counts.channel_max, (std::array<unsigned, 3>{1, 5, 3}));
  EXPECT_EQ(counts.max, 5u);
  EXPECT_EQ(counts.max_x, 2u);
  EXPECT_EQ(counts.max_y, 0u);
  EXPECT_EQ(counts.differing_pixels, 3u);
  EXPECT_EQ(counts.histogram[0][0], 5u);
  EXPECT_EQ(counts.histogram[0][1], 1u);
  EXPECT_EQ(counts.histogram[1][5], 2u);
  EXPECT_EQ(counts.histogram[2][3], 1u);
  const auto total = total_histogram(counts);
  EXPECT_EQ(total[0], 14u);
  EXPECT_EQ(total[1] + total[3] + total[5], 4u);
}

TEST(ReferenceErrorCounts, EqualImagesAndTheLargestError) {
  const CodeImage black(64, 3);
  const ErrorCounts none = count_errors(black, black);
  EXPECT_EQ(none.total_squared_error, 0u);
  EXPECT_EQ(none.differing_pixels, 0u);
  EXPECT_EQ(none.histogram[2][0], 192u);
  const ErrorCounts all = count_errors(black, CodeImage(64, 3, {255, 255, 255}));
  EXPECT_EQ(all.total_squared_error, 3u * 192u * 65025u);
  EXPECT_EQ(all.max, 255u);
  EXPECT_EQ(all.max_x + all.max_y, 0u);
  EXPECT_EQ(all.differing_pixels, 192u);
  EXPECT_EQ(all.histogram[1][255], 192u);
}

TEST(ReferenceErrorCounts, HistogramHoldsTheSums) {
  const CodeImage one = picture(61, 37);
  const CodeImage other = picture(61, 37, 20);
  const ErrorCounts counts = count_errors(one, other);
  EXPECT_EQ(counts.max, std::max({counts.channel_max[0], counts.channel_max[1], counts.channel_max[2]}));
  for (std::size_t channel = 0; channel < 3; ++channel) {
    std::uint64_t pixels = 0;
    std::uint64_t squares = 0;
    for (std::size_t error = 0; error < 256; ++error) {
      pixels += counts.histogram[channel][error];
      squares += counts.histogram[channel][error] * error * error;
    }
    EXPECT_EQ(pixels, 61u * 37u);
    EXPECT_EQ(squares, counts.squared_error[channel]);
  }
  EXPECT_EQ(count_errors(other, one).histogram, counts.histogram);
}

TEST(ReferenceMetrics, OtherSizesAndNoPixelsAreRefused) {
  EXPECT_THROW((void)count_errors(CodeImage(3, 2), CodeImage(2, 3)), std::invalid_argument);
  EXPECT_THROW((void)count_errors(CodeImage(), CodeImage()), std::invalid_argument);
  CodeImage short_of_one(3, 2);
  short_of_one.pixels.pop_back();
  EXPECT_THROW((void)count_errors(CodeImage(3, 2), short_of_one), std::invalid_argument);
  EXPECT_THROW((void)to_yuv444(short_of_one), std::invalid_argument);
  EXPECT_THROW((void)reference::psnr_db(Plane(3, 2), Plane(3, 3)), std::invalid_argument);
  EXPECT_THROW((void)reference::psnr_db(0, 0), std::invalid_argument);
  EXPECT_THROW((void)moments(Plane()), std::invalid_argument);
  EXPECT_THROW((void)float_ssim(Plane(20, 20), Plane(20, 21)), std::invalid_argument);
  EXPECT_THROW((void)float_ms_ssim(Plane(180, 180), Plane(180, 181)), std::invalid_argument);
  Yuv444 ragged = flat_yuv(9, 9, {16, 128, 128});
  ragged.v = Plane(9, 8);
  EXPECT_THROW((void)ciede2000(ragged, ragged), std::invalid_argument);
  EXPECT_THROW((void)psnr_hvs(flat_yuv(9, 9, {}), ragged), std::invalid_argument);
}

// ---- YUV, PSNR, moments ---------------------------------------------------------------------------------------------

TEST(ReferenceYuv, KnownColors) {
  EXPECT_EQ(reference::to_yuv({0, 0, 0}), (Yuv8{16, 128, 128}));
  EXPECT_EQ(reference::to_yuv({255, 255, 255}), (Yuv8{235, 128, 128}));
  // Y = 16 + 219 K; U, V = 128 + 224 (C - K) / (2 (1 - K)), BT.709-6.
  EXPECT_EQ(reference::to_yuv({255, 0, 0}), (Yuv8{63, 102, 240}));  // 62.56, 102.34, 240
  EXPECT_EQ(reference::to_yuv({0, 255, 0}), (Yuv8{173, 42, 26}));   // 172.63, 41.66, 26.27
  EXPECT_EQ(reference::to_yuv({0, 0, 255}), (Yuv8{32, 240, 118}));  // 31.81, 240, 117.73
  for (unsigned code = 0; code < 256; ++code) {
    const auto grey = static_cast<std::uint8_t>(code);
    const Yuv8 yuv = reference::to_yuv({grey, grey, grey});
    EXPECT_EQ(yuv[0], std::floor(16.0 + 219.0 * code / 255.0 + 0.5));
    EXPECT_EQ(yuv[1], 128);
    EXPECT_EQ(yuv[2], 128);
  }
}

TEST(ReferenceYuv, RoundsTheRealFormula) {
  for (unsigned r = 0; r < 256; r += 5) {
    for (unsigned g = 0; g < 256; g += 3) {
      for (unsigned b = 0; b < 256; b += 17) {
        const double y = (0.2126 * r + 0.7152 * g + 0.0722 * b) / 255.0;
        const double u = (b / 255.0 - y) / 1.8556;
        const double v = (r / 255.0 - y) / 1.5748;
        const Yuv8 yuv = reference::to_yuv({std::uint8_t(r), std::uint8_t(g), std::uint8_t(b)});
        // Half a code, and what the doubles' roundings add at a tie.
        ASSERT_NEAR(yuv[0], 16.0 + 219.0 * y, 0.5 + 1e-9) << r << ' ' << g << ' ' << b;
        ASSERT_NEAR(yuv[1], 128.0 + 224.0 * u, 0.5 + 1e-9) << r << ' ' << g << ' ' << b;
        ASSERT_NEAR(yuv[2], 128.0 + 224.0 * v, 0.5 + 1e-9) << r << ' ' << g << ' ' << b;
      }
    }
  }
}

TEST(ReferencePsnr, KnownErrors) {
  EXPECT_NEAR(reference::psnr_db(Plane(7, 5, 100), Plane(7, 5, 101)), 48.13080360867910, 1e-12);  // 10 log10(65025)
  EXPECT_NEAR(reference::psnr_db(Plane(7, 5, 0), Plane(7, 5, 255)), 0.0, 1e-12);
  EXPECT_EQ(reference::psnr_db(Plane(7, 5, 9), Plane(7, 5, 9)), 60.0);
  Plane one_off(10, 10, 9);
  one_off.at(4, 7) = 8;
  EXPECT_EQ(squared_error(Plane(10, 10, 9), one_off), 1u);
  EXPECT_EQ(reference::psnr_db(Plane(10, 10, 9), one_off), 60.0);              // 68.13 dB, capped
  EXPECT_NEAR(reference::psnr_db(1, 15), 10.0 * std::log10(975375.0), 1e-12);  // 59.89 dB, just below
}

TEST(ReferenceMoments, KnownMeans) {
  const reference::Moments flat = moments(Plane(13, 3, 50));
  EXPECT_EQ(flat.first, 50.0);
  EXPECT_EQ(flat.second, 2500.0);
  Plane ramp(256, 1);
  for (std::size_t x = 0; x < 256; ++x) ramp.at(x, 0) = static_cast<std::uint8_t>(x);
  EXPECT_EQ(moments(ramp).sum, 32640u);               // 255 * 256 / 2
  EXPECT_EQ(moments(ramp).sum_of_squares, 5559680u);  // 255 * 256 * 511 / 6
}

// ---- SSIM -----------------------------------------------------------------------------------------------------------

constexpr SsimArithmetic kArithmetics[] = {SsimArithmetic::float32, SsimArithmetic::exact};

TEST(ReferenceSsim, EqualImagesHaveOne) {
  for (const SsimArithmetic arithmetic : kArithmetics) {
    const Plane plane = luma(180, 177, 30);
    const SsimResult result = float_ssim(plane, plane, 0, arithmetic);
    EXPECT_EQ(result.score, 1.0);
    EXPECT_EQ(result.means.luminance, 1.0);
    EXPECT_EQ(result.means.contrast, 1.0);
    EXPECT_EQ(result.means.structure, 1.0);
    EXPECT_EQ(result.map.width, 170u);
    EXPECT_EQ(result.map.height, 167u);
    EXPECT_EQ(*std::min_element(result.map.pixels.begin(), result.map.pixels.end()), 1.0);
    EXPECT_EQ(float_ms_ssim(plane, plane, arithmetic).score, 1.0);
  }
}

TEST(ReferenceSsim, FlatImagesDifferInLuminanceAlone) {
  // Variance and covariance clamped to 0, so c = s = 1. l = 1 - (50 - 51)^2 / (50^2 + 51^2 + 6.5025), as near as the
  // taps add up to 1.
  const double l = 1.0 - 1.0 / 5107.5025;
  for (const SsimArithmetic arithmetic : kArithmetics) {
    const SsimResult result = float_ssim(Plane(200, 180, 50), Plane(200, 180, 51), 1, arithmetic);
    EXPECT_NEAR(result.score, l, 1e-7);
    EXPECT_NEAR(result.means.luminance, l, 1e-7);
    EXPECT_EQ(result.means.contrast, 1.0);
    EXPECT_EQ(result.means.structure, 1.0);
    // Only the coarsest scale's luminance counts.
    EXPECT_NEAR(float_ms_ssim(Plane(200, 180, 50), Plane(200, 180, 51), arithmetic).score, std::pow(l, 0.1333), 1e-7);
    EXPECT_EQ(float_ssim(Plane(11, 11, 255), Plane(11, 11, 255), 1, arithmetic).score, 1.0);
  }
}

TEST(ReferenceSsim, OneWindowByItsDefinition) {
  constexpr std::array kTaps = {0.001028, 0.007599, 0.036001, 0.109361, 0.213006, 0.266012,
                                0.213006, 0.109361, 0.036001, 0.007599, 0.001028};
  const Plane one = luma(11, 11, 40, 5);
  const Plane other = luma(11, 11, 40, 6);
  double a = 0.0, b = 0.0, aa = 0.0, bb = 0.0, ab = 0.0;
  for (std::size_t y = 0; y < 11; ++y) {
    for (std::size_t x = 0; x < 11; ++x) {
      const double weight = kTaps[x] * kTaps[y];
      const double p = one.at(x, y);
      const double q = other.at(x, y);
      a += weight * p;
      b += weight * q;
      aa += weight * p * p;
      bb += weight * q * q;
      ab += weight * p * q;
    }
  }
  // The two-factor form, which equals l c s here, where no variance is clamped.
  const double expected = (2.0 * a * b + 6.5025) * (2.0 * (ab - a * b) + 58.5225) /
                          ((a * a + b * b + 6.5025) * (aa - a * a + bb - b * b + 58.5225));
  const SsimResult exact = float_ssim(one, other, 1, SsimArithmetic::exact);
  EXPECT_EQ(exact.map.pixels.size(), 1u);
  EXPECT_NEAR(exact.score, expected, 1e-12);
  EXPECT_NEAR(float_ssim(one, other, 1).score, expected, 1e-5);
}

TEST(ReferenceSsim, SymmetricAndWithinItsRange) {
  const Plane one = luma(200, 190, 6, 1);
  const Plane other = luma(200, 190, 6, 2);
  for (const SsimArithmetic arithmetic : kArithmetics) {
    const SsimResult result = float_ssim(one, other, 1, arithmetic);
    EXPECT_EQ(result.map.pixels, float_ssim(other, one, 1, arithmetic).map.pixels);
    EXPECT_GT(result.score, 0.0);
    EXPECT_LT(result.score, 1.0);
    EXPECT_EQ(float_ms_ssim(one, other, arithmetic).score, float_ms_ssim(other, one, arithmetic).score);
  }
  EXPECT_NEAR(float_ssim(one, other, 1).score, float_ssim(one, other, 1, SsimArithmetic::exact).score, 1e-5);
  EXPECT_NEAR(float_ms_ssim(one, other).score, float_ms_ssim(one, other, SsimArithmetic::exact).score, 1e-5);
  const auto scales = float_ms_ssim(one, other).scales;
  EXPECT_EQ(scales[0].contrast, float_ssim(one, other, 1).means.contrast);
  EXPECT_LT(scales[0].structure, scales[2].structure);  // noise averages out
}

TEST(ReferenceSsim, ScalesAreWeightedAsPublished) {
  constexpr std::array kExponents = {0.0448, 0.2856, 0.3001, 0.2363, 0.1333};  // Wang et al. 2003, section 3.2
  const reference::MsSsimResult result = float_ms_ssim(luma(176, 190, 30, 1), luma(176, 190, 30, 2));
  double score = std::pow(result.scales[4].luminance, 0.1333);
  for (std::size_t i = 0; i < 5; ++i) {
    score *= std::pow(result.scales[i].contrast * result.scales[i].structure, kExponents[i]);
  }
  EXPECT_NEAR(result.score, score, 1e-12);
  EXPECT_LT(result.scales[2].structure, 0.99);  // so that each of them tells
}

TEST(ReferenceSsim, InvertedImageHasNegativeStructure) {
  const Plane plane = luma(176, 176, 20);
  Plane inverted = plane;
  for (std::uint8_t& code : inverted.pixels) code = static_cast<std::uint8_t>(255 - code);
  const reference::MsSsimResult result = float_ms_ssim(plane, inverted);
  EXPECT_LT(result.scales[0].structure, 0.0);
  EXPECT_TRUE(std::isnan(result.score));
}

TEST(ReferenceSsim, OneCodeInOnePixelShowsInItsWindowsAlone) {
  const Plane plane = luma(40, 30);
  Plane changed = plane;
  changed.at(20, 15) = static_cast<std::uint8_t>(changed.at(20, 15) + 1);
  const SsimResult result = float_ssim(plane, changed, 1);
  EXPECT_LT(result.score, 1.0);
  EXPECT_GT(result.score, 0.9999);
  for (std::size_t y = 0; y < result.map.height; ++y) {
    for (std::size_t x = 0; x < result.map.width; ++x) {
      const bool covers = x <= 20 && x + 10 >= 20 && y <= 15 && y + 10 >= 15;
      EXPECT_TRUE(covers || result.map.at(x, y) == 1.0) << x << ' ' << y;
    }
  }
  EXPECT_LT(result.map.at(15, 10), 1.0);
}

/// Column and row i are those of `small` at (i + scale / 2) / scale: what decimation at `scale` averages, with nothing
/// mirrored but the outermost.
Plane enlarged(const Plane& small, std::size_t width, std::size_t height, std::size_t scale) {
  Plane plane(width, height);
  const std::size_t before = scale / 2;
  for (std::size_t y = 0; y < height; ++y) {
    for (std::size_t x = 0; x < width; ++x) plane.at(x, y) = small.at((x + before) / scale, (y + before) / scale);
  }
  return plane;
}

TEST(ReferenceSsim, DecimationAveragesAroundEveryStepthPixel) {
  const Plane one = luma(16, 16, 40, 3);
  const Plane other = luma(16, 16, 40, 4);
  const auto cropped = [](const Plane& plane, std::size_t size) { return enlarged(plane, size, size, 1); };
  // An even size loses what is beyond its last step; an odd one gets a pixel more.
  for (const std::size_t size : {24u, 25u, 30u}) {
    const SsimResult large = float_ssim(enlarged(one, size, size, 2), enlarged(other, size, size, 2), 2);
    const std::size_t expected = size / 2 + size % 2;
    const SsimResult small = float_ssim(cropped(one, expected), cropped(other, expected), 1);
    EXPECT_EQ(large.map.pixels, small.map.pixels) << size;
    EXPECT_EQ(large.scale, 2u);
  }
  // Upright stripes at scale 3: 33 columns become 12, of which the last averages columns 32, 33 and 34. Mirrored, these
  // are 32, 32 and 31: two with the step of 3 `last`, one without.
  const auto stripes = [](const Plane& columns, int last) {
    Plane large(33, 33);
    Plane small(12, 12);
    for (std::size_t y = 0; y < 33; ++y) {
      for (std::size_t x = 0; x < 33; ++x) large.at(x, y) = columns.at((x + 1) / 3, 0);
      large.at(32, y) = static_cast<std::uint8_t>(columns.at(10, 0) + 3 * last);
    }
    for (std::size_t y = 0; y < 12; ++y) {
      for (std::size_t x = 0; x < 11; ++x) small.at(x, y) = columns.at(x, 0);
      small.at(11, y) = static_cast<std::uint8_t>(columns.at(10, 0) + 2 * last);
    }
    return std::array{large, small};
  };
  const auto [large_one, small_one] = stripes(one, 7);
  const auto [large_other, small_other] = stripes(other, -6);
  const SsimResult large = float_ssim(large_one, large_other, 3, SsimArithmetic::exact);
  const SsimResult small = float_ssim(small_one, small_other, 1, SsimArithmetic::exact);
  ASSERT_EQ(large.map.pixels.size(), 4u);
  for (std::size_t i = 0; i < 4; ++i) EXPECT_NEAR(large.map.pixels[i], small.map.pixels[i], 1e-9);
}

TEST(ReferenceSsim, AutomaticScale) {
  EXPECT_EQ(reference::automatic_ssim_scale(11, 4000), 1u);
  EXPECT_EQ(reference::automatic_ssim_scale(383, 383), 1u);
  EXPECT_EQ(reference::automatic_ssim_scale(384, 512), 2u);
  EXPECT_EQ(reference::automatic_ssim_scale(640, 640), 3u);
  EXPECT_EQ(reference::automatic_ssim_scale(1920, 1080), 4u);
  EXPECT_EQ(reference::automatic_ssim_scale(3840, 2160), 8u);
  EXPECT_EQ(float_ssim(Plane(400, 384, 1), Plane(400, 384, 2)).scale, 2u);
}

TEST(ReferenceSsim, SmallImagesAndScalesAreRefused) {
  EXPECT_NO_THROW((void)float_ssim(Plane(11, 11), Plane(11, 11)));
  EXPECT_THROW((void)float_ssim(Plane(10, 40), Plane(10, 40)), std::invalid_argument);
  EXPECT_THROW((void)float_ssim(Plane(40, 10), Plane(40, 10)), std::invalid_argument);
  EXPECT_THROW((void)float_ssim(Plane(32, 40), Plane(32, 40), 3), std::invalid_argument);  // 10 columns
  EXPECT_THROW((void)float_ssim(Plane(200, 200), Plane(200, 200), 11), std::invalid_argument);
  EXPECT_NO_THROW((void)float_ms_ssim(Plane(176, 177), Plane(176, 177)));
  EXPECT_THROW((void)float_ms_ssim(Plane(175, 400), Plane(175, 400)), std::invalid_argument);
}

// ---- CIEDE2000 ------------------------------------------------------------------------------------------------------

TEST(ReferenceCiede2000, PublishedPairs) {
  // Sharma et al. 2005, table 1; all factors 1.
  const struct {
    Lab one, other;
    double difference;
  } kPairs[] = {
      {{50.0f, 2.6772f, -79.7751f}, {50.0f, 0.0f, -82.7485f}, 2.0425},
      {{50.0f, 3.1571f, -77.2803f}, {50.0f, 0.0f, -82.7485f}, 2.8615},
      {{50.0f, 2.8361f, -74.0200f}, {50.0f, 0.0f, -82.7485f}, 3.4412},
      {{50.0f, 0.0f, 0.0f}, {50.0f, -1.0f, 2.0f}, 2.3669},
      {{50.0f, 2.5f, 0.0f}, {50.0f, 0.0f, -2.5f}, 4.3065},
      {{50.0f, 2.5f, 0.0f}, {73.0f, 25.0f, -18.0f}, 27.1492},
      {{50.0f, 2.5f, 0.0f}, {61.0f, -5.0f, 29.0f}, 22.8977},
      {{50.0f, 2.5f, 0.0f}, {56.0f, -27.0f, -3.0f}, 31.9030},
      {{50.0f, 2.5f, 0.0f}, {58.0f, 24.0f, 15.0f}, 19.4535},
      {{60.2574f, -34.0099f, 36.2677f}, {60.4626f, -34.1751f, 39.4387f}, 1.2644},
  };
  for (const auto& pair : kPairs) {
    EXPECT_NEAR(ciede2000(pair.one, pair.other, {1.0, 1.0, 1.0}), pair.difference, 1e-4);
    EXPECT_NEAR(ciede2000(pair.other, pair.one, {1.0, 1.0, 1.0}), pair.difference, 1e-4);
  }
}

TEST(ReferenceCiede2000, BlackAndWhite) {
  const Lab white = reference::yuv_to_lab({235, 128, 128});
  EXPECT_NEAR(white.l, 100.0, 1e-5);
  EXPECT_NEAR(white.a, 0.0, 1e-4);
  EXPECT_NEAR(white.b, 0.0, 1e-4);
  EXPECT_NEAR(reference::yuv_to_lab({16, 128, 128}).l, 0.0, 1e-5);
  // Mean lightness 50: S_L = 1, and the difference is 100 / 0.65.
  const auto result = ciede2000(flat_yuv(5, 3, {16, 128, 128}), flat_yuv(5, 3, {235, 128, 128}));
  EXPECT_NEAR(result.mean, 100.0 / 0.65, 1e-4);
  EXPECT_NEAR(result.score, 45.0 - 20.0 * std::log10(100.0 / 0.65), 1e-6);
  // Code 126 is (126 - 16) / 219 of white: 0.2159 linear, L = 53.5883; S_L is that of L / 2.
  const double y = std::pow((110.0 / 219.0 + 0.055) / 1.055, 2.4);
  const double l = 116.0 * std::cbrt(y) - 16.0;
  const double s_l = 1.0 + 0.015 * std::pow(l / 2.0 - 50.0, 2.0) / std::sqrt(20.0 + std::pow(l / 2.0 - 50.0, 2.0));
  EXPECT_NEAR(ciede2000(flat_yuv(5, 3, {16, 128, 128}), flat_yuv(5, 3, {126, 128, 128})).mean, l / 0.65 / s_l, 1e-4);
}

TEST(ReferenceCiede2000, LinearPartEndsAtTenCodes) {
  // Green is 0.0394, between this knee of 10 / 255 and that of sRGB, 0.04045. L is linear for so dark a colour.
  const double red = 8.0 / 219.0 / 12.92;
  const double green = std::pow((8.0 / 219.0 + 0.21482 * 3.0 / 224.0 + 0.055) / 1.055, 2.4);
  const double blue = (8.0 / 219.0 - 2.12798 * 3.0 / 224.0) / 12.92;
  const double y = 0.21267285140562248 * red + 0.715152155287818 * green + 0.07217499330655958 * blue;
  EXPECT_NEAR(reference::yuv_to_lab({24, 125, 128}).l, 24389.0 / 27.0 * y, 2e-5);
}

TEST(ReferenceCiede2000, EqualImagesAndSymmetry) {
  const Yuv444 one = to_yuv444(picture(40, 30, 3, 1));
  const Yuv444 other = to_yuv444(picture(40, 30, 3, 2));
  const auto same = ciede2000(one, one);
  EXPECT_EQ(same.mean, 0.0);
  EXPECT_EQ(same.score, kInfinity);
  const auto result = ciede2000(one, other);
  const auto swapped = ciede2000(other, one);
  for (std::size_t i = 0; i < result.map.pixels.size(); ++i) {
    ASSERT_NEAR(result.map.pixels[i], swapped.map.pixels[i], 1e-5);
  }
  EXPECT_NEAR(result.mean, std::pow(10.0, (45.0 - result.score) / 20.0), 1e-12);
  Yuv444 one_off = one;
  one_off.y.at(7, 9) = static_cast<std::uint8_t>(one_off.y.at(7, 9) + 1);
  const auto off = ciede2000(one, one_off);
  EXPECT_GT(off.map.at(7, 9), 0.0);
  EXPECT_DOUBLE_EQ(off.mean, off.map.at(7, 9) / 1200.0);
}

// ---- PSNR-HVS -------------------------------------------------------------------------------------------------------

TEST(ReferencePsnrHvs, TransformIsTheDctRounded) {
  std::mt19937 random(7);
  const auto basis = [](std::size_t k, std::size_t x) {
    return (k == 0 ? std::sqrt(0.125) : 0.5) * std::cos(std::numbers::pi * static_cast<double>((2 * x + 1) * k) / 16.0);
  };
  for (int round = 0; round < 50; ++round) {
    reference::DctBlock block{};
    for (std::int32_t& sample : block) sample = static_cast<std::int32_t>(random() % 256);
    const reference::DctBlock result = reference::integer_dct(block);
    for (std::size_t v = 0; v < 8; ++v) {
      for (std::size_t u = 0; u < 8; ++u) {
        double expected = 0.0;
        for (std::size_t i = 0; i < 64; ++i) expected += block[i] * basis(v, i / 8) * basis(u, i % 8);
        ASSERT_NEAR(result[v * 8 + u], expected, 4.0) << v << ' ' << u;  // roundings of two passes
      }
    }
  }
  for (std::int32_t sample = 0; sample < 256; ++sample) {
    reference::DctBlock flat{};
    flat.fill(sample);
    reference::DctBlock result = reference::integer_dct(flat);
    EXPECT_NEAR(result[0], 8 * sample, 1);
    result[0] = 0;
    EXPECT_EQ(result, reference::DctBlock{});
  }
}

TEST(ReferencePsnrHvs, FlatImagesDifferInTheFirstCoefficientAlone) {
  // A step of 1 is 8 there, for these codes, and the mean over 64 coefficients of (8 csf / 255)^2 is (csf / 255)^2.
  const auto result = psnr_hvs(flat_yuv(30, 20, {50, 128, 128}), flat_yuv(30, 20, {51, 129, 129}));
  const double y = std::pow(1.6193873005 / 255.0, 2.0);
  const double cb = std::pow(1.91113096927 / 255.0, 2.0);
  const double cr = std::pow(2.03871978502 / 255.0, 2.0);
  EXPECT_NEAR(result.y_db, -10.0 * std::log10(y), 1e-9);  // 43.9438
  EXPECT_NEAR(result.cb_db, -10.0 * std::log10(cb), 1e-9);
  EXPECT_NEAR(result.cr_db, -10.0 * std::log10(cr), 1e-9);
  EXPECT_NEAR(result.combined_db, -10.0 * std::log10(0.8 * y + 0.1 * cb + 0.1 * cr), 1e-9);
  EXPECT_EQ(psnr_hvs(flat_yuv(8, 8, {9, 9, 9}), flat_yuv(8, 8, {9, 9, 9})).combined_db, kInfinity);
}

TEST(ReferencePsnrHvs, BlocksBeginEverySevenPixels) {
  const Plane flat(14, 8, 100);
  Plane changed = flat;
  changed.at(9, 3) = 90;  // a second block would need 15 columns
  EXPECT_EQ(hvs_error(flat, changed, reference::HvsPlane::y), 0.0);
  changed.at(7, 3) = 90;
  EXPECT_GT(hvs_error(flat, changed, reference::HvsPlane::y), 0.0);
  Plane wider(15, 8, 100);
  Plane changed_wider = wider;
  changed_wider.at(14, 3) = 90;
  EXPECT_GT(hvs_error(wider, changed_wider, reference::HvsPlane::y), 0.0);
  EXPECT_THROW((void)hvs_error(Plane(7, 20), Plane(7, 20), reference::HvsPlane::y), std::invalid_argument);
  EXPECT_THROW((void)hvs_error(Plane(20, 7), Plane(20, 7), reference::HvsPlane::y), std::invalid_argument);
}

TEST(ReferencePsnrHvs, TextureHidesErrors) {
  const Plane flat(64, 64, 120);
  Plane textured = flat;
  std::mt19937 random(3);
  for (std::uint8_t& code : textured.pixels) code = static_cast<std::uint8_t>(code + random() % 60);
  const auto with_ripple = [](Plane plane) {
    for (std::size_t i = 0; i < plane.pixels.size(); i += 2)
      plane.pixels[i] = static_cast<std::uint8_t>(plane.pixels[i] + 6);
    return plane;
  };
  using reference::HvsPlane;
  EXPECT_GT(hvs_error(flat, with_ripple(flat), HvsPlane::y), hvs_error(textured, with_ripple(textured), HvsPlane::y));
  EXPECT_EQ(hvs_error(textured, flat, HvsPlane::cr), hvs_error(flat, textured, HvsPlane::cr));
}

}  // namespace
