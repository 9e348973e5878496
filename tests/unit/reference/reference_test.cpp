// SPDX-License-Identifier: MIT
// Tests of the reference by published numbers and by properties, so that it can judge the GPU.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <limits>
#include <numeric>
#include <random>
#include <vector>

#include "photopic/settings.h"
#include "reference/adaptation.h"
#include "reference/metering.h"
#include "reference/texel_formats.h"
#include "reference/tone_map.h"

namespace {

using reference::grey;
using reference::kInfinity;
using reference::kNan;
using reference::Rgb;
using reference::Rounding;
using reference::ToneMapper;
using reference::Version;

// ---- texel formats --------------------------------------------------------------------------------------------------

TEST(ReferenceTexelFormats, HalfKnownValues) {
  EXPECT_EQ(reference::half_to_double(0x3c00), 1.0);
  EXPECT_EQ(reference::half_to_double(0xc000), -2.0);
  EXPECT_EQ(reference::half_to_double(0x3555), 0.333251953125);
  EXPECT_EQ(reference::half_to_double(0x7bff), reference::kHalfMax);
  EXPECT_EQ(reference::half_to_double(0x0400), std::ldexp(1.0, -14));
  EXPECT_EQ(reference::half_to_double(0x03ff), std::ldexp(1023.0, -24));
  EXPECT_EQ(reference::half_to_double(0x0001), std::ldexp(1.0, -24));
  EXPECT_TRUE(std::signbit(reference::half_to_double(0x8000)));
  EXPECT_EQ(reference::half_to_double(0xfc00), -kInfinity);
  EXPECT_TRUE(std::isnan(reference::half_to_double(0x7c01)));
}

TEST(ReferenceTexelFormats, HalfRoundTripsExhaustively) {
  for (std::uint32_t bits = 0; bits < 65536; ++bits) {
    const auto half = static_cast<std::uint16_t>(bits);
    const double value = reference::half_to_double(half);
    if (std::isnan(value)) {
      EXPECT_EQ(reference::double_to_half(value) & 0x7fff, 0x7e00);
    } else {
      ASSERT_EQ(reference::double_to_half(value), half);
    }
  }
}

TEST(ReferenceTexelFormats, HalfRoundsBetweenNeighboursToNearestEven) {
  for (std::uint16_t bits = 0; bits < 0x7bff; ++bits) {
    const double low = reference::half_to_double(bits);
    const double high = reference::half_to_double(static_cast<std::uint16_t>(bits + 1));
    ASSERT_LT(low, high);
    const double middle = 0.5 * (low + high);  // exact
    ASSERT_EQ(reference::double_to_half(std::nextafter(middle, 0.0)), bits);
    ASSERT_EQ(reference::double_to_half(middle), bits + (bits & 1));
    ASSERT_EQ(reference::double_to_half(std::nextafter(middle, kInfinity)), bits + 1);
  }
  EXPECT_EQ(reference::double_to_half(std::nextafter(65520.0, 0.0)), 0x7bff);
  EXPECT_EQ(reference::double_to_half(65520.0), 0x7c00);
  EXPECT_EQ(reference::double_to_half(-1e300), 0xfc00);
  EXPECT_EQ(reference::double_to_half(std::numeric_limits<double>::denorm_min()), 0);
}

template <typename Decode, typename Encode>
void expect_ufloat(std::uint32_t infinity, double max, Decode decode, Encode encode) {
  for (std::uint32_t bits = 0; bits < infinity; ++bits) {
    for (const Rounding rounding : {Rounding::nearest_even, Rounding::toward_zero}) {
      ASSERT_EQ(encode(decode(bits), rounding), bits);
    }
    if (bits + 1 == infinity) break;
    const double middle = 0.5 * (decode(bits) + decode(bits + 1));
    ASSERT_EQ(encode(middle, Rounding::nearest_even), bits + (bits & 1));
    ASSERT_EQ(encode(std::nextafter(middle, kInfinity), Rounding::nearest_even), bits + 1);
    ASSERT_EQ(encode(std::nextafter(decode(bits + 1), 0.0), Rounding::toward_zero), bits);
  }
  EXPECT_EQ(decode(infinity - 1), max);
  EXPECT_EQ(decode(infinity), kInfinity);
  EXPECT_TRUE(std::isnan(decode(infinity + 1)));
  EXPECT_EQ(encode(kInfinity, Rounding::nearest_even), infinity);
  EXPECT_TRUE(std::isnan(decode(encode(kNan, Rounding::nearest_even))));
  EXPECT_EQ(encode(1e9, Rounding::nearest_even), infinity - 1);
  EXPECT_EQ(encode(65535.0, Rounding::nearest_even), infinity - 1);
  EXPECT_EQ(encode(-1.0, Rounding::nearest_even), 0u);
  EXPECT_EQ(encode(-kInfinity, Rounding::nearest_even), 0u);
}

TEST(ReferenceTexelFormats, UnsignedSmallFloatsExhaustively) {
  expect_ufloat(0x7c0, reference::kUfloat11Max, reference::ufloat11_to_double, reference::double_to_ufloat11);
  expect_ufloat(0x3e0, reference::kUfloat10Max, reference::ufloat10_to_double, reference::double_to_ufloat10);
  EXPECT_EQ(reference::ufloat11_to_double(0x001), std::ldexp(1.0, -20));
  EXPECT_EQ(reference::ufloat10_to_double(0x001), std::ldexp(1.0, -19));
}

TEST(ReferenceTexelFormats, PackedChannelsLieWhereVulkanPutsThem) {
  EXPECT_EQ(reference::rgb_to_b10g11r11({1.0, 0.0, 0.0}), 0x000003c0u);
  EXPECT_EQ(reference::rgb_to_b10g11r11({0.0, 1.0, 0.0}), 0x001e0000u);
  EXPECT_EQ(reference::rgb_to_b10g11r11({0.0, 0.0, 1.0}), 0x78000000u);
  const Rgb texel = reference::b10g11r11_to_rgb(reference::rgb_to_b10g11r11({0.75, 12.5, 3072.0}));
  EXPECT_EQ(texel.r, 0.75);
  EXPECT_EQ(texel.g, 12.5);
  EXPECT_EQ(texel.b, 3072.0);
}

// ---- metering -------------------------------------------------------------------------------------------------------

TEST(ReferenceMetering, GeometricMeanAndExtrema) {
  const std::array texels{grey(0.25), grey(1.0), grey(16.0), grey(2.0)};
  const reference::MeterResult result = reference::meter(texels);
  EXPECT_NEAR(result.mean_log2_luminance, 0.75, 1e-15);
  EXPECT_NEAR(result.geometric_mean, std::exp2(0.75), 1e-15);
  EXPECT_NEAR(result.ev100, 3.75, 1e-15);
  EXPECT_NEAR(result.geometric_mean * result.exposure, 0.125 / 1.2, 1e-15);
  EXPECT_NEAR(result.min_luminance, 0.25, 1e-15);
  EXPECT_NEAR(result.max_luminance, 16.0, 1e-14);
  EXPECT_EQ(result.valid_texels, 4u);
}

TEST(ReferenceMetering, InvalidTexelsHaveNoWeight) {
  const std::array texels{grey(4.0),        Rgb{kNan, 1.0, 1.0},  Rgb{0.0, kInfinity, -kInfinity},
                          grey(-kInfinity), grey(kInfinity),      Rgb{0.0, -1.0, 0.0},
                          grey(kNan),       Rgb{-0.5, 1.0, -0.5}, Rgb{0.0, 0.0, kInfinity}};
  const reference::MeterResult result = reference::meter(texels);
  EXPECT_EQ(result.valid_texels, 2u);  // a negative channel alone is an out-of-gamut colour, not an error
  EXPECT_EQ(result.invalid_texels, 7u);
  EXPECT_NEAR(result.mean_log2_luminance, 0.5 * (2.0 + std::log2(0.7152 - 0.5 * 0.2848)), 1e-15);
}

TEST(ReferenceMetering, ClampsForTheMeanAlone) {
  const std::array texels{grey(0.0), grey(1e9)};
  const reference::MeterResult result = reference::meter(texels, -10.0, 4.0);
  EXPECT_NEAR(result.mean_log2_luminance, -3.0, 1e-15);
  EXPECT_EQ(result.min_luminance, 0.0);
  EXPECT_NEAR(result.max_luminance, 1e9, 1e-6);
}

TEST(ReferenceMetering, NothingValid) {
  const std::array texels{grey(kNan)};
  const reference::MeterResult result = reference::meter(texels);
  EXPECT_TRUE(std::isnan(result.mean_log2_luminance));
  EXPECT_TRUE(std::isnan(result.exposure));
  EXPECT_EQ(result.min_luminance, 0.0);
  EXPECT_EQ(result.max_luminance, 0.0);
}

TEST(ReferenceMetering, SumDoesNotDrift) {
  const std::vector<Rgb> texels(3'000'000, grey(0.3));
  EXPECT_NEAR(reference::meter(texels).mean_log2_luminance, std::log2(0.3), 1e-15);
}

TEST(ReferenceMetering, BlitChainOfAMersenneSideReturnsTheCentre) {
  constexpr std::size_t kSide = 1023;
  std::vector<double> values(kSide * kSide, kNan);  // no other texel may even be touched
  values[kSide * 511 + 511] = 42.0;
  EXPECT_EQ(reference::blit_chain_mean(values, kSide, kSide, false), 42.0);
}

TEST(ReferenceMetering, BlitChainOfPowersOfTwoIsTheMean) {
  std::vector<double> values(64 * 16);
  std::iota(values.begin(), values.end(), 0.0);
  EXPECT_EQ(reference::blit_chain_mean(values, 64, 16, false), 511.5);
  EXPECT_EQ(reference::blit_chain_mean(values, 64, 16, true), 511.5);
}

TEST(ReferenceMetering, EvenCropMetersTheLargestPowerOfTwoBlock) {
  // Dropping the odd rest at every level keeps 2^floor(log2 n) texels, all alike: 5/9 of the 3x3 example are lost.
  const std::vector<double> example{1.0, 2.0, 99.0, 3.0, 4.0, 99.0, 99.0, 99.0, 99.0};
  EXPECT_EQ(reference::blit_chain_mean(example, 3, 3, true), 2.5);
  EXPECT_EQ(reference::blit_chain_mean(example, 3, 3, false), 4.0);
  const std::vector<double> weights = reference::blit_chain_weights(1920, true);
  EXPECT_TRUE(std::all_of(weights.begin(), weights.begin() + 1024, [](double w) { return w == 1.0 / 1024; }));
  EXPECT_TRUE(std::all_of(weights.begin() + 1024, weights.end(), [](double w) { return w == 0.0; }));
}

TEST(ReferenceMetering, BlitChainEqualsItsTransposedWeights) {
  constexpr std::array<std::array<std::size_t, 2>, 5> kSizes{{{37, 22}, {1, 9}, {100, 75}, {63, 64}, {13, 1}}};
  std::mt19937 random(1);
  std::uniform_real_distribution<double> log_luminance(-16.0, 16.0);
  for (const auto& [width, height] : kSizes) {
    std::vector<double> values(width * height);
    std::generate(values.begin(), values.end(), [&] { return log_luminance(random); });
    for (const bool even_crop : {false, true}) {
      const std::vector<double> columns = reference::blit_chain_weights(width, even_crop);
      const std::vector<double> rows = reference::blit_chain_weights(height, even_crop);
      double expected = 0.0;
      for (std::size_t i = 0; i < values.size(); ++i) expected += values[i] * columns[i % width] * rows[i / width];
      EXPECT_NEAR(reference::blit_chain_mean(values, width, height, even_crop), expected, 1e-13);
    }
  }
}

double zero_weight_percent(std::size_t width, std::size_t height) {
  const auto share = [](std::size_t size) {
    const std::vector<double> weights = reference::blit_chain_weights(size, false);
    EXPECT_NEAR(std::accumulate(weights.begin(), weights.end(), 0.0), 1.0, 1e-14);
    const auto zeros = std::count(weights.begin(), weights.end(), 0.0);
    return 1.0 - static_cast<double>(zeros) / static_cast<double>(size);
  };
  return 100.0 * (1.0 - share(width) * share(height));
}

TEST(ReferenceMetering, BlitChainDropsMostPixelsOfCommonSizes) {
  EXPECT_EQ(zero_weight_percent(1024, 1024), 0.0);
  EXPECT_NEAR(zero_weight_percent(1280, 720), 43.1, 0.05);
  EXPECT_NEAR(zero_weight_percent(1366, 768), 75.0, 0.05);
  EXPECT_NEAR(zero_weight_percent(1920, 1080), 93.7, 0.05);
  EXPECT_NEAR(zero_weight_percent(3440, 1440), 78.8, 0.05);
  EXPECT_NEAR(zero_weight_percent(3840, 2160), 93.7, 0.05);
}

TEST(ReferenceMetering, CorrectionFactors) {
  struct Case {
    std::uint64_t width, height;
    double corrected, published;
  };
  constexpr std::array<Case, 4> kCases{
      {{1280, 720, 1165.1, 36.4}, {1366, 768, 1023.5, 32.0}, {1600, 900, 745.7, 23.3}, {1920, 1080, 517.8, 517.8}}};
  for (const Case& c : kCases) {
    EXPECT_NEAR(reference::corrected_factor(c.width, c.height, 32), c.corrected, 0.05) << c.width;
    EXPECT_NEAR(reference::published_factor(c.width, c.height, 32), c.published, 0.05) << c.width;
  }
  EXPECT_EQ(reference::corrected_factor(1, 1, 32), 1.0);
  EXPECT_EQ(reference::corrected_factor(32, 32, 32), 1.0);
  EXPECT_EQ(reference::reduction_passes(32, 32), 1u);
  EXPECT_EQ(reference::reduction_passes(33, 32), 2u);
  EXPECT_NEAR(reference::corrected_factor(1025, 1, 32), 1.05e6, 0.005e6);
}

// ---- adaptation -----------------------------------------------------------------------------------------------------

constexpr reference::LinearExponential kHybrid;
constexpr reference::Exponential kLag;

TEST(ReferenceAdaptation, ExposureKnownValues) {
  EXPECT_EQ(reference::ev100_from_luminance(4096.0), 15.0);  // sunlit scene
  EXPECT_NEAR(reference::ev100_from_luminance(4000.0), 14.97, 0.01);
  EXPECT_EQ(reference::ev100_from_luminance(0.125), 0.0);
  EXPECT_NEAR(reference::ev100_from_camera(16.0, 1.0 / 125.0, 100.0), 15.0, 0.04);  // sunny 16
  EXPECT_NEAR(reference::ev100_from_camera(16.0, 1.0 / 100.0, 100.0), 14.64, 0.01);
  EXPECT_EQ(reference::ev100_from_camera(1.0, 1.0, 100.0), 0.0);
  EXPECT_EQ(reference::ev100_from_camera(1.0, 1.0, 400.0), -2.0);
  EXPECT_NEAR(reference::exposure_from_ev100(0.0), 1.0 / 1.2, 1e-15);
  EXPECT_NEAR(reference::exposure_from_ev100(3.0, 3.0), 1.0 / 1.2, 1e-15);
}

TEST(ReferenceAdaptation, KnownPath) {
  // 4 EV up: 2.5 EV at 3 EV/s, then 1.5 EV that shrink at 2 per second. One second into the step it is 2.931.
  EXPECT_NEAR(reference::adapt(0.0, 4.0, 0.5, kHybrid), 1.5, 1e-15);
  EXPECT_NEAR(reference::adapt(0.0, 4.0, 1.0, kHybrid), 4.0 - 1.5 * std::exp(-1.0 / 3.0), 1e-15);
  EXPECT_NEAR(reference::adapt(4.0, 0.0, 1.0, kHybrid), 3.0, 1e-15);
  EXPECT_NEAR(reference::adapt(4.0, 0.0, 4.0, kHybrid), 1.5 * std::exp(-1.0), 1e-15);
  EXPECT_NEAR(reference::adapt_exponential(1.0, 2.0, 0.4, kLag), 2.0 - std::exp(-1.0), 1e-15);
  EXPECT_NEAR(reference::adapt_exponential(2.0, 1.0, 1.2, kLag), 1.0 + std::exp(-1.0), 1e-15);
}

TEST(ReferenceAdaptation, EdgeCases) {
  for (const double target : {-7.3, 0.1, 11.9}) {
    for (const double dt : {0.0, -1.0, kNan}) {
      EXPECT_EQ(reference::adapt(0.1, target, dt, kHybrid), 0.1);
      EXPECT_EQ(reference::adapt_exponential(0.1, target, dt, {0.0, 0.0}), 0.1);
    }
    EXPECT_EQ(reference::adapt(0.1, target, 1e6, kHybrid), target);
    EXPECT_EQ(reference::adapt_exponential(0.1, target, 1e6, kLag), target);
    EXPECT_EQ(reference::adapt(0.1, target, 1e6, {0.0, 0.0, 1.5}), 0.1);
    EXPECT_EQ(reference::adapt(0.1, target, 1e6, {0.0, 0.0, 0.0}), 0.1);
    EXPECT_EQ(reference::adapt(0.1, target, 1e6, {1.0, 1.0, 0.0}), target);
    EXPECT_EQ(reference::adapt_exponential(0.1, target, 1e-9, {0.0, 0.0}), target);
  }
  EXPECT_NEAR(reference::adapt(0.0, 1.0, 0.9999, {1.0, 1.0, 0.0}), 0.9999, 1e-15);  // linear throughout
  EXPECT_EQ(reference::adapt(0.0, 1.0, 1.0001, {1.0, 1.0, 0.0}), 1.0);              // and never past the target
}

TEST(ReferenceAdaptation, AnySplitOfASpanEndsAlike) {
  std::mt19937 random(2);
  std::uniform_real_distribution<double> ev(-16.0, 24.0);
  std::uniform_real_distribution<double> span_s(0.0, 12.0);
  std::uniform_int_distribution<int> cuts(0, 400);
  for (int run = 0; run < 300; ++run) {
    const double start = ev(random);
    const double target = ev(random);
    std::vector<double> times_s{0.0, span_s(random)};
    const double end_s = times_s.back();
    std::uniform_real_distribution<double> cut_s(0.0, end_s);
    for (int n = cuts(random); n > 0; --n) times_s.push_back(cut_s(random));
    std::sort(times_s.begin(), times_s.end());
    double hybrid = start;
    double lag = start;
    for (std::size_t i = 1; i < times_s.size(); ++i) {
      hybrid = reference::adapt(hybrid, target, times_s[i] - times_s[i - 1], kHybrid);
      lag = reference::adapt_exponential(lag, target, times_s[i] - times_s[i - 1], kLag);
    }
    EXPECT_NEAR(hybrid, reference::adapt(start, target, end_s, kHybrid), 1e-12);
    EXPECT_NEAR(lag, reference::adapt_exponential(start, target, end_s, kLag), 1e-12);
  }
}

TEST(ReferenceAdaptation, VelocityIsContinuousAtTheHandOver) {
  constexpr double kStep_s = 1e-6;
  for (const double target : {10.0, -10.0}) {
    const double speed = target > 0.0 ? kHybrid.to_bright_ev_per_s : kHybrid.to_dark_ev_per_s;
    const double hand_over_s = (10.0 - kHybrid.transition_ev) / speed;
    const auto at = [&](double t_s) { return reference::adapt(0.0, target, t_s, kHybrid); };
    EXPECT_NEAR(std::abs(at(hand_over_s)), 10.0 - kHybrid.transition_ev, 1e-12);
    const double before = (at(hand_over_s) - at(hand_over_s - kStep_s)) / kStep_s;
    const double after = (at(hand_over_s + kStep_s) - at(hand_over_s)) / kStep_s;
    EXPECT_NEAR(std::abs(before), speed, 1e-7);
    EXPECT_NEAR(after, before, 1e-5);
  }
}

// ---- tone mapping ---------------------------------------------------------------------------------------------------

double map_grey(ToneMapper tone_mapper, double value) { return reference::tone_map(tone_mapper, grey(value)).g; }

std::vector<ToneMapper> all_tone_mappers() {
  std::vector<ToneMapper> all;
  for (std::uint32_t i = 0; i < photopic::kToneMapperCount; ++i) all.push_back(static_cast<ToneMapper>(i));
  return all;
}

TEST(ReferenceToneMap, SrgbKnownValues) {
  EXPECT_EQ(reference::srgb_encode(0.0), 0.0);
  EXPECT_NEAR(reference::srgb_encode(1.0), 1.0, 1e-15);
  EXPECT_NEAR(reference::srgb_encode(0.0031308), 0.04045, 1e-6);
  EXPECT_NEAR(reference::srgb_decode(0.5), 0.21404114, 1e-8);
  EXPECT_EQ(reference::srgb_code8(0.18), 118);
  EXPECT_EQ(reference::srgb_code8(0.5), 188);
  EXPECT_EQ(reference::srgb_code8(-1.0), 0);
  EXPECT_EQ(reference::srgb_code8(7.0), 255);
  for (int code = 0; code < 256; ++code) EXPECT_EQ(reference::srgb_code8(reference::srgb_decode(code / 255.0)), code);
}

TEST(ReferenceToneMap, InputIsClamped) {
  for (const ToneMapper tone_mapper : all_tone_mappers()) {
    const Rgb wild = reference::tone_map(tone_mapper, {kNan, -3.0, kInfinity});
    const Rgb tame = reference::tone_map(tone_mapper, {0.0, 0.0, 65536.0});  // where AgX has long ended, too
    EXPECT_EQ(wild.r, tame.r);
    EXPECT_EQ(wild.g, tame.g);
    EXPECT_EQ(wild.b, tame.b);
  }
  EXPECT_EQ(map_grey(ToneMapper::none, 1e9), 65504.0);  // the largest half
  EXPECT_EQ(map_grey(ToneMapper::none, 0.3), 0.3);
  EXPECT_EQ(map_grey(ToneMapper::none, -kInfinity), 0.0);
}

bool is_tinting(ToneMapper tone_mapper) {
  return tone_mapper == ToneMapper::agx_golden || tone_mapper == ToneMapper::agx_golden_1_3;
}

TEST(ReferenceToneMap, GreyIsMonotoneAndStaysGrey) {
  for (const ToneMapper tone_mapper : all_tone_mappers()) {
    for (const Version version : {Version::documented, Version::published}) {
      Rgb previous;
      for (int i = -16 * 256; i <= 16 * 256; ++i) {
        const Rgb c = reference::tone_map(tone_mapper, grey(std::exp2(i / 256.0)), {}, version);
        ASSERT_TRUE(c.r >= previous.r && c.g >= previous.g && c.b >= previous.b)
            << static_cast<int>(tone_mapper) << " at 2^" << i / 256.0;
        previous = c;
        if (tone_mapper == ToneMapper::none || is_tinting(tone_mapper)) continue;
        const auto [low, high] =
            std::minmax({reference::srgb_encode(c.r), reference::srgb_encode(c.g), reference::srgb_encode(c.b)});
        ASSERT_LT(255.0 * (high - low), 0.1) << static_cast<int>(tone_mapper) << " at 2^" << i / 256.0;
      }
    }
  }
}

TEST(ReferenceToneMap, OutputIsWithinUnitRange) {
  std::mt19937 random(3);
  std::uniform_real_distribution<double> stops(-20.0, 20.0);
  for (int i = 0; i < 20000; ++i) {
    const Rgb color{std::exp2(stops(random)), std::exp2(stops(random)), std::exp2(stops(random))};
    for (const ToneMapper tone_mapper : all_tone_mappers()) {
      if (tone_mapper == ToneMapper::none) continue;
      const Rgb c = reference::tone_map(tone_mapper, color);
      ASSERT_TRUE(c.r >= 0.0 && c.r <= 1.0 && c.g >= 0.0 && c.g <= 1.0 && c.b >= 0.0 && c.b <= 1.0);
    }
  }
}

TEST(ReferenceToneMap, BlackStaysBlack) {
  constexpr double kNothing = 1e-30;  // splines and sigmoids end there by arithmetic
  for (const ToneMapper tone_mapper : all_tone_mappers()) EXPECT_NEAR(map_grey(tone_mapper, 0.0), 0.0, kNothing);
}

TEST(ReferenceToneMap, KnownPoints) {
  EXPECT_EQ(map_grey(ToneMapper::reinhard, 1.0), 0.5);
  EXPECT_NEAR(map_grey(ToneMapper::reinhard_extended, 4.0), 1.0, 1e-15);
  EXPECT_NEAR(map_grey(ToneMapper::reinhard_extended, 1.0), 17.0 / 32.0, 1e-15);
  EXPECT_NEAR(map_grey(ToneMapper::hable, 5.6), 1.0, 1e-15);  // the exposure bias of 2 brings it to W = 11.2
  EXPECT_NEAR(map_grey(ToneMapper::hable, 0.18), 0.128338449, 1e-9);
  EXPECT_NEAR(map_grey(ToneMapper::hable, 1.0), 0.492918546, 1e-9);
  EXPECT_NEAR(map_grey(ToneMapper::aces_narkowicz, 1.0), 2.54 / 3.16, 1e-15);  // "1 on input maps to ~0.8"
  EXPECT_NEAR(map_grey(ToneMapper::aces_narkowicz, 0.18), 0.266899, 1e-6);
  EXPECT_NEAR(map_grey(ToneMapper::aces_hill, 1.0), 0.619115, 1e-5);
  EXPECT_NEAR(map_grey(ToneMapper::lottes, 0.18), 0.267, 1e-14);
  EXPECT_NEAR(map_grey(ToneMapper::lottes, 8.0), 1.0, 1e-14);
}

TEST(ReferenceToneMap, AgxKnownPoints) {
  EXPECT_NEAR(map_grey(ToneMapper::agx, 0.18), 0.214519, 1e-4);
  EXPECT_NEAR(map_grey(ToneMapper::agx, 1.0), 0.590159, 1e-4);
  EXPECT_NEAR(map_grey(ToneMapper::agx, 65536.0), std::pow(0.99858, 2.2), 4e-4);  // the fit's own end
  EXPECT_NEAR(map_grey(ToneMapper::agx_punchy, 0.18), 0.125164, 1e-4);
  const Rgb golden = reference::tone_map(ToneMapper::agx_golden, grey(0.18));
  EXPECT_TRUE(golden.r > golden.g && golden.g > golden.b);
}

TEST(ReferenceToneMap, PublishedAgxLooksTakeTheirLumaBeforeThePower) {
  const auto published = [](double value) {
    return reference::tone_map(ToneMapper::agx_punchy, grey(value), {}, Version::published).g;
  };
  EXPECT_NEAR(published(0.18), 0.096620, 1e-4);
  EXPECT_NEAR(published(1.0), 0.453692, 1e-4);
}

TEST(ReferenceToneMap, UchimuraSections) {
  for (const double x : {0.22, 0.3, 0.5, 0.5319}) EXPECT_NEAR(map_grey(ToneMapper::uchimura, x), x, 1e-15);
  EXPECT_NEAR(map_grey(ToneMapper::uchimura, 1.0), 1.0 - 0.468 * std::exp(-1.0), 1e-14);
  EXPECT_NEAR(map_grey(ToneMapper::uchimura, 0.11), 0.055 + 0.5 * 0.22 * std::pow(0.5, 1.33), 1e-14);
  EXPECT_EQ(map_grey(ToneMapper::uchimura, 65536.0), 1.0);
}

TEST(ReferenceToneMap, PbrNeutralKeepsBaseColors) {
  const Rgb base = reference::tone_map(ToneMapper::pbr_neutral, {0.8, 0.4, 0.08});
  EXPECT_NEAR(base.r, 0.76, 1e-15);
  EXPECT_NEAR(base.g, 0.36, 1e-15);
  EXPECT_NEAR(base.b, 0.04, 1e-15);
  EXPECT_NEAR(map_grey(ToneMapper::pbr_neutral, 0.04), 6.25 * 0.0016, 1e-15);
  EXPECT_NEAR(map_grey(ToneMapper::pbr_neutral, 1.0), 1.0 - 0.0576 / 0.44, 1e-15);
  const Rgb red = reference::tone_map(ToneMapper::pbr_neutral, {2.0, 0.0, 0.0});
  EXPECT_NEAR(red.r, 0.961081, 1e-6);
  EXPECT_NEAR(red.g, 0.129580, 1e-6);
  EXPECT_EQ(red.g, red.b);
}

}  // namespace
