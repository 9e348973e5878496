// SPDX-License-Identifier: MIT
// Tests of exposure through black frames, fades and the first light of a view, where black doesn't count as a scene.
#include <cmath>
#include <vector>

#include "adapt/model_rig.h"
#include "gpu/fixture.h"
#include "meter/rule_cases.h"
#include "reference/histogram.h"

namespace {

using photopic::AdaptationCurve;
using photopic::ExposureSettings;
using test::GreyPicture;
using test::State;

constexpr std::uint32_t kWidth = 128, kHeight = 80;
constexpr float kFilmFrame_s = 1.0f / 24.0f;

/// The scene's share of each texel's light; 0 to 1.
GreyPicture dimmed(GreyPicture picture, double light) {
  for (float& luminance : picture.luminances) luminance *= float(light);
  return picture;
}

struct LightFrame {
  GreyPicture picture;
  ExposureSettings exposure = {};
  bool cut = false;
};

class Light : public testing::Test {
 protected:
  Light() { meter_.black_stops = 9.0f; }

  std::vector<State> run(const std::vector<LightFrame>& frames) {
    std::vector<State> states;
    for (const LightFrame& frame : frames) {
      const test::HdrImage hdr = test::hdr_of(frame.picture);
      states.push_back(test::meter_once(post_,
                                        {.hdr = {hdr.view()},
                                         .extent = hdr.extent(),
                                         .delta_time_s = kFilmFrame_s,
                                         .cut = frame.cut || states.empty()},
                                        meter_, frame.exposure));
      EXPECT_EQ(test::first_bad_field(states.back()), "");
    }
    return states;
  }

  /// Each state is the model's, of the reference's measurement.
  std::vector<State> expect_model(const std::vector<LightFrame>& frames) {
    const std::vector<State> states = run(frames);
    reference::ExposureModel model;
    for (std::size_t i = 0; i < frames.size(); ++i) {
      std::vector<reference::Sample> samples;
      for (const float luminance : frames[i].picture.luminances) {
        samples.push_back({std::log2(std::clamp(double(luminance), 0x1p-16, 0x1p16)), 1.0});
      }
      const reference::BinnedHistogram histogram(samples, -16.0, 16.0);
      const reference::MeterRule rule = {.black_stops = double(meter_.black_stops)};
      reference::ExposureModelSettings settings = test::model_settings(frames[i].exposure);
      settings.takes_first_light = true;
      const reference::ExposureModel::State& expected = model.step({.metered_log2 = histogram.metered_log2(rule),
                                                                    .dt_s = double(kFilmFrame_s),
                                                                    .reset = frames[i].cut || i == 0,
                                                                    .dark_share = histogram.dark_share(rule)},
                                                                   settings);
      // A measurement errs by a share of an interval, its confidence by that of the share of light.
      EXPECT_NEAR(test::adapted_ev100(states[i]), expected.adapted_ev100, 2e-3) << i;
      EXPECT_NEAR(states[i].target_ev100, expected.target_ev100, 2e-3) << i;
      EXPECT_NEAR(states[i].light_s, expected.light_s, 1e-3) << i;
    }
    return states;
  }

  const GreyPicture scene_ = test::smooth_scene(kWidth, kHeight, 2.0);
  const GreyPicture black_ = dimmed(scene_, 0.0);
  photopic::MeterSettings meter_;

 private:
  photopic::PostProcess post_ = test::make({.max_extent = {kWidth, kHeight},
                                            .steps = photopic::kMeterStep,
                                            .meter_method = photopic::MeterMethod::single_pass,
                                            .histogram = true,
                                            .forces_histogram = true,
                                            .highlights_and_black = true});
};

TEST_F(Light, BlackFramesNeitherStartNorMoveAView) {
  const std::vector<State> states = expect_model(
      {{black_}, {black_}, {scene_}, {scene_}, {black_}, {black_}, {scene_}, {black_, {}, true}, {scene_}});
  for (const std::size_t unstarted : {0u, 1u, 7u}) EXPECT_EQ(states[unstarted].adapted_ev100, 3.0f) << unstarted;
  for (const std::size_t started : {2u, 3u, 4u, 5u, 6u, 8u}) {
    EXPECT_EQ(states[started].adapted_ev100, states[2].target_ev100) << started;
    EXPECT_EQ(states[started].target_ev100, states[2].target_ev100) << started;
  }
  EXPECT_EQ(states[4].dark_share, 1.0f);
  EXPECT_NEAR(states[4].mean_log2_luminance, -16.0f, 4e-6f);  // which is of all texels
}

/// 1 of 10240 texels is 0.098 of the least share of light that makes a scene: S(0.098) is 0.027.
TEST_F(Light, OneTexelOfLightMovesLittle) {
  const GreyPicture firefly = test::with_dots(black_, 1, 1000.0, 1);
  const std::vector<State> states = expect_model({{scene_}, {firefly}, {firefly}, {firefly}});
  EXPECT_GT(states[3].target_ev100, states[0].target_ev100 + 5.0f);
  EXPECT_EQ(states[1].adapted_ev100, states[1].target_ev100);  // first light
  const std::vector<State> begun = expect_model({{firefly}, {firefly}});
  const float way = (begun[0].adapted_ev100 - 3.0f) / (begun[0].target_ev100 - 3.0f);
  EXPECT_NEAR(way, 0.027f, 0.002f);
  EXPECT_EQ(begun[1].frames, 1u);
}

TEST_F(Light, CutsAndTheSecondExponentialTakeTheirShare) {
  const GreyPicture spark = test::with_dots(black_, 4, 1000.0, 1);
  const GreyPicture bright = dimmed(scene_, 64.0);
  for (const AdaptationCurve curve :
       {AdaptationCurve::linear_exponential, AdaptationCurve::exponential, AdaptationCurve::two_exponentials}) {
    std::vector<LightFrame> frames(30, {scene_});
    for (const GreyPicture& picture : {spark, spark, black_, spark, bright, bright, scene_, spark})
      frames.push_back({picture});
    for (const bool has_cuts : {false, true}) {
      for (LightFrame& frame : frames) {
        frame.exposure = {.curve = curve, .cut_low_ev = has_cuts ? 2.0f : 0.0f, .cut_high_ev = has_cuts ? 20.0f : 0.0f};
      }
      expect_model(frames);
    }
  }
}

/// A fade from black never shows the scene brighter than at its end by more than a little, and one to black and back.
TEST_F(Light, FadesAreNotOverexposed) {
  const double end_ev100 = double(run({{scene_}})[0].target_ev100);
  for (const int frames : {1, 6, 24, 72}) {
    std::vector<LightFrame> fade_in = {{black_}, {black_}};
    std::vector<double> lights = {0.0, 0.0};
    for (int i = 1; i <= frames; ++i) lights.push_back(double(i) / frames);
    for (std::size_t i = 2; i < lights.size(); ++i) fade_in.push_back({dimmed(scene_, lights[i])});
    const std::vector<State> states = expect_model(fade_in);
    for (std::size_t i = 2; i < states.size(); ++i) {
      const double over_ev = double(states[i].target_ev100) - test::adapted_ev100(states[i]);
      EXPECT_LE(over_ev, frames <= 24 ? 1e-6 : 0.6) << frames << " frames, frame " << i;
    }
    EXPECT_LE(std::abs(test::adapted_ev100(states.back()) - end_ev100), frames <= 24 ? 1e-6 : 0.6);
  }
  std::vector<LightFrame> both(48, {scene_});
  for (int i = 23; i >= 0; --i) both.push_back({dimmed(scene_, i / 24.0)});
  for (int i = 0; i < 24; ++i) both.push_back({black_});
  for (int i = 1; i <= 24; ++i) both.push_back({dimmed(scene_, i / 24.0)});
  double most_ev = 0.0;
  const std::vector<State> states = expect_model(both);
  for (std::size_t i = 96; i < states.size(); ++i) {
    most_ev = std::max(most_ev, double(states[i].target_ev100) - test::adapted_ev100(states[i]));
  }
  EXPECT_LE(most_ev, 0.6);
}

/// Bounds for photosensitive viewers hold in the first second, too.
TEST_F(Light, FirstLightIsBounded) {
  const ExposureSettings settings = {.max_ev_per_s = 6.0f};
  std::vector<LightFrame> frames;
  for (int i = 0; i < 12; ++i) frames.push_back({dimmed(scene_, std::exp2(double(i))), settings});
  const std::vector<State> states = expect_model(frames);
  for (std::size_t i = 1; i < states.size(); ++i) {
    EXPECT_NEAR(test::adapted_ev100(states[i]) - test::adapted_ev100(states[i - 1]), 6.0 / 24.0, 1e-4) << i;
  }
}

/// The module's own settings: black is a scene like any other, and no light is the first.
TEST_F(Light, NeutralSettingsCountBlack) {
  meter_ = {};
  const std::vector<State> states = run({{black_}, {scene_}, {black_}, {dimmed(scene_, 64.0)}});
  EXPECT_NEAR(states[0].adapted_ev100, -13.0f, 4e-6f);
  EXPECT_LT(states[1].adapted_ev100, states[1].target_ev100);
  EXPECT_NEAR(states[2].target_ev100, -13.0f, 4e-6f);
  EXPECT_LT(states[3].adapted_ev100, states[3].target_ev100);
  for (const State& state : states) EXPECT_EQ(state.dark_share, 0.0f);
}

}  // namespace
