// SPDX-License-Identifier: MIT
// Grades in double precision.
#include "reference/display/grading.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "reference/display/color_spaces.h"
#include "reference/display/spaces.h"
#include "reference/display/transfer.h"

namespace reference {
namespace {

/// As the ASC has them.
constexpr Rgb kCdlLuminance{0.2126, 0.7152, 0.0722};

Rgb raise_positive(Rgb v, Rgb power) {
  const auto raise = [](double x, double p) { return x > 0.0 ? std::pow(x, p) : x; };
  return {raise(v.r, power.r), raise(v.g, power.g), raise(v.b, power.b)};
}

}  // namespace

Rgb apply_cdl_clamped(Rgb c, const Cdl& cdl) {
  const Rgb v = raise_positive(per_channel(plus(times(c, cdl.slope), cdl.offset), saturate), cdl.power);
  return per_channel(adjust_saturation(v, cdl.saturation, kCdlLuminance), saturate);
}

Rgb apply_cdl(Rgb c, const Cdl& cdl) {
  const Rgb v = raise_positive(plus(times(c, cdl.slope), cdl.offset), cdl.power);
  return adjust_saturation(v, cdl.saturation, kCdlLuminance);
}

Rgb contrast_power(Rgb c, double contrast, double pivot) {
  return per_channel(c, [=](double x) { return pivot * std::pow(std::max(x, 0.0) / pivot, contrast); });
}

Rgb contrast_acescct(Rgb c, double contrast, double pivot) {
  const double p = acescct_encode(pivot);
  return per_channel(c, [=](double x) { return acescct_decode(lerp(p, acescct_encode(x), contrast)); });
}

Rgb lift_gamma_gain(Rgb c, Rgb lift, Rgb gamma, Rgb gain) {
  const Rgb v{lerp(lift.r, gain.r, c.r), lerp(lift.g, gain.g, c.g), lerp(lift.b, gain.b, c.b)};
  return raise_positive(v, {1.0 / gamma.r, 1.0 / gamma.g, 1.0 / gamma.b});
}

Rgb adjust_saturation(Rgb c, double saturation, Rgb luminance_weights) {
  return lerp(grey(dot(luminance_weights, c)), c, saturation);
}

Rgb adjust_vibrance(Rgb c, double vibrance, Rgb luminance_weights) {
  const double high = max_channel(c);
  const double has = high > 0.0 ? saturate((high - min_channel(c)) / high) : 0.0;
  return adjust_saturation(c, 1.0 + vibrance * (1.0 - has), luminance_weights);
}

Rgb apply_wheels(Rgb c, const ToneWheels& wheels, Rgb luminance_weights) {
  const double y = dot(luminance_weights, c);
  const double s = 1.0 - smoothstep(wheels.shadows_start, wheels.shadows_end, y);
  const double h = smoothstep(wheels.highlights_start, wheels.highlights_end, y);
  const double m = 1.0 - s - h;
  return times(c, plus(plus(scale(wheels.shadows, s), scale(wheels.midtones, m)), scale(wheels.highlights, h)));
}

Rgb apply_hue_curves(Rgb c, const HueCurves& curves) {
  const Rgb lab = to_oklab(c);
  Polar polar = polar_of(lab);
  const double share = smoothstep(0.0, 0.04, polar.chroma);
  if (share == 0.0) return c;
  constexpr double kTurn = 360.0;
  constexpr double kDegrees = 180.0 / std::numbers::pi;
  const double degrees = std::fmod(polar.hue * kDegrees + kTurn, kTurn);
  if (!curves.hue.empty()) polar.hue += share * hue_spline(curves.hue, degrees) / kDegrees;
  if (!curves.saturation.empty()) {
    polar.chroma *= std::max(lerp(1.0, hue_spline(curves.saturation, degrees), share), 0.0);
  }
  const Rgb turned = from_oklab(lab_of(lab.r, polar));
  if (curves.luminance.empty()) return turned;
  return scale(turned, std::max(lerp(1.0, hue_spline(curves.luminance, degrees), share), 0.0));
}

}  // namespace reference
