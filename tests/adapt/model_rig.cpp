// SPDX-License-Identifier: MIT
// Settings and frames for the exposure model, and the comparison of states.
#include "adapt/model_rig.h"

#include <algorithm>
#include <cmath>

namespace test {
namespace {

// Two floats hold the adapted EV100 to 1e-10; the steps, closed forms in float, err by 1e-7 of themselves, the reading
// by 2e-6, and the slopes of curves multiply that. 1e-4 EV is what is promised, 1e-5 of an exposure is 1.4e-5 EV.
constexpr double kToleranceEv = 1e-4;
constexpr double kRelativeTolerance = 1e-5;
// A mean of equal texels: half a unit of 2^-20 stop, log2 of a float, and an EV100 below 32 in a float.
constexpr double kReadingToleranceEv = 5e-6;
// Sums of frame times in float: 300 additions below 8 s, half a unit of 2^-21 each.
constexpr double kAgeTolerance_s = 1e-4;
constexpr double kLongAgo_s = 1e5;  // ages beyond aren't compared: the state ends its count somewhere

std::vector<reference::CurvePoint> model_curve(const photopic::Curve& curve) {
  std::vector<reference::CurvePoint> points;
  for (std::uint32_t i = 0; i < curve.count; ++i) points.push_back({curve.points[i].x, curve.points[i].y});
  return points;
}

double relative_error(float value, double expected) { return std::abs(double(value) / expected - 1.0); }

}  // namespace

photopic::Curve make_curve(std::initializer_list<photopic::Curve::Point> points) {
  photopic::Curve curve;
  for (const photopic::Curve::Point& point : points) curve.points[curve.count++] = point;
  return curve;
}

reference::ExposureModelSettings model_settings(const photopic::ExposureSettings& s) {
  reference::ExposureModelSettings m;
  m.min_ev100 = s.min_ev100;
  m.max_ev100 = s.max_ev100;
  m.compensation_ev = s.compensation_ev;
  m.calibration_k = s.calibration_k;
  const reference::Exponential exponential = {s.to_bright_time_constant_s, s.to_dark_time_constant_s};
  if (s.curve == photopic::AdaptationCurve::linear_exponential) {
    m.adaptation = reference::LinearExponential{s.to_bright_ev_per_s, s.to_dark_ev_per_s, s.transition_ev};
  } else if (s.curve == photopic::AdaptationCurve::exponential) {
    m.adaptation = exponential;
  } else {
    m.adaptation = reference::TwoExponentials{exponential, s.slow_time_constant_ratio};
  }
  m.compensation_curve = model_curve(s.compensation_curve);
  m.target_curve = model_curve(s.target_curve);
  m.min_curve = model_curve(s.min_curve);
  m.max_curve = model_curve(s.max_curve);
  m.dead_band_ev = s.dead_band_ev;
  m.max_ev_per_s = s.max_ev_per_s;
  m.max_reversals_per_s = s.max_reversals_per_s;
  m.cut_low_ev = s.cut_low_ev;
  m.cut_high_ev = s.cut_high_ev;
  m.hold = s.hold;
  m.hold_on_black = s.hold_on_black;
  if (s.mode == photopic::ExposureMode::manual) m.fixed_ev100 = s.manual_ev100;
  if (s.mode == photopic::ExposureMode::camera) {
    m.fixed_ev100 = reference::ev100_from_camera(s.aperture_f_number, s.shutter_s, s.sensitivity_iso);
  }
  return m;
}

reference::ExposureModel::Frame model_frame(const RigFrame& frame) {
  const photopic::MeterSettings range;
  const float luminance = float(std::exp2(frame.scene_ev100 - reference::ev100_from_luminance(1.0)));
  const double reading =
      std::clamp(std::log2(double(luminance)), double(range.min_log2_luminance), double(range.max_log2_luminance));
  return {.metered_log2 = std::isinf(luminance) ? std::numeric_limits<double>::quiet_NaN() : reading,
          .dt_s = double(float(frame.dt_s)),
          .reset = frame.cut,
          .is_black = double(luminance) <= std::exp2(double(range.min_log2_luminance))};
}

const std::vector<FloatField>& float_fields() {
  static const std::vector<FloatField> fields = {{"exposure", &State::exposure},
                                                 {"previous_exposure", &State::previous_exposure},
                                                 {"adapted_ev100", &State::adapted_ev100},
                                                 {"adapted_ev100_low", &State::adapted_ev100_low},
                                                 {"target_ev100", &State::target_ev100},
                                                 {"scene_ev100", &State::scene_ev100},
                                                 {"mean_log2_luminance", &State::mean_log2_luminance},
                                                 {"min_luminance", &State::min_luminance},
                                                 {"max_luminance", &State::max_luminance},
                                                 {"metered_log2_luminance", &State::metered_log2_luminance},
                                                 {"weight_sum", &State::weight_sum},
                                                 {"adapted_luminance", &State::adapted_luminance},
                                                 {"previous_exposure_ratio", &State::previous_exposure_ratio},
                                                 {"dlss_exposure", &State::dlss_exposure},
                                                 {"slow_offset_ev100", &State::slow_offset_ev100},
                                                 {"slow_offset_ev100_low", &State::slow_offset_ev100_low},
                                                 {"direction", &State::direction},
                                                 {"reversal_age_s", &State::reversal_age_s},
                                                 {"low_percentile_log2", &State::low_percentile_log2},
                                                 {"median_log2", &State::median_log2},
                                                 {"high_percentile_log2", &State::high_percentile_log2}};
  return fields;
}

std::string first_bad_field(const State& state) {
  for (const FloatField& field : float_fields()) {
    if (!std::isfinite(state.*field.member)) return field.name;
  }
  for (const float exposure : {state.exposure, state.previous_exposure, state.dlss_exposure}) {
    if (!(exposure > 0.0f)) return "an exposure is 0 or less";
  }
  return {};
}

ModelRig::ModelRig(photopic::MadeFor info) {
  info.max_extent = kRigExtent;
  info.steps = photopic::kMeterStep;
  post_ = make(info);
}

std::vector<State> ModelRig::run(std::vector<RigFrame> frames) {
  frames.front().cut = true;
  return run_frames(post_, images_, frames);
}

std::vector<State> ModelRig::expect_model(const std::vector<RigFrame>& frames) {
  std::vector<State> states = run(frames);
  reference::ExposureModel model;
  for (std::size_t i = 0; i < frames.size(); ++i) {
    SCOPED_TRACE(testing::Message() << "frame " << i << ": " << to_string(states[i]));
    const reference::ExposureModel::Frame frame = model_frame(frames[i]);
    expect_state(states[i], model.step(frame, model_settings(frames[i].settings)), !std::isnan(frame.metered_log2));
    if (testing::Test::HasFailure()) break;  // so do those that follow
  }
  return states;
}

void ModelRig::expect_state(const State& state, const reference::ExposureModel::State& expected, bool is_measured) {
  const double error_ev100 = std::abs(adapted_ev100(state) - expected.adapted_ev100);
  const double error = relative_error(state.exposure, expected.exposure);
  EXPECT_TRUE(error_ev100 <= kToleranceEv) << error_ev100 << " from " << expected.adapted_ev100;  // NaN must fail
  EXPECT_TRUE(error <= kRelativeTolerance) << error << " from " << expected.exposure;
  worst_ev100_ = std::max(worst_ev100_, error_ev100);
  worst_exposure_ = std::max(worst_exposure_, error);
  if (testing::Test::HasFailure()) return;  // the rest follows from these
  if (is_measured) {
    EXPECT_NEAR(state.scene_ev100, expected.scene_ev100, kReadingToleranceEv);
    EXPECT_NEAR(state.target_ev100, expected.target_ev100, kToleranceEv);
  }
  EXPECT_LE(relative_error(state.previous_exposure, expected.previous_exposure), kRelativeTolerance);
  EXPECT_LE(relative_error(state.previous_exposure_ratio, expected.exposure_ratio), 2.0 * kRelativeTolerance);
  EXPECT_LE(relative_error(state.adapted_luminance, expected.adapted_luminance), kRelativeTolerance);
  EXPECT_LE(relative_error(state.dlss_exposure, expected.dlss_exposure), kRelativeTolerance);
  EXPECT_NEAR(state.slow_offset_ev100, 0.5 * (expected.slow_ev100 - expected.fast_ev100), kToleranceEv);
  EXPECT_EQ(state.direction, float(expected.direction));
  if (expected.reversal_age_s < kLongAgo_s) {
    EXPECT_NEAR(state.reversal_age_s, expected.reversal_age_s, kAgeTolerance_s);
  }
  EXPECT_EQ(first_bad_field(state), "");
}

}  // namespace test
