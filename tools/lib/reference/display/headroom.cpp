// SPDX-License-Identifier: MIT
// Operators by headroom in double precision.
#include "reference/display/headroom.h"

#include <cmath>

#include "reference/matrix.h"

namespace reference {
namespace {

double uchimura_curve(double x, double peak) {
  constexpr double kContrast = 1.0;                                         // a
  constexpr double kLinearStart = 0.22;                                     // m
  constexpr double kLinearLength = 0.4;                                     // l
  constexpr double kBlackCurve = 1.33;                                      // c
  constexpr double kBlackPedestal = 0.0;                                    // b
  const double length = (peak - kLinearStart) * kLinearLength / kContrast;  // l0
  const double shoulder_x = kLinearStart + length;                          // S0
  const double shoulder_y = kLinearStart + kContrast * length;              // S1
  const double toe = kLinearStart * std::pow(x / kLinearStart, kBlackCurve) + kBlackPedestal;
  const double linear = kLinearStart + kContrast * (x - kLinearStart);
  const double decay = kContrast * peak / (peak - shoulder_y);  // C2
  const double shoulder = peak - (peak - shoulder_y) * std::exp(-decay * (x - shoulder_x) / peak);
  if (x >= shoulder_x) return shoulder;
  const double linear_weight = smoothstep(0.0, kLinearStart, x);
  return toe * (1.0 - linear_weight) + linear * linear_weight;
}

/// Relative to the peak. b and c are solved as the two linear equations they are.
double lottes_curve(double x, double mid_out) {
  constexpr double kContrast = 1.6;    // a
  constexpr double kShoulder = 0.977;  // d
  constexpr double kHdrMax = 8.0;
  constexpr double kMidIn = 0.18;
  const auto toe = [](double v) { return std::pow(v, kContrast); };
  const auto shoulder = [](double v) { return std::pow(v, kContrast * kShoulder); };
  // shoulder(hdrMax) b + c = toe(hdrMax);  shoulder(midIn) b + c = toe(midIn) / midOut
  const double b = (toe(kHdrMax) - toe(kMidIn) / mid_out) / (shoulder(kHdrMax) - shoulder(kMidIn));
  const double c = toe(kHdrMax) - shoulder(kHdrMax) * b;
  return toe(x) / (shoulder(x) * b + c);
}

}  // namespace

Rgb pbr_neutral(Rgb c, double headroom) {
  constexpr double kF90 = 0.04;
  constexpr double kDesaturation = 0.15;             // K_d
  const double compression = 0.8 * headroom - kF90;  // K_s
  const double x = min_channel(c);
  const double f = x <= 2.0 * kF90 ? x - x * x / (4.0 * kF90) : kF90;
  const Rgb base = per_channel(c, [f](double channel) { return channel - f; });
  const double p = max_channel(base);
  if (p <= compression) return base;
  const double rest = headroom - compression;
  const double pn = headroom - rest * rest / (p + rest - compression);
  const double g = 1.0 / (kDesaturation * (p - pn) / headroom + 1.0);
  return per_channel(base, [=](double channel) { return channel * pn / p * g + pn * (1.0 - g); });
}

Rgb uchimura(Rgb c, double headroom) {
  return per_channel(c, [=](double x) { return uchimura_curve(x, headroom); });
}

Rgb reinhard_extended(Rgb c, double white, double headroom) {
  const double l = luminance(c) / headroom;
  return scale(c, (1.0 + l / (white * white)) / (1.0 + l));
}

Rgb lottes(Rgb c, double headroom) {
  constexpr double kMidOut = 0.267;
  return per_channel(c, [=](double x) { return headroom * lottes_curve(x, kMidOut / headroom); });
}

}  // namespace reference
