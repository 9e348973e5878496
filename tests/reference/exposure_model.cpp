// SPDX-License-Identifier: MIT
// Steps of the exposure model: target, curves, bounds.
#include "reference/exposure_model.h"

#include <algorithm>
#include <cmath>

namespace reference {
namespace {

double target_ev100(double scene_ev100, const ExposureModelSettings& settings) {
  const auto curve_or = [&](const std::vector<CurvePoint>& curve, double otherwise) {
    return curve.empty() ? otherwise : evaluate_curve(curve, scene_ev100);
  };
  const double min_ev100 = curve_or(settings.min_curve, settings.min_ev100);
  const double max_ev100 = curve_or(settings.max_curve, settings.max_ev100);
  return std::min(std::max(curve_or(settings.target_curve, scene_ev100), min_ev100), max_ev100);
}

Exponential slow_component(const TwoExponentials& curve) {
  return {curve.slow_ratio * curve.fast.to_bright_time_constant_s,
          curve.slow_ratio * curve.fast.to_dark_time_constant_s};
}

double smooth_step(double x) {
  const double t = std::clamp(x, 0.0, 1.0);
  return t * t * (3.0 - 2.0 * t);
}

/// How much of a cut a change of the scene is, 0..1.
double cut_share(double change_ev, const ExposureModelSettings& settings) {
  if (settings.cut_high_ev == 0.0) return 0.0;
  if (change_ev >= settings.cut_high_ev) return 1.0;
  return smooth_step((change_ev - settings.cut_low_ev) / (settings.cut_high_ev - settings.cut_low_ev));
}

constexpr double kLeastLitShare = 0.001;
constexpr double kFirstLight_s = 1.0;

}  // namespace

double evaluate_curve(std::span<const CurvePoint> curve, double x) {
  if (x <= curve.front().x) return curve.front().y;
  for (std::size_t i = 1; i < curve.size(); ++i) {
    if (x > curve[i].x) continue;
    return std::lerp(curve[i - 1].y, curve[i].y, (x - curve[i - 1].x) / (curve[i].x - curve[i - 1].x));
  }
  return curve.back().y;
}

double adapt_bounded(double adapted_ev, double target_ev, double dt_s, const LinearExponential& curve,
                     double max_ev_per_s) {
  const double speed_ev_per_s = target_ev > adapted_ev ? curve.to_bright_ev_per_s : curve.to_dark_ev_per_s;
  if (max_ev_per_s == 0.0 || speed_ev_per_s <= max_ev_per_s) return adapt(adapted_ev, target_ev, dt_s, curve);
  return adapt(adapted_ev, target_ev, dt_s,
               {max_ev_per_s, max_ev_per_s, curve.transition_ev * (max_ev_per_s / speed_ev_per_s)});
}

double adapt_bounded(double adapted_ev, double target_ev, double dt_s, const Exponential& curve, double max_ev_per_s) {
  if (max_ev_per_s == 0.0) return adapt_exponential(adapted_ev, target_ev, dt_s, curve);
  const double time_constant_s =
      target_ev > adapted_ev ? curve.to_bright_time_constant_s : curve.to_dark_time_constant_s;
  return adapt(adapted_ev, target_ev, dt_s, {max_ev_per_s, max_ev_per_s, max_ev_per_s * time_constant_s});
}

const ExposureModel::State& ExposureModel::step(const Frame& frame, const ExposureModelSettings& settings) {
  const bool is_measured = !std::isnan(frame.metered_log2);
  const bool is_first = is_first_ || frame.reset;
  const bool is_black = settings.hold_on_black && frame.is_black;
  const double confidence = is_measured && !is_black ? smooth_step((1.0 - frame.dark_share) / kLeastLitShare) : 0.0;
  is_first_ = is_first && confidence < 1.0 && !settings.fixed_ev100;

  const double last_scene_ev100 = state_.scene_ev100;
  const bool has_light = is_measured && frame.dark_share < 1.0;
  const double unit_ev100 = std::log2(100.0 / settings.calibration_k);
  if (has_light || is_first) {
    state_.scene_ev100 = (has_light ? frame.metered_log2 : 0.0) + unit_ev100;
    state_.target_ev100 = target_ev100(is_first && is_black ? unit_ev100 : state_.scene_ev100, settings);
  }

  const double light_before_s = is_first ? 0.0 : state_.light_s;
  const double dt_s = frame.dt_s > 0.0 ? frame.dt_s * confidence : 0.0;
  const bool counts_light = settings.takes_first_light && !is_first;
  state_.light_s = counts_light ? std::min(light_before_s + dt_s, kFirstLight_s) : 0.0;
  if (settings.fixed_ev100) {
    state_.target_ev100 = *settings.fixed_ev100;
    start_at(*settings.fixed_ev100);
  } else if (is_first) {
    start_at(std::lerp(target_ev100(unit_ev100, settings), state_.target_ev100, confidence));
  } else if (confidence > 0.0 && !settings.hold) {
    double cut = cut_share(std::abs(state_.scene_ev100 - last_scene_ev100), settings) * confidence;
    const bool is_first_light = settings.takes_first_light && light_before_s < kFirstLight_s;
    if (is_first_light && state_.target_ev100 > state_.adapted_ev100) cut = 1.0;
    move(dt_s, cut, settings);
  }
  update_exposure(is_first, settings);
  return state_;
}

void ExposureModel::start_at(double ev100) {
  state_.adapted_ev100 = state_.fast_ev100 = state_.slow_ev100 = ev100;
  state_.direction = 0;
  state_.reversal_age_s = std::numeric_limits<double>::infinity();
}

void ExposureModel::move(double dt_s, double cut, const ExposureModelSettings& settings) {
  const bool is_two = std::holds_alternative<TwoExponentials>(settings.adaptation);
  if (!is_two) state_.fast_ev100 = state_.slow_ev100 = state_.adapted_ev100;

  const double distance_ev = state_.target_ev100 - state_.adapted_ev100;
  if (std::abs(distance_ev) <= settings.dead_band_ev || dt_s == 0.0) {
    state_.reversal_age_s += dt_s;
    return;
  }
  const double aim_ev100 = state_.target_ev100 - (distance_ev > 0.0 ? 1 : -1) * settings.dead_band_ev;
  const auto direction_of = [&](const Components& to) {
    return to.adapted_ev100 > state_.adapted_ev100 ? 1 : to.adapted_ev100 < state_.adapted_ev100 ? -1 : 0;
  };
  // Two components may move the eye away from its target for a while: what counts is where it goes.
  double usable_s = dt_s;
  Components to = components_after(usable_s, aim_ev100, cut, settings);
  if (direction_of(to) == -state_.direction && settings.max_reversals_per_s > 0.0) {
    const double wait_s = std::max(1.0 / settings.max_reversals_per_s - state_.reversal_age_s, 0.0);
    usable_s = std::max(dt_s - wait_s, 0.0);
    if (usable_s == 0.0) {
      state_.reversal_age_s += dt_s;
      return;
    }
    to = components_after(usable_s, aim_ev100, cut, settings);
  }
  const int direction = direction_of(to);
  state_.reversal_age_s = direction != 0 && direction == -state_.direction ? usable_s : state_.reversal_age_s + dt_s;
  if (direction != 0) state_.direction = direction;
  state_.adapted_ev100 = to.adapted_ev100;
  state_.fast_ev100 = to.fast_ev100;
  state_.slow_ev100 = to.slow_ev100;
}

ExposureModel::Components ExposureModel::components_after(double time_s, double aim_ev100, double cut,
                                                          const ExposureModelSettings& settings) const {
  const double start_ev100 = state_.adapted_ev100;
  const auto moved = [&](double from_ev100, const auto& curve) {
    return adapt_bounded(from_ev100, aim_ev100, time_s, curve, settings.max_ev_per_s);
  };
  double fast_ev100;
  double slow_ev100;
  if (const auto* two = std::get_if<TwoExponentials>(&settings.adaptation)) {
    fast_ev100 = moved(state_.fast_ev100, two->fast);
    slow_ev100 = moved(state_.slow_ev100, slow_component(*two));
  } else if (const auto* exponential = std::get_if<Exponential>(&settings.adaptation)) {
    fast_ev100 = slow_ev100 = moved(start_ev100, *exponential);
  } else {
    fast_ev100 = slow_ev100 = moved(start_ev100, std::get<LinearExponential>(settings.adaptation));
  }

  double adapted_ev100 = std::lerp(0.5 * (fast_ev100 + slow_ev100), state_.target_ev100, cut);
  if (settings.max_ev_per_s > 0.0) {
    const double reach_ev = settings.max_ev_per_s * time_s;
    adapted_ev100 = std::clamp(adapted_ev100, start_ev100 - reach_ev, start_ev100 + reach_ev);
  }
  const double offset_ev = 0.5 * (fast_ev100 - slow_ev100) * (1.0 - cut);
  return {adapted_ev100, adapted_ev100 + offset_ev, adapted_ev100 - offset_ev};
}

void ExposureModel::update_exposure(bool is_first, const ExposureModelSettings& settings) {
  const double adapted_ev100 = state_.adapted_ev100;
  const double curve_ev =
      settings.compensation_curve.empty() ? 0.0 : evaluate_curve(settings.compensation_curve, adapted_ev100);
  const double compensation_ev = settings.compensation_ev + curve_ev;
  const double last_exposure = state_.exposure;
  state_.exposure = exposure_from_ev100(adapted_ev100, compensation_ev);
  state_.previous_exposure = is_first ? state_.exposure : last_exposure;
  state_.exposure_ratio = state_.previous_exposure / state_.exposure;
  state_.adapted_luminance = settings.calibration_k / 100.0 * std::exp2(adapted_ev100);
  state_.dlss_exposure = std::exp2(compensation_ev) * 0.18 / (0.82 * state_.adapted_luminance);
}

}  // namespace reference
