// SPDX-License-Identifier: MIT
// Closed forms of the adaptation curves.
#include "reference/adaptation.h"

#include <algorithm>
#include <cmath>

namespace reference {

double adapt(double adapted_ev, double target_ev, double dt_s, const LinearExponential& curve) {
  const double direction = target_ev > adapted_ev ? 1.0 : -1.0;
  const double speed_ev_per_s = direction > 0.0 ? curve.to_bright_ev_per_s : curve.to_dark_ev_per_s;
  if (!(dt_s > 0.0) || speed_ev_per_s == 0.0) return adapted_ev;

  const double distance_ev = std::abs(target_ev - adapted_ev);
  const double linear_s = std::max(0.0, (distance_ev - curve.transition_ev) / speed_ev_per_s);
  if (dt_s < linear_s) return adapted_ev + direction * speed_ev_per_s * dt_s;
  if (curve.transition_ev == 0.0) return target_ev;
  const double rate_per_s = speed_ev_per_s / curve.transition_ev;
  const double rest_ev = std::min(distance_ev, curve.transition_ev) * std::exp(-(dt_s - linear_s) * rate_per_s);
  return target_ev - direction * rest_ev;
}

double adapt_exponential(double adapted_ev, double target_ev, double dt_s, const Exponential& curve) {
  if (!(dt_s > 0.0)) return adapted_ev;
  const double time_constant_s =
      target_ev > adapted_ev ? curve.to_bright_time_constant_s : curve.to_dark_time_constant_s;
  if (time_constant_s == 0.0) return target_ev;
  return target_ev + (adapted_ev - target_ev) * std::exp(-dt_s / time_constant_s);
}

}  // namespace reference
