// SPDX-License-Identifier: MIT
// AMD's Luma Preserving Mapper in double precision: the path of 32-bit floats of its header.
#include "reference/display/lpm.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace reference {
namespace {

constexpr double kMidIn = 0.18;

Rgb divide(double value, Rgb by) { return {value / by.r, value / by.g, value / by.b}; }

}  // namespace

LpmToneScale lpm_tone_scale(const LpmSettings& settings) {
  const double contrast = settings.contrast + 1.0;
  const double mid_in = settings.hdr_max * kMidIn * std::exp2(-settings.exposure);
  const double shoulder = contrast * settings.shoulder;
  const double z0 = -std::pow(mid_in, contrast);
  const double z1 = std::pow(settings.hdr_max, shoulder) * std::pow(mid_in, contrast);
  const double z2 = std::pow(settings.hdr_max, contrast) * std::pow(mid_in, shoulder) * settings.mid_out;
  const double z3 = std::pow(settings.hdr_max, shoulder) * settings.mid_out;
  const double z4 = std::pow(mid_in, shoulder) * settings.mid_out;
  LpmToneScale result;
  result.bias_x = -((z0 + settings.mid_out * (z1 - z2) / (z3 - z4)) / z4);
  result.bias_y = (z1 - z2) / (z3 - z4);
  result.soft_gap = std::max(settings.soft_gap, 1.0 / 1024.0);
  result.soft_gap_slope = (1.0 - result.soft_gap) / (result.soft_gap * std::numbers::ln2);
  return result;
}

Rgb lpm(Rgb c, const LpmPrefab& prefab, const LpmSettings& settings, double factor) {
  const double high = max_channel(c);
  if (!(high > 0.0)) return {};
  const LpmToneScale tone = lpm_tone_scale(settings);
  const double contrast = settings.contrast + 1.0;
  const Rgb luma_working = luminance_row(prefab.working);
  const Rgb luma = prefab.has_soft_gap ? luminance_row(prefab.output) : luma_working;  // of the target

  Rgb ratio{std::pow(c.r / high, settings.saturation.r + contrast),
            std::pow(c.g / high, settings.saturation.g + contrast),
            std::pow(c.b / high, settings.saturation.b + contrast)};
  const double most = std::pow(settings.hdr_max, contrast);  // beyond it the curve may turn
  double l = std::min(std::pow(dot(luma_working, c), contrast), most);
  l /= std::pow(l, settings.shoulder) * tone.bias_x + tone.bias_y;
  if (prefab.has_soft_gap) {
    if (prefab.has_conversion) {
      ratio = multiply(conversion(prefab.working, prefab.output, Adaptation::none), ratio);
    }
    ratio = scale(ratio, 1.0 / max_channel(ratio));
    ratio = per_channel(ratio, [&](double r) {
      return std::min(std::max(tone.soft_gap, saturate(r - tone.soft_gap * r)),
                      saturate(tone.soft_gap * std::exp2(tone.soft_gap_slope * r)));
    });
  }

  Rgb out = per_channel(scale(ratio, saturate(l / dot(luma, ratio))), saturate);
  const auto add = [&](Rgb amount) { out = per_channel(plus(out, amount), saturate); };
  // Luminance that a channel can't carry goes to the others: first as they have room, then evenly.
  const Rgb room = times(settings.crosstalk, per_channel(out, [](double x) { return 1.0 - x; }));
  const double room_luma = dot(luma, room);
  if (room_luma > 0.0) add(scale(room, saturate(l - dot(luma, out)) / room_luma));
  add(divide(saturate(l - dot(luma, out)), luma));

  if (prefab.has_container) {
    out = multiply(conversion(prefab.output, prefab.container, Adaptation::none), out);
    if (prefab.is_clipped) out = per_channel(out, [](double x) { return std::max(x, 0.0); });
  }
  return prefab.is_hdr10 ? scale(out, factor) : out;
}

}  // namespace reference
