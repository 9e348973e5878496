// SPDX-License-Identifier: MIT
// The eye at night in double precision.
#include "reference/effects/night.h"

#include <algorithm>
#include <cmath>

namespace reference {
namespace {

constexpr double kRodScale = 683.0 / 1699.0;  // lumens per watt at the peaks of photopic and scotopic vision

double pigment(double before, double luminance, double time_s, double time_constant_s, double half_bleach) {
  const double rest = half_bleach / (half_bleach + luminance);
  return rest + (before - rest) * std::exp(-time_s * (1.0 + luminance / half_bleach) / time_constant_s);
}

constexpr double kLeastConeLog10 = -0.72;
constexpr double kLeastRodLog10 = -2.86;

double cone_threshold_log10(double background) {
  const double x = std::log10(background);
  if (x <= -2.6) return kLeastConeLog10;
  return x >= 1.9 ? x - 1.255 : std::pow(0.249 * x + 0.65, 2.7) + kLeastConeLog10;
}

double rod_threshold_log10(double background) {
  const double x = std::log10(background);
  if (x <= -3.94) return kLeastRodLog10;
  return x >= -1.44 ? x - 0.395 : std::pow(0.405 * x + 1.6, 2.18) + kLeastRodLog10;
}

/// Of the pupil: in this variable the motion is linear.
double pupil_state(double mm) { return std::atanh((mm - 4.9) / 3.0); }

}  // namespace

double mes2_luminance(double photopic, double s_over_p, double m) {
  const double rods = (1.0 - m) * kRodScale;
  return (m * photopic + rods * s_over_p * photopic) / (m + rods);
}

double mes2_m(double photopic, double s_over_p) {
  if (!(photopic > 0.0)) return 0.0;
  const double offset = 1.0 - std::log10(5.0) / 3.0;
  double low = 0.0;
  double high = 1.0;
  for (int i = 0; i < 60; ++i) {
    const double m = 0.5 * (low + high);
    const double found = std::clamp(offset + std::log10(mes2_luminance(photopic, s_over_p, m)) / 3.0, 0.0, 1.0);
    (m < found ? low : high) = m;
  }
  // The ends are reached in the limit.
  if (high == 1.0 || low > 1.0 - 1e-15) return 1.0;
  return low == 0.0 ? 0.0 : 0.5 * (low + high);
}

double luminance_bt709(Rgb rgb) { return dot({0.2126, 0.7152, 0.0722}, rgb); }

double scotopic_bt709(Rgb rgb) { return dot({0.012606366, 1.4097697, 1.040924}, rgb); }

Rgb rod_tint() {
  const Rgb tint = {1.05, 0.97, 1.27};
  const double luminance = luminance_bt709(tint);
  return {tint.r / luminance, tint.g / luminance, tint.b / luminance};
}

Rgb mesopic_color(Rgb rgb, double m, double s_over_p, Rgb tint) {
  const double photopic = luminance_bt709(rgb);
  if (!(photopic > 0.0)) return {};
  const double rods = (1.0 - m) * kRodScale * s_over_p;
  const double seen = (m * photopic + rods * scotopic_bt709(rgb) / kSOverPOfD65) / (m + rods);
  const auto channel = [&](double value, double of_tint) {
    return seen * (m * value / photopic + (1.0 - m) * of_tint);
  };
  return {channel(rgb.r, tint.r), channel(rgb.g, tint.g), channel(rgb.b, tint.b)};
}

Rgb lmsr_opponent(Rgb rgb, double night) {
  constexpr double kScale = 380.0;
  const Matrix to_lms = {
      {{7.696847, 18.424824, 2.068096}, {2.431137, 18.697937, 3.012463}, {0.289117, 1.401833, 13.792292}}};
  const Rgb to_rods = {0.466386, 15.564362, 10.059963};
  const Rgb scaled = {kScale * rgb.r, kScale * rgb.g, kScale * rgb.b};
  const Rgb cones = multiply(to_lms, scaled);
  const double rods = dot(to_rods, scaled);
  const auto regulated = [&](double cone, double share, double most) {
    return share * rods / most / std::sqrt(1.0 + std::max(0.0, 0.33 / most * (cone + share * rods)));
  };
  const double l = regulated(cones.r, 0.2, 0.63721);
  const double m = regulated(cones.g, 0.2, 0.39242);
  const double s = regulated(cones.b, 0.3, 1.6064);
  constexpr double kGain = 45.0 / 10.0;
  constexpr double k3 = 0.6, kRw = 0.139, kP = 0.6189;
  const double red_green = night * kGain * (-(k3 + kRw) * l + (1.0 + k3 * kRw) * m);
  const double blue_yellow = night * kGain * (kP * k3 * l + (1.0 - kP) * k3 * m + s);
  const double luminance = night * kGain * 10.0 * (kP * l + (1.0 - kP) * m);
  const Rgb seen =
      multiply(inverse(to_lms), Rgb{cones.r - 0.5 * red_green + 0.5 * luminance,
                                    cones.g + 0.5 * red_green + 0.5 * luminance, cones.b + blue_yellow + luminance});
  return {seen.r / kScale, seen.g / kScale, seen.b / kScale};
}

double cone_threshold(double background) { return std::pow(10.0, cone_threshold_log10(background)); }
double rod_threshold(double background) { return std::pow(10.0, rod_threshold_log10(background)); }

double acuity_cycles_per_deg(double background) {
  return 17.25 * std::atan(1.4 * std::log10(background) + 0.35) + 25.72;
}

double cone_half_saturation(double background) {
  const double k = 1.0 / (5.0 * background + 1.0);
  const double k4 = std::pow(k, 4.0);
  return 12.9223 * background / (k4 * background + 0.171 * std::pow(1.0 - k4, 2.0) * std::cbrt(background));
}

double rod_half_saturation(double background) {
  const double j2 = std::pow(1.0 / (5e5 * background + 1.0), 2.0);
  return 2.5874 * background /
         (19000.0 * j2 * background + 0.2615 * std::pow(1.0 - j2, 4.0) * std::pow(background, 1.0 / 6.0));
}

double cone_pigment(double before, double luminance, double time_s) {
  return pigment(before, luminance, time_s, 110.0, 2e6);
}
double rod_pigment(double before, double luminance, double time_s) {
  return pigment(before, luminance, time_s, 400.0, 0.04);
}

Receptors receptors_at_rest(double luminance) {
  const double ev_per_decade = std::log2(10.0);
  return {(cone_threshold_log10(luminance) - kLeastConeLog10) * ev_per_decade,
          (rod_threshold_log10(luminance) - kLeastRodLog10) * ev_per_decade};
}

Receptors adapted_receptors(Receptors before, double luminance, double time_s) {
  const Receptors rest = receptors_at_rest(luminance);
  Receptors after = rest;
  if (before.cone_ev > rest.cone_ev) {
    after.cone_ev += (before.cone_ev - rest.cone_ev) * std::exp(-time_s / 110.0);
  }
  after.rod_ev = std::max(rest.rod_ev, before.rod_ev - 0.8 / 60.0 * time_s);
  return after;
}

double least_visible(Receptors receptors) {
  return std::min(std::pow(10.0, kLeastConeLog10) * std::exp2(receptors.cone_ev),
                  std::pow(10.0, kLeastRodLog10) * std::exp2(receptors.rod_ev));
}

double pupil_mm(double luminance, double area_deg2, double age_years, int eyes) {
  const double flux = luminance * area_deg2 * (eyes == 1 ? 0.1 : 1.0);
  const double t = std::pow(flux / 846.0, 0.41);
  const double mm = 7.75 - 5.75 * t / (t + 2.0);
  return mm + (age_years - 28.58) * (0.02132 - 0.009562 * mm);
}

double moved_pupil_mm(double from_mm, double to_mm, double time_s) {
  const double rate_per_s = std::log(10.0) * (1000.0 / 600.0) / (to_mm < from_mm ? 1.0 : 3.0);
  const double to = pupil_state(to_mm);
  return 4.9 + 3.0 * std::tanh(to + (pupil_state(from_mm) - to) * std::exp(-rate_per_s * time_s));
}

}  // namespace reference
