// SPDX-License-Identifier: MIT
// Tests of adaptation: against the closed form in double, and at its edges.
#include <photopic/exposure.h>

#include <cfloat>
#include <cmath>
#include <limits>
#include <random>

#include "adapt/adaptation_rig.h"
#include "reference/adaptation.h"

namespace {

using photopic::AdaptationCurve;
using photopic::ExposureMode;
using photopic::ExposureSettings;
using test::RigFrame;
using test::State;

/// The bar for any split of 2 s, EV. The state's two floats hold increments of 1e-3 EV to 1e-10; what is left is the
/// closed form in float, 1e-7 of a step each.
constexpr double kToleranceEv = 1e-4;

double adapted_ev100(const State& state) { return double(state.adapted_ev100) + double(state.adapted_ev100_low); }

class Adaptation : public testing::Test {
 protected:
  std::vector<State> run(const std::vector<RigFrame>& frames) {
    photopic::PostProcess post = test::make_rig_meter();
    return test::run_frames(post, images_, frames);
  }
  test::UniformImages images_;
};

// ---- splits of a time span ------------------------------------------------------------------------------------------

std::vector<double> jittered(std::size_t count, std::uint32_t seed) {
  std::mt19937 random(seed);
  std::uniform_real_distribution<double> share(0.05, 1.0);
  std::vector<double> times(count);
  double sum = 0.0;
  for (double& time : times) sum += time = share(random);
  for (double& time : times) time *= 2.0 / sum;
  return times;
}

std::vector<std::vector<double>> splits_of_two_seconds() {
  std::vector<std::vector<double>> splits;
  for (const std::size_t count : {1u, 2u, 7u, 48u, 120u, 288u, 2000u}) {
    splits.emplace_back(count, 2.0 / double(count));
  }
  splits.push_back(jittered(3, 1));
  splits.push_back(jittered(13, 2));
  splits.push_back(jittered(400, 3));
  splits.push_back({0.0, 1.9, 0.0, 0.1});
  return splits;
}

double expected_ev100(double from, double to, double dt_s, const ExposureSettings& s) {
  if (s.curve == AdaptationCurve::exponential) {
    return reference::adapt_exponential(from, to, dt_s, {s.to_bright_time_constant_s, s.to_dark_time_constant_s});
  }
  return reference::adapt(from, to, dt_s, {s.to_bright_ev_per_s, s.to_dark_ev_per_s, s.transition_ev});
}

struct Span {
  double from_ev100, to_ev100;
  ExposureSettings settings = {};
};

class AdaptationSpan : public Adaptation, public testing::WithParamInterface<Span> {};

TEST_P(AdaptationSpan, AnySplitEndsAtTheClosedForm) {
  const Span& span = GetParam();
  double worst = 0.0;
  for (const std::vector<double>& split : splits_of_two_seconds()) {
    SCOPED_TRACE(testing::Message() << split.size() << " steps");
    std::vector<RigFrame> frames = {{.scene_ev100 = span.from_ev100, .settings = span.settings}};
    double total_s = 0.0;
    for (const double dt_s : split) {
      frames.push_back({.scene_ev100 = span.to_ev100, .dt_s = dt_s, .settings = span.settings});
      total_s += double(float(dt_s));
    }
    const std::vector<State> states = run(frames);
    const double from = adapted_ev100(states.front());
    const double to = double(states.back().target_ev100);
    EXPECT_NEAR(to, span.to_ev100, 5e-6);
    const double error = std::abs(adapted_ev100(states.back()) - expected_ev100(from, to, total_s, span.settings));
    EXPECT_TRUE(error <= kToleranceEv) << error;
    worst = std::max(worst, error);
  }
  std::printf("worst error %.3g EV\n", worst);
}

const ExposureSettings kExponential = {.curve = AdaptationCurve::exponential};
const ExposureSettings kSlow = {.curve = AdaptationCurve::exponential, .to_dark_time_constant_s = 100.0f};
INSTANTIATE_TEST_SUITE_P(
    Splits, AdaptationSpan,
    testing::Values(Span{2.0, 12.0},                   // linear throughout
                    Span{2.0, 9.0},                    // hands over to the exponential at 1.83 s
                    Span{2.0, 3.4},                    // exponential throughout
                    Span{12.0, 2.0}, Span{12.0, 9.1},  // the same towards dark: hand-over at 1.4 s
                    Span{12.0, 11.0},                  //
                    Span{-9.0, 14.0, kExponential}, Span{18.0, -9.0, kSlow},  // steps of 1e-5 of the distance
                    Span{14.0, -9.0, kExponential},
                    Span{3.0, 7.0, {.transition_ev = 0.0f}},  // linear until the target, reached at 1.33 s
                    Span{7.0, 3.0, {.transition_ev = 0.0f}},  // not reached
                    Span{0.0, 18.0, {.to_bright_ev_per_s = 100.0f, .transition_ev = 15.0f}},
                    Span{6.0, 5.0, {.to_dark_ev_per_s = 0.001f}}));

// ---- single steps ---------------------------------------------------------------------------------------------------

TEST_F(Adaptation, NoTimeHoldsExactly) {
  for (const ExposureSettings& settings : {ExposureSettings{}, kExponential, ExposureSettings{.transition_ev = 0.0f},
                                           ExposureSettings{.curve = AdaptationCurve::exponential,
                                           .to_bright_time_constant_s = 0.0f,
                                           .to_dark_time_constant_s = 0.0f}}) {
    std::vector<RigFrame> frames = {{.scene_ev100 = 1.7}};
    for (const double ev : {9.0, 1.71, -9.0, 5.0}) frames.push_back({.scene_ev100 = ev, .settings = settings});
    const std::vector<State> states = run(frames);
    for (const State& state : states) {
      EXPECT_EQ(state.adapted_ev100, states[0].adapted_ev100);
      EXPECT_EQ(state.adapted_ev100_low, 0.0f);
      EXPECT_EQ(state.exposure, states[0].exposure);
    }
    EXPECT_NEAR(states.back().scene_ev100, 5.0, 5e-6);  // metering goes on
  }
}

TEST_F(Adaptation, MuchTimeLandsExactlyOnTheTarget) {
  for (const double dt_s : {1e6, double(FLT_MAX)}) {
    for (const ExposureSettings& settings :
         {ExposureSettings{}, kExponential, ExposureSettings{.transition_ev = 0.0f}}) {
      for (const double to : {11.3, -7.9}) {
        const State state = run({{.scene_ev100 = 1.7}, {.scene_ev100 = to, .dt_s = dt_s, .settings = settings}})[1];
        EXPECT_EQ(state.adapted_ev100, state.target_ev100);
        EXPECT_EQ(state.adapted_ev100_low, 0.0f);
      }
    }
  }
}

TEST_F(Adaptation, BrightAndDarkHaveTheirOwnSpeeds) {
  const ExposureSettings settings = {.to_bright_ev_per_s = 4.0f, .to_dark_ev_per_s = 0.5f};
  const std::vector<State> up = run({{.scene_ev100 = 0.0}, {.scene_ev100 = 20.0, .dt_s = 1.0, .settings = settings}});
  EXPECT_NEAR(adapted_ev100(up[1]) - adapted_ev100(up[0]), 4.0, 1e-5);
  const std::vector<State> down = run({{.scene_ev100 = 20.0}, {.scene_ev100 = 0.0, .dt_s = 1.0, .settings = settings}});
  EXPECT_NEAR(adapted_ev100(down[1]) - adapted_ev100(down[0]), -0.5, 1e-5);
}

TEST_F(Adaptation, ZeroSpeedNeverAdaptsAndZeroTimeConstantDoesAtOnce) {
  const ExposureSettings never = {.to_bright_ev_per_s = 0.0f, .to_dark_ev_per_s = 0.0f};
  const ExposureSettings at_once = {
      .curve = AdaptationCurve::exponential, .to_bright_time_constant_s = 0.0f, .to_dark_time_constant_s = 0.0f};
  for (const double to : {9.0, 2.1, -9.0}) {
    const std::vector<State> held = run({{.scene_ev100 = 2.0}, {.scene_ev100 = to, .dt_s = 1e6, .settings = never}});
    EXPECT_EQ(held[1].adapted_ev100, held[0].adapted_ev100);
    const State jumped = run({{.scene_ev100 = 2.0}, {.scene_ev100 = to, .dt_s = 1e-6, .settings = at_once}})[1];
    EXPECT_EQ(jumped.adapted_ev100, jumped.target_ev100);
  }
}

TEST_F(Adaptation, TargetStaysWithinItsLimits) {
  const ExposureSettings settings = {.min_ev100 = -2.0f, .max_ev100 = 6.0f};
  const std::vector<State> states = run({{.scene_ev100 = 12.0, .settings = settings},
                                         {.scene_ev100 = -9.0, .dt_s = 1e6, .settings = settings},
                                         {.scene_ev100 = 3.0, .dt_s = 1e6, .settings = settings}});
  EXPECT_EQ(states[0].adapted_ev100, 6.0f);
  EXPECT_NEAR(states[0].scene_ev100, 12.0, 5e-6);
  EXPECT_EQ(states[1].adapted_ev100, -2.0f);
  EXPECT_NEAR(states[2].adapted_ev100, 3.0, 5e-6);
  const ExposureSettings pinned = {.min_ev100 = 5.0f, .max_ev100 = 5.0f};
  EXPECT_EQ(run({{.scene_ev100 = 0.0, .settings = pinned}})[0].adapted_ev100, 5.0f);
}

TEST_F(Adaptation, ExposureFollowsItsDefinition) {
  for (const double ev : {-12.0, -3.5, 0.0, 9.25, 18.0}) {
    for (const float compensation_ev : {-32.0f, -2.5f, 0.0f, 1.0f, 32.0f}) {
      const State state = run({{.scene_ev100 = ev, .settings = {.compensation_ev = compensation_ev}}})[0];
      const double expected = reference::exposure_from_ev100(double(state.adapted_ev100), double(compensation_ev));
      EXPECT_NEAR(state.exposure, expected, 2e-6 * expected);  // exp2 of a float below 64: 64 * 2^-24 * ln 2
    }
  }
}

TEST_F(Adaptation, CompensationActsAtOnceAndAdaptsNothing) {
  const std::vector<State> states = run({{.scene_ev100 = 4.0},
                                         {.scene_ev100 = 4.0, .dt_s = 0.016, .settings = {.compensation_ev = 2.0f}},
                                         {.scene_ev100 = 4.0, .dt_s = 0.0, .settings = {.compensation_ev = -1.0f}}});
  EXPECT_NEAR(states[1].exposure / states[0].exposure, 4.0f, 4e-6f);
  EXPECT_NEAR(states[2].exposure / states[0].exposure, 0.5f, 1e-6f);
  EXPECT_EQ(states[2].adapted_ev100, states[0].adapted_ev100);
  EXPECT_EQ(states[1].previous_exposure, states[0].exposure);
  EXPECT_EQ(states[2].previous_exposure, states[1].exposure);
}

TEST_F(Adaptation, HoldKeepsTheExposureButNotTheReading) {
  const ExposureSettings hold = {.hold = true};
  const std::vector<State> states = run({{.scene_ev100 = 4.0, .settings = hold},  // the first frame is measured anyway
                                         {.scene_ev100 = 9.0, .dt_s = 1.0, .settings = hold},
                                         {.scene_ev100 = 9.0, .dt_s = 1.0},
                                         {.scene_ev100 = 2.0, .dt_s = 1.0, .settings = hold, .cut = true}});
  EXPECT_NEAR(states[0].adapted_ev100, 4.0, 5e-6);
  EXPECT_EQ(states[1].adapted_ev100, states[0].adapted_ev100);
  EXPECT_EQ(states[1].exposure, states[0].exposure);
  EXPECT_NEAR(states[1].scene_ev100, 9.0, 5e-6);
  EXPECT_NEAR(states[2].adapted_ev100, 7.0, 1e-5);
  EXPECT_NEAR(states[3].adapted_ev100, 2.0, 5e-6);
}

TEST_F(Adaptation, ManualAndCameraModesAreExactAndAtOnce) {
  const ExposureSettings manual = {.mode = ExposureMode::manual, .manual_ev100 = 11.5f};
  // Outside of min_ev100 and max_ev100, which are for what is metered.
  const ExposureSettings camera = {.mode = ExposureMode::camera,
                                   .max_ev100 = 1.0f,
                                   .aperture_f_number = 2.8f,
                                   .shutter_s = 1.0f / 250.0f,
                                   .sensitivity_iso = 400.0f};
  const std::vector<State> states = run({{.scene_ev100 = 4.0},
                                         {.scene_ev100 = 4.0, .dt_s = 0.016, .settings = manual},
                                         {.scene_ev100 = 4.0, .dt_s = 0.016, .settings = camera},
                                         {.scene_ev100 = 4.0, .dt_s = 1.0}});
  EXPECT_EQ(states[1].adapted_ev100, 11.5f);
  EXPECT_EQ(states[1].target_ev100, 11.5f);
  EXPECT_NEAR(states[1].scene_ev100, 4.0, 5e-6);
  const double camera_ev100 = reference::ev100_from_camera(double(2.8f), double(1.0f / 250.0f), 400.0);
  EXPECT_NEAR(states[2].adapted_ev100, camera_ev100, 1e-6);
  // Back in automatic mode the eye starts from what it saw.
  EXPECT_NEAR(adapted_ev100(states[3]), reference::adapt(camera_ev100, 4.0, 1.0, {}), 2e-5);
}

/// Settings at the ends of their ranges. Whatever they are, the eye moves towards the target and not past it.
TEST_F(Adaptation, ExtremeSettingsStayBetweenStartAndTarget) {
  constexpr float kExtremes[] = {0.0f, FLT_TRUE_MIN, FLT_MIN, 1e-30f, 1e-6f, 1.0f, 1e6f, 1e30f, FLT_MAX};
  std::mt19937 random(5);
  const auto extreme = [&] { return kExtremes[random() % std::size(kExtremes)]; };
  std::vector<RigFrame> frames;
  for (int i = 0; i < 3000; ++i) {
    ExposureSettings settings;
    settings.curve = random() % 2 == 0 ? AdaptationCurve::exponential : AdaptationCurve::linear_exponential;
    settings.to_bright_ev_per_s = extreme();
    settings.to_dark_ev_per_s = extreme();
    settings.transition_ev = extreme();
    settings.to_bright_time_constant_s = extreme();
    settings.to_dark_time_constant_s = extreme();
    frames.push_back({.scene_ev100 = double(random() % 30) - 10.0, .dt_s = double(extreme()), .settings = settings});
  }
  const std::vector<State> states = run(frames);
  for (std::size_t i = 1; i < states.size(); ++i) {
    const double before = adapted_ev100(states[i - 1]);
    const double target = double(states[i].target_ev100);
    const double now = adapted_ev100(states[i]);
    ASSERT_TRUE(now >= std::min(before, target) && now <= std::max(before, target)) << i << ": " << now;
    ASSERT_TRUE(std::isfinite(states[i].exposure));
    ASSERT_TRUE(frames[i].dt_s > 0.0 || now == before) << i;
  }
}

}  // namespace
