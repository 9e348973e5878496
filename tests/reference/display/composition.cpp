// SPDX-License-Identifier: MIT
// User interface, dither, gain map and light levels in double precision.
#include "reference/display/composition.h"

#include <algorithm>
#include <cmath>

#include "reference/display/primaries.h"

namespace reference {
namespace {

double fract(double x) { return x - std::floor(x); }

/// function(channel of a, of b, of c)
template <typename Function>
Rgb by_channel(Rgb a, Rgb b, Rgb c, Function function) {
  return {function(a.r, b.r, c.r), function(a.g, b.g, c.g), function(a.b, b.b, c.b)};
}

}  // namespace

Rgb compose_ui(Rgb scene_nits, Rgb ui, double alpha, double ui_white_nits, std::optional<UiSceneLimit> limit) {
  if (limit && max_channel(scene_nits) > 0.0) {
    const double bound = lerp(limit->peak_nits, limit->limit_nits, alpha);
    scene_nits = scale(scene_nits, std::min(1.0, bound / max_channel(scene_nits)));
  }
  return lerp(scene_nits, scale(multiply(conversion(kBt709, kBt2020), ui), ui_white_nits), alpha);
}

double interleaved_gradient_noise(double x, double y, unsigned frame) {
  const double shift = 5.588238 * (frame % 64u);
  return fract(52.9829189 * fract(0.06711056 * (x + shift) + 0.00583715 * (y + shift)));
}

double rectangular_noise(double uniform) { return uniform - 0.5; }

double triangular_noise(double uniform) {
  return uniform < 0.5 ? std::sqrt(2.0 * uniform) - 1.0 : 1.0 - std::sqrt(2.0 - 2.0 * uniform);
}

std::uint32_t dithered_code(double signal, unsigned bits, double uniform) {
  const double max = (1u << bits) - 1u;
  const double code = saturate(signal) * max;
  const bool is_near_end = code < 0.5 || code > max - 0.5;
  const double noise = is_near_end ? rectangular_noise(uniform) : triangular_noise(uniform);
  return static_cast<std::uint32_t>(std::clamp(std::floor(code + 0.5 + noise), 0.0, max));
}

Rgb GainMap::gain_log2(Rgb base, Rgb alternate) const {
  return by_channel(base, alternate, {},
                    [&](double b, double a, double) { return std::log2((a + alternate_offset) / (b + base_offset)); });
}

Rgb GainMap::luminance_gain_log2(Rgb base, Rgb alternate) const {
  const Rgb row = luminance_row(kBt709);
  return gain_log2(grey(dot(row, base)), grey(dot(row, alternate)));
}

Rgb GainMap::codes_of(Rgb gain_log2) const {
  return by_channel(gain_log2, min_log2, max_log2, [&](double gain, double min, double max) {
    return std::floor(255.0 * std::pow((std::clamp(gain, min, max) - min) / (max - min), gamma) + 0.5);
  });
}

Rgb GainMap::gain_of(Rgb codes) const {
  return by_channel(codes, min_log2, max_log2, [&](double code, double min, double max) {
    return lerp(min, max, std::pow(code / 255.0, 1.0 / gamma));
  });
}

Rgb GainMap::apply(Rgb base, Rgb gain_log2, double headroom_log2) const {
  const double weight = saturate((headroom_log2 - base_headroom_log2) / (alternate_headroom_log2 - base_headroom_log2));
  return by_channel(base, gain_log2, {}, [&](double b, double gain, double) {
    return (b + base_offset) * std::exp2(gain * weight) - alternate_offset;
  });
}

ContentLight content_light(std::span<const Rgb> nits) {
  ContentLight light;
  for (const Rgb texel : nits) {
    light.max_nits = std::max(light.max_nits, max_channel(texel));
    light.mean_nits += max_channel(texel) / static_cast<double>(nits.size());
  }
  return light;
}

}  // namespace reference
