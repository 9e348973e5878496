// SPDX-License-Identifier: MIT
// Gains between two renditions, coded and applied (ISO 21496-1).
#include "image_io/gain_map/gain_map.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace image_io {
namespace {

using Rgb = std::array<double, 3>;

Rgb rgb_at(std::span<const float> rgba, std::size_t pixel, double most) {
  Rgb rgb;
  for (std::size_t c = 0; c < 3; ++c) {
    const double value = rgba[4 * pixel + c];
    rgb[c] = value > 0.0 ? std::min(value, most) : 0.0;  // NaN too
  }
  return rgb;
}

double luminance(const Rgb& rgb) {
  return 0.2126390059 * rgb[0] + 0.7151686788 * rgb[1] + 0.0721923154 * rgb[2];  // BT.709
}

/// Of `map.channels`.
Rgb gains_log2(const Renditions& renditions, const GainMap& map, std::size_t pixel) {
  constexpr double kMost = 65504.0;
  const Rgb sdr = rgb_at(renditions.sdr, pixel, 1.0), hdr = rgb_at(renditions.hdr, pixel, kMost);
  const auto gain = [&](double one, double other) {
    return std::log2((other + map.alternate_offset[0]) / (one + map.base_offset[0]));
  };
  if (map.channels == 1) return {gain(luminance(sdr), luminance(hdr))};
  return {gain(sdr[0], hdr[0]), gain(sdr[1], hdr[1]), gain(sdr[2], hdr[2])};
}

double as_stored(double value) {
  constexpr double kUnits = 1 << 24;
  return std::round(value * kUnits) / kUnits;
}

}  // namespace

GainMap make_gain_map(const Renditions& renditions, std::uint32_t channels) {
  GainMap map;
  map.channels = channels;
  map.width = renditions.width;
  map.height = renditions.height;
  map.alternate_headroom_log2 = as_stored(std::log2(renditions.hdr_headroom));
  const std::size_t pixels = std::size_t{renditions.width} * renditions.height;
  map.min_log2.fill(std::numeric_limits<double>::max());
  map.max_log2.fill(std::numeric_limits<double>::lowest());
  for (std::size_t i = 0; i < pixels; ++i) {
    const Rgb gains = gains_log2(renditions, map, i);
    for (std::size_t c = 0; c < channels; ++c) {
      map.min_log2[c] = std::min(map.min_log2[c], gains[c]);
      map.max_log2[c] = std::max(map.max_log2[c], gains[c]);
    }
  }
  for (std::size_t c = 0; c < 3; ++c) {
    map.min_log2[c] = as_stored(map.min_log2[c < channels ? c : 0]);
    map.max_log2[c] = as_stored(map.max_log2[c < channels ? c : 0]);
  }
  map.codes.reserve(pixels * channels);
  for (std::size_t i = 0; i < pixels; ++i) {
    const Rgb gains = gains_log2(renditions, map, i);
    for (std::size_t c = 0; c < channels; ++c) {
      const double range = map.max_log2[c] - map.min_log2[c];
      const double place = range > 0.0 ? std::clamp((gains[c] - map.min_log2[c]) / range, 0.0, 1.0) : 0.0;
      map.codes.push_back(static_cast<std::uint8_t>(std::pow(place, map.gamma[c]) * 255.0 + 0.5));
    }
  }
  return map;
}

double gain_weight(const GainMap& map, double display_headroom_log2) {
  const double range = map.alternate_headroom_log2 - map.base_headroom_log2;
  return range == 0.0 ? 0.0 : std::clamp((display_headroom_log2 - map.base_headroom_log2) / range, 0.0, 1.0);
}

double gain_log2(const GainMap& map, std::size_t channel, double code) {
  const double place = std::pow(code / 255.0, 1.0 / map.gamma[channel]);
  return map.min_log2[channel] + (map.max_log2[channel] - map.min_log2[channel]) * place;
}

}  // namespace image_io
