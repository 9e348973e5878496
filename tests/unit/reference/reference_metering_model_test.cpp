// SPDX-License-Identifier: MIT
// Tests of the oracles of weights and histogram: values worked out by hand, and properties.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <bitset>
#include <cmath>
#include <cstdint>
#include <limits>
#include <numeric>
#include <random>
#include <span>
#include <stdexcept>
#include <vector>

#include "reference/histogram.h"
#include "reference/metering.h"
#include "reference/weighted_metering.h"

namespace {

using reference::BinnedHistogram;
using reference::grey;
using reference::kInfinity;
using reference::kNan;
using reference::Rgb;
using reference::Sample;
using reference::WeightedResult;
using reference::WeightedSource;
using reference::WeightSettings;

constexpr float kNanF = std::numeric_limits<float>::quiet_NaN();

std::vector<Rgb> random_greys(std::size_t count, unsigned seed) {
  std::mt19937 random(seed);
  std::uniform_real_distribution<double> stops(-20.0, 20.0);
  std::vector<Rgb> texels(count);
  for (Rgb& texel : texels) texel = grey(std::exp2(stops(random)));
  return texels;
}

// ---- weights --------------------------------------------------------------------------------------------------------

TEST(ReferenceWeights, CentreFallsOffInHalfDiagonals) {
  const std::vector<Rgb> texels(12, grey(1.0));
  const WeightedSource source{.texels = texels, .width = 4, .height = 3};  // half diagonal 2.5
  const WeightSettings settings{.centre = reference::CentreWeight{0.5}};
  EXPECT_NEAR(weight_of(settings, source, 0, 0), std::exp(-2.0 * (1.5 * 1.5 + 1.0) / 6.25), 1e-15);
  EXPECT_NEAR(weight_of(settings, source, 1, 1), std::exp(-2.0 * 0.25 / 6.25), 1e-15);
  EXPECT_EQ(weight_of(settings, source, 1, 1), weight_of(settings, source, 2, 1));
}

TEST(ReferenceWeights, SpotHoldsUpToItsRadius) {
  const std::vector<Rgb> texels(12, grey(1.0));
  const WeightedSource source{.texels = texels, .width = 4, .height = 3};
  const auto weight = [&](double radius, std::size_t x, std::size_t y) {
    return weight_of({.spot = reference::SpotWeight{radius}}, source, x, y);
  };
  EXPECT_EQ(weight(0.6, 3, 1), 1.0);  // 1.5 texels of 2.5
  EXPECT_EQ(weight(std::nextafter(0.6, 0.0), 3, 1), 0.0);
  EXPECT_EQ(weight(0.6, 3, 2), 0.0);
}

TEST(ReferenceWeights, EllipseSoftensFromItsInnerRadius) {
  const std::vector<Rgb> texels(16, grey(1.0));
  const WeightedSource row{.texels = std::span(texels).first(8), .width = 8, .height = 1};
  const WeightSettings soft{.ellipse = reference::EllipseWeight{0.25, 0.5, 0.5, 0.01, 0.5}};
  EXPECT_EQ(weight_of(soft, row, 3, 0), 1.0);                                     // d = 0.375
  EXPECT_EQ(weight_of(soft, row, 5, 0), 1.0 - 0.75 * 0.75 * (3.0 - 2.0 * 0.75));  // d = 0.875
  EXPECT_EQ(weight_of(soft, row, 7, 0), 0.0);                                     // d = 1.375
  const WeightSettings hard{.ellipse = reference::EllipseWeight{0.0625, 0.5, 0.5, 1.0, 0.0}};
  EXPECT_EQ(weight_of(hard, row, 4, 0), 1.0);  // d = 1: on the edge
  EXPECT_EQ(weight_of(hard, row, 5, 0), 0.0);
  const WeightedSource column{.texels = texels, .width = 1, .height = 16};
  const WeightSettings upright{.ellipse = reference::EllipseWeight{0.5, 0.25, 0.01, 0.5, 0.5}};
  EXPECT_EQ(weight_of(upright, column, 0, 11), 1.0 - 0.875 * 0.875 * (3.0 - 2.0 * 0.875));  // d = 0.9375
  WeightSettings both = soft;
  both.centre = reference::CentreWeight{0.5};
  both.spot = reference::SpotWeight{0.5};
  EXPECT_NEAR(weight_of(both, row, 5, 0), 0.15625 * std::exp(-2.0 * 1.5 * 1.5 / 16.25), 1e-15);  // the product
  EXPECT_EQ(weight_of(both, row, 1, 0), 0.0);                                                    // out of the spot
}

TEST(ReferenceWeights, MaskIsStretchedToTheNearest) {
  const std::vector<Rgb> texels(10, grey(1.0));
  const std::vector<float> mask{0.25f, 0.5f, 0.75f, -1.0f, 7.0f, kNanF};
  WeightedSource source{.texels = texels, .width = 5, .height = 2, .mask = mask, .mask_width = 3, .mask_height = 2};
  const std::array expected{0.25, 0.25, 0.5, 0.75, 0.75, 0.0, 0.0, 1.0, 0.0, 0.0};
  for (std::size_t i = 0; i < 10; ++i) EXPECT_EQ(weight_of({.mask = true}, source, i % 5, i / 5), expected[i]) << i;
  const std::vector<float> larger{0.0f, 0.125f, 0.25f, 0.375f, 0.5f, 0.625f, 0.75f};  // 7 over 2 texels
  source = {std::span(texels).first(2), 2, 1, larger, 7, 1};
  EXPECT_EQ(weight_of({.mask = true}, source, 0, 0), 0.125);  // floor(1.75)
  EXPECT_EQ(weight_of({.mask = true}, source, 1, 0), 0.625);  // floor(5.25)
}

TEST(ReferenceWeights, DepthClassesAndWindow) {
  const std::vector<Rgb> texels{grey(0.5), grey(0.49), grey(8.0), grey(8.1), grey(1.0)};
  const std::vector<float> depth{0.25f, 0.5f, std::nextafter(0.5f, 1.0f), kNanF, 0.2499f};
  const std::vector<std::uint32_t> classes{0, 7, 255, 256, 0xffffffffu};
  const WeightedSource source{.texels = texels, .width = 5, .height = 1, .depth = depth, .classes = classes};
  const auto weights = [&](const WeightSettings& settings) {
    std::vector<double> result;
    for (std::size_t x = 0; x < 5; ++x) result.push_back(weight_of(settings, source, x, 0));
    return result;
  };
  using Weights = std::vector<double>;
  EXPECT_EQ(weights({.depth = reference::DepthWeight{0.25, 0.5}}), (Weights{1, 1, 0, 0, 0}));
  EXPECT_EQ(weights({.classes = std::bitset<256>{}.set(7)}), (Weights{0, 1, 0, 0, 0}));
  EXPECT_EQ(weights({.classes = std::bitset<256>{}.set(255)}), (Weights{0, 0, 1, 1, 1}));
  EXPECT_EQ(weights({.window = reference::WindowWeight{-1.01, 3.01}}), (Weights{1, 0, 1, 0, 1}));
}

TEST(ReferenceWeights, QuantisedToTheNearestStepHalvesUp) {
  const std::vector<Rgb> texels(4, grey(1.0));
  const std::vector<float> mask{0.375f, 0.37f, 0.12f, 1.0f};
  const WeightedSource source{texels, 4, 1, mask, 4, 1};
  const std::array expected{0.5, 0.25, 0.0, 1.0};
  const WeightSettings quarters{.mask = true, .quantised_steps = 4};
  for (std::size_t x = 0; x < 4; ++x) EXPECT_EQ(weight_of(quarters, source, x, 0), expected[x]);
}

TEST(ReferenceWeights, MeanCountsAndExtrema) {
  const std::vector<Rgb> texels{grey(1.0), grey(4.0), grey(16.0), grey(kNan), grey(1e9), grey(0.0)};
  const std::vector<float> mask{1.0f, 0.5f, 0.25f, 1.0f, 0.0f, 0.0f};
  const WeightedSource source{texels, 6, 1, mask, 6, 1};
  const WeightedResult result = single_pass_weighted(source, {.mask = true}, -8.0, 3.0);
  EXPECT_NEAR(result.mean_log2_luminance, (0.0 * 1.0 + 2.0 * 0.5 + 3.0 * 0.25) / 1.75, 1e-15);
  EXPECT_EQ(result.weight_sum, 1.75);
  EXPECT_EQ(result.valid_texels, 5u);
  EXPECT_EQ(result.invalid_texels, 1u);
  EXPECT_EQ(result.min_luminance, 0.0);  // of all valid texels, also those without weight
  EXPECT_NEAR(result.max_luminance, 1e9, 1e-6);
  EXPECT_EQ(result.outside_range.below, 1u);
  EXPECT_EQ(result.outside_range.above, 2u);
  EXPECT_EQ(reference::count_outside_range(texels, -8.0, 3.0).above, 2u);
}

TEST(ReferenceWeights, WithoutSettingsItIsThePlainMeter) {
  std::vector<Rgb> texels = random_greys(35, 1);
  texels[3] = grey(-1.0);
  const WeightedResult result = reference::single_pass_weighted({.texels = texels, .width = 7, .height = 5}, {});
  const reference::MeterResult plain = reference::meter(texels);
  EXPECT_NEAR(result.mean_log2_luminance, plain.mean_log2_luminance, 1e-14);
  EXPECT_EQ(result.weight_sum, 34.0);
  EXPECT_EQ(result.invalid_texels, 1u);
  EXPECT_EQ(result.min_luminance, plain.min_luminance);
  EXPECT_EQ(result.max_luminance, plain.max_luminance);
}

TEST(ReferenceWeights, MergedPartsEqualTheWhole) {
  const std::vector<Rgb> texels = random_greys(24, 2);
  std::vector<float> mask(24);
  for (std::size_t i = 0; i < 24; ++i) mask[i] = static_cast<float>(i % 5) / 4.0f;
  const auto rows = [&](std::size_t first, std::size_t count) {
    const auto part = [&](const auto& whole) { return std::span(whole).subspan(4 * first, 4 * count); };
    return WeightedSource{part(texels), 4, count, part(mask), 4, count};
  };
  const WeightSettings settings{.mask = true, .window = reference::WindowWeight{-15.0, 18.0}};
  const WeightedResult whole = single_pass_weighted(rows(0, 6), settings);
  const WeightedResult merged = single_pass_weighted(std::array{rows(0, 1), rows(1, 3), rows(4, 2)}, settings);
  EXPECT_NEAR(merged.mean_log2_luminance, whole.mean_log2_luminance, 1e-14);
  EXPECT_NEAR(merged.weight_sum, whole.weight_sum, 1e-14);
  EXPECT_EQ(merged.valid_texels, 24u);
  EXPECT_EQ(merged.max_luminance, whole.max_luminance);
  const std::vector<Sample> samples = weighted_samples(std::array{rows(0, 2), rows(2, 4)}, settings);
  EXPECT_EQ(samples.size(), 24u);
  EXPECT_NEAR(exact_trimmed_mean(samples, 0.0, 100.0), whole.mean_log2_luminance, 1e-13);
}

TEST(ReferenceWeights, PositionsAreThoseOfEachRectangle) {
  const std::vector<Rgb> dark(9, grey(0.5));
  const std::vector<Rgb> bright(25, grey(8.0));
  const std::array sources{WeightedSource{.texels = dark, .width = 3, .height = 3},
                           WeightedSource{.texels = bright, .width = 5, .height = 5}};
  const WeightedResult result =
      single_pass_weighted(sources, {.spot = reference::SpotWeight{0.1}});  // each one's centre
  EXPECT_EQ(result.weight_sum, 2.0);
  EXPECT_NEAR(result.mean_log2_luminance, 1.0, 1e-15);
  const WeightedResult nothing = single_pass_weighted(sources, {.window = reference::WindowWeight{10.0, 11.0}});
  EXPECT_TRUE(std::isnan(nothing.mean_log2_luminance));
  EXPECT_EQ(nothing.valid_texels, 34u);
}

TEST(ReferenceWeights, MissingImagesAreRefused) {
  const std::vector<Rgb> texels(4, grey(1.0));
  const WeightedSource source{.texels = texels, .width = 2, .height = 2};
  EXPECT_THROW(single_pass_weighted(source, {.mask = true}), std::invalid_argument);
  EXPECT_THROW(single_pass_weighted(source, {.depth = reference::DepthWeight{}}), std::invalid_argument);
  EXPECT_THROW(single_pass_weighted(source, {.classes = std::bitset<256>{}}), std::invalid_argument);
}

// ---- histogram ------------------------------------------------------------------------------------------------------

std::vector<Sample> random_samples(std::size_t count, unsigned seed) {
  std::mt19937 random(seed);
  std::normal_distribution<double> values(2.0, 5.0);
  std::uniform_real_distribution<double> weights(0.0, 1.0);
  std::vector<Sample> samples(count);
  for (Sample& sample : samples) sample = {std::clamp(values(random), -16.0, 16.0), weights(random)};
  return samples;
}

double weighted_mean(std::span<const Sample> samples) {
  double sum = 0.0;
  double weight = 0.0;
  for (const Sample& sample : samples) {
    sum += sample.weight * sample.log2_luminance;
    weight += sample.weight;
  }
  return sum / weight;
}

TEST(ReferenceHistogram, ExactQuantilesAndCuts) {
  const std::vector<Sample> samples{{7.0, 1.0}, {1.0, 1.0}, {-9.0, 0.0}, {3.0, 2.0}};
  EXPECT_EQ(reference::exact_percentile(samples, 0.0), 1.0);
  EXPECT_EQ(reference::exact_percentile(samples, 25.0), 1.0);
  EXPECT_EQ(reference::exact_percentile(samples, 25.1), 3.0);
  EXPECT_EQ(reference::exact_percentile(samples, 50.0), 3.0);
  EXPECT_EQ(reference::exact_percentile(samples, 100.0), 7.0);
  EXPECT_EQ(reference::exact_trimmed_mean(samples, 12.5, 75.0), (0.5 * 1.0 + 2.0 * 3.0) / 2.5);
  EXPECT_EQ(reference::exact_trimmed_mean(samples, 50.0, 100.0), (1.0 * 3.0 + 1.0 * 7.0) / 2.0);
  EXPECT_EQ(reference::exact_trimmed_mean(samples, 0.0, 100.0), 3.5);
  EXPECT_EQ(reference::exact_metered_log2(samples, {.median_blend = 0.25}), 0.75 * 3.5 + 0.25 * 3.0);
  EXPECT_TRUE(std::isnan(reference::exact_percentile(std::vector<Sample>{{1.0, 0.0}}, 50.0)));
  EXPECT_TRUE(std::isnan(reference::exact_trimmed_mean({}, 0.0, 100.0)));
}

TEST(ReferenceHistogram, BinsShareASampleLinearly) {
  const std::vector<Sample> samples{{10.25, 2.0}, {0.0, 3.0}, {255.0, 5.0}, {254.0, 7.0}};
  const BinnedHistogram histogram(samples, 0.0, 255.0);
  EXPECT_EQ(histogram.bins()[0], 3.0);
  EXPECT_EQ(histogram.bins()[10], 1.5);
  EXPECT_EQ(histogram.bins()[11], 0.5);
  EXPECT_EQ(histogram.bins()[254], 7.0);
  EXPECT_EQ(histogram.bins()[255], 5.0);
  EXPECT_EQ(histogram.interval_weights()[254], 12.0);
  EXPECT_EQ(histogram.interval_means()[254], 5.0 / 12.0);
  EXPECT_EQ(histogram.interval_means()[10], 0.25);
  EXPECT_EQ(histogram.total_weight(), 17.0);
}

TEST(ReferenceHistogram, PercentilesWithinAnInterval) {
  const std::vector<Sample> centred{{10.25, 1.0}, {10.75, 1.0}};
  const std::vector<Sample> low{{10.125, 1.0}, {10.375, 1.0}};
  const BinnedHistogram even(centred, 0.0, 255.0);
  const BinnedHistogram skewed(low, 0.0, 255.0);
  EXPECT_EQ(even.percentile(0.0), 10.0);
  EXPECT_EQ(even.percentile(25.0), 10.25);
  EXPECT_EQ(even.percentile(100.0), 11.0);
  EXPECT_EQ(skewed.percentile(0.0), 10.0);  // mean 0.25: spread over 0..0.5
  EXPECT_EQ(skewed.percentile(100.0), 10.5);
  const std::vector<Sample> apart{{10.25, 1.0}, {200.5, 3.0}};
  const BinnedHistogram two(apart, 0.0, 255.0);
  EXPECT_EQ(two.percentile(25.0), 10.5);  // the cut between them belongs to the lower
  EXPECT_EQ(two.percentile(50.0), 200.5 + (2.0 / 3.0 - 1.0) * 0.5);
  EXPECT_EQ(two.trimmed_mean(12.5, 50.0), (0.5 * 10.25 + 1.0 * 200.5) / 1.5);
  EXPECT_TRUE(std::isnan(BinnedHistogram({}, 0.0, 1.0).percentile(50.0)));
  EXPECT_TRUE(std::isnan(BinnedHistogram({}, 0.0, 1.0).trimmed_mean(0.0, 100.0)));
}

TEST(ReferenceHistogram, UniformGreyStaysGrey) {
  for (const double value : {-16.0, -15.99, -3.7, 0.0, 0.18, 15.9999, 16.0}) {
    const std::vector<Sample> samples(1000, Sample{value, 0.3});
    const BinnedHistogram histogram(samples, -16.0, 16.0);
    for (const auto& [low, high] : {std::array{0.0, 100.0}, {0.0, 0.1}, {49.9, 50.0}, {80.0, 98.3}}) {
      for (const double blend : {0.0, 0.4, 1.0}) {
        reference::MeterRule rule = {.low_percent = low, .high_percent = high, .median_blend = blend};
        EXPECT_NEAR(reference::exact_metered_log2(samples, rule), value, 1e-13);
        EXPECT_NEAR(histogram.metered_log2(rule), value, 1e-13);
        rule.highlight_stops = 0.0;
        rule.black_stops = value > -16.0 ? 4.0 : 128.0;  // at the range's lower end nothing would count
        EXPECT_NEAR(reference::exact_metered_log2(samples, rule), value, 1e-13);
        EXPECT_NEAR(histogram.metered_log2(rule), value, 1e-13);
      }
    }
  }
}

/// A lamp of share c and log2 luminance l, far above the rest: l - 2.5 log2(0.025 / c) below 2.5 %, l from there on.
TEST(ReferenceHistogram, HighlightsGrowWithTheirShare) {
  const auto with_lamp = [](double share) { return std::vector<Sample>{{-8.0, 1.0 - share}, {10.0, share}}; };
  EXPECT_NEAR(reference::highlight_level(with_lamp(0.0125), 2.5), 10.0 - 2.5, 1e-4);  // the rest adds 2^-18 of its part
  EXPECT_NEAR(reference::highlight_level(with_lamp(0.00625), 2.5), 10.0 - 5.0, 1e-3);
  EXPECT_EQ(reference::highlight_level(with_lamp(0.025), 2.5), 10.0);
  EXPECT_EQ(reference::highlight_level(with_lamp(0.5), 2.5), 10.0);
  EXPECT_NEAR(reference::highlight_level(with_lamp(0.5), 100.0), 10.0 - 2.5, 1e-4);
  // Below the mean by no more than highlight_stops: 10 - 2.5 - 4.75.
  EXPECT_NEAR(reference::exact_metered_log2(with_lamp(0.0125), {.highlight_stops = 4.75}), 2.75, 1e-4);
  EXPECT_TRUE(std::isnan(reference::highlight_level({}, 2.5)));
}

TEST(ReferenceHistogram, BlackIsRelativeToTheScene) {
  const reference::MeterRule rule = {.black_stops = 9.0};
  const std::vector<Sample> samples{{4.0, 0.5}, {-15.0, 0.5}};
  EXPECT_EQ(reference::without_black(samples, rule)[0].weight, 0.5);
  EXPECT_EQ(reference::without_black(samples, rule)[1].weight, 0.0);
  EXPECT_EQ(reference::dark_share(samples, rule), 0.0);
  // In the middle of the ramp, 7 stops below the level, half counts.
  const std::vector<Sample> ramp{{4.0, 1e6}, {4.0 - 7.0, 1e-6}};
  EXPECT_NEAR(reference::without_black(ramp, rule)[1].weight, 0.5e-6, 1e-12);
  // The floor: nothing at the lower end, half of it half a stop above.
  const std::vector<Sample> low{{-16.0, 3.0}, {-15.5, 2.0}};
  EXPECT_EQ(reference::dark_share(low, rule), 0.8);
  EXPECT_EQ(reference::dark_share(std::vector<Sample>{{-16.0, 1.0}}, rule), 1.0);
  EXPECT_TRUE(std::isnan(reference::exact_metered_log2(std::vector<Sample>{{-16.0, 1.0}}, rule)));
}

TEST(ReferenceHistogram, AllOfItIsThePlainMeanAndPartsAreWithinAnInterval) {
  constexpr double kInterval = 32.0 / 255.0;
  for (unsigned seed = 0; seed < 20; ++seed) {
    const std::vector<Sample> samples = random_samples(500, seed);
    const BinnedHistogram histogram(samples, -16.0, 16.0);
    EXPECT_NEAR(reference::exact_trimmed_mean(samples, 0.0, 100.0), weighted_mean(samples), 1e-12);
    EXPECT_NEAR(histogram.trimmed_mean(0.0, 100.0), weighted_mean(samples), 1e-12);
    const auto& bins = histogram.bins();
    EXPECT_NEAR(std::accumulate(bins.begin(), bins.end(), 0.0), histogram.total_weight(), 1e-11);
    EXPECT_NEAR(histogram.trimmed_mean(10.0, 90.0), reference::exact_trimmed_mean(samples, 10.0, 90.0), 1e-2);
    double last = -kInfinity;
    for (int i = 0; i < 199; ++i) {
      const double percent = 0.5 * i;
      const double value = histogram.percentile(percent);
      EXPECT_NEAR(value, reference::exact_percentile(samples, percent), kInterval);
      EXPECT_GE(value, last);
      last = value;
      EXPECT_NEAR(histogram.trimmed_mean(percent, percent + 1.0),
                  reference::exact_trimmed_mean(samples, percent, percent + 1.0), kInterval);
    }
  }
}

}  // namespace
