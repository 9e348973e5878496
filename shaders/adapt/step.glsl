// SPDX-License-Identifier: MIT
// Closed form of adaptation. Valid in GLSL ES 1.00, too; the includer has AdaptParams.
#ifndef PHOTOPIC_ADAPT_STEP_GLSL
#define PHOTOPIC_ADAPT_STEP_GLSL

/// 1 - exp(-x) for x >= 0. Below 0.5 by its series (remainder < x^8 / 8! = 1e-7): at 1000 frames per second the
/// difference of two numbers near 1 would lose what adaptation is made of.
float one_minus_exp(float x) {
  if (x >= 0.5) return 1.0 - exp(-x);
  float s = 1.0 - x * (1.0 / 7.0);
  s = 1.0 - x * (1.0 / 6.0) * s;
  s = 1.0 - x * (1.0 / 5.0) * s;
  s = 1.0 - x * (1.0 / 4.0) * s;
  s = 1.0 - x * (1.0 / 3.0) * s;
  s = 1.0 - x * (1.0 / 2.0) * s;
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
  float step_ev = speed_ev_per_s * time_s;
  if (!(linear_ev > 0.0 && step_ev <= linear_ev)) {
    float exponential_s = linear_ev > 0.0 ? time_s - linear_ev / speed_ev_per_s : time_s;
    step_ev = min(linear_ev + (away_ev - linear_ev) * one_minus_exp(rate_per_s * exponential_s), away_ev);
  }
  return to_bright ? step_ev : -step_ev;
}

#endif
