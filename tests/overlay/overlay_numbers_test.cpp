// SPDX-License-Identifier: MIT
// Tests of the debug overlay's numbers against the oracles.
#include <algorithm>
#include <cmath>
#include <numeric>

#include "naive/blit_weights.h"
#include "overlay/overlay_rig.h"
#include "reference/metering.h"

namespace {

using reference::Rgb;
using test::HdrImage;
using test::kHighEnd;
using test::kLowEnd;
using test::LdrTexel;
using test::OverlayRig;
using test::OverlayShot;

/// As the meter reads them.
std::vector<double> clamped_log2_luminances(const HdrImage& hdr) {
  std::vector<double> result = hdr.log2_luminances();
  for (double& value : result) value = std::clamp(value, kLowEnd, kHighEnd);
  return result;
}

TEST(Overlay, BlitWeightsAreTheOracles) {
  std::vector<std::size_t> sizes(700);
  std::iota(sizes.begin(), sizes.end(), 1u);
  sizes.insert(sizes.end(), {1023, 1024, 1080, 1366, 1920, 2160, 3840, 4095, 16383, 16384});
  for (const std::size_t size : sizes) {
    std::vector<float> weights(size);
    std::vector<double> scratch(size);
    photopic::blit_weights(weights, scratch);
    const std::vector<double> expected = reference::blit_chain_weights(size, false);
    double sum = 0.0;
    for (std::size_t i = 0; i < size; ++i) {
      // Products of about 2 log2(size) factors in double, rounded to float.
      ASSERT_NEAR(weights[i], expected[i], 1e-7 * expected[i]) << size << ' ' << i;
      sum += double(weights[i]);
    }
    EXPECT_NEAR(sum, 1.0, 1e-6) << size;
  }
}

class OverlayNumbers : public testing::TestWithParam<VkExtent2D> {};

TEST_P(OverlayNumbers, AreTheOracles) {
  const VkExtent2D extent = GetParam();
  OverlayRig rig(test::overlay_info(extent));
  rig.overlay.views = photopic::kOverlayNaive;
  const HdrImage scene = test::make_overlay_scene(extent);
  const OverlayShot shot = rig.shoot(scene);
  const double mean = reference::meter(scene.texels).mean_log2_luminance;
  const double naive = reference::blit_chain_mean(clamped_log2_luminances(scene), extent.width, extent.height, false);
  EXPECT_NEAR(shot.values[PHOTOPIC_OVERLAY_VALUE_MEAN_LOG2], mean, 5e-6);  // the pyramid's own bound
  // Some thousand float additions of numbers up to 16 for each of 65536 sums, and a tree of 16 levels.
  EXPECT_NEAR(shot.values[PHOTOPIC_OVERLAY_VALUE_NAIVE_LOG2], naive, 5e-5);
  EXPECT_NEAR(shot.values[PHOTOPIC_OVERLAY_VALUE_ERROR_STOPS], naive - mean, 6e-5);

  char line[64];
  const auto text = shot.text(PHOTOPIC_OVERLAY_PANEL_NAIVE);
  ASSERT_EQ(text.size(), 5u);
  std::snprintf(line, sizeof line, "mean log2, all texels %9.3f",
                double(shot.values[PHOTOPIC_OVERLAY_VALUE_MEAN_LOG2]));
  EXPECT_EQ(text[0], line);
  std::snprintf(line, sizeof line, "mean log2, blits      %9.3f",
                double(shot.values[PHOTOPIC_OVERLAY_VALUE_NAIVE_LOG2]));
  EXPECT_EQ(text[1], line);
  std::snprintf(line, sizeof line, "error, stops          %9.3f",
                double(shot.values[PHOTOPIC_OVERLAY_VALUE_ERROR_STOPS]));
  EXPECT_EQ(text[2], line);
  const std::vector<double> columns = reference::blit_chain_weights(extent.width, false);
  const std::vector<double> rows = reference::blit_chain_weights(extent.height, false);
  const auto used = [](const std::vector<double>& axis) {
    return double(std::count_if(axis.begin(), axis.end(), [](double w) { return w > 0.0; })) / double(axis.size());
  };
  std::snprintf(line, sizeof line, "texels of no weight %9.1f %%", 100.0 * (1.0 - used(columns) * used(rows)));
  EXPECT_EQ(text[3], line);
  const double largest =
      *std::max_element(columns.begin(), columns.end()) * *std::max_element(rows.begin(), rows.end());
  std::snprintf(line, sizeof line, "largest weight / mean%10.1f", largest * extent.width * extent.height);
  EXPECT_EQ(text[4], line);
  test::keep_picture(shot, "naive_" + std::to_string(extent.width));
}

INSTANTIATE_TEST_SUITE_P(Size, OverlayNumbers,
                         testing::Values(VkExtent2D{1920, 1080}, VkExtent2D{1366, 768}, VkExtent2D{1023, 1023}),
                         [](const auto& size) { return std::to_string(size.param.width); });

/// What is worked out here is what vkCmdBlitImage does, where a filter's weights aren't rounded.
TEST(Overlay, NaiveIsWhatABlitChainMeters) {
  for (const VkExtent2D extent : {VkExtent2D{64, 64}, {333, 217}, {640, 360}}) {
    const HdrImage scene = test::make_overlay_scene(extent);
    OverlayRig rig(test::overlay_info(extent));
    rig.overlay.views = photopic::kOverlayNaive;
    photopic::NaiveMeter blits = test::make(photopic::NaiveMeterInfo{.max_extent = extent});
    const float expected = test::meter_once(blits, {.hdr = {scene.view()}, .extent = extent}).mean_log2_luminance;
    // Filters have at least 4 fractional bits (subTexelPrecisionBits), llvmpipe 8: between neighbours of one stop of
    // noise, over some levels.
    EXPECT_NEAR(rig.shoot(scene).values[PHOTOPIC_OVERLAY_VALUE_NAIVE_LOG2], expected, 0.05f) << extent.width;
  }
}

TEST(Overlay, NothingWhereTheNaiveMeanHasNoTexel) {
  constexpr VkExtent2D kExtent = {127, 127};
  OverlayRig rig(test::overlay_info(kExtent));
  rig.overlay.views = photopic::kOverlayNaive | photopic::kOverlaySplit | photopic::kOverlayInvalid;
  // At 2^n - 1 the chain returns the centre.
  const HdrImage scene = test::make_hdr(VK_FORMAT_R16G16B16A16_SFLOAT, kExtent, [](std::uint32_t x, std::uint32_t y) {
    return x == 63 && y == 63 ? Rgb{std::nan(""), 0.0, 0.0} : Rgb{2.0, 2.0, 2.0};
  });
  const OverlayShot shot = rig.shoot(scene);
  EXPECT_TRUE(std::isnan(shot.values[PHOTOPIC_OVERLAY_VALUE_NAIVE_LOG2]));
  EXPECT_EQ(shot.text(PHOTOPIC_OVERLAY_PANEL_NAIVE)[1], "mean log2, blits      ---------");
  EXPECT_EQ(shot.text(PHOTOPIC_OVERLAY_PANEL_NAIVE)[2], "error, stops          ---------");
  EXPECT_EQ(shot.text(PHOTOPIC_OVERLAY_PANEL_INVALID)[0], "invalid texels         1");
}

TEST(Overlay, HistogramCounts) {
  constexpr VkExtent2D kExtent = {333, 217};
  photopic::MadeFor info = test::overlay_info(kExtent);
  info.meter_method = photopic::MeterMethod::single_pass;
  info.histogram = true;
  OverlayRig rig(info);
  rig.overlay.views = photopic::kOverlayHistogram;
  rig.settings.meter.min_log2_luminance = -4.0f;
  rig.settings.meter.max_log2_luminance = 6.0f;
  rig.settings.meter.low_percentile = 10.0f;
  rig.settings.meter.high_percentile = 90.0f;
  const HdrImage scene = test::make_overlay_scene(kExtent);
  const VkRect2D region = {{20, 11}, {250, 190}};
  const OverlayShot shot = rig.shoot(scene, {.metered = region});
  std::vector<double> positions;
  std::uint32_t under = 0, over = 0;
  for (const Rgb& texel : scene.region(region)) {
    const double log2 = std::log2(reference::luminance(texel));
    under += log2 < -4.0 ? 1 : 0;
    over += log2 > 6.0 ? 1 : 0;
    positions.push_back((std::clamp(log2, -4.0, 6.0) + 4.0) / 10.0 * 255.0);
  }
  EXPECT_EQ(shot.data.under_texels, under);
  EXPECT_EQ(shot.data.over_texels, over);
  std::uint32_t total = 0, largest = 0;
  for (std::uint32_t bin = 0; bin < PHOTOPIC_HISTOGRAM_BINS; ++bin) {
    // Half a bin to either side, but for what is within the error of log2 (1e-6 stop, 3e-5 bins) of its edge.
    const auto within = [&](double half) {
      return std::count_if(positions.begin(), positions.end(), [&](double p) { return std::abs(p - bin) < half; });
    };
    EXPECT_GE(shot.data.counts[bin], within(0.5 - 1e-4)) << bin;
    EXPECT_LE(shot.data.counts[bin], within(0.5 + 1e-4)) << bin;
    total += shot.data.counts[bin];
    largest = std::max(largest, shot.data.counts[bin]);
  }
  EXPECT_EQ(total, positions.size());
  EXPECT_EQ(shot.data.largest_count, largest);
  std::sort(positions.begin(), positions.end());
  const auto expect_percentile = [&](std::uint32_t value, double share) {
    const auto rank = static_cast<std::size_t>(std::ceil(share * double(positions.size()))) - 1;
    EXPECT_NEAR(shot.values[value], -4.0 + positions[rank] / 25.5, 0.51 / 25.5) << share;  // half a bin
  };
  expect_percentile(PHOTOPIC_OVERLAY_VALUE_LOW_LOG2, 0.1);
  expect_percentile(PHOTOPIC_OVERLAY_VALUE_MEDIAN_LOG2, 0.5);
  expect_percentile(PHOTOPIC_OVERLAY_VALUE_HIGH_LOG2, 0.9);
  EXPECT_EQ(shot.values[PHOTOPIC_OVERLAY_VALUE_MEDIAN_EV], shot.values[PHOTOPIC_OVERLAY_VALUE_MEDIAN_LOG2] + 3.0f);
}

TEST(Overlay, StripChartKeepsTheLast256Frames) {
  OverlayRig rig(test::overlay_info(test::kSmallOverlay));
  rig.overlay.views = photopic::kOverlayStripChart;
  const HdrImage dark = test::make_uniform_hdr(test::kSmallOverlay, 0.5);
  const HdrImage bright = test::make_uniform_hdr(test::kSmallOverlay, 300.0);
  std::vector<test::State> states;
  OverlayShot shot;
  for (std::uint32_t i = 0; i < PHOTOPIC_OVERLAY_HISTORY + 20; ++i) {
    shot = rig.shoot(i % 50 < 25 ? dark : bright, {.delta_time_s = 0.05f});
    states.push_back(shot.state);
  }
  const auto& history = shot.data.history;
  float least = 1e9f, largest = -1e9f;
  for (std::uint32_t age = 0; age < PHOTOPIC_OVERLAY_HISTORY; ++age) {
    const test::State& state = states[states.size() - 1 - age];
    const auto& sample = history[(states.size() - 1 - age) % PHOTOPIC_OVERLAY_HISTORY];
    ASSERT_EQ(sample.scene_ev100, state.scene_ev100) << age;
    ASSERT_EQ(sample.target_ev100, state.target_ev100) << age;
    ASSERT_EQ(sample.adapted_ev100, state.adapted_ev100) << age;
    least = std::min({least, state.scene_ev100, state.adapted_ev100});
    largest = std::max({largest, state.scene_ev100, state.adapted_ev100});
  }
  EXPECT_EQ(shot.values[PHOTOPIC_OVERLAY_VALUE_CHART_MIN_EV], std::floor(least - 0.5f));
  EXPECT_EQ(shot.values[PHOTOPIC_OVERLAY_VALUE_CHART_MAX_EV], std::ceil(largest + 0.5f));
  // EV 1 to 12: ticks every 5 EV.
  EXPECT_EQ(shot.text(PHOTOPIC_OVERLAY_PANEL_CHART, 1).back(), "    5   10" + std::string(15, '-'));
}

/// Thresholds as EV100, in the range of the chart; lines of their own.
TEST(Overlay, StripChartHasThresholds) {
  photopic::MadeFor info = test::overlay_info({280, 100});
  info.dark_adaptation = true;
  OverlayRig rig(info);
  rig.overlay.views = photopic::kOverlayStripChart;
  rig.settings.view.cd_m2_per_unit = 10.0f;
  const HdrImage dark = test::make_uniform_hdr({280, 100}, 1e-3), bright = test::make_uniform_hdr({280, 100}, 30.0);
  OverlayShot shot = rig.shoot(bright, {.delta_time_s = 0.05f});
  EXPECT_TRUE(std::isnan(shot.data.history[0].cone_ev100));
  EXPECT_EQ(shot.text(PHOTOPIC_OVERLAY_PANEL_CHART).size(), 2u);
  rig.settings.night.dark_adaptation = photopic::DarkAdaptation::rods_and_cones;
  std::size_t colored = 0;
  for (std::uint32_t i = 1; i < 24; ++i) {
    shot = rig.shoot(i < 5 ? bright : dark, {.delta_time_s = 20.0f});
    const auto& sample = shot.data.history[i];
    const auto& night = shot.state.night;
    const double unit_ev = 3.0 - std::log2(10.0);  // EV100 of 1 cd/m^2
    EXPECT_NEAR(sample.cone_ev100, -0.72 * std::log2(10.0) + double(night.cone_ev) + unit_ev, 1e-4);
    EXPECT_NEAR(sample.rod_ev100, -2.86 * std::log2(10.0) + double(night.rod_ev) + unit_ev, 1e-4);
    EXPECT_NEAR(std::min(sample.cone_ev100, sample.rod_ev100), night.min_ev100, 1e-4);
    EXPECT_LE(shot.values[PHOTOPIC_OVERLAY_VALUE_CHART_MIN_EV], sample.rod_ev100);
    EXPECT_GE(shot.values[PHOTOPIC_OVERLAY_VALUE_CHART_MAX_EV], std::max(sample.cone_ev100, sample.rod_ev100));
  }
  EXPECT_EQ(shot.text(PHOTOPIC_OVERLAY_PANEL_CHART).back(), "seen by cones -.- rods .-.");
  for (std::uint32_t y = 0; y < 100; ++y) {
    for (std::uint32_t x = 0; x < 280; ++x) {
      const LdrTexel& texel = shot.drawn_at(x, y);
      const bool is_orange = texel[0] > 1.4 * texel[1] && texel[1] > 1.4 * texel[2];
      const bool is_violet = texel[2] > 1.2 * texel[0] && texel[0] > 1.2 * texel[1];
      colored += shot.is_in_panel(x, y) && (is_orange || is_violet) ? 1 : 0;
    }
  }
  EXPECT_GT(colored, 40u);  // two lines of 24 frames, of which others cover parts
  test::keep_picture(shot, "thresholds");
}

TEST(Overlay, ADroppedRecordingChangesNothing) {
  const VkExtent2D extent = test::kSmallOverlay;
  OverlayRig rig(test::overlay_info(extent));
  rig.overlay.views = photopic::kOverlayNaive | photopic::kOverlayStripChart;
  const HdrImage four = test::make_uniform_hdr(extent, 4.0);  // log2 luminance 2, EV100 5
  rig.record_and_drop(four);
  for (std::uint32_t i = 0; i < 3; ++i) {
    const OverlayShot shot = rig.shoot(four, {.delta_time_s = 0.05f});
    EXPECT_NEAR(shot.values[PHOTOPIC_OVERLAY_VALUE_NAIVE_LOG2], 2.0, 1e-5);
    EXPECT_EQ(shot.values[PHOTOPIC_OVERLAY_VALUE_CHART_MIN_EV], 4.0f);
    EXPECT_EQ(shot.values[PHOTOPIC_OVERLAY_VALUE_CHART_MAX_EV], 6.0f);
    EXPECT_EQ(shot.data.history_frames, i + 1);
    rig.record_and_drop(four);
  }
}

}  // namespace
