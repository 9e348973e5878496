// SPDX-License-Identifier: MIT
// Step from the sums of colours to the state of white balance, in one invocation. The closed form of adapt/step.glsl's
// exponentials, in log2(R/G) and log2(B/G) of linear BT.709, one or two averaged. docs/white-balance.md.
// The includer has state_words, of which it is PHOTOPIC_STATE_BALANCE that is read and written, and tables.
#include "adapt/light.glsl"
#include "adapt/state.glsl"
#include "adapt/step.glsl"
#define BALANCE_BEFORE(word) state_words[PHOTOPIC_STATE_BALANCE + (word)]
#define BALANCE_PARAMETER(i) tables.white_balance[i]

struct ColorMeasurement {
  bool is_measured;  // some texel had a weight above 0
  vec2 estimate;     // log2(R/G), log2(B/G)
  float weight;
};

/// CIE 1960 per unit of log2(R/G), and of log2(B/G).
mat2 uv_per_log_ratio(vec3 rgb) {
  float divisor = dot(kRgbToUvDivisor, rgb);
  vec2 uv = uv_of_rgb(rgb);
  const float kLn2 = 0.693147181;
  vec2 red = vec2(4.0 * kRgbToX.r, 6.0 * kRgbToY.r) - uv * kRgbToUvDivisor.r;
  vec2 blue = vec2(4.0 * kRgbToX.b, 6.0 * kRgbToY.b) - uv * kRgbToUvDivisor.b;
  return mat2(red * rgb.r, blue * rgb.b) * (kLn2 / divisor);
}

struct LightTarget {
  vec2 ratios;
  Light light;
};

/// The estimate within the limits of temperature and tint.
LightTarget target_of(vec2 estimate, Light light) {
  LightTarget target = LightTarget(estimate, light);
  float mired = clamp(light.mired, BALANCE_PARAMETER(PHOTOPIC_BALANCE_MIN_MIRED), BALANCE_PARAMETER(PHOTOPIC_BALANCE_MAX_MIRED));
  float max_duv = BALANCE_PARAMETER(PHOTOPIC_BALANCE_MAX_DUV);
  float duv = clamp(light.duv, -max_duv, max_duv);
  if (mired == light.mired && duv == light.duv) return target;
  Locus locus = locus_at(mired);
  vec2 across = vec2(-locus.per_mired.y, locus.per_mired.x) / length(locus.per_mired);
  target.ratios = log_ratios_of_uv(locus.uv + duv * across);
  target.light = Light(mired, duv, locus.per_mired);
  return target;
}

struct ColorEye {
  vec2 ratios;
  vec2 ratios_low;
  vec2 slow_offset;  // slow = adapted + offset, fast = adapted - offset
  vec2 slow_offset_low;
};

vec2 balance_before(uint word) {
  return vec2(uintBitsToFloat(BALANCE_BEFORE(word)), uintBitsToFloat(BALANCE_BEFORE(word + 1u)));
}

void add_to_pairs(inout vec2 high, inout vec2 low, vec2 increment) {
  for (int i = 0; i < 2; ++i) {
    float h = high[i], l = low[i];
    add_to_pair(h, l, increment[i]);
    high[i] = h;
    low[i] = l;
  }
}

/// Within `time_s`. `cut`: how far the frame is one, [0, 1].
void adapt_color_towards(LightTarget target, float time_s, float cut, inout ColorEye s) {
  vec2 distance = (target.ratios - s.ratios) - s.ratios_low;
  // In CIE 1960, by the slopes at the target: linear along the way, so that the eye stops in the same place however time
  // is split.
  mat2 uv_slopes = uv_per_log_ratio(rgb_of_log_ratios(target.ratios));
  float away_duv = length(uv_slopes * distance);
  float moving = away_duv > 0.0 ? max(1.0 - BALANCE_PARAMETER(PHOTOPIC_BALANCE_DEAD_BAND_DUV) / away_duv, 0.0) : 0.0;
  float ratio = BALANCE_PARAMETER(PHOTOPIC_BALANCE_SLOW_RATE_RATIO);
  vec2 offset = s.slow_offset + s.slow_offset_low;
  if (ratio >= 1.0) {
    s.slow_offset = s.slow_offset_low = vec2(0.0);
    offset = vec2(0.0);
  }
  if (moving <= 0.0 || time_s <= 0.0) return;
  float exponent = BALANCE_PARAMETER(PHOTOPIC_BALANCE_RATE_PER_S) * time_s;
  vec2 fast_step = (moving * distance + offset) * one_minus_exp(exponent);
  vec2 slow_step = (moving * distance - offset) * one_minus_exp(exponent * ratio);
  vec2 eye_step = 0.5 * (fast_step + slow_step);
  vec2 offset_step = 0.5 * (slow_step - fast_step);
  eye_step += cut * (distance - eye_step);
  offset_step -= cut * (offset + offset_step);
  float step_duv = length(uv_slopes * eye_step);
  float bound_duv = BALANCE_PARAMETER(PHOTOPIC_BALANCE_MAX_MIRED_PER_S) * time_s * length(target.light.per_mired);
  if (step_duv > bound_duv) eye_step *= bound_duv / step_duv;
  add_to_pairs(s.ratios, s.ratios_low, eye_step);
  add_to_pairs(s.slow_offset, s.slow_offset_low, offset_step);
}

uint balance_checksum;

void set_balance(uint word, uint bits) {
  state_words[PHOTOPIC_STATE_BALANCE + word] = bits;
  balance_checksum ^= bits;
}
void set_balance(uint word, float value) { set_balance(word, floatBitsToUint(value)); }
void set_balance(uint word, vec2 value) {
  set_balance(word, value.x);
  set_balance(word + 1u, value.y);
}

/// Row i of a matrix of the parameters.
vec3 balance_row(uint matrix, uint i) {
  uint first = matrix + 3u * i;
  return vec3(BALANCE_PARAMETER(first), BALANCE_PARAMETER(first + 1u), BALANCE_PARAMETER(first + 2u));
}

/// Of linear BT.709: that light with a luminance of 1 becomes (1, 1, 1). D65's responses are the sums of rows.
void set_balance_matrix(vec3 light) {
  vec3 rgb = light / dot(kRgbToY, light);
  mat3 scaled;  // columns: rows of TO_CONES, each times the factor of its cone
  for (uint i = 0u; i < 3u; ++i) {
    vec3 row = balance_row(PHOTOPIC_BALANCE_TO_CONES, i);
    scaled[i] = row * (dot(row, vec3(1.0)) / dot(row, rgb));
  }
  for (uint i = 0u; i < 3u; ++i) {
    vec3 row = scaled * balance_row(PHOTOPIC_BALANCE_FROM_CONES, i);
    for (uint j = 0u; j < 3u; ++j) set_balance(PHOTOPIC_BALANCE_MATRIX + 3u * i + j, row[j]);
  }
}

/// Each word is read before it is written, by this invocation alone. Whose the state is, it says itself: the exposure's
/// words may be written at the same time, and go the same way.
void adapt_white_balance(AdaptParams p, ColorMeasurement m) {
  uint epoch_instance = BALANCE_BEFORE(PHOTOPIC_BALANCE_EPOCH_INSTANCE);
  uint epoch_reset = BALANCE_BEFORE(PHOTOPIC_BALANCE_EPOCH_RESET);
  bool is_reset = is_first_frame(p, epoch_instance, epoch_reset);
  uint frames = is_reset ? 0u : BALANCE_BEFORE(PHOTOPIC_BALANCE_FRAMES);
  uint serial = epoch_instance != p.epoch_instance ? 1u : BALANCE_BEFORE(PHOTOPIC_BALANCE_SERIAL) + 1u;
  // Of the exposure's detector, with which this pass runs after the one that adapts the exposure.
  float cut = p.cut_high_ev > 0.0 ? uintBitsToFloat(BALANCE_BEFORE(PHOTOPIC_BALANCE_CUT)) : 0.0;
  balance_checksum = PHOTOPIC_STATE_CHECKSUM_SEED ^ serial;

  ColorEye s = ColorEye(vec2(0.0), vec2(0.0), vec2(0.0), vec2(0.0));
  vec2 estimate = vec2(0.0);
  if (frames != 0u) {
    s = ColorEye(balance_before(PHOTOPIC_BALANCE_LOG2), balance_before(PHOTOPIC_BALANCE_LOG2_LOW),
                 balance_before(PHOTOPIC_BALANCE_SLOW_OFFSET), balance_before(PHOTOPIC_BALANCE_SLOW_OFFSET_LOW));
    estimate = balance_before(PHOTOPIC_BALANCE_ESTIMATE);
  }
  if (m.is_measured) estimate = m.estimate;
  Light estimated = light_at(uv_of_rgb(rgb_of_log_ratios(estimate)));
  if (m.is_measured) {
    LightTarget target = target_of(estimate, estimated);
    bool is_held = (p.flags & PHOTOPIC_ADAPT_HOLD) != 0u;
    if (frames == 0u) {
      s.ratios = target.ratios;
    } else if (!is_held) {
      adapt_color_towards(target, p.delta_time_s, cut, s);
    }
    frames = min(frames, 0xfffffffeu) + 1u;
  }
  vec2 shown = BALANCE_PARAMETER(PHOTOPIC_BALANCE_DEGREE) * s.ratios;
  vec3 shown_rgb = rgb_of_log_ratios(shown);
  Light light = light_at(uv_of_rgb(shown_rgb));
  set_balance_matrix(shown_rgb);
  set_balance(PHOTOPIC_BALANCE_LOG2, s.ratios);
  set_balance(PHOTOPIC_BALANCE_LOG2_LOW, s.ratios_low);
  set_balance(PHOTOPIC_BALANCE_SLOW_OFFSET, s.slow_offset);
  set_balance(PHOTOPIC_BALANCE_SLOW_OFFSET_LOW, s.slow_offset_low);
  set_balance(PHOTOPIC_BALANCE_TEMPERATURE, 1e6 / light.mired);
  set_balance(PHOTOPIC_BALANCE_DUV, light.duv);
  set_balance(PHOTOPIC_BALANCE_ESTIMATE, estimate);
  set_balance(PHOTOPIC_BALANCE_ESTIMATE_K, 1e6 / estimated.mired);
  set_balance(PHOTOPIC_BALANCE_ESTIMATE_DUV, estimated.duv);
  set_balance(PHOTOPIC_BALANCE_WEIGHT, m.weight);
  set_balance(PHOTOPIC_BALANCE_FRAMES, frames);
  state_words[PHOTOPIC_STATE_BALANCE + PHOTOPIC_BALANCE_CHECKSUM] = balance_checksum;
  state_words[PHOTOPIC_STATE_BALANCE + PHOTOPIC_BALANCE_EPOCH_INSTANCE] = p.epoch_instance;
  state_words[PHOTOPIC_STATE_BALANCE + PHOTOPIC_BALANCE_EPOCH_RESET] = is_reset ? p.epoch_reset : epoch_reset;
  state_words[PHOTOPIC_STATE_BALANCE + PHOTOPIC_BALANCE_SERIAL] = serial;
}
