// SPDX-License-Identifier: MIT
// Blender's AgX, and AgX for displays with headroom, in double precision.
#include "reference/display/agx.h"

#include <algorithm>
#include <cmath>

#include "reference/display/shaper.h"

namespace reference {
namespace {

constexpr double kGrey = 0.18;
/// Of BT.2020, as the generator prints them.
constexpr Matrix kInset{{{0.856627153316, 0.0951212405382, 0.0482516061459},
                         {0.13731897293, 0.761241990603, 0.101439036468},
                         {0.111898213, 0.0767994186032, 0.811302368397}}};
constexpr Matrix kOutset{{{1.12710058181, -0.110606643097, -0.0164939387178},
                          {-0.141329763498, 1.15782370222, -0.0164939387178},
                          {-0.141329763498, -0.110606643097, 1.2519364066}}};

/// Hue as a turn, saturation and value of Smith's hexcone, 1978. A grey's hue is 0.
struct Hsv {
  double hue = 0.0;
  double saturation = 0.0;
  double value = 0.0;
};

Hsv hsv_of(Rgb c) {
  const double high = max_channel(c);
  const double range = high - min_channel(c);
  if (!(range > 0.0)) return {0.0, 0.0, high};
  double sixth = 0.0;
  if (high == c.r) {
    sixth = (c.g - c.b) / range;
  } else if (high == c.g) {
    sixth = 2.0 + (c.b - c.r) / range;
  } else {
    sixth = 4.0 + (c.r - c.g) / range;
  }
  const double hue = sixth / 6.0;
  return {hue - std::floor(hue), range / high, high};
}

Rgb rgb_of_hsv(Hsv hsv) {
  const auto channel = [&](double offset) {
    const double k = std::fmod(offset + hsv.hue * 6.0, 6.0);
    return hsv.value * (1.0 - hsv.saturation * std::clamp(std::min(k, 4.0 - k), 0.0, 1.0));
  };
  return {channel(5.0), channel(3.0), channel(1.0)};
}

/// Brings negative channels up to 0 and takes back the luminance that this adds. `to_bt2020`: where the weights are.
Rgb guard_low_side(Rgb c, const Matrix& to_bt2020) {
  constexpr Rgb kWeights{0.258923536, 0.610498535, 0.130577930};
  // Luminance less what the opposite colour takes from it.
  const auto compensated = [&](Rgb rgb) {
    const double high = max_channel(rgb);
    const Rgb opposite = per_channel(rgb, [=](double x) { return high - x; });
    const auto weighted = [&](Rgb v) { return dot(kWeights, multiply(to_bt2020, v)); };
    return max_channel(opposite) - weighted(opposite) + weighted(rgb);
  };
  const double lift = std::max(-min_channel(c), 0.0);
  const Rgb lifted = per_channel(c, [=](double x) { return x + lift; });
  const double before = compensated(c);
  const double after = compensated(lifted);
  return scale(lifted, after > before ? before / after : 1.0);
}

}  // namespace

double agx_hdr_curve(double x, double headroom) {
  constexpr double kWhite = 16.29;
  constexpr double kContrast = 1.25;
  const double range = headroom - kGrey;
  const double white = std::max(kWhite, headroom);
  const double toe = (1.0 / kGrey - 1.0) * std::pow(kGrey, kContrast);
  const double toe_end = std::pow(kGrey, kContrast) + toe;
  const double slope = kContrast * std::pow(kGrey, kContrast - 1.0) * toe / (toe_end * toe_end);
  if (x < kGrey) return std::pow(x, kContrast) / (std::pow(x, kContrast) + toe);
  const double q = slope * (white - kGrey) * (white - kGrey) / range;
  const double s = slope * (x - kGrey);
  return std::min(kGrey + s * (1.0 + (x - kGrey) / q) / (1.0 + s / range), headroom);
}

Rgb agx_hdr(Rgb bt709, double headroom) {
  // Colours outside BT.709 come inside by the inset, most of them: cut off after it, they keep more of their hue.
  const Rgb inset = multiply(kInset, multiply(conversion(kBt709, kBt2020), bt709));
  return multiply(kOutset, per_channel(inset, [=](double x) { return agx_hdr_curve(std::max(x, 0.0), headroom); }));
}

double agx_blender_curve(double x) {
  constexpr double kPivotX = 10.0 / 16.5;
  constexpr double kSlope = 2.4;
  constexpr double kPower = 1.5;
  const double pivot_y = std::pow(kGrey, 1.0 / 2.4);
  const bool is_toe = x < kPivotX;
  const double dx = is_toe ? kPivotX : 1.0 - kPivotX;
  const double dy = is_toe ? pivot_y : 1.0 - pivot_y;
  const double reach = std::pow(kSlope * dx, -kPower) * (std::pow(kSlope * dx / dy, kPower) - 1.0);
  const double size = (is_toe ? -1.0 : 1.0) * std::pow(reach, -1.0 / kPower);
  const double t = kSlope * (x - kPivotX) / size;
  return pivot_y + size * t / std::pow(1.0 + std::pow(t, kPower), 1.0 / kPower);
}

Rgb agx_blender(Rgb bt709, const Primaries& target) {
  constexpr double kNewHue = 0.4;  // how much of the turn that the curves make is kept
  const Rgb scene = guard_low_side(multiply(conversion(kBt709, kBt2020), bt709), kIdentity);
  const Rgb inset = multiply(kInset, scene);
  const double hue = hsv_of(inset).hue;
  const double grey_log2 = std::log2(kGrey);
  Hsv formed = hsv_of(per_channel(inset, [=](double v) {
    return std::pow(agx_blender_curve(log_encode(v, grey_log2 - 10.0, grey_log2 + 6.5)), 2.4);
  }));
  const double turn = formed.hue - hue;
  const double mixed = hue + kNewHue * (turn - std::round(turn));
  formed.hue = mixed - std::floor(mixed);
  const Rgb shown = multiply(conversion(kBt2020, target), multiply(kOutset, rgb_of_hsv(formed)));
  return per_channel(guard_low_side(shown, conversion(target, kBt2020)), saturate);
}

}  // namespace reference
