// SPDX-License-Identifier: MIT
// Measured mean log2 luminance -> exposure state of one view. One invocation.
// Adaptation is a closed form in EV: constant speed until `transition_ev` from the target, exponential from there. Any
// split of a time span into frames ends in the same place.
#version 450
#extension GL_GOOGLE_include_directive : require
#include "interface.h"
#include "color.glsl"

layout(local_size_x = 1) in;

layout(set = 0, binding = POSTFX_ADAPT_MEAN) uniform sampler2D mean_level;
layout(set = 0, binding = POSTFX_ADAPT_STATS, std430) readonly buffer Stats { MeterStats stats; };
layout(set = 0, binding = POSTFX_ADAPT_STATE, std430) buffer State { ExposureState state; };
layout(push_constant, std430) uniform Push { AdaptParams pc; };

const float kEv100OfLuminanceOne = log2(100.0 / POSTFX_METER_CALIBRATION_K);
const float kInverseSaturationFactor = 1.0 / POSTFX_SATURATION_FACTOR;

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

/// EV travelled towards a target `distance_ev` away within the frame.
float adaptation_step_ev(float distance_ev, float speed_ev_per_s, float rate_per_s) {
  float linear_ev = max(distance_ev - pc.transition_ev, 0.0);
  float travel_ev = speed_ev_per_s * pc.delta_time_s;
  if (linear_ev > 0.0 && travel_ev <= linear_ev) return travel_ev;
  float exponential_s = linear_ev > 0.0 ? pc.delta_time_s - linear_ev / speed_ev_per_s : pc.delta_time_s;
  return linear_ev + (distance_ev - linear_ev) * one_minus_exp(rate_per_s * exponential_s);
}

/// Moves the state towards `target_ev100`. The sum is kept in two floats (Knuth's two-sum), since a frame of 1 ms adds
/// less than the rounding error of one.
void adapt_towards(float target_ev100) {
  precise float distance_ev = (target_ev100 - state.adapted_ev100) - state.adapted_ev100_low;
  bool to_bright = distance_ev > 0.0;
  float step_ev = adaptation_step_ev(abs(distance_ev), to_bright ? pc.to_bright_ev_per_s : pc.to_dark_ev_per_s,
                                     to_bright ? pc.to_bright_rate_per_s : pc.to_dark_rate_per_s);
  if (step_ev >= abs(distance_ev)) {
    state.adapted_ev100 = target_ev100;
    state.adapted_ev100_low = 0.0;
    return;
  }
  precise float high = state.adapted_ev100;
  precise float increment = (to_bright ? step_ev : -step_ev) + state.adapted_ev100_low;
  precise float sum = high + increment;
  precise float increment_part = sum - high;
  precise float residual = (high - (sum - increment_part)) + (increment - increment_part);
  state.adapted_ev100 = sum;
  state.adapted_ev100_low = residual;
}

void main() {
  // Resets are counted, and compared as signed differences: a command buffer from before a cut that is submitted again
  // after it resets nothing.
  bool is_first = state.epoch_instance != pc.epoch_instance || int(pc.epoch_reset - state.epoch_reset) > 0;
  float mean = texelFetch(mean_level, ivec2(0), 0).r;
  uint valid = pc.texels - stats.invalid_texels;
  // A mean that isn't finite can come only from the comparison methods; it is no measurement either.
  bool is_measured = valid > 0u && !is_nonfinite(mean);

  if (is_measured) {
    state.mean_log2_luminance = mean;
  } else if (is_first) {
    state.mean_log2_luminance = 0.0;  // nothing measured, nothing to keep: as for a mean luminance of 1
  }
  state.scene_ev100 = state.mean_log2_luminance + kEv100OfLuminanceOne;
  state.min_luminance = valid > 0u ? uintBitsToFloat(~stats.inverted_min_luminance_bits) : 0.0;
  state.max_luminance = uintBitsToFloat(stats.max_luminance_bits);
  state.invalid_texels = stats.invalid_texels;
  state.valid_texels = valid;

  bool is_fixed = pc.mode == POSTFX_EXPOSURE_FIXED;
  state.target_ev100 = is_fixed ? pc.fixed_ev100 : clamp(state.scene_ev100, pc.min_ev100, pc.max_ev100);
  if (is_fixed || is_first) {
    state.adapted_ev100 = state.target_ev100;
    state.adapted_ev100_low = 0.0;
  } else if (is_measured && pc.hold == 0u) {
    adapt_towards(state.target_ev100);
  }

  float exposure =
      exp2((pc.compensation_ev - state.adapted_ev100) - state.adapted_ev100_low) * kInverseSaturationFactor;
  state.previous_exposure = is_first ? exposure : state.exposure;
  state.exposure = exposure;
  state.frames = is_first ? 1u : state.frames + 1u;
  // A first frame without a measurement leaves the next one to be the first.
  if (is_first && (is_measured || is_fixed)) {
    state.epoch_instance = pc.epoch_instance;
    state.epoch_reset = pc.epoch_reset;
  }
}
