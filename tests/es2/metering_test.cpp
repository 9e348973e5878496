// SPDX-License-Identifier: MIT
// Tests of mean log2 luminance and adaptation against the double-precision reference.
#include <cmath>
#include <limits>

#include "es2/rig.h"
#include "reference/adaptation.h"
#include "reference/metering.h"

namespace {

using photopic::AdaptationCurve;
using photopic::ExposureMode;
using photopic::ExposureSettings;
using photopic::MeterSettings;
using photopic::Status;
using photopic::es2::ExposureState;
using photopic::es2::MeterFrame;
using photopic::es2::PostProcess;
using photopic::es2::Size;
using reference::Rgb;
using test::Planes;

/// What is asked of the meter. Found: see the output.
constexpr double kToleranceStops = 1e-4;
/// The sums' roundings: 15 each of four levels, of deviations up to 32 stops; what log2() may be off besides.
constexpr double kBoundStops = 60.0 * test::kUnit * 32.0 + 2e-6;
static_assert(kBoundStops < 1.5 * kToleranceStops);

class Es2Meter : public test::Es2Picture {
 protected:
  PostProcess make_post(Size size) {
    PostProcess post;
    EXPECT_EQ(PostProcess::create(context_, size, &post), Status::ok) << message_;
    return post;
  }

  static ExposureState state_of(const PostProcess& post) {
    ExposureState state;
    EXPECT_EQ(post.read_state(&state), Status::ok);
    return state;
  }

  ExposureState meter(PostProcess& post, const MeterFrame& frame, const ExposureSettings& exposure = {},
                      const MeterSettings& settings = {}) {
    EXPECT_EQ(post.meter(frame, settings, exposure), Status::ok) << message_;
    return state_of(post);
  }

  /// Against the reference over the same texels.
  void expect_metered(Size size, const std::vector<Rgb>& texels, const MeterSettings& settings = {}) {
    SCOPED_TRACE(std::to_string(size.width) + " x " + std::to_string(size.height));
    const reference::MeterResult expected =
        reference::meter(texels, double{settings.min_log2_luminance}, double{settings.max_log2_luminance});
    const Planes planes = planes_of(size, texels);
    PostProcess post = make_post(size);
    const ExposureState state = meter(post, {.picture = planes.picture()}, {}, settings);
    const double error = std::abs(double{state.mean_log2_luminance} - expected.mean_log2_luminance);
    EXPECT_TRUE(error <= kToleranceStops) << error;  // NaN must fail
    worst_stops_ = std::max(worst_stops_, error);
    EXPECT_EQ(double{state.valid_texels}, double(expected.valid_texels));
    EXPECT_NEAR(state.scene_ev100, expected.ev100, kToleranceStops);
    EXPECT_NEAR(state.exposure / expected.exposure, 1.0, kToleranceStops);
    EXPECT_TRUE(state.is_started);
  }

  void TearDown() override {
    if (worst_stops_ > 0.0) std::printf("worst error %.3g stops\n", worst_stops_);
    Es2Picture::TearDown();
  }
  double worst_stops_ = 0.0;
};

/// Noise of a stop over a gradient of eight, tinted; the last column and row, and the first, 16 and 8 times as bright:
/// what drops an edge, or weighs it otherwise, is off by more than the tolerance at any size.
std::vector<Rgb> with_bright_edges(Size size) {
  const std::vector<float> noise = test::uniform_values(std::size_t{size.width} * size.height, -0.5f, 0.5f);
  return test::picture_of(size, [&](std::uint32_t x, std::uint32_t y) {
    const double stops = 8.0 * (x + y) / (size.width + size.height) - 4.0 +
                         double{noise[std::size_t{y} * size.width + x]} +
                         (x + 1 == size.width || y + 1 == size.height ? 4.0 : 0.0) + (x == 0 || y == 0 ? 3.0 : 0.0);
    const double value = std::exp2(stops);
    return Rgb{value, 0.5 * value, 0.25 * value};
  });
}

/// The sizes that the other meters are tested with, and small ones around the blocks' sides.
constexpr Size kSizes[] = {{1, 1},     {2, 3},     {31, 33},    {127, 1},    {1, 1025},    {513, 257},
                           {640, 360}, {800, 600}, {1280, 720}, {1366, 768}, {1023, 1023}, {1920, 1080},
                           {2, 2},     {3, 5},     {64, 64},    {127, 127},  {333, 187},   {1600, 900}};

TEST_F(Es2Meter, EveryTexelCountsAtEverySize) {
  for (const Size size : kSizes) expect_metered(size, with_bright_edges(size));
}

TEST_F(Es2Meter, AcrossTextures) {
  for (const std::uint32_t side : {8u, 64u}) {
    cut_into(side);
    for (const Size size : {Size{1, 1}, {17, 9}, {127, 70}, {129, 1}}) expect_metered(size, with_bright_edges(size));
  }
}

/// One texel after the other 8 stops brighter: the mean rises by 8 / n, wherever it is.
TEST_F(Es2Meter, ImpulseCountsOnceAnywhere) {
  const Size size = {11, 9};
  std::vector<Rgb> texels(std::size_t{99}, reference::grey(1.0));
  PostProcess post = make_post(size);
  for (std::size_t i = 0; i < texels.size(); ++i) {
    texels[i] = reference::grey(256.0);
    const Planes planes = planes_of(size, texels);
    EXPECT_NEAR(meter(post, {.picture = planes.picture()}).mean_log2_luminance, 8.0 / 99.0, 5e-6) << i;
    texels[i] = reference::grey(1.0);
  }
}

TEST_F(Es2Meter, ClampsAsAsked) {
  std::vector<Rgb> texels = with_bright_edges({64, 64});
  texels[0] = reference::grey(0.0);
  texels[1] = {-0.0, -0.0, -0.0};
  texels[2] = reference::grey(3e38);
  texels[3] = reference::grey(1e-38);
  expect_metered({64, 64}, texels);
  expect_metered({64, 64}, texels, {.min_log2_luminance = -1.25f, .max_log2_luminance = 2.5f});
  expect_metered({64, 64}, texels, {.min_log2_luminance = -64.0f, .max_log2_luminance = 64.0f});
}

/// Invalid luminances count nothing, also where infinities would cancel.
TEST_F(Es2Meter, InvalidTexelsCountNothing) {
  using reference::kInfinity;
  using reference::kNan;
  std::vector<Rgb> texels = with_bright_edges({33, 17});
  texels[0] = {kNan, 1.0, 1.0};
  texels[5] = {1.0, kInfinity, 1.0};
  texels[40] = {1.0, 1.0, -kInfinity};
  texels[41] = {kInfinity, -kInfinity, 0.0};
  texels[100] = {-1.0, 0.1, 0.1};  // a negative luminance
  texels[101] = {-0.1, 1.0, 1.0};  // a negative channel alone is a colour outside the gamut
  texels[560] = reference::grey(kNan);
  expect_metered({33, 17}, texels);
  EXPECT_EQ(reference::meter(texels).invalid_texels, 6u);
}

// ---- adaptation ----

class Es2Adaptation : public Es2Meter {
 protected:
  static constexpr Size kSize = {8, 8};

  /// Grey of a luminance whose EV100 that is, K = 12.5.
  Planes at_ev(double ev100) { return planes_of(kSize, std::vector<Rgb>(64, reference::grey(std::exp2(ev100 - 3.0)))); }

  /// Adapted to `from`, then `steps` steps that make up `span_s` towards `to`.
  double adapted_after(double from, double to, double span_s, int steps, const ExposureSettings& settings) {
    PostProcess post = make_post(kSize);
    const Planes first = at_ev(from), second = at_ev(to);
    EXPECT_NEAR(meter(post, {.picture = first.picture()}, settings).adapted_ev100, from, kToleranceStops);
    const MeterFrame frame = {.picture = second.picture(), .delta_time_s = float(span_s / steps)};
    for (int i = 0; i < steps; ++i) EXPECT_EQ(post.meter(frame, {}, settings), Status::ok) << message_;
    return double{state_of(post).adapted_ev100};
  }
};

/// Steps that don't add up to the span, in float, and roundings of what is adapted to: 2^-25 each, its part below 1.
constexpr double step_tolerance(int steps) { return 2e-5 + steps * 3e-8; }

TEST_F(Es2Adaptation, LinearExponentialIsTheClosedForm) {
  const reference::LinearExponential curve;  // the same defaults
  for (const auto& [from, to] : {std::pair(2.0, 9.0), std::pair(9.0, 2.0), std::pair(3.0, 3.5)}) {
    for (const double span_s : {0.01, 0.3, 1.0, 3.0, 20.0}) {
      const double expected = reference::adapt(from, to, span_s, curve);
      for (const int steps : {1, 10}) {
        EXPECT_NEAR(adapted_after(from, to, span_s, steps, {}), expected, step_tolerance(steps))
            << from << " to " << to << " in " << span_s << " s of " << steps;
      }
    }
  }
}

TEST_F(Es2Adaptation, ExponentialIsTheClosedForm) {
  ExposureSettings settings;
  settings.curve = AdaptationCurve::exponential;
  for (const auto& [from, to] : {std::pair(2.0, 9.0), std::pair(9.0, 2.0)}) {
    for (const int steps : {1, 7}) {
      EXPECT_NEAR(adapted_after(from, to, 0.5, steps, settings), reference::adapt_exponential(from, to, 0.5, {}),
                  step_tolerance(steps));
    }
  }
}

TEST_F(Es2Adaptation, FrameRateDoesNotMatter) {
  for (const auto& [from, to] : {std::pair(-3.0, 9.25), std::pair(9.25, 7.0)}) {
    const double expected = reference::adapt(from, to, 1.0, {});
    double worst = 0.0;
    for (const int steps : {1, 100, 1000}) {
      const double error = std::abs(adapted_after(from, to, 1.0, steps, {}) - expected);
      EXPECT_LE(error, step_tolerance(steps)) << steps;
      worst = std::max(worst, error);
    }
    std::printf("1, 100 and 1000 steps within %.3g EV of the closed form\n", worst);
  }
}

TEST_F(Es2Adaptation, FirstFrameAndResetTakeWhatIsMeasured) {
  PostProcess post = make_post(kSize);
  EXPECT_FALSE(state_of(post).is_started);
  const Planes dark = at_ev(1.0), bright = at_ev(11.0);
  EXPECT_NEAR(meter(post, {.picture = dark.picture()}).adapted_ev100, 1.0, kToleranceStops);
  EXPECT_NEAR(meter(post, {.picture = bright.picture(), .delta_time_s = 0.1f}).adapted_ev100, 1.3, 1e-4);
  EXPECT_NEAR(meter(post, {.picture = bright.picture(), .reset_history = true}).adapted_ev100, 11.0, kToleranceStops);
}

TEST_F(Es2Adaptation, NoTimeChangesNothing) {
  PostProcess post = make_post(kSize);
  const Planes dark = at_ev(1.3), bright = at_ev(11.0);
  meter(post, {.picture = dark.picture()});
  const ExposureState before = meter(post, {.picture = bright.picture(), .delta_time_s = 0.123f});
  const ExposureState after = meter(post, {.picture = bright.picture(), .delta_time_s = 0.0f});
  EXPECT_EQ(after.adapted_ev100, before.adapted_ev100);
  EXPECT_EQ(after.exposure, before.exposure);
}

TEST_F(Es2Adaptation, InvalidFramesLeaveTheState) {
  PostProcess post = make_post(kSize);
  const Planes nan = planes_of(kSize, std::vector<Rgb>(64, reference::grey(reference::kNan)));
  const Planes grey = at_ev(5.0);
  // Before anything was measured: exposed as for luminance 1, and the next one is still the first.
  const ExposureState nothing = meter(post, {.picture = nan.picture(), .delta_time_s = 1.0f});
  EXPECT_NEAR(nothing.exposure, reference::exposure_from_ev100(3.0), 1e-6);
  EXPECT_EQ(nothing.valid_texels, 0.0f);
  EXPECT_FALSE(nothing.is_started);
  const ExposureState before = meter(post, {.picture = grey.picture(), .delta_time_s = 1.0f});
  EXPECT_NEAR(before.adapted_ev100, 5.0, kToleranceStops);
  const ExposureState after = meter(post, {.picture = nan.picture(), .delta_time_s = 1.0f});
  EXPECT_EQ(after.adapted_ev100, before.adapted_ev100);
  EXPECT_EQ(after.mean_log2_luminance, before.mean_log2_luminance);
  EXPECT_EQ(after.exposure, before.exposure);
  EXPECT_TRUE(after.is_started);
}

TEST_F(Es2Adaptation, LimitsCompensationAndFixedExposure) {
  PostProcess post = make_post(kSize);
  const Planes grey = at_ev(8.0);
  const MeterFrame frame = {.picture = grey.picture(), .reset_history = true};
  ExposureSettings settings;
  settings.max_ev100 = 4.0f;
  settings.compensation_ev = 1.5f;
  ExposureState state = meter(post, frame, settings);
  EXPECT_EQ(state.adapted_ev100, 4.0f);
  EXPECT_NEAR(state.exposure / reference::exposure_from_ev100(4.0, 1.5), 1.0, 1e-6);
  settings = {};
  settings.mode = ExposureMode::manual;
  settings.manual_ev100 = -2.5f;
  state = meter(post, {.picture = grey.picture()}, settings);
  EXPECT_EQ(state.adapted_ev100, -2.5f);
  settings.mode = ExposureMode::camera;
  state = meter(post, {.picture = grey.picture()}, settings);
  EXPECT_NEAR(state.adapted_ev100, reference::ev100_from_camera(16.0, 0.01, 100.0), 1e-5);
}

TEST_F(Es2Adaptation, HoldsWhenAskedAndOnBlack) {
  PostProcess post = make_post(kSize);
  const Planes grey = at_ev(8.0), bright = at_ev(12.0), black = planes_of(kSize, std::vector<Rgb>(64));
  meter(post, {.picture = grey.picture()});
  ExposureSettings settings;
  settings.hold = true;
  EXPECT_NEAR(meter(post, {.picture = bright.picture(), .delta_time_s = 9.0f}, settings).adapted_ev100, 8.0, 1e-5);
  settings = {};
  settings.hold_on_black = true;
  EXPECT_NEAR(meter(post, {.picture = black.picture(), .delta_time_s = 9.0f}, settings).adapted_ev100, 8.0, 1e-5);
  EXPECT_LT(meter(post, {.picture = black.picture(), .delta_time_s = 9.0f}).adapted_ev100, 0.0f);
  // A view doesn't start in the dark: EV 3, as for a luminance of 1, until the first scene, which is taken at once.
  PostProcess dark = make_post(kSize);
  for (const float dt_s : {0.0f, 9.0f}) {
    EXPECT_NEAR(meter(dark, {.picture = black.picture(), .delta_time_s = dt_s}, settings).adapted_ev100, 3.0, 1e-5);
  }
  EXPECT_NEAR(meter(dark, {.picture = bright.picture(), .delta_time_s = 0.1f}, settings).adapted_ev100, 12.0, 1e-5);
}

}  // namespace
