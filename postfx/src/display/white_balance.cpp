// SPDX-License-Identifier: MIT
// Lights by temperature and tint, and white balance for them.
#include "display/white_balance.h"

#include <algorithm>
#include <cmath>

namespace photopic {
namespace {

/// CIE 1960.
struct Uv {
  double u;
  double v;
};

/// Krystek 1985, of 1000 to 15000 K; up to 25000 K it goes on smoothly.
Uv blackbody(double t) {
  return {
      (0.860117757 + 1.54118254e-4 * t + 1.28641212e-7 * t * t) / (1.0 + 8.42420235e-4 * t + 7.08145163e-7 * t * t),
      (0.317398726 + 4.22806245e-5 * t + 4.20481691e-8 * t * t) / (1.0 - 2.89741816e-5 * t + 1.61456053e-7 * t * t)};
}

/// CIE 15:2018, equations 4.6 to 4.8.
Uv daylight(double t) {
  const double x = t <= 7000.0 ? 0.244063 + 99.11 / t + 2.9678e6 / (t * t) - 4.6070e9 / (t * t * t)
                               : 0.237040 + 247.48 / t + 1.9018e6 / (t * t) - 2.0064e9 / (t * t * t);
  const double y = -0.275 + 2.87 * x - 3.0 * x * x;
  const double divisor = -2.0 * x + 12.0 * y + 3.0;
  return {4.0 * x / divisor, 6.0 * y / divisor};
}

const Matrix3& cones_of(ChromaticAdaptation adaptation) {
  return adaptation == ChromaticAdaptation::bradford ? kBradford : kCat16;
}

bool names_light(const WhiteBalanceSettings& settings) {
  return settings.white_balance == WhiteBalance::manual || settings.white_balance == WhiteBalance::daylight;
}

void copy_rows(const Matrix3& matrix, float* to) {
  for (const Vector3& row : matrix) to = std::transform(row.begin(), row.end(), to, [](double x) { return float(x); });
}

}  // namespace

Chromaticity illuminant_of(const WhiteBalanceSettings& settings) noexcept {
  if (!names_light(settings)) return kD65;
  constexpr double kStep = 0.01;  // kelvin, for the direction of the locus
  const auto locus = settings.white_balance == WhiteBalance::daylight ? daylight : blackbody;
  const double temperature = static_cast<double>(settings.temperature_k);
  const Uv on_locus = locus(temperature), cooler = locus(temperature - kStep), hotter = locus(temperature + kStep);
  const double du = cooler.u - hotter.u;  // > 0: across the locus is (-dv, du), towards green
  const double dv = cooler.v - hotter.v;
  const double scale = static_cast<double>(settings.duv) / std::hypot(du, dv);
  const double u = on_locus.u - scale * dv;
  const double v = on_locus.v + scale * du;
  const double divisor = 4.0 + 2.0 * u - 8.0 * v;
  return {3.0 * u / divisor, 2.0 * v / divisor};
}

bool has_neutral(const WhiteBalanceSettings& settings) noexcept {
  constexpr double kLeast = 0.01;  // D65's are about 1
  const Vector3 responses = cones_of(settings.chromatic_adaptation) * xyz_of(illuminant_of(settings));
  return std::all_of(responses.begin(), responses.end(), [](double response) { return response >= kLeast; });
}

Matrix3 white_balance_matrix(const WhiteBalanceSettings& settings) noexcept {
  if (!names_light(settings)) return kIdentity;
  const Matrix3 to_xyz = rgb_to_xyz(chromaticities_of(Primaries::bt709));
  return inverse(to_xyz) * adaptation(illuminant_of(settings), kD65, cones_of(settings.chromatic_adaptation)) * to_xyz;
}

void balance_parameters(const WhiteBalanceSettings& settings, float (*out)[PHOTOPIC_BALANCE_PARAMETERS]) noexcept {
  constexpr float kAtOnce = 1e30f, kUnbounded = 1e30f;
  constexpr float kMegakelvin = 1e6f;
  float* const p = *out;
  p[PHOTOPIC_BALANCE_DEGREE] = settings.adaptation_degree;
  p[PHOTOPIC_BALANCE_RATE_PER_S] = 1.0f / std::max(settings.light_time_constant_s, 1.0f / kAtOnce);
  p[PHOTOPIC_BALANCE_SLOW_RATE_RATIO] = 1.0f / settings.light_slow_ratio;
  p[PHOTOPIC_BALANCE_DEAD_BAND_DUV] = settings.dead_band_duv;
  p[PHOTOPIC_BALANCE_MAX_MIRED_PER_S] = settings.max_mired_per_s > 0.0f ? settings.max_mired_per_s : kUnbounded;
  p[PHOTOPIC_BALANCE_MIN_MIRED] = kMegakelvin / settings.max_temperature_k;
  p[PHOTOPIC_BALANCE_MAX_MIRED] = kMegakelvin / settings.min_temperature_k;
  p[PHOTOPIC_BALANCE_MAX_DUV] = settings.max_duv;
  const Matrix3 to_cones = cones_of(settings.chromatic_adaptation) * rgb_to_xyz(chromaticities_of(Primaries::bt709));
  copy_rows(to_cones, p + PHOTOPIC_BALANCE_TO_CONES);
  copy_rows(inverse(to_cones), p + PHOTOPIC_BALANCE_FROM_CONES);
}

}  // namespace photopic
