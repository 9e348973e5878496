// SPDX-License-Identifier: MIT
// Tests of histogram, percentiles, median and trimmed mean against the reference: from samples and from bins.
#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>
#include <numeric>
#include <string>

#include "meter/histogram_oracle.h"
#include "meter/weight_rig.h"
#include "reference/metering.h"

namespace {

using photopic::MeterSettings;
using photopic::PostProcess;
using reference::grey;
using reference::kNan;
using reference::Rgb;
using test::HdrImage;
using test::HistogramOracle;
using test::kCutError;
using test::kIntervals;
using test::kMeterStops;
using test::kPositionError;
using test::State;

constexpr VkExtent2D kPictureExtent = {333, 217};

photopic::MadeFor histogram_info(std::uint32_t weights = 0) {
  return {.max_extent = kPictureExtent,
          .steps = photopic::kMeterStep,
          .meter_method = photopic::MeterMethod::single_pass,
          .weights = weights,
          .histogram = true,
          .forces_histogram = true,
          .highlights_and_black = true};
}

MeterSettings cut(float low, float high, float median_blend = 0.0f) {
  MeterSettings settings;
  settings.low_percentile = low;
  settings.high_percentile = high;
  settings.median_blend = median_blend;
  return settings;
}

MeterSettings below_highlights(float stops) {
  MeterSettings settings;
  settings.highlight_stops = stops;
  return settings;
}

MeterSettings within(MeterSettings settings, float min_log2, float max_log2) {
  settings.min_log2_luminance = min_log2;
  settings.max_log2_luminance = max_log2;
  return settings;
}

/// What a scene may look like, some of it invalid.
std::vector<HdrImage> make_contents() {
  const auto make = [](const test::TexelFn& content) {
    return test::make_hdr(VK_FORMAT_R16G16B16A16_SFLOAT, kPictureExtent, content);
  };
  std::vector<HdrImage> contents;
  contents.push_back(make(test::gradient_with_noise(kPictureExtent, 1)));
  contents.push_back(test::make_hdr(VK_FORMAT_R32G32B32A32_SFLOAT, kPictureExtent, test::wide_noise(-19.0, 19.0, 2)));
  contents.push_back(make([](std::uint32_t x, std::uint32_t y) {  // a dark room with a window
    const bool is_window = x > 100 && x < 180 && y > 40 && y < 120;
    return test::wide_noise(is_window ? 6.0 : -7.0, is_window ? 9.0 : -3.0, 3)(x, y);
  }));
  contents.push_back(make([](std::uint32_t x, std::uint32_t y) {  // a third invalid: beyond the range or no number
    const double choice = test::noise(x, y, 4);
    return choice < 0.1   ? grey(kNan)
           : choice < 0.2 ? grey(-1.0)
           : choice < 0.3 ? grey(INFINITY)
                          : test::gradient_with_noise(kPictureExtent, 5)(x, y);
  }));
  contents.push_back(make([](std::uint32_t x, std::uint32_t y) {  // a few flat colours
    return grey(std::exp2(std::floor(6.0 * test::noise(x / 9, y / 7, 6)) - 3.3));
  }));
  return contents;
}

std::vector<float> finished_bins(const PostProcess& post) {
  std::vector<float> bins(PHOTOPIC_HISTOGRAM_BINS);
  const std::vector<std::byte> bytes = engine::read_back(test::context(), post.histogram_buffer(),
                                                         post.histogram_offset_bytes(), bins.size() * sizeof(float));
  std::memcpy(bins.data(), bytes.data(), bytes.size());
  return bins;
}

class Histogram : public testing::Test {
 protected:
  State meter(const HdrImage& hdr, const MeterSettings& settings) {
    const photopic::Frame frame = {.hdr = {hdr.view()}, .extent = hdr.extent(), .cut = VK_TRUE};
    return test::meter_once(post_, frame, settings);
  }

  /// Against the oracle's, whose weights may be off by `weight_error` altogether.
  static void expect_bins(const PostProcess& post, const HistogramOracle& oracle, double weight_error = 0.0) {
    const std::vector<float> bins = finished_bins(post);
    double worst = 0.0;  // of the tolerance
    for (std::size_t i = 0; i < bins.size(); ++i) {
      const double around = (i > 0 ? oracle.bins().interval_weights()[i - 1] : 0.0) +
                            (i + 1 < bins.size() ? oracle.bins().interval_weights()[i] : 0.0);
      // Each sample's split is rounded; its position errs by what log2 and float do, 1e-4 of an interval. Float sums.
      const double tolerance = around * (kPositionError + 1e-4) + 4e-7 * oracle.bins().total_weight() + weight_error;
      worst = std::max(worst, std::abs(double(bins[i]) - oracle.bins().bins()[i]) / tolerance);
    }
    EXPECT_LE(worst, 1.0);
    const double total = std::accumulate(bins.begin(), bins.end(), 0.0);
    EXPECT_NEAR(total, oracle.bins().total_weight(), 1e-6 * total + weight_error);  // 256 roundings of 2^-24 at random
  }

  void note(double error) { worst_ = std::max(worst_, std::abs(error)); }
  void TearDown() override { std::printf("worst error %.3g\n", worst_); }

  PostProcess post_ = test::make(histogram_info());

 private:
  double worst_ = 0.0;
};

// ---- what must hold exactly -----------------------------------------------------------------------------------------

TEST_F(Histogram, AllOfItIsTheLogMeanToTheBit) {
  for (const HdrImage& hdr : make_contents()) {
    for (const auto& [low, high] : {std::pair{-16.0f, 16.0f}, {-8.0f, 8.0f}, {-3.7f, 1.1f}, {-64.0f, 64.0f}}) {
      const State state = meter(hdr, within(cut(0.0f, 100.0f), low, high));
      EXPECT_EQ(state.metered_log2_luminance, state.mean_log2_luminance);
      const double expected = reference::meter(hdr.texels, double(low), double(high)).mean_log2_luminance;
      // Numbers up to 64 in float: four times what those up to 16 cost.
      EXPECT_NEAR(state.mean_log2_luminance, expected, high > 16.0f ? 4.0 * kMeterStops : kMeterStops);
    }
  }
}

/// Objects that can limit by highlights and leave out black measure as those that can't while neither is on.
TEST_F(Histogram, WithoutHighlightsAndBlackTheSameBits) {
  photopic::MadeFor info = histogram_info();
  info.highlights_and_black = false;
  PostProcess without = test::make(info);
  for (const HdrImage& hdr : make_contents()) {
    const photopic::Frame frame = {.hdr = {hdr.view()}, .extent = hdr.extent(), .cut = VK_TRUE};
    for (const MeterSettings& settings : {cut(0, 100), cut(10, 90, 0.5f), within(cut(50, 99), -6.0f, 5.0f)}) {
      EXPECT_TRUE(test::same_bits(meter(hdr, settings), test::meter_once(without, frame, settings)));
    }
  }
}

class UniformGrey : public Histogram, public testing::WithParamInterface<float> {};

/// Wherever percentiles cut and however much of the median is taken, a uniform picture is metered as what it is.
TEST_P(UniformGrey, StaysGrey) {
  for (const double luminance : {1e-7, 3e-5, 0.0031, 0.18, 0.5, 1.0, 2.7, 100.0, 12345.0, 1e6}) {
    const HdrImage hdr = test::make_uniform_hdr({65, 33}, luminance);
    for (const auto& [low, high] :
         {std::pair{0.0f, 100.0f}, {10.0f, 90.0f}, {80.0f, 95.0f}, {0.0f, 50.0f}, {50.0f, 98.0f}, {99.5f, 100.0f}}) {
      SCOPED_TRACE(testing::Message() << luminance << ", " << low << " to " << high);
      MeterSettings settings = cut(low, high, GetParam());
      settings.highlight_stops = 0.0f;
      settings.black_stops = luminance > 2e-5 ? 9.0f : 128.0f;  // at the range's lower end nothing would count
      const State state = meter(hdr, settings);
      const double error = double(state.metered_log2_luminance) - double(state.mean_log2_luminance);
      EXPECT_NEAR(error, 0.0, 2e-6);  // two ulp of a float below 16
      note(error);
    }
  }
}

INSTANTIATE_TEST_SUITE_P(MedianBlend, UniformGrey, testing::Values(0.0f, 0.5f, 1.0f),
                         [](const auto& blend) { return std::to_string(int(100.0f * blend.param)) + "percent"; });

TEST_F(Histogram, CountsOfWhatIsInvalidOrOutsideTheRange) {
  for (const HdrImage& hdr : make_contents()) {
    for (const auto& [low, high] : {std::pair{-16.0f, 16.0f}, {-4.0f, 3.0f}, {-1.1f, -0.9f}}) {
      const State state = meter(hdr, within(cut(5.0f, 95.0f), low, high));
      const reference::OutsideRange outside = reference::count_outside_range(hdr.texels, double(low), double(high));
      const reference::MeterResult all = reference::meter(hdr.texels);
      EXPECT_EQ(state.under_texels, outside.below);
      EXPECT_EQ(state.over_texels, outside.above);
      EXPECT_EQ(state.invalid_texels, all.invalid_texels);
      EXPECT_EQ(state.valid_texels, all.valid_texels);
    }
  }
}

// ---- against the oracle ---------------------------------------------------------------------------------------------

constexpr std::pair<float, float> kCuts[] = {{0.0f, 100.0f},  {10.0f, 90.0f}, {80.0f, 95.0f},   {0.0f, 50.0f},
                                             {50.0f, 100.0f}, {33.3f, 33.4f}, {99.75f, 100.0f}, {0.5f, 99.0f}};

TEST_F(Histogram, TrimmedMean) {
  for (const HdrImage& hdr : make_contents()) {
    for (const auto& [min, max] : {std::pair{-16.0f, 16.0f}, {-6.0f, 5.0f}}) {
      const HistogramOracle oracle = oracle_of(hdr, within({}, min, max));
      for (const auto& [low, high] : kCuts) {
        SCOPED_TRACE(testing::Message() << low << " to " << high << " within " << min << " to " << max);
        const MeterSettings settings = within(cut(low, high), min, max);
        const double metered = double(meter(hdr, settings).metered_log2_luminance);
        const double expected = oracle.bins().trimmed_mean(double(low), double(high));
        const double exact = reference::exact_trimmed_mean(oracle.samples(), double(low), double(high));
        EXPECT_NEAR(metered, expected, oracle.trimmed_tolerance(settings));
        EXPECT_NEAR(metered, exact, oracle.interval() + oracle.cut_stops(settings));
        note(metered - expected);
      }
    }
  }
}

TEST_F(Histogram, PercentilesAndMedian) {
  for (const HdrImage& hdr : make_contents()) {
    const HistogramOracle oracle = oracle_of(hdr, {});
    for (const auto& [low, high] : kCuts) {
      const State state = meter(hdr, cut(low, high));
      oracle.expect_percentile(double(state.low_percentile_log2), double(low), kCutError);
      oracle.expect_percentile(double(state.high_percentile_log2), double(high), kCutError);
      oracle.expect_percentile(double(state.median_log2), 50.0, 0.0);
      note(double(state.median_log2) - oracle.bins().percentile(50.0));
    }
  }
}

/// Both what is limited and the limit, as far as each may be off.
TEST_F(Histogram, HighlightsLimitWhatIsMetered) {
  int limited = 0, free = 0;
  for (const HdrImage& hdr : make_contents()) {
    const HistogramOracle oracle = oracle_of(hdr, {});
    for (const auto& [low, high] : kCuts) {
      const State open = meter(hdr, cut(low, high, 0.25f));
      for (const float stops : {0.0f, 0.5f, 2.0f, 4.5f, 12.0f}) {
        SCOPED_TRACE(testing::Message() << low << " to " << high << ", " << stops);
        MeterSettings settings = cut(low, high, 0.25f);
        settings.highlight_stops = stops;
        const State state = meter(hdr, settings);
        EXPECT_EQ(state.high_percentile_log2, open.high_percentile_log2);
        EXPECT_GE(state.metered_log2_luminance, open.metered_log2_luminance);
        const double expected = oracle.bins().metered_log2({.low_percent = double(low),
                                                            .high_percent = double(high),
                                                            .median_blend = 0.25,
                                                            .highlight_stops = double(stops)});
        EXPECT_NEAR(double(state.metered_log2_luminance), expected, oracle.trimmed_tolerance(settings));
        ++(state.metered_log2_luminance > open.metered_log2_luminance ? limited : free);
      }
    }
  }
  EXPECT_GT(limited, 50);
  EXPECT_GT(free, 50);
}

TEST_F(Histogram, BlackDoesNotCount) {
  int darker = 0, brighter = 0;
  for (const HdrImage& hdr : make_contents()) {
    for (const auto& [min, max] : {std::pair{-16.0f, 16.0f}, {-6.0f, 5.0f}, {-64.0f, 64.0f}}) {
      const HistogramOracle oracle = oracle_of(hdr, within({}, min, max));
      const State open = meter(hdr, within(cut(0.0f, 99.0f), min, max));
      EXPECT_EQ(open.dark_share, 0.0f);
      for (const float black : {4.0f, 6.0f, 9.0f, 60.0f}) {
        for (const float percent : {0.1f, 2.5f, 100.0f}) {
          SCOPED_TRACE(testing::Message() << black << ", " << percent << " within " << min << " to " << max);
          MeterSettings settings = within(cut(0.0f, 99.0f, 0.25f), min, max);
          settings.black_stops = black;
          settings.highlight_stops = 3.0f;
          settings.highlight_percent = percent;
          const reference::MeterRule rule = {.high_percent = 99.0,
                                             .median_blend = 0.25,
                                             .highlight_stops = 3.0,
                                             .highlight_percent = double(percent),
                                             .black_stops = double(black)};
          const State state = meter(hdr, settings);
          const double expected = oracle.bins().metered_log2(rule);
          EXPECT_NEAR(double(state.metered_log2_luminance), expected, oracle.rule_tolerance(settings));
          EXPECT_NEAR(double(state.dark_share), oracle.bins().dark_share(rule), 2e-3);  // slope 1.5 of half an interval
          note(double(state.metered_log2_luminance) - expected);
          ++(state.metered_log2_luminance < open.metered_log2_luminance ? darker : brighter);
        }
      }
    }
  }
  EXPECT_GT(darker, 0);
  EXPECT_GT(brighter, 50);
}

TEST_F(Histogram, BlendWithTheMedian) {
  for (const HdrImage& hdr : make_contents()) {
    const State trimmed = meter(hdr, cut(20.0f, 95.0f));
    for (const float blend : {0.25f, 0.5f, 1.0f}) {
      const State state = meter(hdr, cut(20.0f, 95.0f, blend));
      EXPECT_EQ(state.median_log2, trimmed.median_log2);
      const double expected =
          (1.0 - double(blend)) * double(trimmed.metered_log2_luminance) + double(blend) * double(state.median_log2);
      EXPECT_NEAR(state.metered_log2_luminance, expected, 4e-6);  // three roundings of numbers up to 16
    }
  }
}

TEST_F(Histogram, BrightAndDarkBias) {
  for (const HdrImage& hdr : make_contents()) {
    const HistogramOracle oracle = oracle_of(hdr, {});
    const State dark = meter(hdr, cut(2.0f, 50.0f));
    const State bright = meter(hdr, cut(50.0f, 98.0f));
    EXPECT_LT(dark.metered_log2_luminance, dark.mean_log2_luminance);
    EXPECT_GT(bright.metered_log2_luminance, bright.mean_log2_luminance);
    for (const State& state : {dark, bright}) {
      const double step = oracle.interval() + oracle.cut_stops(cut(2.0f, 50.0f));
      EXPECT_GE(double(state.metered_log2_luminance), double(state.low_percentile_log2) - step);
      EXPECT_LE(double(state.metered_log2_luminance), double(state.high_percentile_log2) + step);
      EXPECT_NEAR(state.scene_ev100, double(state.metered_log2_luminance) + 3.0, 2e-6);
    }
  }
}

TEST_F(Histogram, FinishedBins) {
  for (const HdrImage& hdr : make_contents()) {
    for (const auto& [min, max] : {std::pair{-16.0f, 16.0f}, {-6.0f, 5.0f}}) {
      const MeterSettings settings = within(cut(10.0f, 90.0f), min, max);
      meter(hdr, settings);
      expect_bins(post_, oracle_of(hdr, settings));
    }
  }
}

// ---- pictures that are hard -----------------------------------------------------------------------------------------

TEST_F(Histogram, EverythingBelowOrAboveTheRange) {
  for (const auto& [luminance, end] : {std::pair{0.0, -8.0f}, {1e-6, -8.0f}, {1e4, 8.0f}}) {
    const HdrImage hdr = test::make_uniform_hdr({50, 40}, luminance);
    for (const MeterSettings& settings : {cut(0, 100), cut(10, 90), cut(80, 95), cut(10, 90, 0.5f), cut(5, 95, 1.0f)}) {
      const State state = meter(hdr, within(settings, -8.0f, 8.0f));
      // 255 times a 255th, rounded: 16 * 2^-24, and the end itself. Half a unit of the mean.
      EXPECT_NEAR(state.metered_log2_luminance, end, 2e-6);
      EXPECT_NEAR(state.median_log2, end, 2e-6);
      EXPECT_NEAR(state.low_percentile_log2, end, 2e-6);
      EXPECT_NEAR(state.high_percentile_log2, end, 2e-6);
      EXPECT_EQ(state.under_texels, end < 0.0f ? 2000u : 0u);
      EXPECT_EQ(state.over_texels, end < 0.0f ? 0u : 2000u);
    }
  }
}

TEST_F(Histogram, NothingJumpsAtTheEndsOfTheRange) {
  for (const MeterSettings& settings : {cut(0, 100), cut(10, 90), cut(80, 95), cut(10, 90, 1.0f)}) {
    for (const double end : {-8.0, 8.0}) {
      double previous = -100.0;
      for (int step = -12; step <= 12; ++step) {
        const HdrImage hdr = test::make_uniform_hdr({16, 16}, std::exp2(end + 0.01 * step));
        const double metered = double(meter(hdr, within(settings, -8.0f, 8.0f)).metered_log2_luminance);
        if (step > -12) {
          EXPECT_GE(metered, previous) << end << " " << step;
          EXPECT_LE(metered, previous + 0.011) << end << " " << step;
        }
        EXPECT_LE(std::abs(metered), 8.0 + 2e-6);
        previous = metered;
      }
    }
  }
}

/// One texel in 70000 is no median, and moves a mean by no more than its share.
TEST_F(Histogram, OnePixelSun) {
  for (const VkOffset2D sun : {VkOffset2D{0, 0}, {332, 216}, {166, 108}}) {
    const auto make = [&](bool has_sun) {
      return test::make_hdr(VK_FORMAT_R16G16B16A16_SFLOAT, kPictureExtent, [&](std::uint32_t x, std::uint32_t y) {
        const bool is_sun = has_sun && x == std::uint32_t(sun.x) && y == std::uint32_t(sun.y);
        return is_sun ? grey(1e4) : grey(0.01 * std::exp2(test::noise(x, y, 8)));
      });
    };
    const MeterSettings settings = cut(5.0f, 95.0f);
    const State without = meter(make(false), settings);
    const State with = meter(make(true), settings);
    // Eight intervals hold thousands of texels each: one more or less moves the median by 3 / 8000 of an interval.
    EXPECT_NEAR(with.median_log2, without.median_log2, 3.0 / 8000.0 * 32.0 / kIntervals);
    EXPECT_NEAR(with.metered_log2_luminance, without.metered_log2_luminance, 3.0 / 8000.0 * 32.0 / kIntervals);
  }
}

TEST_F(Histogram, EightThousandTexelsInOneBinAndAGradient) {
  constexpr VkExtent2D kSmall = {100, 80};
  const HdrImage images[] = {
      test::make_hdr(
          VK_FORMAT_R32G32B32A32_SFLOAT, kSmall,
          [](std::uint32_t x, std::uint32_t y) { return grey(std::exp2(0.03 + 0.06 * test::noise(x, y, 9))); }),
      test::make_hdr(VK_FORMAT_R32G32B32A32_SFLOAT, kSmall, [](std::uint32_t x, std::uint32_t y) {
        return grey(std::exp2(-12.0 + 24.0 * (x + 100.0 * y) / 8000.0));
      })};
  for (const HdrImage& hdr : images) {
    const HistogramOracle oracle = oracle_of(hdr, {});
    for (const auto& [low, high] : kCuts) {
      const State state = meter(hdr, cut(low, high));
      EXPECT_NEAR(state.metered_log2_luminance, oracle.bins().trimmed_mean(double(low), double(high)),
                  oracle.trimmed_tolerance(cut(low, high)));
      oracle.expect_percentile(double(state.median_log2), 50.0, 0.0);
    }
    expect_bins(post_, oracle);
  }
}

/// As many bright texels as dark ones: the median is the least value that half of them don't exceed.
TEST_F(Histogram, HalfAndHalf) {
  const HdrImage hdr = test::make_hdr(VK_FORMAT_R16G16B16A16_SFLOAT, {64, 64}, [](std::uint32_t x, std::uint32_t y) {
    return grey((x + y) % 2 == 0 ? 0.25 : 16.0);
  });
  const State state = meter(hdr, cut(0.0f, 100.0f));
  EXPECT_NEAR(state.mean_log2_luminance, 1.0, kMeterStops);
  const HistogramOracle oracle = oracle_of(hdr, {});
  EXPECT_NEAR(state.median_log2, oracle.bins().percentile(50.0), 2.0 * kPositionError * oracle.interval());
}

/// A frame without a valid texel keeps the percentiles; its histogram is empty; the next one is right.
TEST_F(Histogram, NanStorm) {
  const HdrImage good =
      test::make_hdr(VK_FORMAT_R16G16B16A16_SFLOAT, kPictureExtent, test::gradient_with_noise(kPictureExtent, 1));
  const HdrImage storm = test::make_uniform_hdr(kPictureExtent, kNan);
  const State before = meter(good, cut(10.0f, 90.0f));
  const photopic::Frame frame = {.hdr = {storm.view()}, .extent = kPictureExtent, .delta_time_s = 0.1f};
  const State held = test::meter_once(post_, frame, cut(10.0f, 90.0f));
  EXPECT_EQ(held.valid_texels, 0u);
  EXPECT_EQ(held.metered_log2_luminance, before.metered_log2_luminance);
  EXPECT_EQ(held.low_percentile_log2, before.low_percentile_log2);
  EXPECT_EQ(held.median_log2, before.median_log2);
  EXPECT_EQ(held.high_percentile_log2, before.high_percentile_log2);
  EXPECT_EQ(held.adapted_ev100, before.adapted_ev100);
  for (const float bin : finished_bins(post_)) EXPECT_EQ(bin, 0.0f);
  EXPECT_TRUE(test::same_whole_bits(meter(good, cut(10.0f, 90.0f)), before));
}

TEST_F(Histogram, Arguments) {
  const HdrImage hdr = test::make_uniform_hdr({8, 8}, 1.0);
  photopic::MadeFor plain = histogram_info();
  plain.histogram = plain.highlights_and_black = false;
  PostProcess without = test::make(plain);
  EXPECT_EQ(without.histogram_buffer(), VkBuffer{VK_NULL_HANDLE});
  const photopic::Frame frame = {.hdr = {hdr.view()}, .extent = {8, 8}};
  const std::vector<std::pair<MeterSettings, std::string>> cases = {
      {cut(-0.1f, 50.0f), "low_percentile = -0.1: must be within [0, 100]"},
      {cut(50.0f, 100.1f), "high_percentile = 100.1: must be within [0, 100]"},
      {cut(50.0f, 50.05f), "high_percentile: must be at least 0.1 above low_percentile"},
      {cut(0.0f, 50.0f, 1.01f), "median_blend = 1.01: must be within [0, 1]"}};
  for (const auto& [settings, words] : cases) {
    test::submit([&](VkCommandBuffer command_buffer) {
      const MeterSettings asked = test::asking_for(post_, settings);
      EXPECT_EQ(post_.record_meter(command_buffer, frame, {.meter = asked}), photopic::Status::invalid_argument);
      // Nor would an object that lacks the histogram take them once it were prepared.
      EXPECT_EQ(without.record_meter(command_buffer, frame, {.meter = settings}), photopic::Status::invalid_argument);
    });
    EXPECT_NE(test::context().last_message().find(words), std::string::npos) << test::context().last_message();
  }
  // What isn't prepared is named.
  test::submit([&](VkCommandBuffer command_buffer) {
    EXPECT_EQ(without.record_meter(command_buffer, frame, {.meter = cut(5.0f, 95.0f), .exposure = {}}),
              photopic::Status::not_prepared);
  });
  EXPECT_NE(test::context().last_message().find(
                "record_meter: meter.low_percentile, high_percentile or median_blend needs a histogram"),
            std::string::npos)
      << test::context().last_message();
  MeterSettings no_share = below_highlights(3.0f), black;
  no_share.highlight_percent = 0.0f;
  black.black_stops = 3.9f;
  const std::vector<std::pair<MeterSettings, std::string>> light_cases = {
      {below_highlights(-0.1f), "highlight_stops = -0.1: must be within [0, 128]"},
      {no_share, "highlight_percent = 0: must be within"},
      {black, "black_stops = 3.9: must be within [4, 128]"}};
  for (const auto& [settings, words] : light_cases) {
    for (PostProcess* post : {&post_, &without}) {
      test::submit([&](VkCommandBuffer command_buffer) {
        EXPECT_EQ(post->record_meter(command_buffer, frame, {.meter = settings}), photopic::Status::invalid_argument);
      });
      EXPECT_NE(test::context().last_message().find(words), std::string::npos) << test::context().last_message();
    }
  }
  for (const MeterSettings& settings : {below_highlights(3.0f), test::asking_for(post_)}) {
    test::submit([&](VkCommandBuffer command_buffer) {
      EXPECT_EQ(without.record_meter(command_buffer, frame, {.meter = settings}), photopic::Status::not_prepared);
    });
    EXPECT_NE(
        test::context().last_message().find("record_meter: meter.highlight_stops or black_stops needs a histogram"),
        std::string::npos)
        << test::context().last_message();
  }
  plain.highlights_and_black = true;
  EXPECT_EQ(test::create(test::context().lend(), plain, &without), photopic::Status::invalid_argument);
  EXPECT_NE(test::context().last_message().find("highlights_and_black: needs histogram"), std::string::npos);
  plain.histogram = true;
  plain.meter_method = photopic::MeterMethod::pyramid;
  EXPECT_EQ(test::create(test::context().lend(), plain, &without), photopic::Status::invalid_argument);
  EXPECT_NE(test::context().last_message().find("histogram"), std::string::npos);
}

// ---- counters that could overflow, weights --------------------------------------------------------------------------

/// Every texel of 4K in one bin, with few workgroups: counters in shared memory have to be emptied on the way.
class LargeUniform : public testing::TestWithParam<std::uint32_t> {};

TEST_P(LargeUniform, CountsEveryTexel) {
  constexpr VkExtent2D kLarge = {3840, 2160};
  const engine::Image hdr(test::context(), kLarge, VK_FORMAT_B10G11R11_UFLOAT_PACK32,
                          VK_IMAGE_USAGE_SAMPLED_BIT | VK_IMAGE_USAGE_TRANSFER_DST_BIT);
  std::byte texel[4];
  test::encode(VK_FORMAT_B10G11R11_UFLOAT_PACK32, grey(1.71875), texel);  // exact; high up between two bins
  engine::upload(test::context(), hdr, [&](std::uint32_t, std::uint32_t row_count, std::byte* rows) {
    for (std::size_t i = 0; i < std::size_t(row_count) * kLarge.width; ++i) std::memcpy(rows + 4 * i, texel, 4);
  });
  const auto mask = test::make_raw({1, 1}, VK_FORMAT_R32_SFLOAT, std::vector<float>{1.0f});
  for (const std::uint32_t max_workgroups : {1u, 64u, 2047u}) {
    photopic::MadeFor info = histogram_info(GetParam());
    info.max_extent = kLarge;
    info.max_workgroups = max_workgroups;
    PostProcess post = test::make(info);
    photopic::Frame frame = {.hdr = {hdr.view()}, .extent = kLarge};
    if (GetParam() != 0) frame.weights.mask.view = mask->view(VK_IMAGE_ASPECT_COLOR_BIT);
    const State state = test::meter_once(post, frame, cut(10.0f, 90.0f));
    EXPECT_NEAR(state.mean_log2_luminance, std::log2(1.71875), kMeterStops);
    EXPECT_NEAR(state.metered_log2_luminance, std::log2(1.71875), kMeterStops);
    EXPECT_EQ(state.valid_texels, kLarge.width * kLarge.height);
    EXPECT_EQ(state.weight_sum, float(kLarge.width * kLarge.height));
    const std::vector<float> bins = finished_bins(post);
    EXPECT_NEAR(std::accumulate(bins.begin(), bins.end(), 0.0), state.weight_sum, 1.0);
  }
}

INSTANTIATE_TEST_SUITE_P(Of, LargeUniform, testing::Values(0u, std::uint32_t(photopic::kWeightMask)),
                         [](const auto& weights) { return weights.param == 0 ? "Texels" : "Weights"; });

/// A few of millions of texels have the least weight there is.
TEST(SmallWeights, OfALargePictureAreMetered) {
  constexpr VkExtent2D kLarge = {3840, 2160};
  constexpr std::uint32_t kWeights = photopic::kWeightMask | photopic::kWeightSpot;
  const HdrImage hdr = test::make_hdr(VK_FORMAT_B10G11R11_UFLOAT_PACK32, kLarge,
                                      [](std::uint32_t x, std::uint32_t) { return grey(x % 2 == 0 ? 0.25 : 4.0); });
  photopic::MadeFor info = histogram_info(kWeights);
  info.max_extent = kLarge;
  PostProcess post = test::make(info);
  MeterSettings settings = cut(10.0f, 90.0f);
  settings.spot_radius = 0.001f;  // two texels about the centre, of which the mask leaves a quarter
  const auto meter_by = [&](float weight, const MeterSettings& by) {
    const auto mask = test::make_raw({2, 2}, VK_FORMAT_R32_SFLOAT, std::vector<float>{0.0f, 0.0f, 0.0f, weight});
    return test::meter_once(post,
                            {.hdr = {hdr.view()},
                             .extent = kLarge,
                             .delta_time_s = 1.0f,
                             .weights = {.mask = {mask->view(VK_IMAGE_ASPECT_COLOR_BIT)}}},
                            by);
  };
  const State whole = meter_by(1.0f, settings);
  EXPECT_EQ(whole.weight_sum, 4.0f);
  const State small = meter_by(1.0f / PHOTOPIC_WEIGHT_ONE, settings);
  EXPECT_EQ(small.weight_sum, 4.0f / PHOTOPIC_WEIGHT_ONE);
  EXPECT_NEAR(small.metered_log2_luminance, 0.0, 4.0 * 2.0 * kCutError / 0.8);  // two cuts, 4 stops apart, of 80 %
  EXPECT_EQ(small.metered_log2_luminance, whole.metered_log2_luminance);
  EXPECT_EQ(small.median_log2, whole.median_log2);
  // None at all: the state holds.
  const State none = meter_by(0.0f, settings);
  EXPECT_EQ(none.weight_sum, 0.0f);
  EXPECT_EQ(none.exposure, small.exposure);
  EXPECT_EQ(none.metered_log2_luminance, small.metered_log2_luminance);
  EXPECT_EQ(none.high_percentile_log2, small.high_percentile_log2);
}

TEST_F(Histogram, OfWeights) {
  constexpr std::uint32_t kWeights = photopic::kWeightMask | photopic::kWeightEllipse;
  const test::SceneOnGpu scene;
  const test::ReferenceSource source(scene.scene);
  const reference::WeightedSource sources[] = {source.get()};
  PostProcess post = test::make(histogram_info(kWeights));
  MeterSettings settings = test::settings_for_all_weights();
  for (const auto& [low, high] : {std::pair{0.0f, 100.0f}, {10.0f, 90.0f}, {50.0f, 98.0f}}) {
    settings.low_percentile = low;
    settings.high_percentile = high;
    photopic::Frame frame = scene.frame(kWeights);
    frame.cut = true;
    const State state = test::meter_once(post, frame, settings);
    test::expect_weighted(state, sources, kWeights, settings);
    const HistogramOracle oracle(reference::weighted_samples(source.get(), test::weight_settings(kWeights, settings)),
                                 settings);
    const test::WeightBounds bounds = test::weight_bounds(sources, kWeights, settings);
    // Weights off by w of W in all move a cut by w / W.
    const double moved = bounds.weight_sum / oracle.bins().total_weight();
    EXPECT_NEAR(state.metered_log2_luminance, oracle.bins().trimmed_mean(double(low), double(high)),
                oracle.trimmed_tolerance(settings) + 100.0 * moved);  // of spreads and gaps below 100 stops
    oracle.expect_percentile(double(state.median_log2), 50.0, moved);
    oracle.expect_percentile(double(state.high_percentile_log2), double(high), kCutError + moved);
    expect_bins(post, oracle, bounds.weight_sum);
  }
}

}  // namespace
