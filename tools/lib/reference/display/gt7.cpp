// SPDX-License-Identifier: MIT
// The tone mapping of Gran Turismo 7 in double precision.
#include "reference/display/gt7.h"

#include <algorithm>
#include <cmath>

#include "reference/display/spaces.h"
#include "reference/matrix.h"

namespace reference {
namespace {

constexpr double kUnitNits = 100.0;
constexpr double kSdrNits = 250.0;

}  // namespace

double gt7_curve(double x, double peak_nits) {
  constexpr double kAlpha = 0.25;
  constexpr double kMid = 0.538;
  constexpr double kLinear = 0.444;
  constexpr double kToe = 1.28;
  constexpr double kShoulder = (kLinear - 1.0) / (kAlpha - 1.0);
  const double peak = peak_nits / kUnitNits;
  if (x < 0.0) return 0.0;
  if (x < kLinear * peak) {
    const double linear_weight = smoothstep(0.0, kMid, x);
    return (1.0 - linear_weight) * kMid * std::pow(x / kMid, kToe) + linear_weight * x;
  }
  return peak * (kLinear + kShoulder) -
         peak * kShoulder * std::exp(kLinear / kShoulder) * std::exp(-x / (kShoulder * peak));
}

Rgb gt7(Rgb bt2020, double peak_nits) {
  constexpr double kCurvedShare = 0.4;  // the rest has the chroma of the scene
  const double peak = peak_nits / kUnitNits;
  const Rgb curved = per_channel(bt2020, [=](double x) { return gt7_curve(x, peak_nits); });
  const Rgb scene = to_ictcp(scale(bt2020, kUnitNits));
  const double fade = 1.0 - smoothstep(0.98, 1.16, scene.r / to_ictcp(grey(peak_nits)).r);
  const Rgb faded{to_ictcp(scale(curved, kUnitNits)).r, scene.g * fade, scene.b * fade};
  const Rgb back = per_channel(from_ictcp(faded), [](double nits) { return std::max(nits, 0.0) / kUnitNits; });
  const Rgb mixed = lerp(back, curved, kCurvedShare);
  return per_channel(mixed, [=](double x) { return std::min(x, peak); });
}

Rgb gt7_sdr(Rgb bt2020) { return scale(gt7(bt2020, kSdrNits), kUnitNits / kSdrNits); }

}  // namespace reference
