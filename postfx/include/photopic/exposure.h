// SPDX-License-Identifier: MIT
// Exposure arithmetic on the CPU, with the definitions of the GPU code.
#ifndef PHOTOPIC_EXPOSURE_H
#define PHOTOPIC_EXPOSURE_H

#include <photopic/interface.h>

namespace photopic {

/// K of ISO 2720; and the luminance that just doesn't clip over 2^EV100 (ISO 12232).
inline constexpr double kMeterCalibrationK = PHOTOPIC_METER_CALIBRATION_K;
inline constexpr double kSaturationFactor = PHOTOPIC_SATURATION_FACTOR;

/// EV at ISO 100 at which a meter exposes for `luminance` (cd/m^2, > 0): log2(L * 100 / K) = log2 L + 3.
double ev100_from_luminance(double luminance) noexcept;
/// Inverse of ev100_from_luminance: 2^EV * K / 100, in cd/m^2.
double luminance_from_ev100(double ev100) noexcept;
/// Multiplier for scene-linear colour: 2^compensation / (1.2 * 2^EV100). It exposes the mean luminance
/// of a scene to 0.104, at the scene's EV100.
double exposure_from_ev100(double ev100, double compensation_ev = 0.0) noexcept;
/// EV at ISO 100 of a camera's settings: log2(N^2 / t * 100 / S), for aperture f/N, shutter time t in seconds and
/// sensitivity S in ISO units; all > 0.
double ev100_from_camera(double aperture_f_number, double shutter_s, double sensitivity_iso) noexcept;

}  // namespace photopic

#endif
