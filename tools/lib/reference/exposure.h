// SPDX-License-Identifier: MIT
// Exposure arithmetic.
#ifndef PHOTOPIC_TOOLS_REFERENCE_EXPOSURE_H
#define PHOTOPIC_TOOLS_REFERENCE_EXPOSURE_H

namespace reference {

/// EV at ISO 100 of a reflected-light meter: 2^EV = L S / K with S = 100 and K = 12.5 (ISO 2720).
double ev100_from_luminance(double luminance);
/// EV at ISO 100 of camera settings: 2^EV = N^2 / t * 100 / S (ISO 2720).
double ev100_from_camera(double aperture_f_number, double shutter_s, double sensitivity_iso);
/// 2^compensation / L_max with L_max = 78 / (100 q) 2^EV and the lens factor q = 0.65 (ISO 12232, saturation-based
/// speed), which is 1.2 * 2^EV.
double exposure_from_ev100(double ev100, double compensation_ev = 0.0);

}  // namespace reference

#endif
