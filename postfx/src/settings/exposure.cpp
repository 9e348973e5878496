// SPDX-License-Identifier: MIT
// Conversions between luminance, EV100, exposure and camera settings.
#include <photopic/exposure.h>

#include <cmath>

namespace photopic {

double ev100_from_luminance(double luminance) noexcept { return std::log2(luminance * 100.0 / kMeterCalibrationK); }

double luminance_from_ev100(double ev100) noexcept { return std::exp2(ev100) * kMeterCalibrationK / 100.0; }

double exposure_from_ev100(double ev100, double compensation_ev) noexcept {
  return std::exp2(compensation_ev - ev100) / kSaturationFactor;
}

double ev100_from_camera(double aperture_f_number, double shutter_s, double sensitivity_iso) noexcept {
  return std::log2(aperture_f_number * aperture_f_number / shutter_s * 100.0 / sensitivity_iso);
}

}  // namespace photopic
