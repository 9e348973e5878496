// SPDX-License-Identifier: MIT
// Tests of the oracle of the exposure state: values worked out by hand, and properties.
#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <random>
#include <vector>

#include "reference/adaptation.h"
#include "reference/exposure_model.h"

namespace {

using reference::ExposureModel;
using reference::ExposureModelSettings;
using reference::kInfinity;
using reference::kNan;
using Frame = ExposureModel::Frame;
constexpr reference::LinearExponential kUnitSpeed{1.0, 1.0, 0.0};
constexpr reference::Exponential kUnitLag{1.0, 1.0};

/// A frame whose scene has that EV100, with K = 12.5.
Frame seen(double ev100, double dt_s = 0.0) { return {.metered_log2 = ev100 - 3.0, .dt_s = dt_s}; }

TEST(ReferenceExposureModel, OutputsOfAKnownState) {
  ExposureModel model;
  ExposureModelSettings settings{.compensation_ev = 1.0, .compensation_curve = {{0.0, 1.0}, {12.0, -1.0}}};
  const ExposureModel::State first = model.step(seen(3.0), settings);  // luminance 1; the curve gives 0.5
  EXPECT_NEAR(first.exposure, std::exp2(1.5 - 3.0) / 1.2, 1e-15);
  EXPECT_EQ(first.previous_exposure, first.exposure);
  EXPECT_EQ(first.adapted_luminance, 1.0);
  EXPECT_NEAR(first.dlss_exposure, std::exp2(1.5) * 0.18 / 0.82, 1e-15);
  settings.compensation_ev = 0.0;  // at once; the curve is over what is adapted to
  EXPECT_NEAR(model.step(seen(9.0), settings).exposure_ratio, 2.0, 1e-15);
  EXPECT_EQ(model.state().previous_exposure, first.exposure);
  const ExposureModel::State other = model.step({.metered_log2 = 0.0, .reset = true}, {.calibration_k = 25.0});
  EXPECT_EQ(other.scene_ev100, 2.0);
  EXPECT_EQ(other.adapted_luminance, 1.0);
  EXPECT_EQ(other.exposure_ratio, 1.0);
}

TEST(ReferenceExposureModel, LimitsAndCurvesOverTheScene) {
  const std::vector<reference::CurvePoint> curve{{-2.0, 1.0}, {0.0, 2.0}, {4.0, 0.0}};
  for (const auto& [x, y] : {std::array{-9.0, 1.0}, {-2.0, 1.0}, {-1.0, 1.5}, {0.0, 2.0}, {3.0, 0.5}, {9.0, 0.0}}) {
    EXPECT_EQ(reference::evaluate_curve(curve, x), y);
  }
  const auto target = [](double scene, const ExposureModelSettings& settings) {
    return ExposureModel().step(seen(scene), settings).adapted_ev100;
  };
  ExposureModelSettings settings{.min_ev100 = 2.0, .max_ev100 = 6.0};
  EXPECT_EQ(target(9.0, settings), 6.0);
  EXPECT_EQ(target(0.0, settings), 2.0);
  settings.target_curve = {{0.0, 3.0}, {10.0, 8.0}};
  EXPECT_EQ(target(4.0, settings), 5.0);
  EXPECT_EQ(target(8.0, settings), 6.0);
  settings.max_curve = {{0.0, 1.0}, {10.0, 21.0}};  // in place of 6, and over the scene's 8, not the target curve's 7
  EXPECT_EQ(target(8.0, settings), 7.0);
  EXPECT_EQ(target(0.0, settings), 1.0);  // the upper limit holds
  settings.min_curve = {{0.0, 7.5}};
  EXPECT_EQ(target(8.0, settings), 7.5);
}

TEST(ReferenceExposureModel, NothingMeasuredHoldAndManual) {
  ExposureModelSettings settings{.adaptation = kUnitSpeed};
  ExposureModel model;
  EXPECT_EQ(model.step({.dt_s = 1.0}, settings).adapted_ev100, 3.0);  // as for luminance 1
  settings.hold = true;
  EXPECT_EQ(model.step(seen(8.0, 1.0), settings).adapted_ev100, 8.0);  // still the first
  EXPECT_EQ(model.step(seen(2.0, 1.0), settings).adapted_ev100, 8.0);
  EXPECT_EQ(model.state().scene_ev100, 2.0);
  settings = {.adaptation = kUnitSpeed, .hold_on_black = true};
  EXPECT_EQ(model.step({.metered_log2 = -16.0, .dt_s = 1.0, .is_black = true}, settings).adapted_ev100, 8.0);
  EXPECT_EQ(model.step(seen(2.0, 1.0), settings).adapted_ev100, 7.0);
  EXPECT_EQ(model.step({.dt_s = 1.0}, settings).adapted_ev100, 7.0);
  EXPECT_EQ(model.state().scene_ev100, 2.0);
  settings.fixed_ev100 = 40.0;
  EXPECT_EQ(model.step(seen(2.0, 0.0), settings).adapted_ev100, 40.0);
  EXPECT_EQ(model.state().target_ev100, 40.0);
  settings.fixed_ev100.reset();
  EXPECT_EQ(model.step(seen(2.0, 1.0), settings).adapted_ev100, 39.0);  // goes on from there
  EXPECT_EQ(model.step({.reset = true}, settings).adapted_ev100, 3.0);
  EXPECT_EQ(model.step(seen(9.0, 0.1), settings).adapted_ev100, 9.0);
}

TEST(ReferenceExposureModel, AnySplitOfASpanEndsAlike) {
  std::mt19937 random(3);
  std::uniform_real_distribution<double> ev(-10.0, 20.0);
  for (int run = 0; run < 120; ++run) {
    ExposureModelSettings settings;
    if (run % 3 == 1) settings.adaptation = reference::Exponential{};
    if (run % 3 == 2) settings.adaptation = reference::TwoExponentials{{0.3, 0.5}, 3.0};
    settings.max_ev_per_s = run % 2 == 0 ? 0.0 : 2.0;
    const std::array evs{ev(random), ev(random), ev(random)};  // the second one parts the two components
    ExposureModel whole;
    ExposureModel split;
    for (std::size_t i = 0; i < 3; ++i) {
      whole.step(seen(evs[i], 1.0), settings);
      for (int n = 0; n < 256; ++n) split.step(seen(evs[i], 1.0 / 256.0), settings);
      EXPECT_NEAR(split.state().adapted_ev100, whole.state().adapted_ev100, 1e-9) << run;
      EXPECT_NEAR(split.state().slow_ev100, whole.state().slow_ev100, 1e-9) << run;
    }
  }
}

TEST(ReferenceExposureModel, TwoExponentialsAreTheAverage) {
  const ExposureModelSettings settings{.adaptation = reference::TwoExponentials{{1.0, 2.0}, 4.0}};
  ExposureModel model;
  model.step(seen(0.0), settings);
  EXPECT_NEAR(model.step(seen(8.0, 1.0), settings).fast_ev100, 8.0 * (1.0 - std::exp(-1.0)), 1e-14);
  const ExposureModel::State up = model.state();
  EXPECT_NEAR(up.slow_ev100, 8.0 * (1.0 - std::exp(-0.25)), 1e-14);
  EXPECT_NEAR(up.adapted_ev100, 0.5 * (up.fast_ev100 + up.slow_ev100), 1e-14);
  const ExposureModel::State down = model.step(seen(0.0, 1.0), settings);
  EXPECT_NEAR(down.adapted_ev100, 0.5 * (up.fast_ev100 * std::exp(-0.5) + up.slow_ev100 * std::exp(-0.125)), 1e-14);
  model.step(seen(5.0), {.adaptation = kUnitLag});  // another curve forgets that there were two
  EXPECT_EQ(model.state().fast_ev100, model.state().slow_ev100);
}

TEST(ReferenceExposureModel, SpeedIsBounded) {
  // 2 EV/s until the lag itself is no faster, which is 2 tau = 1 EV from the target.
  const reference::Exponential lag{0.5, 0.5};
  EXPECT_NEAR(reference::adapt_bounded(0.0, 8.0, 3.0, lag, 2.0), 6.0, 1e-15);
  EXPECT_NEAR(reference::adapt_bounded(0.0, -8.0, 4.0, lag, 2.0), -8.0 + std::exp(-1.0), 1e-15);
  // 6 EV/s from 3 EV on at rate 2: at 2 EV/s the linear part lasts until 1 EV.
  const reference::LinearExponential hybrid{6.0, 6.0, 3.0};
  EXPECT_NEAR(reference::adapt_bounded(0.0, 8.0, 3.5, hybrid, 2.0), 7.0, 1e-15);
  EXPECT_NEAR(reference::adapt_bounded(0.0, 8.0, 4.0, hybrid, 2.0), 8.0 - std::exp(-1.0), 1e-15);
  EXPECT_EQ(reference::adapt_bounded(0.0, 8.0, 0.7, hybrid, 7.0), reference::adapt(0.0, 8.0, 0.7, hybrid));
  EXPECT_EQ(reference::adapt_bounded(0.0, 8.0, 0.5, reference::Exponential{0.0, 0.0}, 2.0), 1.0);
}

TEST(ReferenceExposureModel, DeadBandStopsBeforeTheTarget) {
  const ExposureModelSettings settings{.adaptation = kUnitSpeed, .dead_band_ev = 0.5};
  ExposureModel model;
  model.step(seen(0.0), settings);
  EXPECT_EQ(model.step(seen(0.5, 1.0), settings).adapted_ev100, 0.0);
  EXPECT_EQ(model.state().direction, 0);
  EXPECT_EQ(model.step(seen(2.0, 0.25), settings).adapted_ev100, 0.25);
  EXPECT_EQ(model.step(seen(2.0, 60.0), settings).adapted_ev100, 1.5);
  EXPECT_EQ(model.step(seen(1.0, 60.0), settings).adapted_ev100, 1.5);
  EXPECT_EQ(model.step(seen(0.5, 60.0), settings).adapted_ev100, 1.0);
}

TEST(ReferenceExposureModel, ReversalsWaitForTheirTime) {
  ExposureModelSettings settings{.adaptation = kUnitSpeed, .dead_band_ev = 0.25, .max_reversals_per_s = 2.0};
  ExposureModel model;
  const auto expect = [&](double scene, double dt_s, double adapted, double age_s) {
    model.step(seen(scene, dt_s), settings);
    EXPECT_EQ(model.state().adapted_ev100, adapted);
    EXPECT_EQ(model.state().reversal_age_s, age_s);
  };
  expect(0.0, 0.0, 0.0, kInfinity);
  expect(10.0, 1.0, 1.0, kInfinity);  // a first movement is no reversal
  expect(-10.0, 0.25, 0.75, 0.25);    // nothing to wait for yet
  expect(10.0, 0.125, 0.75, 0.375);   // 0.25 s to wait
  expect(10.0, 0.25, 0.875, 0.125);   // the second half of it is usable
  expect(-10.0, 0.0625, 0.875, 0.1875);
  expect(10.0, 0.0625, 0.9375, 0.25);   // on in the same direction
  expect(1.0, 0.0625, 0.9375, 0.3125);  // the dead band
  settings.hold = true;
  expect(-10.0, 1.0, 0.9375, 0.3125);
  settings.hold = false;
  model.step({.dt_s = 1.0}, settings);
  expect(-10.0, kNan, 0.9375, 0.3125);
  expect(-10.0, 0.25, 0.875, 0.0625);
  model.step({.metered_log2 = -3.0, .reset = true}, settings);
  expect(10.0, 0.25, 0.25, kInfinity);
}

TEST(ReferenceExposureModel, ReversalsStayUnderTheirRate) {
  constexpr double kStep_s = 1.0 / 64.0;
  const ExposureModelSettings settings{.max_reversals_per_s = 3.0};
  ExposureModel model;
  std::vector<double> begins_s;
  for (int i = 0; i < 64 * 30; ++i) {
    const int direction = model.state().direction;
    model.step(seen(i / 5 % 2 == 0 ? 20.0 : -10.0, kStep_s), settings);
    if (direction == -model.state().direction && direction != 0) {
      begins_s.push_back((i + 1) * kStep_s - model.state().reversal_age_s);
    }
  }
  for (std::size_t i = 1; i < begins_s.size(); ++i) EXPECT_GE(begins_s[i] - begins_s[i - 1], 1.0 / 3.0 - 1e-9);
  EXPECT_GT(begins_s.size(), 60u);
  EXPECT_LE(begins_s.size(), 91u);
}

TEST(ReferenceExposureModel, CutsAreMixedIn) {
  const double half_s = std::log(2.0);
  ExposureModelSettings settings{.adaptation = kUnitLag, .cut_low_ev = 2.0, .cut_high_ev = 6.0};
  const auto after = [&](double from, double to) {
    ExposureModel model;
    model.step(seen(from), settings);
    model.step(seen(to, half_s), settings);
    return model;
  };
  EXPECT_NEAR(after(0.0, 2.0).state().adapted_ev100, 1.0, 1e-15);
  ExposureModel model = after(0.0, 4.0);
  EXPECT_NEAR(model.state().adapted_ev100, 3.0, 1e-14);  // half of what the ordinary step has left
  EXPECT_NEAR(model.step(seen(4.0, half_s), settings).adapted_ev100, 3.5, 1e-14);  // no longer a change
  EXPECT_NEAR(after(0.0, 3.0).state().adapted_ev100, 1.5 + 1.5 * 0.15625, 1e-14);
  EXPECT_EQ(after(6.0, 0.0).state().adapted_ev100, 0.0);
  settings.dead_band_ev = 0.5;
  EXPECT_EQ(after(0.0, 7.0).state().adapted_ev100, 7.0);  // all the way
  settings.max_ev_per_s = 2.0;
  EXPECT_NEAR(after(0.0, 7.0).state().adapted_ev100, 2.0 * half_s, 1e-15);
  settings = {.adaptation = reference::TwoExponentials{{1.0, 1.0}, 2.0}, .cut_low_ev = 2.0, .cut_high_ev = 6.0};
  const ExposureModel::State two = after(0.0, 4.0).state();
  const double slow = 4.0 * (1.0 - std::exp2(-0.5));
  EXPECT_NEAR(two.adapted_ev100, 0.5 * (0.5 * (2.0 + slow) + 4.0), 1e-14);
  EXPECT_NEAR(two.fast_ev100 - two.slow_ev100, 0.5 * (2.0 - slow), 1e-14);
}

}  // namespace
