// SPDX-License-Identifier: MIT
// Measurement -> exposure state. Used by whichever pass ends a measurement, in one invocation.
// Adaptation is a closed form in EV: constant speed until `transition` from the target, exponential from there. Any split
// of a time span into frames ends in the same place.

struct Measurement {
  bool is_measured;  // something of weight above 0 was valid
  float mean_log2;
  float metered_log2;
  float min_luminance;
  float max_luminance;
  uint invalid_texels;
  uint valid_texels;
  float weight_sum;
  float low_percentile_log2;
  float median_log2;
  float high_percentile_log2;
  uint under_texels;
  uint over_texels;
};

const float kInverseSaturationFactor = 1.0 / POSTFX_SATURATION_FACTOR;
const float kLongAgo_s = 1e6;  // of a change of direction that never was

/// 1 - exp(-x) for x >= 0. Below 0.5 by its series (remainder < x^8 / 8! = 1e-7): at 1000 frames per second the
/// difference of two numbers near 1 would lose what adaptation is made of.
float one_minus_exp(float x) {
  if (x >= 0.5) return 1.0 - exp(-x);
  float s = 1.0 - x / 7.0;
  s = 1.0 - x / 6.0 * s;
  s = 1.0 - x / 5.0 * s;
  s = 1.0 - x / 4.0 * s;
  s = 1.0 - x / 3.0 * s;
  s = 1.0 - x / 2.0 * s;
  return x * s;
}

/// Signed EV travelled towards a target `distance_ev` away within `time_s`. `rate_ratio` scales the exponential's rate.
float adaptation_step_ev(AdaptParams p, float distance_ev, float time_s, float rate_ratio) {
  bool to_bright = distance_ev > 0.0;
  float speed_ev_per_s = to_bright ? p.to_bright_ev_per_s : p.to_dark_ev_per_s;
  float rate_per_s = (to_bright ? p.to_bright_rate_per_s : p.to_dark_rate_per_s) * rate_ratio;
  float transition_ev = (to_bright ? p.to_bright_transition_ev : p.to_dark_transition_ev) / rate_ratio;
  float away_ev = abs(distance_ev);
  float linear_ev = max(away_ev - transition_ev, 0.0);
  float travel_ev = speed_ev_per_s * time_s;
  float step_ev;
  if (linear_ev > 0.0 && travel_ev <= linear_ev) {
    step_ev = travel_ev;
  } else {
    float exponential_s = linear_ev > 0.0 ? time_s - linear_ev / speed_ev_per_s : time_s;
    step_ev = min(linear_ev + (away_ev - linear_ev) * one_minus_exp(rate_per_s * exponential_s), away_ev);
  }
  return to_bright ? step_ev : -step_ev;
}

/// Adds to a number kept in two floats (Knuth's two-sum), since a frame of 1 ms adds less than the rounding error of one.
void add_to_pair(inout float high, inout float low, float increment) {
  precise float addend = increment + low;
  precise float sum = high + addend;
  precise float addend_part = sum - high;
  precise float residual = (high - (sum - addend_part)) + (addend - addend_part);
  high = sum;
  low = residual;
}

float curve_at(CurveTable curve, float x) {
  float y = curve.points[1];
  for (uint i = 1u; i < curve.count; ++i) {
    float x0 = curve.points[2u * i - 2u], y0 = curve.points[2u * i - 1u];
    float x1 = curve.points[2u * i], y1 = curve.points[2u * i + 1u];
    if (x >= x1) {
      y = y1;
    } else if (x > x0) {
      y = y0 + (y1 - y0) * ((x - x0) / (x1 - x0));
    }
  }
  return y;
}

float target_ev100(AdaptParams p, float scene_ev100) {
  float low = (p.flags & POSTFX_ADAPT_MIN_CURVE) != 0u ? curve_at(tables.min_curve, scene_ev100) : p.min_ev100;
  float high = (p.flags & POSTFX_ADAPT_MAX_CURVE) != 0u ? curve_at(tables.max_curve, scene_ev100) : p.max_ev100;
  float target = (p.flags & POSTFX_ADAPT_TARGET_CURVE) != 0u ? curve_at(tables.target_curve, scene_ev100) : scene_ev100;
  return min(max(target, low), high);  // where curves cross, the upper limit holds
}

/// Seconds of this frame in which the eye may move towards `direction`: a change of direction waits until the last one is
/// `min_reversal_s` ago.
float movement_time_s(AdaptParams p, ExposureState s, float direction) {
  if (s.direction == 0.0 || direction == s.direction) return p.delta_time_s;
  return max(p.delta_time_s - max(p.min_reversal_s - s.reversal_age_s, 0.0), 0.0);
}

/// Moves the state towards `target_ev`. `scene_change_ev` is since the frame before.
void adapt_towards(AdaptParams p, float target_ev, float scene_change_ev, inout ExposureState s) {
  precise float distance_ev = (target_ev - s.adapted_ev100) - s.adapted_ev100_low;
  float direction = distance_ev > 0.0 ? 1.0 : -1.0;
  float moving_ev = abs(distance_ev) - p.dead_band_ev;
  float time_s = moving_ev > 0.0 ? movement_time_s(p, s, direction) : 0.0;
  s.reversal_age_s = min(s.reversal_age_s + p.delta_time_s, kLongAgo_s);
  if (p.slow_rate_ratio <= 0.0) {  // another curve was chosen
    s.slow_offset_ev100 = 0.0;
    s.slow_offset_ev100_low = 0.0;
  }
  if (time_s <= 0.0) return;

  float towards_ev = direction * moving_ev;  // the eye stops where the dead band begins
  float step_ev = adaptation_step_ev(p, towards_ev, time_s, 1.0);
  float offset_step_ev = 0.0;
  if (p.slow_rate_ratio > 0.0) {
    // Two exponentials towards one target, averaged: fast = adapted - offset, slow = adapted + offset.
    float offset_ev = s.slow_offset_ev100 + s.slow_offset_ev100_low;
    float fast_step_ev = adaptation_step_ev(p, towards_ev + offset_ev, time_s, 1.0);
    float slow_step_ev = adaptation_step_ev(p, towards_ev - offset_ev, time_s, p.slow_rate_ratio);
    step_ev = 0.5 * (fast_step_ev + slow_step_ev);
    offset_step_ev = 0.5 * (slow_step_ev - fast_step_ev);
  }
  if (p.cut_high_ev > 0.0) {
    float cut = smoothstep(p.cut_low_ev, p.cut_high_ev, abs(scene_change_ev));
    step_ev += cut * (distance_ev - step_ev);
    if (cut > 0.0) offset_step_ev += cut * (-(s.slow_offset_ev100 + s.slow_offset_ev100_low) - offset_step_ev);
  }
  float bound_ev = p.max_ev_per_s * time_s;
  step_ev = clamp(step_ev, -bound_ev, bound_ev);

  if (step_ev != 0.0) {
    if (s.direction != 0.0 && direction != s.direction) s.reversal_age_s = time_s;
    s.direction = direction;
  }
  add_to_pair(s.slow_offset_ev100, s.slow_offset_ev100_low, offset_step_ev);
  if (step_ev == distance_ev) {
    s.adapted_ev100 = target_ev;
    s.adapted_ev100_low = 0.0;
  } else {
    add_to_pair(s.adapted_ev100, s.adapted_ev100_low, step_ev);
  }
}

float exposure_at(AdaptParams p, float adapted_ev100, float adapted_ev100_low) {
  float compensation_ev = p.compensation_ev;
  if ((p.flags & POSTFX_ADAPT_COMPENSATION_CURVE) != 0u) {
    compensation_ev += curve_at(tables.compensation_curve, adapted_ev100);
  }
  return exp2((compensation_ev - adapted_ev100) - adapted_ev100_low) * kInverseSaturationFactor;
}

/// Resets are counted, and compared as signed differences: a command buffer from before a cut that is submitted again
/// after it resets nothing.
bool is_first_frame(AdaptParams p, uint epoch_instance, uint epoch_reset) {
  return epoch_instance != p.epoch_instance || int(p.epoch_reset - epoch_reset) > 0;
}

void adapt(AdaptParams p, Measurement m, inout ExposureState s) {
  bool is_first = is_first_frame(p, s.epoch_instance, s.epoch_reset);
  bool is_foreign = s.epoch_instance != p.epoch_instance;
  bool is_fixed = (p.flags & POSTFX_ADAPT_FIXED) != 0u;
  float scene_before_ev100 = s.scene_ev100;

  if (m.is_measured) {
    s.mean_log2_luminance = m.mean_log2;
    s.metered_log2_luminance = m.metered_log2;
    s.low_percentile_log2 = m.low_percentile_log2;
    s.median_log2 = m.median_log2;
    s.high_percentile_log2 = m.high_percentile_log2;
  } else if (is_first) {  // nothing measured, nothing to keep: as for a mean luminance of 1
    s.mean_log2_luminance = 0.0;
    s.metered_log2_luminance = 0.0;
    s.low_percentile_log2 = 0.0;
    s.median_log2 = 0.0;
    s.high_percentile_log2 = 0.0;
  }
  s.scene_ev100 = s.metered_log2_luminance + p.ev100_of_luminance_one;
  s.min_luminance = m.min_luminance;
  s.max_luminance = m.max_luminance;
  s.invalid_texels = m.invalid_texels;
  s.valid_texels = m.valid_texels;
  s.weight_sum = m.weight_sum;
  s.under_texels = m.under_texels;
  s.over_texels = m.over_texels;

  s.target_ev100 = is_fixed ? p.min_ev100 : target_ev100(p, s.scene_ev100);
  bool is_held = (p.flags & POSTFX_ADAPT_HOLD) != 0u || s.metered_log2_luminance <= p.black_log2;
  if (is_fixed || is_first) {
    s.adapted_ev100 = s.target_ev100;
    s.adapted_ev100_low = 0.0;
    s.slow_offset_ev100 = 0.0;
    s.slow_offset_ev100_low = 0.0;
    s.direction = 0.0;
    s.reversal_age_s = kLongAgo_s;
  } else if (m.is_measured && !is_held) {
    adapt_towards(p, s.target_ev100, s.scene_ev100 - scene_before_ev100, s);
  }

  float exposure = exposure_at(p, s.adapted_ev100, s.adapted_ev100_low);
  s.previous_exposure = is_first ? exposure : s.exposure;
  s.exposure = exposure;
  s.previous_exposure_ratio = s.previous_exposure / exposure;
  s.adapted_luminance = exp2((s.adapted_ev100 - p.ev100_of_luminance_one) + s.adapted_ev100_low);
  // The exposure is 2^compensation / (1.2 * 2^EV100), and L / 2^compensation = 2^EV100 / (2^compensation 100 / K).
  s.dlss_exposure = exposure * (POSTFX_SATURATION_FACTOR * POSTFX_MID_GREY / (1.0 - POSTFX_MID_GREY)) *
                    exp2(p.ev100_of_luminance_one);
  s.frames = is_first ? 1u : s.frames + 1u;
  s.serial = is_foreign ? 1u : s.serial + 1u;
  // A first frame without a measurement leaves the next one to be the first.
  if (is_first && (m.is_measured || is_fixed)) {
    s.epoch_instance = p.epoch_instance;
    s.epoch_reset = p.epoch_reset;
  }
}
