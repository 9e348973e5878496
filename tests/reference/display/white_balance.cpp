// SPDX-License-Identifier: MIT
// White balance in double precision.
#include "reference/display/white_balance.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace reference {
namespace {

constexpr double kMinKelvin = 1000.0;
constexpr double kMaxKelvin = 25000.0;

double square(double x) { return x * x; }

/// Unit vector across the locus, with v upwards.
Uv normal_at(double kelvin) {
  constexpr double kStep = 0.01;
  const Uv low = blackbody_uv(kelvin - kStep);
  const Uv high = blackbody_uv(kelvin + kStep);
  const double length = std::hypot(high.u - low.u, high.v - low.v);
  const Uv normal{-(high.v - low.v) / length, (high.u - low.u) / length};
  return normal.v < 0.0 ? Uv{-normal.u, -normal.v} : normal;
}

}  // namespace

Uv uv_of(Chromaticity xy) {
  const double d = -2.0 * xy.x + 12.0 * xy.y + 3.0;
  return {4.0 * xy.x / d, 6.0 * xy.y / d};
}

Chromaticity xy_of(Uv uv) {
  const double d = 4.0 + 2.0 * uv.u - 8.0 * uv.v;
  return {3.0 * uv.u / d, 2.0 * uv.v / d};
}

Uv blackbody_uv(double t) {
  return {
      (0.860117757 + 1.54118254e-4 * t + 1.28641212e-7 * t * t) / (1.0 + 8.42420235e-4 * t + 7.08145163e-7 * t * t),
      (0.317398726 + 4.22806245e-5 * t + 4.20481691e-8 * t * t) / (1.0 - 2.89741816e-5 * t + 1.61456053e-7 * t * t)};
}

Chromaticity daylight_xy(double t) {
  const double x = t <= 7000.0 ? -4.6070e9 / (t * t * t) + 2.9678e6 / (t * t) + 99.11 / t + 0.244063
                               : -2.0064e9 / (t * t * t) + 1.9018e6 / (t * t) + 247.48 / t + 0.237040;
  return {x, -3.0 * x * x + 2.87 * x - 0.275};
}

Chromaticity illuminant_xy(Temperature temperature) {
  const Uv on_locus = blackbody_uv(temperature.kelvin);
  const Uv normal = normal_at(temperature.kelvin);
  return xy_of({on_locus.u + temperature.duv * normal.u, on_locus.v + temperature.duv * normal.v});
}

Temperature temperature_of(Chromaticity xy) {
  const Uv uv = uv_of(xy);
  const auto distance = [&](double mired) {
    const Uv at = blackbody_uv(1e6 / mired);
    return square(at.u - uv.u) + square(at.v - uv.v);
  };
  // Golden section: in mired the locus is nearly evenly spaced.
  constexpr double kGolden = 1.0 / std::numbers::phi;
  double low = 1e6 / kMaxKelvin;
  double high = 1e6 / kMinKelvin;
  for (int i = 0; i < 100; ++i) {
    const double a = high - kGolden * (high - low);
    const double b = low + kGolden * (high - low);
    if (distance(a) < distance(b)) {
      high = b;
    } else {
      low = a;
    }
  }
  const double kelvin = 2e6 / (low + high);
  const Uv at = blackbody_uv(kelvin);
  const Uv normal = normal_at(kelvin);
  const double side = (uv.u - at.u) * normal.u + (uv.v - at.v) * normal.v;
  return {kelvin, std::copysign(std::hypot(uv.u - at.u, uv.v - at.v), side)};
}

Chromaticity limit_illuminant(Chromaticity xy, double min_kelvin, double max_kelvin, double max_duv) {
  const Temperature temperature = temperature_of(xy);
  return illuminant_xy(
      {std::clamp(temperature.kelvin, min_kelvin, max_kelvin), std::clamp(temperature.duv, -max_duv, max_duv)});
}

Matrix rgb_to_xyz_d65(const Primaries& working) {
  return multiply(adapt(working.white, kD65, Adaptation::bradford), rgb_to_xyz(working));
}

Matrix white_balance(Chromaticity illuminant, const Primaries& working, Adaptation adaptation) {
  const Matrix to_xyz = rgb_to_xyz_d65(working);
  return multiply(inverse(to_xyz), multiply(adapt(illuminant, kD65, adaptation), to_xyz));
}

}  // namespace reference
