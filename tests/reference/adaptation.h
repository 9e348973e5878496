// SPDX-License-Identifier: MIT
// Exposure arithmetic and eye adaptation in closed form.
#ifndef PHOTOPIC_TESTS_REFERENCE_ADAPTATION_H
#define PHOTOPIC_TESTS_REFERENCE_ADAPTATION_H

namespace reference {

/// EV at ISO 100 of a reflected-light meter: 2^EV = L S / K with S = 100 and K = 12.5 (ISO 2720).
double ev100_from_luminance(double luminance);
/// EV at ISO 100 of camera settings: 2^EV = N^2 / t * 100 / S (ISO 2720).
double ev100_from_camera(double aperture_f_number, double shutter_s, double sensitivity_iso);
/// 2^compensation / L_max with L_max = 78 / (100 q) 2^EV and the lens factor q = 0.65 (ISO 12232, saturation-based
/// speed), which is 1.2 * 2^EV.
double exposure_from_ev100(double ev100, double compensation_ev = 0.0);

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
