// SPDX-License-Identifier: MIT
// Eye adaptation in closed form.
#ifndef PHOTOPIC_TESTS_REFERENCE_ADAPTATION_H
#define PHOTOPIC_TESTS_REFERENCE_ADAPTATION_H

#include "reference/exposure.h"

namespace reference {

/// Constant speed while further than `transition_ev` from the target, exponential approach within it. The rate of the
/// exponential part is speed / transition, which makes the velocity continuous where they meet.
struct LinearExponential {
  double to_bright_ev_per_s = 3.0;  ///< when the target is above what is adapted to
  double to_dark_ev_per_s = 1.0;
  double transition_ev = 1.5;  ///< 0: linear until the target
};

/// The exact solution after `dt_s`: a span may be cut into steps anywhere. No time (also NaN or negative) and no speed
/// hold the value.
double adapt(double adapted_ev, double target_ev, double dt_s, const LinearExponential& curve);

struct Exponential {
  double to_bright_time_constant_s = 0.4;  ///< until 1 - 1/e of a step is done; 0: at once
  double to_dark_time_constant_s = 1.2;
};

/// The exact solution of first-order lag after `dt_s`. No time holds the value even if the time constant is 0.
double adapt_exponential(double adapted_ev, double target_ev, double dt_s, const Exponential& curve);

}  // namespace reference

#endif
