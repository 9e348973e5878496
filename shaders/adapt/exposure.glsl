// SPDX-License-Identifier: MIT
// Step from measurement to exposure state. Used by whichever pass ends a measurement, in one invocation. The includer
// has HAS_LIGHT_RULE: whether MeterSettings::black_stops may be on.
// Adaptation is a closed form in EV: constant speed until `transition` from the target, exponential from there. Any split
// of a time span into frames ends in the same place.

// 0 leaves out curves, the second exponential, dead band, cuts and bounds: what ends a dispatch is on its way as long as
// it runs, and most settings need none of that.
layout(constant_id = PHOTOPIC_SPEC_ADAPTATION) const uint kFullAdaptation = 1u;
layout(constant_id = PHOTOPIC_SPEC_RECEPTORS) const uint kReceptors = 0u;

struct Measurement {
  bool is_measured;  // something of weight above 0 was valid
  bool is_black;     // and nothing of it above AdaptParams::black_log2
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
  float dark_share;  // of the weight; 1 = no light, and what is metered is no measurement
  uint under_texels;
  uint over_texels;
};

/// What the eye remembers from frame to frame.
struct Eye {
  float adapted_ev100;
  float adapted_ev100_low;
  float slow_offset_ev100;
  float slow_offset_ev100_low;
  float direction;
  float reversal_age_s;
};

/// What the HDR image's colour is multiplied by to be the scene's. Not every device's exp2(0) is 1.
float inverse_pre_exposure(float pre_exposure_log2) {
  return pre_exposure_log2 == 0.0 ? 1.0 : exp2(-pre_exposure_log2);
}

/// Of the scene, from the image's.
Measurement of_scene(Measurement m, float pre_exposure_log2) {
  float inverse = inverse_pre_exposure(pre_exposure_log2);
  m.mean_log2 -= pre_exposure_log2;
  m.metered_log2 -= pre_exposure_log2;
  m.min_luminance *= inverse;
  m.max_luminance *= inverse;
  m.low_percentile_log2 -= pre_exposure_log2;
  m.median_log2 -= pre_exposure_log2;
  m.high_percentile_log2 -= pre_exposure_log2;
  return m;
}

const float kMaxExposureStops = 120.0;  // 2^+-120 and their ratio to what is near are numbers
const float kInverseSaturationFactor = 1.0 / PHOTOPIC_SATURATION_FACTOR;
const float kLongAgo_s = 1e30;  // of a change of direction that never was: longer than any wait for the next

#include "adapt/state.glsl"
#include "adapt/step.glsl"

/// The curve of that number at x; without one, `otherwise`. All segments are gone over: llvmpipe (Mesa 22.3) gets the
/// index wrong that a search leaves behind.
float curve_or(AdaptParams p, uint curve, float x, float otherwise) {
  if (kFullAdaptation == 0u || (p.flags & (PHOTOPIC_ADAPT_CURVE << curve)) == 0u) return otherwise;
  float y = tables.curves[curve].points[1];
  for (uint i = 1u; i < tables.curves[curve].count; ++i) {
    float x0 = tables.curves[curve].points[2u * i - 2u], y0 = tables.curves[curve].points[2u * i - 1u];
    float x1 = tables.curves[curve].points[2u * i], y1 = tables.curves[curve].points[2u * i + 1u];
    if (x >= x1) {
      y = y1;
    } else if (x > x0) {
      y = y0 + (y1 - y0) * ((x - x0) / (x1 - x0));
    }
  }
  return y;
}

/// `seen_ev100`: the least that the receptors see.
float target_ev100(AdaptParams p, float scene_ev100, float seen_ev100) {
  float target = curve_or(p, PHOTOPIC_CURVE_TARGET, scene_ev100, scene_ev100);
  float low = curve_or(p, PHOTOPIC_CURVE_MIN, scene_ev100, p.min_ev100);
#ifndef PHOTOPIC_WITHOUT_EFFECTS
  if (kReceptors != 0u) low = max(low, seen_ev100);
#endif
  float high = curve_or(p, PHOTOPIC_CURVE_MAX, scene_ev100, p.max_ev100);
  return min(max(target, low), high);  // where curves cross, the upper limit holds
}

/// What a frame does to the eye: to the EV adapted to, and to the distance between its two components.
struct Movement {
  float step_ev;
  float offset_step_ev;
};

/// How far a change of the scene is a cut, [0, 1].
float cut_of(AdaptParams p, float scene_change_ev) {
  return p.cut_high_ev > 0.0 ? smoothstep(p.cut_low_ev, p.cut_high_ev, abs(scene_change_ev)) : 0.0;
}

/// Within `time_s`: one exponential, or two averaged (fast = adapted - offset, slow = adapted + offset), a cut, a bound.
Movement movement_of(AdaptParams p, float distance_ev, float towards_ev, float time_s, float cut, float offset_ev) {
  Movement m;
  if (kFullAdaptation == 0u) {
    m = Movement(adaptation_step_ev(p, towards_ev, time_s, 1.0), 0.0);
  } else {
    float fast_step_ev = adaptation_step_ev(p, towards_ev + offset_ev, time_s, 1.0);
    float slow_step_ev = fast_step_ev;
    if (p.slow_rate_ratio > 0.0) {
      slow_step_ev = adaptation_step_ev(p, towards_ev - offset_ev, time_s, p.slow_rate_ratio);
    }
    m = Movement(0.5 * (fast_step_ev + slow_step_ev), 0.5 * (slow_step_ev - fast_step_ev));
  }
  if ((kFullAdaptation != 0u || HAS_LIGHT_RULE) && cut > 0.0) {
    m.step_ev += cut * (distance_ev - m.step_ev);
    m.offset_step_ev -= cut * (offset_ev + m.offset_step_ev);
  }
  if (kFullAdaptation == 0u) return m;
  float bound_ev = p.max_ev_per_s * time_s;
  m.step_ev = clamp(m.step_ev, -bound_ev, bound_ev);
  return m;
}

/// Moves the state towards `target_ev`. `cut`: share of the way that is gone at once.
void adapt_towards(AdaptParams p, float target_ev, float cut, inout Eye s) {
  precise float distance_ev = (target_ev - s.adapted_ev100) - s.adapted_ev100_low;
  float towards_ev = distance_ev;
  float time_s = p.delta_time_s;
  if (kFullAdaptation != 0u) {
    float moving_ev = max(abs(distance_ev) - p.dead_band_ev, 0.0);
    towards_ev = distance_ev > 0.0 ? moving_ev : -moving_ev;  // the eye stops where the dead band begins
    if (moving_ev <= 0.0) time_s = 0.0;
    if (p.slow_rate_ratio <= 0.0) {  // another curve was chosen
      s.slow_offset_ev100 = 0.0;
      s.slow_offset_ev100_low = 0.0;
    }
  }
  float offset_ev = s.slow_offset_ev100 + s.slow_offset_ev100_low;
  Movement m = Movement(0.0, 0.0);
  if (time_s > 0.0) m = movement_of(p, distance_ev, towards_ev, time_s, cut, offset_ev);
  if (kFullAdaptation != 0u && m.step_ev * s.direction < 0.0) {
    // A change of direction waits until the last one is long enough ago. (Two components may move the eye away from its
    // target for a while: what counts is where it goes.)
    time_s = max(time_s - max(p.min_reversal_s - s.reversal_age_s, 0.0), 0.0);
    m = Movement(0.0, 0.0);
    if (time_s > 0.0) m = movement_of(p, distance_ev, towards_ev, time_s, cut, offset_ev);
  }
  s.reversal_age_s = m.step_ev * s.direction < 0.0 ? time_s : min(s.reversal_age_s + p.delta_time_s, kLongAgo_s);
  if (m.step_ev != 0.0) s.direction = m.step_ev > 0.0 ? 1.0 : -1.0;
  if (kFullAdaptation != 0u) add_to_pair(s.slow_offset_ev100, s.slow_offset_ev100_low, m.offset_step_ev);
  if (m.step_ev == distance_ev) {
    s.adapted_ev100 = target_ev;
    s.adapted_ev100_low = 0.0;
  } else {
    add_to_pair(s.adapted_ev100, s.adapted_ev100_low, m.step_ev);
  }
}

float exposure_at(AdaptParams p, float adapted_ev100, float adapted_ev100_low) {
  float compensation_ev = p.compensation_ev + curve_or(p, PHOTOPIC_CURVE_COMPENSATION, adapted_ev100, 0.0);
  float log2_exposure = clamp((compensation_ev - adapted_ev100) - adapted_ev100_low, -kMaxExposureStops, kMaxExposureStops);
  return exp2(log2_exposure) * kInverseSaturationFactor;
}

/// Of a view that has measured nothing yet: as for a luminance of 1.
float unmeasured_exposure(AdaptParams p) {
  bool is_fixed = (p.flags & PHOTOPIC_ADAPT_FIXED) != 0u;
  return exposure_at(p, is_fixed ? p.min_ev100 : target_ev100(p, p.ev100_of_luminance_one, PHOTOPIC_NIGHT_NO_LIMIT_EV100), 0.0);
}

/// Of a frame whose largest luminance is known. Never, where black_log2 says so: 2^that is 0, as black is.
bool is_black(AdaptParams p, float max_luminance) {
  float black = exp2(p.black_log2);
  return black > 0.0 && max_luminance <= black;
}

uint state_checksum;
bool is_rehearsal = false;  // nothing is written; see meter/group.glsl

/// Each word is written as soon as it is known: one invocation does it, but registers are allotted to all.
void set_state(uint word, uint bits) {
  if (!is_rehearsal) state_words[word] = bits;
  state_checksum ^= bits;
}
void set_state(uint word, float value) { set_state(word, floatBitsToUint(value)); }

/// A measured value; where nothing was measured the one before stays, and on a first frame it is 0, log2 of a luminance
/// of 1.
float set_measured(uint word, bool is_measured, bool is_first, float value) {
  float result = is_measured ? value : is_first ? 0.0 : uintBitsToFloat(STATE_BEFORE(word));
  set_state(word, result);
  return result;
}

#ifndef PHOTOPIC_WITHOUT_EFFECTS
#include "adapt/receptors.glsl"
#endif

/// From STATE_BEFORE(word), the state as it was, to state_words. Each word is read before it is written.
void adapt(AdaptParams p, Measurement m) {
  uint epoch_instance = STATE_BEFORE(PHOTOPIC_STATE_EPOCH_INSTANCE);
  uint epoch_reset = STATE_BEFORE(PHOTOPIC_STATE_EPOCH_RESET);
  bool is_first = is_first_frame(p, epoch_instance, epoch_reset);
  bool is_foreign = epoch_instance != p.epoch_instance;
  bool is_fixed = (p.flags & PHOTOPIC_ADAPT_FIXED) != 0u;
  float scene_before_ev100 = uintBitsToFloat(STATE_BEFORE(PHOTOPIC_STATE_SCENE_EV100));
  state_checksum = PHOTOPIC_STATE_CHECKSUM_SEED;

  bool has_light = m.is_measured && (!HAS_LIGHT_RULE || m.dark_share < 1.0);
  float metered_log2 = set_measured(PHOTOPIC_STATE_METERED_LOG2_LUMINANCE, has_light, is_first, m.metered_log2);
  float scene_ev100 = metered_log2 + p.ev100_of_luminance_one;
  float confidence = 1.0;  // how far the frame is a picture of the scene, [0, 1]
  if (HAS_LIGHT_RULE && m.is_measured) {
    confidence = smoothstep(0.0, PHOTOPIC_LEAST_LIT_SHARE, 1.0 - m.dark_share);
    if (!is_first) p.delta_time_s *= confidence;
  }
  bool is_held = (p.flags & PHOTOPIC_ADAPT_HOLD) != 0u || m.is_black || confidence == 0.0;
  uint serial = is_foreign ? 1u : STATE_BEFORE(PHOTOPIC_STATE_SERIAL) + 1u;
  float seen_ev100 = PHOTOPIC_NIGHT_NO_LIMIT_EV100;
#ifndef PHOTOPIC_WITHOUT_EFFECTS
  if (kReceptors != 0u) seen_ev100 = adapt_receptors(p, metered_log2, is_first, is_held, serial);
#endif
  // A view doesn't start in the dark: as for a luminance of 1.
  float aim_ev100 = is_first && m.is_black ? p.ev100_of_luminance_one : scene_ev100;
  float target = is_fixed ? p.min_ev100 : target_ev100(p, aim_ev100, seen_ev100);
  set_state(PHOTOPIC_STATE_SCENE_EV100, scene_ev100);
  float cut = 0.0;
  if (kFullAdaptation != 0u && !is_first) cut = cut_of(p, scene_ev100 - scene_before_ev100) * confidence;
#ifdef TELLS_CUT
  if (TELLS_CUT && kFullAdaptation != 0u && !is_rehearsal) {  // meter/colors.comp may read it after this pass
    state_words[PHOTOPIC_STATE_BALANCE + PHOTOPIC_BALANCE_CUT] = floatBitsToUint(cut);
  }
#endif
  set_state(PHOTOPIC_STATE_TARGET_EV100, target);

  Eye s;
  s.adapted_ev100 = uintBitsToFloat(STATE_BEFORE(PHOTOPIC_STATE_ADAPTED_EV100));
  s.adapted_ev100_low = uintBitsToFloat(STATE_BEFORE(PHOTOPIC_STATE_ADAPTED_EV100_LOW));
  s.slow_offset_ev100 = uintBitsToFloat(STATE_BEFORE(PHOTOPIC_STATE_SLOW_OFFSET_EV100));
  s.slow_offset_ev100_low = uintBitsToFloat(STATE_BEFORE(PHOTOPIC_STATE_SLOW_OFFSET_EV100_LOW));
  s.direction = uintBitsToFloat(STATE_BEFORE(PHOTOPIC_STATE_DIRECTION));
  s.reversal_age_s = uintBitsToFloat(STATE_BEFORE(PHOTOPIC_STATE_REVERSAL_AGE_S));
  bool is_begun = is_fixed || !is_first || (m.is_measured && !m.is_black && confidence >= 1.0);
  float light_s = 0.0;
  if (HAS_LIGHT_RULE && !is_first && (p.flags & PHOTOPIC_ADAPT_FIRST_LIGHT) != 0u) {
    light_s = uintBitsToFloat(STATE_BEFORE(PHOTOPIC_STATE_LIGHT_S));
    if (light_s < PHOTOPIC_FIRST_LIGHT_S && target > s.adapted_ev100) cut = 1.0;
    if (m.is_measured) light_s = min(light_s + p.delta_time_s, PHOTOPIC_FIRST_LIGHT_S);
  }
  set_state(PHOTOPIC_STATE_LIGHT_S, light_s);
  if (is_fixed || is_first) {
    float start = target;
    if (HAS_LIGHT_RULE && !is_begun) {
      start = target_ev100(p, p.ev100_of_luminance_one, seen_ev100);
      start += confidence * (target - start);
    }
    s = Eye(start, 0.0, 0.0, 0.0, 0.0, kLongAgo_s);
  } else if (m.is_measured && !is_held) {
    adapt_towards(p, target, cut, s);
  }
  set_state(PHOTOPIC_STATE_ADAPTED_EV100, s.adapted_ev100);
  set_state(PHOTOPIC_STATE_ADAPTED_EV100_LOW, s.adapted_ev100_low);
  set_state(PHOTOPIC_STATE_SLOW_OFFSET_EV100, s.slow_offset_ev100);
  set_state(PHOTOPIC_STATE_SLOW_OFFSET_EV100_LOW, s.slow_offset_ev100_low);
  set_state(PHOTOPIC_STATE_DIRECTION, s.direction);
  set_state(PHOTOPIC_STATE_REVERSAL_AGE_S, s.reversal_age_s);

  float exposure = exposure_at(p, s.adapted_ev100, s.adapted_ev100_low);
  float previous_exposure = is_first ? exposure : uintBitsToFloat(STATE_BEFORE(PHOTOPIC_STATE_EXPOSURE));
  set_state(PHOTOPIC_STATE_EXPOSURE, exposure);
  set_state(PHOTOPIC_STATE_PREVIOUS_EXPOSURE, previous_exposure);
  set_state(PHOTOPIC_STATE_PREVIOUS_EXPOSURE_RATIO, previous_exposure / exposure);
  set_state(PHOTOPIC_STATE_ADAPTED_LUMINANCE,
            exp2((s.adapted_ev100 - p.ev100_of_luminance_one) + s.adapted_ev100_low));
  // The exposure is 2^compensation / (1.2 * 2^EV100), and 2^EV100 = L * 100 / K.
  // Precise: in one order, whoever compiles it.
  precise float dlss_exposure = exposure * (PHOTOPIC_SATURATION_FACTOR * PHOTOPIC_MID_GREY / (1.0 - PHOTOPIC_MID_GREY)) *
                                exp2(p.ev100_of_luminance_one);
  set_state(PHOTOPIC_STATE_DLSS_EXPOSURE, dlss_exposure);

  set_measured(PHOTOPIC_STATE_MEAN_LOG2_LUMINANCE, m.is_measured, is_first, m.mean_log2);
  set_measured(PHOTOPIC_STATE_LOW_PERCENTILE_LOG2, has_light, is_first, m.low_percentile_log2);
  set_measured(PHOTOPIC_STATE_MEDIAN_LOG2, has_light, is_first, m.median_log2);
  set_measured(PHOTOPIC_STATE_HIGH_PERCENTILE_LOG2, has_light, is_first, m.high_percentile_log2);
  set_state(PHOTOPIC_STATE_DARK_SHARE, HAS_LIGHT_RULE ? m.dark_share : 0.0);
  set_state(PHOTOPIC_STATE_MIN_LUMINANCE, m.min_luminance);
  set_state(PHOTOPIC_STATE_MAX_LUMINANCE, m.max_luminance);
  set_state(PHOTOPIC_STATE_INVALID_TEXELS, m.invalid_texels);
  set_state(PHOTOPIC_STATE_VALID_TEXELS, m.valid_texels);
  set_state(PHOTOPIC_STATE_WEIGHT_SUM, m.weight_sum);
  set_state(PHOTOPIC_STATE_UNDER_TEXELS, m.under_texels);
  set_state(PHOTOPIC_STATE_OVER_TEXELS, m.over_texels);

  set_state(PHOTOPIC_STATE_FRAMES, is_first ? 1u : STATE_BEFORE(PHOTOPIC_STATE_FRAMES) + 1u);
  set_state(PHOTOPIC_STATE_SERIAL, serial);
  // A first frame without a measurement, or of little light, leaves the next one to be the first: of a reset before this.
  set_state(PHOTOPIC_STATE_EPOCH_INSTANCE, p.epoch_instance);
  set_state(PHOTOPIC_STATE_EPOCH_RESET, !is_begun ? p.epoch_reset - 1u : is_first ? p.epoch_reset : epoch_reset);
  if (is_first && !is_rehearsal) {  // else they stay as effects left them; checksums don't count them
    state_words[PHOTOPIC_STATE_GLARE_SCATTERED] = 0u;
    state_words[PHOTOPIC_STATE_GLARE_REMOVED] = 0u;
    state_words[PHOTOPIC_STATE_NIGHT + PHOTOPIC_NIGHT_MESOPIC_M] = 0u;
  }
  if (!is_rehearsal) state_words[PHOTOPIC_STATE_CHECKSUM] = state_checksum;
}
