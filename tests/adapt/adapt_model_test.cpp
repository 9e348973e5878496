// SPDX-License-Identifier: MIT
// Tests of everything that moves the exposure from frame to frame, against the model in double: curves, limits, kinds
// of adaptation, holds and bounds.
#include <cfloat>
#include <cmath>
#include <cstdio>

#include "adapt/model_scenes.h"

namespace {

using photopic::AdaptationCurve;
using photopic::Curve;
using photopic::ExposureMode;
using photopic::ExposureSettings;
using photopic::MadeFor;
using test::every_curve_kind;
using test::kBlackEv100;
using test::kFrame_s;
using test::kInvalidEv100;
using test::make_curve;
using test::restless;
using test::RigFrame;
using test::State;
using test::walk;
using test::zigzag;

struct Method {
  const char* name;
  MadeFor info;
};
void PrintTo(const Method& method, std::ostream* out) { *out << method.name; }

constexpr photopic::MeterMethod kSinglePass = photopic::MeterMethod::single_pass;

class AdaptationModel : public testing::TestWithParam<Method> {
 protected:
  void TearDown() override {
    if (rig_.worst_exposure() > 0.0) {
      std::printf("worst error %.3g EV, exposure %.3g\n", rig_.worst_ev100(), rig_.worst_exposure());
    }
  }
  test::ModelRig rig_{GetParam().info};
};

/// For what depends on how the reading came about.
class AdaptationModelReading : public AdaptationModel {};

// ---- what the target is made of -------------------------------------------------------------------------------------

TEST_P(AdaptationModel, CalibrationConstant) {
  for (const float k : {1.0f, 10.6f, 12.5f, 14.0f, 100.0f}) {
    SCOPED_TRACE(k);
    const std::vector<State> states = rig_.expect_model(walk({.calibration_k = k}));
    // 2^EV = L 100 / K: a scene that is EV 2 at the usual 12.5. The reading errs by 2e-6, log2 of K in float by 1e-6.
    EXPECT_NEAR(states[0].scene_ev100, 2.0 + std::log2(12.5 / double(k)), 5e-6);
  }
}

TEST_P(AdaptationModel, CompensationCurve) {
  for (const Curve& curve :
       {make_curve({{3.0f, -1.5f}}), make_curve({{-4.0f, -2.0f}, {4.0f, 0.5f}, {12.0f, 1.0f}}),
        make_curve({{-1e30f, -64.0f}, {-20.0f, 0.0f}, {20.0f, 0.0f}, {1e30f, 64.0f}}), zigzag(-1.0f, 2.0f)}) {
    rig_.expect_model(walk({.compensation_curve = curve}));
    rig_.expect_model(walk({.compensation_ev = 1.25f, .calibration_k = 14.0f, .compensation_curve = curve}));
  }
}

TEST_P(AdaptationModel, TargetCurve) {
  for (const Curve& curve : {make_curve({{0.0f, 7.0f}}), make_curve({{-6.0f, -2.0f}, {16.0f, 12.0f}}),
                             make_curve({{0.0f, 10.0f}, {10.0f, 0.0f}}),  // brighter is darker
                             zigzag(-2.0f, 6.0f)}) {
    rig_.expect_model(walk({.target_curve = curve}));
    rig_.expect_model(walk({.min_ev100 = 1.0f, .max_ev100 = 6.0f, .target_curve = curve}));
  }
}

TEST_P(AdaptationModel, LimitCurvesTakeThePlaceOfLimits) {
  const Curve rising = make_curve({{-8.0f, -3.0f}, {16.0f, 9.0f}});
  const Curve one = make_curve({{0.0f, 4.0f}});
  for (const Curve& curve : {rising, one, zigzag(0.0f, 5.0f)}) {
    // The constant that a curve replaces counts no more.
    rig_.expect_model(walk({.min_ev100 = 8.0f, .max_ev100 = 20.0f, .min_curve = curve}));
    rig_.expect_model(walk({.min_ev100 = -16.0f, .max_ev100 = -2.0f, .max_curve = curve}));
  }
}

/// Where they cross, the upper limit holds.
TEST_P(AdaptationModel, CrossingLimits) {
  const Curve falling = make_curve({{-8.0f, 10.0f}, {16.0f, -2.0f}});
  const Curve rising = make_curve({{-8.0f, -2.0f}, {16.0f, 10.0f}});
  rig_.expect_model(walk({.min_curve = falling, .max_curve = rising}));
  rig_.expect_model(walk({.min_curve = rising, .max_curve = falling}));
  const State state = rig_.expect_model(
      {{.scene_ev100 = 5.0,
        .settings = {.min_curve = make_curve({{0.0f, 9.0f}}), .max_curve = make_curve({{0.0f, 3.0f}})}}})[0];
  EXPECT_EQ(state.adapted_ev100, 3.0f);
}

TEST_P(AdaptationModel, FixedModesAreAtOnceAndWithoutLimits) {
  ExposureSettings manual = {.mode = ExposureMode::manual, .max_ev100 = 5.0f, .manual_ev100 = 20.0f};
  manual.target_curve = manual.min_curve = manual.max_curve = make_curve({{0.0f, 3.0f}});
  manual.dead_band_ev = 5.0f;
  manual.max_ev_per_s = 0.1f;
  manual.max_reversals_per_s = 0.1f;
  manual.hold = true;
  ExposureSettings camera = manual;
  camera.mode = ExposureMode::camera;
  camera.compensation_curve = make_curve({{0.0f, 1.0f}, {20.0f, -1.0f}});  // the camera's own: it stays
  std::vector<RigFrame> frames = walk({});
  for (std::size_t i = 2; i < 8; ++i) frames[i].settings = i % 2 == 0 ? manual : camera;
  const std::vector<State> states = rig_.expect_model(frames);
  EXPECT_EQ(states[2].adapted_ev100, 20.0f);
  EXPECT_EQ(states[2].target_ev100, 20.0f);
}

// ---- kinds of adaptation --------------------------------------------------------------------------------------------

TEST_P(AdaptationModel, EveryKindOverAWalk) {
  for (const ExposureSettings& settings : every_curve_kind({})) rig_.expect_model(walk(settings));
  for (const ExposureSettings& settings : every_curve_kind({.dead_band_ev = 0.5f, .max_ev_per_s = 2.0f})) {
    rig_.expect_model(walk(settings));
  }
}

struct ModelSpan {
  double from_ev100, to_ev100;
  ExposureSettings settings;
};

const ExposureSettings kTwo = {.curve = AdaptationCurve::two_exponentials};
const ExposureSettings kTwoBounded = {.curve = AdaptationCurve::two_exponentials, .max_ev_per_s = 2.5f};
const ExposureSettings kOneBounded = {.curve = AdaptationCurve::exponential, .max_ev_per_s = 4.0f};
const ModelSpan kSpans[] = {
    {2.0, 12.0, kTwo},
    {12.0, 2.0, kTwo},
    {9.0, 7.5, {.curve = AdaptationCurve::two_exponentials, .slow_time_constant_ratio = 1.0f}},
    {-9.0, 14.0, {.curve = AdaptationCurve::two_exponentials, .slow_time_constant_ratio = 500.0f}},
    {2.0, 12.0, kTwoBounded},
    {12.0, 2.0, kTwoBounded},
    {2.0, 12.0, kOneBounded},
    {2.0, 9.0, {.max_ev_per_s = 2.0f}},
    {12.0, 11.0, {.dead_band_ev = 0.25f}}};

/// Not by one model step per frame, but by one for all: closed forms don't know about frames.
TEST_P(AdaptationModel, AnySplitOfTwoSecondsEndsTogether) {
  double worst_ev100 = 0.0;
  for (const ModelSpan& span : kSpans) {
    for (const std::vector<double>& split : test::splits_of_two_seconds()) {
      SCOPED_TRACE(testing::Message() << "span " << &span - kSpans << ", " << split.size() << " steps");
      std::vector<RigFrame> frames = {{.scene_ev100 = span.from_ev100, .settings = span.settings}};
      RigFrame whole = {.scene_ev100 = span.to_ev100, .settings = span.settings};
      for (const double dt_s : split) {
        frames.push_back({.scene_ev100 = span.to_ev100, .dt_s = dt_s, .settings = span.settings});
        whole.dt_s += double(float(dt_s));
      }
      reference::ExposureModel model;
      model.step(test::model_frame(frames[0]), test::model_settings(span.settings));
      reference::ExposureModel::Frame step = test::model_frame(whole);
      step.dt_s = whole.dt_s;
      const double expected = model.step(step, test::model_settings(span.settings)).adapted_ev100;
      const double error = std::abs(test::adapted_ev100(rig_.run(frames).back()) - expected);
      EXPECT_TRUE(error <= 1e-4) << error;  // the bar; see AdaptationSpan
      worst_ev100 = std::max(worst_ev100, error);
    }
  }
  std::printf("worst split error %.3g EV\n", worst_ev100);
}

TEST_P(AdaptationModel, SwitchingTheKindMidWay) {
  const std::vector<ExposureSettings> kinds = every_curve_kind({.max_reversals_per_s = 4.0f});
  std::vector<RigFrame> frames;
  for (std::size_t i = 0; i < 60; ++i) {
    frames.push_back({.scene_ev100 = i % 20 < 10 ? 11.0 : 3.0, .dt_s = 0.05, .settings = kinds[i / 4 % 3]});
  }
  rig_.expect_model(frames);
}

// ---- what holds it --------------------------------------------------------------------------------------------------

TEST_P(AdaptationModel, DeadBand) {
  for (const ExposureSettings& settings : every_curve_kind({.dead_band_ev = 1.0f})) {
    const auto at = [&](double ev100, double dt_s) { return RigFrame{ev100, dt_s, settings}; };
    const std::vector<State> states = rig_.expect_model({at(4.0, 0.0), at(4.9, 1.0), at(3.1, 9.0), at(8.0, 0.1),
                                                         at(8.0, 1e6), at(7.5, 1.0), at(0.0, 1e6), at(-0.9, 1.0)});
    // Inside nothing moves, to the bit; from outside it stops at the edge.
    EXPECT_EQ(states[1].adapted_ev100, states[0].adapted_ev100);
    EXPECT_EQ(states[2].adapted_ev100, states[0].adapted_ev100);
    EXPECT_NEAR(test::adapted_ev100(states[4]), 7.0, 1e-5);  // the reading's 2e-6 and the target's 1e-6
    EXPECT_EQ(states[5].adapted_ev100, states[4].adapted_ev100);
    EXPECT_NEAR(test::adapted_ev100(states[6]), 1.0, 1e-5);
  }
}

TEST_P(AdaptationModelReading, HoldOnBlack) {
  const ExposureSettings settings = {.hold_on_black = true, .max_reversals_per_s = 2.0f};
  std::vector<RigFrame> frames = walk(settings);
  for (const std::size_t black : {4u, 5u, 9u}) frames[black].scene_ev100 = kBlackEv100;
  frames[7].scene_ev100 = kInvalidEv100;
  const std::vector<State> states = rig_.expect_model(frames);
  for (const std::size_t held : {4u, 5u, 7u, 9u}) {
    EXPECT_EQ(states[held].adapted_ev100, states[held - 1].adapted_ev100);
    EXPECT_EQ(states[held].exposure, states[held - 1].exposure);
  }
  // Without it black is a scene like any other.
  for (RigFrame& frame : frames) frame.settings.hold_on_black = false;
  EXPECT_NE(rig_.expect_model(frames)[4].adapted_ev100, states[3].adapted_ev100);
}

/// A view doesn't start in the dark: black frames are exposed as for a luminance of 1, and the first one after them is
/// taken at once.
TEST_P(AdaptationModelReading, HoldOnBlackBeforeTheFirstScene) {
  const ExposureSettings settings = {.max_ev100 = 2.5f, .hold_on_black = true};
  const std::vector<State> states =
      rig_.expect_model({{.scene_ev100 = kBlackEv100, .settings = settings},
                         {.scene_ev100 = kBlackEv100, .dt_s = 0.5, .settings = settings},
                         {.scene_ev100 = -9.0, .dt_s = 0.5, .settings = settings},
                         {.scene_ev100 = kBlackEv100, .dt_s = 0.5, .settings = settings}});
  for (const std::size_t black : {0u, 1u}) EXPECT_EQ(states[black].adapted_ev100, 2.5f);  // EV 3, within the limit
  EXPECT_EQ(states[2].adapted_ev100, states[2].target_ev100);
  EXPECT_EQ(states[3].adapted_ev100, states[2].adapted_ev100);
}

/// "No texel that counts is brighter": one that is makes it a night sky, however many are black.
TEST_P(AdaptationModelReading, OneBrightTexelIsNotBlack) {
  constexpr VkExtent2D kExtent = {512, 512};
  const test::HdrImage sky =
      test::make_hdr(VK_FORMAT_R16G16B16A16_SFLOAT, kExtent, [](std::uint32_t x, std::uint32_t y) {
        const double value = x == 300 && y == 200 ? 4.0 : 0.0;
        return reference::Rgb{value, value, value};
      });
  MadeFor info = GetParam().info;
  info.max_extent = kExtent;
  info.steps = photopic::kMeterStep;
  photopic::PostProcess post = test::make(info);
  const ExposureSettings settings = {.hold_on_black = true};
  const test::HdrImage day = test::make_uniform_hdr({1, 1}, 4.0);
  const State before = test::meter_once(post, {.hdr = {day.view()}, .extent = {1, 1}}, {}, settings);
  const State after =
      test::meter_once(post, {.hdr = {sky.view()}, .extent = kExtent, .delta_time_s = 1.0f}, {}, settings);
  EXPECT_LT(after.adapted_ev100, before.adapted_ev100 - 0.5f);  // 1 EV per s for 1 s
}

TEST_P(AdaptationModel, CutDetector) {
  for (const ExposureSettings& settings : every_curve_kind({.cut_low_ev = 2.0f, .cut_high_ev = 4.0f})) {
    const auto at = [&](double ev100, double dt_s) { return RigFrame{ev100, dt_s, settings}; };
    const std::vector<State> states = rig_.expect_model(
        {at(3.0, 0.0), at(4.5, kFrame_s), at(7.5, kFrame_s), at(12.0, kFrame_s), at(12.0, kFrame_s), at(9.5, kFrame_s),
         at(1.0, kFrame_s), at(12.0, 0.0), at(11.9, kFrame_s), at(kBlackEv100, kFrame_s)});
    ExposureSettings without = settings;
    without.cut_low_ev = without.cut_high_ev = 0.0f;
    const std::vector<State> ordinary = rig_.expect_model(
        {{.scene_ev100 = 3.0, .settings = without}, {.scene_ev100 = 4.5, .dt_s = kFrame_s, .settings = without}});
    EXPECT_TRUE(test::same_bits(states[1], ordinary[1]));  // below: as if there were no detector
    const double partly = test::adapted_ev100(states[2]);
    EXPECT_TRUE(partly > 5.0 && partly < 7.0) << partly;  // 3 of 2..4 stops: half the way
    for (const std::size_t cut : {3u, 6u, 9u}) EXPECT_EQ(states[cut].adapted_ev100, states[cut].target_ev100);
    EXPECT_EQ(states[7].adapted_ev100, states[6].adapted_ev100);  // no time, no cut
  }
}

// ---- what bounds its movement ---------------------------------------------------------------------------------------

/// Fast, and with a detector that takes any jump of 3 stops for a cut.
ExposureSettings hectic(AdaptationCurve curve, bool has_cuts) {
  ExposureSettings settings = {.curve = curve, .to_bright_ev_per_s = 40.0f, .to_dark_ev_per_s = 30.0f};
  settings.to_bright_time_constant_s = 0.1f;
  settings.to_dark_time_constant_s = 0.2f;
  if (has_cuts) settings.cut_high_ev = 3.0f;
  return settings;
}

std::vector<ExposureSettings> hectic_kinds() {
  std::vector<ExposureSettings> kinds;
  for (const bool has_cuts : {false, true}) {
    kinds.push_back(hectic(AdaptationCurve::linear_exponential, has_cuts));
    kinds.push_back(hectic(AdaptationCurve::exponential, has_cuts));
    kinds.push_back(hectic(AdaptationCurve::two_exponentials, has_cuts));
  }
  return kinds;
}

testing::Message text(const ExposureSettings& settings) {
  return testing::Message() << "curve " << int(settings.curve) << ", cuts from " << settings.cut_high_ev << " EV, "
                            << settings.max_reversals_per_s << " reversals per s";
}

TEST_P(AdaptationModel, SpeedBound) {
  double worst_excess = -1.0;
  for (ExposureSettings settings : hectic_kinds()) {
    for (const float bound : {0.5f, 6.0f}) {
      settings.max_ev_per_s = bound;
      for (const std::uint32_t seed : {0u, 1u}) {
        const std::vector<State> states = rig_.expect_model(restless(settings, 1.0, seed));
        for (std::size_t i = 1; i < states.size(); ++i) {
          const double moved = std::abs(test::adapted_ev100(states[i]) - test::adapted_ev100(states[i - 1]));
          worst_excess = std::max(worst_excess, moved / (double(bound) * kFrame_s) - 1.0);
        }
      }
    }
  }
  EXPECT_LE(worst_excess, 1e-6);  // a frame's time and its product with the bound, in float
}

/// When the adapted EV100 begins to move the other way.
std::vector<double> reversal_times_s(const std::vector<State>& states) {
  std::vector<double> times;
  int direction = 0;
  for (std::size_t i = 1; i < states.size(); ++i) {
    const double step = test::adapted_ev100(states[i]) - test::adapted_ev100(states[i - 1]);
    if (step == 0.0) continue;
    const int now = step > 0.0 ? 1 : -1;
    if (direction == -now) times.push_back(double(i) * kFrame_s);
    direction = now;
  }
  return times;
}

void expect_few_reversals(const std::vector<State>& states, double seconds, double max_per_s) {
  const std::vector<double> times = reversal_times_s(states);
  EXPECT_LE(double(times.size()), std::ceil(seconds * max_per_s));  // the first is after 0 s
  for (std::size_t i = 1; i < times.size(); ++i) {
    // Each begins somewhere within its frame.
    EXPECT_GE(times[i] - times[i - 1], 1.0 / max_per_s - 1.001 * kFrame_s) << "at " << times[i] << " s";
  }
}

TEST_P(AdaptationModel, ReversalBound) {
  constexpr double kSeconds = 4.0;
  for (ExposureSettings settings : hectic_kinds()) {
    for (const float bound : {1.07f, 3.1f, 7.3f, 3.0f}) {
      settings.max_reversals_per_s = bound;
      SCOPED_TRACE(text(settings));
      // Where the wait is a whole number of frames, rounding decides in which of two the eye may turn.
      const bool is_tie = bound == 3.0f;
      const std::vector<RigFrame> frames = restless(settings, kSeconds, 0);
      const std::vector<State> states = is_tie ? rig_.run(frames) : rig_.expect_model(frames);
      expect_few_reversals(states, kSeconds, double(bound));
      EXPECT_GE(reversal_times_s(states).size(), 1u);
    }
    settings.max_reversals_per_s = 0.0f;  // without it the eye flips with the scene
    EXPECT_GT(reversal_times_s(rig_.run(restless(settings, 0.5, 0))).size(), 10u);
  }
}

TEST_P(AdaptationModel, ReversalBoundOfAnyScenes) {
  constexpr double kSeconds = 4.0;
  for (ExposureSettings settings : hectic_kinds()) {
    settings.max_reversals_per_s = 3.0f;
    SCOPED_TRACE(text(settings));
    for (const std::uint32_t seed : {1u, 2u, 3u}) {
      expect_few_reversals(rig_.run(restless(settings, kSeconds, seed)), kSeconds, 3.0);
    }
  }
}

/// The components of two_exponentials may lie apart; the eye stays where its targets were.
TEST_P(AdaptationModel, NeverLeavesTheRangeOfItsTargets) {
  for (ExposureSettings settings : hectic_kinds()) {
    SCOPED_TRACE(text(settings));
    settings.max_ev_per_s = 3.0f;
    settings.slow_time_constant_ratio = 200.0f;
    if (settings.cut_high_ev > 0.0f) settings.cut_high_ev = 12.0f;
    double low = 100.0, high = -100.0;
    for (const State& state : rig_.run(restless(settings, 10.0, 4))) {
      low = std::min(low, double(state.target_ev100));
      high = std::max(high, double(state.target_ev100));
      ASSERT_GE(test::adapted_ev100(state), low - 1e-6);  // a float's rounding
      ASSERT_LE(test::adapted_ev100(state), high + 1e-6);
    }
  }
}

/// So slow that it never happens twice: the first change of direction is free all the same.
TEST_P(AdaptationModel, RareReversals) {
  for (const float bound : {1e-3f, 1e-5f, 1e-7f, FLT_MIN}) {
    const ExposureSettings settings = {.max_reversals_per_s = bound};
    SCOPED_TRACE(text(settings));
    const auto at = [&](double ev100) { return RigFrame{ev100, 1.0, settings}; };
    rig_.expect_model({at(3.0), at(9.0), at(9.0), at(2.0), at(2.0), at(9.0), at(9.0)});
  }
}

// ---- everything at once ---------------------------------------------------------------------------------------------

TEST_P(AdaptationModelReading, EverythingAtOnce) {
  for (std::uint32_t seed = 1; seed <= 6; ++seed) {
    SCOPED_TRACE(testing::Message() << "seed " << seed);
    rig_.expect_model(test::everything_at_once(seed));
  }
}

TEST_P(AdaptationModel, ExtremesNeverMakeNan) {
  const std::vector<RigFrame> frames = test::extremes(2000, 11);
  const std::vector<State> states = rig_.run(frames);
  for (std::size_t i = 1; i < states.size(); ++i) {
    ASSERT_EQ(test::first_bad_field(states[i]), "") << i << ": " << test::to_string(states[i]);
    ASSERT_TRUE(frames[i].dt_s > 0.0 || states[i].adapted_ev100 == states[i - 1].adapted_ev100) << i;
  }
}

/// Compensation at the ends of its range, by number and by curve, at the ends of EV100's: refused, or a number.
TEST_P(AdaptationModel, ExtremeCompensationStaysANumber) {
  for (const float sign : {-1.0f, 1.0f}) {
    ExposureSettings settings = {.compensation_ev = 32.0f * sign, .min_ev100 = -64.0f, .max_ev100 = 64.0f};
    settings.target_curve = make_curve({{0.0f, -64.0f * sign}});
    for (const float curve_ev : {0.0f, 30.0f, 64.0f}) {
      settings.compensation_curve = make_curve({{0.0f, sign * curve_ev}});
      try {
        const State state = rig_.run(walk(settings)).back();
        EXPECT_EQ(test::first_bad_field(state), "") << "compensation curve " << sign * curve_ev;
      } catch (const engine::Error&) {
        EXPECT_NE(test::context().last_message().find("compensation_curve"), std::string::npos);
      }
    }
  }
}

const Method kPyramid = {"Pyramid", {.meter_method = photopic::MeterMethod::pyramid}};
const Method kSinglePassMean = {"SinglePass", {.meter_method = kSinglePass}};
const Method kExtrema = {"Extrema", {.meter_method = kSinglePass, .extrema = true}};
const Method kHistogram = {"Histogram", {.meter_method = kSinglePass, .histogram = true, .forces_histogram = true}};
const Method kWeighted = {"Weighted", {.meter_method = kSinglePass, .weights = photopic::kWeightCentre}};
std::string name_of(const testing::TestParamInfo<Method>& method) { return method.param.name; }

INSTANTIATE_TEST_SUITE_P(Methods, AdaptationModel, testing::Values(kPyramid, kSinglePassMean), name_of);
INSTANTIATE_TEST_SUITE_P(Methods, AdaptationModelReading,
                         testing::Values(kPyramid, kSinglePassMean, kExtrema, kHistogram, kWeighted), name_of);

/// A half can't hold every min_log2_luminance: a black frame's mean may lie above it by its rounding.
TEST(AdaptationModelHalfLevels, HoldOnBlack) {
  if (!test::context().lend().shader_storage_image_extended_formats) {
    GTEST_SKIP() << "no shaderStorageImageExtendedFormats";
  }
  photopic::NaiveMeter meter_with_halves = test::make({.max_extent = test::kRigExtent,
                                                       .method = photopic::NaiveMethod::pyramid,
                                                       .level_format = photopic::LevelFormat::r16f,
                                                       .pyramid_tap = photopic::PyramidTap::gather,
                                                       .pyramid_factor = photopic::NaiveFactor::block_counts});
  test::UniformImages images;
  for (const float min_log2 : {-16.0f, -9.995f, -10.001f}) {
    const photopic::MeterSettings meter = {.min_log2_luminance = min_log2};
    const ExposureSettings settings = {.hold_on_black = true};
    photopic::Frame frame = {.extent = test::kRigExtent, .delta_time_s = 1.0f, .cut = true};
    frame.hdr.view = images.at_ev100(4.0).view();
    const State before = test::meter_once(meter_with_halves, frame, meter, settings);
    frame.hdr.view = images.at_ev100(kBlackEv100).view();
    frame.cut = false;
    EXPECT_EQ(test::meter_once(meter_with_halves, frame, meter, settings).adapted_ev100, before.adapted_ev100)
        << min_log2;
  }
}

}  // namespace
