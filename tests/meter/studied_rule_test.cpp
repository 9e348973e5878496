// SPDX-License-Identifier: MIT
// Tests of the studied rule for highlights and black: the exposure follows a picture without steps. Each in the
// histogram's arithmetic in double, and on the device. The bounds are those of docs/metering.md.
#include <cmath>
#include <cstdio>
#include <functional>
#include <memory>
#include <string>

#include "gpu/fixture.h"
#include "meter/rule_cases.h"
#include "reference/histogram.h"

namespace {

using test::GreyPicture;

constexpr std::uint32_t kWidth = 320, kHeight = 180;
constexpr double kCameraLog2 = -1.87;  // a scene of 0.27: what these programs see most
constexpr photopic::MeterSettings kStudied = [] {
  photopic::MeterSettings settings;
  settings.high_percentile = 99.0f;
  settings.highlight_stops = 4.75f;
  settings.black_stops = 9.0f;
  return settings;
}();

struct Reading {
  double metered_log2;
  double dark_share;
};

class Meter {
 public:
  virtual ~Meter() = default;
  virtual Reading read(const GreyPicture& picture) = 0;
};

class BinnedMeter : public Meter {
  Reading read(const GreyPicture& picture) override {
    std::vector<reference::Sample> samples;
    samples.reserve(picture.count());
    for (const float luminance : picture.luminances) {
      samples.push_back({std::log2(std::clamp(double(luminance), 0x1p-16, 0x1p16)), 1.0});
    }
    const reference::BinnedHistogram histogram(samples, -16.0, 16.0);
    const reference::MeterRule rule = {.high_percent = 99.0, .highlight_stops = 4.75, .black_stops = 9.0};
    return {histogram.metered_log2(rule), histogram.dark_share(rule)};
  }
};

class DeviceMeter : public Meter {
  Reading read(const GreyPicture& picture) override {
    const test::HdrImage hdr = test::hdr_of(picture);
    const photopic::Frame frame = {.hdr = {hdr.view()}, .extent = hdr.extent(), .cut = VK_TRUE};
    const test::State state = test::meter_once(post_, frame, kStudied);
    return {double(state.metered_log2_luminance), double(state.dark_share)};
  }

  photopic::PostProcess post_ = test::make({.max_extent = {1920, 1080},
                                            .steps = photopic::kMeterStep,
                                            .meter_method = photopic::MeterMethod::single_pass,
                                            .histogram = true,
                                            .forces_histogram = true,
                                            .highlights_and_black = true});
};

struct Range {
  double least = INFINITY, most = -INFINITY, last = NAN, step = 0.0;
  void add(double value) {
    ASSERT_TRUE(std::isfinite(value));
    if (!std::isnan(last)) step = std::max(step, std::abs(value - last));
    least = std::min(least, value);
    most = std::max(most, value);
    last = value;
  }
  double width() const { return most - least; }
};

class StudiedRule : public testing::TestWithParam<bool> {
 protected:
  StudiedRule() {
    if (GetParam()) {
      meter_ = std::make_unique<DeviceMeter>();
    } else {
      meter_ = std::make_unique<BinnedMeter>();
    }
  }
  Reading read(const GreyPicture& picture) { return meter_->read(picture); }
  double metered(const GreyPicture& picture) { return read(picture).metered_log2; }

  /// What was measured, for docs/metering.md.
  static void note(const char* what, double value) { std::printf("%s: %.4f EV\n", what, value); }

  const GreyPicture scene_ = test::smooth_scene(kWidth, kHeight, kCameraLog2);

 private:
  std::unique_ptr<Meter> meter_;
};

INSTANTIATE_TEST_SUITE_P(Of, StudiedRule, testing::Bool(),
                         [](const auto& of) { return std::string(of.param ? "Device" : "Bins"); });

// ---- highlights -----------------------------------------------------------------------------------------------------

TEST_P(StudiedRule, GrowingLampHasNoStep) {
  Range near_one_percent, all;
  for (int i = 0; i <= 400; ++i) {
    const double share = 1e-4 * i;
    const double value = metered(test::with_lamp(scene_, share, 2000.0));
    all.add(value);
    if (share > 0.0090 && share < 0.0115) near_one_percent.add(value);
  }
  EXPECT_LE(near_one_percent.step, 0.08);
  EXPECT_LE(all.step, 0.2);
  note("lamp near 1 %", near_one_percent.step);
  note("lamp from 0 to 4 %", all.step);
  EXPECT_GT(all.width(), 5.0);  // it does follow the lamp
}

TEST_P(StudiedRule, SlopesAreBounded) {
  constexpr double kStep = 0.125;  // octaves
  Range by_share, by_luminance;
  for (double octave = -12.0; octave < -4.0; octave += kStep) {
    by_share.add(metered(test::with_lamp(scene_, std::exp2(octave), 2000.0)));
  }
  for (double octave = 3.0; octave < 16.0; octave += kStep) {
    by_luminance.add(metered(test::with_lamp(scene_, 0.02, std::exp2(octave))));
  }
  // A share is a whole number of texels: of 2^-12, 14 of them. The last texel is a 14th of an octave and more.
  EXPECT_LE(by_share.step, 2.6 * (kStep + std::log2(15.0 / 14.0)));
  EXPECT_LE(by_luminance.step, 1.1 * kStep);
}

TEST_P(StudiedRule, SizesAgree) {
  struct Lamp {
    double share, bound_ev;
  };
  for (const Lamp& lamp : {Lamp{0.0095, 0.12}, {0.02, 0.08}, {0.003, 0.3}}) {
    const GreyPicture whole = test::with_round_lamp(test::smooth_scene(1280, 720, kCameraLog2), lamp.share, 3000.0);
    Range range;
    for (const std::uint32_t side : {1u, 2u, 4u, 8u, 16u}) range.add(metered(test::smaller(whole, side)));
    EXPECT_LE(range.width(), lamp.bound_ev) << lamp.share;
    note("sizes", range.width());
  }
}

TEST_P(StudiedRule, SwayingLampMovesLittle) {
  for (const double share : {0.003, 0.01, 0.03}) {
    Range range;
    for (double swayed = 0.9 * share; swayed < 1.11 * share; swayed += 0.02 * share) {
      range.add(metered(test::with_lamp(scene_, swayed, 2000.0)));
    }
    EXPECT_LE(range.width(), 0.8) << share;
  }
}

TEST_P(StudiedRule, FirefliesMoveNothing) {
  for (const double log2 : {6.0, -1.0, -6.0}) {  // day, dusk, night
    const GreyPicture scene = test::smooth_scene(1920, 1080, log2);
    const double without = metered(scene);
    for (const std::size_t count : {1u, 10u}) {
      const double change = metered(test::with_dots(scene, count, 65504.0, 1)) - without;
      EXPECT_LE(std::abs(change), 0.02) << log2 << " " << count;
      note("fireflies", change);
    }
  }
}

TEST_P(StudiedRule, GlitterMovesLittle) {
  struct Glitter {
    double share, luminance;
  };
  for (const Glitter& glitter : {Glitter{0.0005, 0x1p9}, {0.005, 0x1p7}}) {
    Range range;
    for (std::uint32_t frame = 0; frame < 20; ++frame) {
      const double share = glitter.share * (0.5 + test::noise(frame, 3, 11));
      range.add(metered(test::with_dots(test::smooth_scene(kWidth, kHeight, 4.0), std::size_t(share * kWidth * kHeight),
                                        glitter.luminance, frame)));
    }
    EXPECT_LE(range.width(), 0.05) << glitter.share;
  }
}

TEST_P(StudiedRule, RisingSunHasNoStep) {
  Range range;
  const GreyPicture scene = test::smooth_scene(kWidth, kHeight, 4.0);
  for (double texels = 1.0; texels < 0.01 * kWidth * kHeight;
       texels = std::max(texels + 1.0, std::floor(1.14 * texels))) {
    range.add(metered(test::with_lamp(scene, (texels + 0.5) / (kWidth * kHeight), 65504.0)));
  }
  EXPECT_LE(range.step, 0.5);
}

/// Snow is most of its picture: nothing to be limited by. Lamps of a dark street are a little.
TEST_P(StudiedRule, SnowIsNoHighlight) {
  for (const double share : {0.7, 0.95}) {
    const GreyPicture snow = test::with_lamp(test::noisy_scene(kWidth, kHeight, -3.0, 2.0, 5), share, 8.0);
    double mean = 0.0;
    for (const float luminance : snow.luminances) mean += std::log2(double(luminance)) / double(snow.count());
    EXPECT_NEAR(metered(snow), mean, 0.1);
  }
}

// ---- black ----------------------------------------------------------------------------------------------------------

TEST_P(StudiedRule, BarsChangeNothing) {
  constexpr double kShare = 0.27;
  GreyPicture cropped = scene_;  // the rows between the bars, repeated: the same histogram in all but the count
  const auto rows = std::uint32_t(0.5 * kShare * kHeight);
  cropped.height = kHeight - 2 * rows;
  cropped.luminances.assign(scene_.luminances.begin() + std::ptrdiff_t(rows) * kWidth,
                            scene_.luminances.end() - std::ptrdiff_t(rows) * kWidth);
  const double without = metered(cropped);
  const auto change = [&](const std::function<float(std::uint32_t, std::uint32_t)>& black) {
    const double ev = metered(test::with_bars(scene_, kShare, black)) - without;
    note("bars", ev);
    return ev;
  };
  EXPECT_NEAR(change([](auto, auto) { return 0.0f; }), 0.0, 0.001);
  EXPECT_NEAR(change([](auto, auto) { return 1e-40f; }), 0.0, 0.001);
  EXPECT_NEAR(change([](auto, auto) { return 1.0f / 255.0f / 12.92f; }), 0.0, 0.1);
  EXPECT_NEAR(change([](auto x, auto y) { return float(3e-4 * test::noise(x, y, 9)); }), 0.0, 0.1);
}

TEST_P(StudiedRule, ModelOnBlackIsTheModel) {
  const GreyPicture model = test::noisy_scene(kWidth, kHeight, 0.0, 6.0, 3);
  const double alone = metered(model);
  for (const double lit : {0.3, 0.03, 0.003}) {
    GreyPicture picture = model;
    for (std::uint32_t i = 0; i < picture.count(); ++i) {
      if (test::noise(i, 1, 4) > lit) picture.luminances[i] = 0.0f;
    }
    const Reading reading = read(picture);
    // 0.3 % are 170 texels of 6 stops: their mean is within 6 / sqrt(12 * 170) of all, a standard deviation.
    EXPECT_NEAR(reading.metered_log2, alone, lit < 0.01 ? 0.27 : 0.05) << lit;
    EXPECT_NEAR(reading.dark_share, 1.0 - lit, lit < 0.1 ? 0.004 : 0.01) << lit;
  }
}

TEST_P(StudiedRule, BlackEdgeMovesWithoutSteps) {
  Range range;
  GreyPicture picture = scene_;
  for (std::uint32_t row = 0; row + 1 < kHeight; ++row) {
    std::fill_n(picture.luminances.begin() + std::ptrdiff_t(row) * kWidth, kWidth, 0.0f);
    range.add(metered(picture));
  }
  EXPECT_LE(range.step, 0.05);
  note("black edge", range.step);
}

TEST_P(StudiedRule, NothingOnBlackIsNoLight) {
  GreyPicture black = scene_;
  for (const float luminance : {0.0f, 1e-40f, 1e-6f}) {
    std::fill(black.luminances.begin(), black.luminances.end(), luminance);
    EXPECT_EQ(read(black).dark_share, 1.0) << luminance;
  }
  std::fill(black.luminances.begin(), black.luminances.end(), 0.0f);
  EXPECT_NEAR(1.0 - read(test::with_dots(black, 1, 65504.0, 2)).dark_share, 1.0 / double(black.count()), 1e-7);
}

}  // namespace
