// SPDX-License-Identifier: MIT
// Exposure arithmetic in double precision.
#include "reference/exposure.h"

#include <cmath>

namespace reference {

double ev100_from_luminance(double luminance) { return std::log2(luminance * 100.0 / 12.5); }

double ev100_from_camera(double aperture_f_number, double shutter_s, double sensitivity_iso) {
  return std::log2(aperture_f_number * aperture_f_number / shutter_s * 100.0 / sensitivity_iso);
}

double exposure_from_ev100(double ev100, double compensation_ev) {
  const double max_luminance = 78.0 / (100.0 * 0.65) * std::exp2(ev100);
  return std::exp2(compensation_ev) / max_luminance;
}

}  // namespace reference
