// SPDX-License-Identifier: MIT
// Adaptation: sum and count of a measurement, and the state before -> exposure state, a word to each texel.
uniform AdaptParams params;
uniform float is_fixed;  // flags: 0 or 1
uniform float is_held;
uniform float is_reset;
uniform float pre_exposure_log2;  // stops that the picture is brighter than the scene; limits of luminance are the picture's
uniform float saturation_factor;  // ISO 12232
uniform sampler2D sum;
uniform sampler2D count;
uniform sampler2D state;
uniform vec2 state_scale;

const float kMaxExposureStops = 120.0;  // 2^+-120 are numbers, and a picture times them nearly always

float word(int index) { return fetch(state, vec2(float(index), 0.0), state_scale); }

/// EV in two parts, the nearest whole number and the rest, so that 1000 steps a second don't round to nothing. Unlike a
/// compensated sum no compiler can take it for a number and its difference to itself.
vec2 in_parts(float ev) {
  float whole = floor(ev + 0.5);
  return vec2(whole, ev - whole);
}

vec2 adapted(vec2 eye, float target) {
  float distance_ev = (target - eye.x) - eye.y;
  if (!(params.delta_time_s > 0.0) || distance_ev == 0.0) return eye;
  float step_ev = adaptation_step_ev(params, distance_ev, params.delta_time_s, 1.0);
  if (step_ev == distance_ev) return in_parts(target);
  vec2 moved = in_parts(eye.y + step_ev);
  return vec2(eye.x + moved.x, moved.y);
}

float exposure_at(vec2 eye) {
  float stops = clamp((params.compensation_ev - eye.x) - eye.y, -kMaxExposureStops, kMaxExposureStops);
  vec2 parts = in_parts(stops);
  return power_of_two(parts.x) * exp2(parts.y) / saturation_factor;
}

void main() {
  float valid_texels = fetch(count, vec2(0.0), vec2(1.0));
  bool is_measured = valid_texels > 0.0;
  bool is_first = is_reset > 0.5 || word(ES2_STATE_IS_STARTED) < 0.5;
  float mean_log2 = params.min_log2 + fetch(sum, vec2(0.0), vec2(1.0)) / max(valid_texels, 1.0);
  bool is_black = mean_log2 <= params.black_log2;
  mean_log2 -= pre_exposure_log2;
  if (!is_measured) mean_log2 = is_first ? 0.0 : word(ES2_STATE_MEAN_LOG2_LUMINANCE);
  float scene_ev100 = mean_log2 + params.ev100_of_luminance_one;
  float target = clamp(scene_ev100, params.min_ev100, params.max_ev100);
  float start = is_black ? clamp(params.ev100_of_luminance_one, params.min_ev100, params.max_ev100) : target;
  vec2 eye = vec2(word(ES2_STATE_ADAPTED_EV100), word(ES2_STATE_ADAPTED_EV100_REST));
  bool keeps = is_held > 0.5 || !is_measured || is_black;
  if (is_fixed > 0.5 || is_first) {
    eye = in_parts(is_fixed > 0.5 ? target : start);
  } else if (!keeps) {
    eye = adapted(eye, target);
  }
  // A first frame without a measurement, or a black one that holds, leaves the next one to be the first.
  bool is_started = (is_measured && !is_black) || is_fixed > 0.5 || !is_first;

  int index = int(position.x);
  float value = exposure_at(eye);
  if (index == ES2_STATE_ADAPTED_EV100) value = eye.x;
  if (index == ES2_STATE_ADAPTED_EV100_REST) value = eye.y;
  if (index == ES2_STATE_TARGET_EV100) value = target;
  if (index == ES2_STATE_SCENE_EV100) value = scene_ev100;
  if (index == ES2_STATE_MEAN_LOG2_LUMINANCE) value = mean_log2;
  if (index == ES2_STATE_VALID_TEXELS) value = valid_texels;
  if (index == ES2_STATE_IS_STARTED) value = is_started ? 1.0 : 0.0;
  gl_FragColor = encode(value);
}
