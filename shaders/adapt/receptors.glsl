// SPDX-License-Identifier: MIT
// Step from the metered luminance to the state of receptors and pupil, in one invocation. Closed forms: any split of a
// time span under constant light ends in the same place. docs/night.md.
// The includer has state_words, tables and what adapt/exposure.glsl defines before it.

#include "night/thresholds.glsl"

float night_parameter(uint i) { return tables.night[i]; }
float night_before(uint word) { return uintBitsToFloat(state_words[PHOTOPIC_STATE_NIGHT + word]); }

uint night_checksum;

void set_night(uint word, uint bits) {
  if (!is_rehearsal) state_words[PHOTOPIC_STATE_NIGHT + word] = bits;
  night_checksum ^= bits;
}
void set_night(uint word, float value) { set_night(word, floatBitsToUint(value)); }

/// A number in two floats.
struct Pair {
  float high;
  float low;
};

Pair night_pair_before(uint word) { return Pair(night_before(word), night_before(word + 1u)); }
void set_night(uint word, Pair value) {
  set_night(word, value.high);
  set_night(word + 1u, value.low);
}

const float kConeTime_s = 110.0;
const float kRodTime_s = 400.0;
const float kRodEvPerS = 0.80 / 60.0;  // Lamb and Pugh 2004
// Luminance that bleaches half of the pigment, cd/m^2: Pattanaik et al. 2000.
const float kHalfConeBleach = 2e6;
const float kHalfRodBleach = 0.04;

/// Up at once; down exponentially.
Pair adapted_cone(Pair before, float rest_ev, float time_s) {
  precise float distance_ev = (before.high - rest_ev) + before.low;
  if (distance_ev <= 0.0) return Pair(rest_ev, 0.0);
  Pair after = before;
  add_to_pair(after.high, after.low, -distance_ev * one_minus_exp(time_s * (1.0 / kConeTime_s)));
  return after;
}

/// Up at once; down at constant speed.
Pair adapted_rod(Pair before, float rest_ev, float time_s) {
  precise float distance_ev = (before.high - rest_ev) + before.low;
  float step_ev = kRodEvPerS * time_s;
  if (distance_ev <= step_ev) return Pair(rest_ev, 0.0);
  Pair after = before;
  add_to_pair(after.high, after.low, -step_ev);
  return after;
}

/// Share of pigment: dB/dt = (1 - B)/tau - L B/(tau L0).
Pair recovered_pigment(Pair before, float rest, float time_s, float rate_per_s) {
  Pair after = before;
  precise float distance = (rest - before.high) - before.low;
  add_to_pair(after.high, after.low, distance * one_minus_exp(time_s * rate_per_s));
  return after;
}

const float kPupilCentre_mm = 4.9;
const float kPupilSwing_mm = 3.0;

/// Of a pupil at rest: Watson and Yellott 2012. As atanh((mm - 4.9) / 3), within what that is defined for.
float pupil_motion_at_rest(float cd_m2) {
  float t = pow(cd_m2 * night_parameter(PHOTOPIC_NIGHT_PUPIL_DEG2) * (1.0 / 846.0), 0.41);
  float mm = 7.75 - 5.75 * t / (t + 2.0);
  mm += night_parameter(PHOTOPIC_NIGHT_PUPIL_YEARS) * (0.02132 - 0.009562 * mm);
  float share = clamp((mm - kPupilCentre_mm) / kPupilSwing_mm, -0.996, 0.996);
  return 0.5 * log((1.0 + share) / (1.0 - share));
}

/// Pamplona et al. 2009, without latency.
float moved_pupil(float before, float rest, float time_s) {
  const float kConstricting_per_s = 3.83764182;  // ln 10 / 0.6 s
  float rate_per_s = rest < before ? kConstricting_per_s : kConstricting_per_s / 3.0;
  return before + (rest - before) * one_minus_exp(rate_per_s * time_s);
}

/// The lower limit of the EV that is adapted to. `is_held`: nothing moves. Each word is read before it is written.
float adapt_receptors(AdaptParams p, float metered_log2, bool is_first, bool is_held, uint serial) {
  float time_scale = night_parameter(PHOTOPIC_NIGHT_TIME_SCALE);
  night_checksum = PHOTOPIC_STATE_CHECKSUM_SEED ^ serial;
  float min_ev100 = PHOTOPIC_NIGHT_NO_LIMIT_EV100;
  if (time_scale <= 0.0) {
    for (uint i = 0u; i < PHOTOPIC_NIGHT_CHECKSUM; ++i) set_night(i, 0u);
  } else {
    float log2_cd_m2 = clamp(metered_log2 + night_parameter(PHOTOPIC_NIGHT_LOG2_CD_M2), -40.0, 40.0);
    float cd_m2 = exp2(log2_cd_m2);
    float cone_rest_ev = cone_ev_at_rest(log2_cd_m2 * kLog10Of2);
    float rod_rest_ev = rod_ev_at_rest(log2_cd_m2 * kLog10Of2);
    float cone_rest = kHalfConeBleach / (kHalfConeBleach + cd_m2);
    float rod_rest = kHalfRodBleach / (kHalfRodBleach + cd_m2);
    bool has_pupil = night_parameter(PHOTOPIC_NIGHT_PUPIL_DEG2) > 0.0;
    float pupil_rest = has_pupil ? pupil_motion_at_rest(cd_m2) : 0.0;
    Pair cone_ev = Pair(cone_rest_ev, 0.0);
    Pair rod_ev = Pair(rod_rest_ev, 0.0);
    Pair cone_pigment = Pair(cone_rest, 0.0);
    Pair rod_pigment = Pair(rod_rest, 0.0);
    float pupil_motion = pupil_rest;
    uint frames = is_first ? 0u : state_words[PHOTOPIC_STATE_NIGHT + PHOTOPIC_NIGHT_FRAMES];
    if (frames != 0u) {
      float time_s = is_held ? 0.0 : p.delta_time_s;
      float receptor_s = time_s * time_scale;
      cone_ev = night_pair_before(PHOTOPIC_NIGHT_CONE_EV);
      rod_ev = night_pair_before(PHOTOPIC_NIGHT_ROD_EV);
      cone_pigment = night_pair_before(PHOTOPIC_NIGHT_CONE_PIGMENT);
      rod_pigment = night_pair_before(PHOTOPIC_NIGHT_ROD_PIGMENT);
      bool had_pupil = night_before(PHOTOPIC_NIGHT_PUPIL_MM) > 0.0;
      if (!is_held) {
        cone_ev = adapted_cone(cone_ev, cone_rest_ev, receptor_s);
        rod_ev = adapted_rod(rod_ev, rod_rest_ev, receptor_s);
      }
      cone_pigment = recovered_pigment(cone_pigment, cone_rest, receptor_s, 1.0 / (kConeTime_s * cone_rest));
      rod_pigment = recovered_pigment(rod_pigment, rod_rest, receptor_s, 1.0 / (kRodTime_s * rod_rest));
      if (had_pupil) pupil_motion = moved_pupil(night_before(PHOTOPIC_NIGHT_PUPIL_MOTION), pupil_rest, time_s);
    }
    float least_log2 = min(kConeLog2 + cone_ev.high, kRodLog2 + rod_ev.high);
    if (night_parameter(PHOTOPIC_NIGHT_LIMITS) != 0.0) {
      min_ev100 = least_log2 - night_parameter(PHOTOPIC_NIGHT_LOG2_CD_M2) + p.ev100_of_luminance_one;
    }
    float pupil_mm = has_pupil ? kPupilCentre_mm + kPupilSwing_mm * (1.0 - 2.0 / (exp(2.0 * pupil_motion) + 1.0)) : 0.0;
    set_night(PHOTOPIC_NIGHT_CONE_EV, cone_ev);
    set_night(PHOTOPIC_NIGHT_ROD_EV, rod_ev);
    set_night(PHOTOPIC_NIGHT_CONE_PIGMENT, cone_pigment);
    set_night(PHOTOPIC_NIGHT_ROD_PIGMENT, rod_pigment);
    set_night(PHOTOPIC_NIGHT_PUPIL_MM, pupil_mm);
    set_night(PHOTOPIC_NIGHT_PUPIL_MOTION, pupil_motion);
    set_night(PHOTOPIC_NIGHT_RETINAL_TD, cd_m2 * pupil_mm * pupil_mm * 0.785398163);
    set_night(PHOTOPIC_NIGHT_LEAST_VISIBLE, exp2(least_log2));
    set_night(PHOTOPIC_NIGHT_MIN_EV100, min_ev100);
    set_night(PHOTOPIC_NIGHT_FRAMES, min(frames, 0xfffffffeu) + 1u);
  }
  if (!is_rehearsal) {
    state_words[PHOTOPIC_STATE_NIGHT + PHOTOPIC_NIGHT_CHECKSUM] = night_checksum;
  }
  return min_ev100;
}
