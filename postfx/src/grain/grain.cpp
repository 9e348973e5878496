// SPDX-License-Identifier: MIT
// Parameters of film grain, made of settings.
#include "grain/grain.h"

#include <cmath>

namespace photopic::grain {
namespace {

/// Luminance of greys, 1 = paper white, as what effects of the signal see: a curve of shaders/display/transfer.glsl, or
/// the 2.2th root of light over the peak's.
double signal_of(OutputEncoding encoding, const DisplaySettings& display, double luminance) {
  const double nits = luminance * static_cast<double>(display.paper_white_nits);
  if (encoding == OutputEncoding::hdr10) {
    constexpr double kM1 = 2610.0 / 16384.0, kM2 = 2523.0 / 32.0;
    constexpr double kC1 = 3424.0 / 4096.0, kC2 = 2413.0 / 128.0, kC3 = 2392.0 / 128.0;
    const double y = std::pow(nits / 10000.0, kM1);
    return std::pow((kC1 + kC2 * y) / (1.0 + kC3 * y), kM2);
  }
  if (encoding == OutputEncoding::hlg) {
    constexpr double kA = 0.17883277, kB = 0.28466892, kC = 0.55991073, kPeakNits = 1000.0, kGamma = 1.2;
    const double scene = std::pow(nits / kPeakNits, 1.0 / kGamma);
    return scene <= 1.0 / 12.0 ? std::sqrt(3.0 * scene) : kA * std::log(12.0 * scene - kB) + kC;
  }
  const double most = is_hdr(encoding) ? static_cast<double>(display.peak_nits) : display.paper_white_nits;
  return std::pow(nits / most, 1.0 / 2.2);
}

/// Stops by which grain of amount 1 moves middle grey.
double visible_stops(OutputEncoding encoding, const DisplaySettings& display) {
  constexpr double kMiddleGrey = 0.18, kStep = 1e-3;
  const double u = signal_of(encoding, display, kMiddleGrey);
  const double above = signal_of(encoding, display, kMiddleGrey * std::exp2(kStep));
  const double below = signal_of(encoding, display, kMiddleGrey * std::exp2(-kStep));
  return std::sqrt(4.0 * u * (1.0 - u)) * (2.0 * kStep) / (above - below);
}

}  // namespace

bool is_on(const Settings& settings) noexcept { return settings.grain.grain > 0.0f; }

gpu::GrainParams params(const Settings& settings) noexcept {
  const DisplaySettings& display = settings.display;
  double amount = settings.grain.grain;
  if (is_hdr(display.encoding)) {
    amount *= visible_stops(OutputEncoding::automatic, display) / visible_stops(display.encoding, display);
  }
  return {static_cast<float>(amount), settings.grain.grain_color ? 1u : 0u};
}

}  // namespace photopic::grain
