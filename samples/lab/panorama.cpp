// SPDX-License-Identifier: MIT
// Decoding and bilinear sampling of the panorama.
#include "panorama.h"

#include <photopic/settings.h>

#include <algorithm>
#include <cmath>

namespace lab {
namespace {

constexpr int kExponentBias = 136;  // 128, and 8 bits of the mantissa

/// The two texels of an axis that a place lies between, and the share of the second.
struct Taps {
  std::uint32_t first, second;
  float share;
};

Taps taps_at(std::uint32_t i, std::uint32_t count, std::uint32_t texels) {
  const float place = (static_cast<float>(i) + 0.5f) * static_cast<float>(texels) / static_cast<float>(count) - 0.5f;
  const float clamped = std::clamp(place, 0.0f, static_cast<float>(texels - 1));
  const auto first = static_cast<std::uint32_t>(clamped);
  return {first, std::min(first + 1, texels - 1), clamped - static_cast<float>(first)};
}

}  // namespace

void Panorama::decode(const std::uint8_t* codes, std::uint32_t width, std::uint32_t rows) {
  width_ = width;
  height_ = rows / 2;
  const std::size_t count = std::size_t{width_} * height_;
  texels_.resize(3 * count);
  for (std::size_t i = 0; i < count; ++i) {
    for (std::size_t channel = 0; channel < 3; ++channel) {
      const int exponent = codes[4 * (count + i) + channel] - kExponentBias;
      texels_[3 * i + channel] = std::ldexp(static_cast<float>(codes[4 * i + channel]), exponent);
    }
  }
}

void Panorama::sample(std::uint32_t width, std::uint32_t height, View* view) const {
  const photopic::MeterSettings limits;
  view->width = width;
  view->height = height;
  const std::size_t count = std::size_t{width} * height;
  for (std::vector<float>& plane : view->planes) plane.resize(count);
  view->log2_luminance.resize(count);
  std::vector<Taps> columns(width);
  for (std::uint32_t x = 0; x < width; ++x) columns[x] = taps_at(x, width, width_);
  double sum = 0.0;
  std::size_t i = 0;
  for (std::uint32_t y = 0; y < height; ++y) {
    const Taps rows = taps_at(y, height, height_);
    const float* const top = &texels_[std::size_t{3} * rows.first * width_];
    const float* const bottom = &texels_[std::size_t{3} * rows.second * width_];
    for (std::uint32_t x = 0; x < width; ++x, ++i) {
      const Taps& at = columns[x];
      float rgb[3];
      for (std::size_t channel = 0; channel < 3; ++channel) {
        const auto across = [&](const float* row) {
          const float first = row[3 * at.first + channel];
          return first + at.share * (row[3 * at.second + channel] - first);
        };
        const float above = across(top);
        rgb[channel] = above + rows.share * (across(bottom) - above);
        view->planes[channel][i] = rgb[channel];
      }
      const float luminance = 0.2126f * rgb[0] + 0.7152f * rgb[1] + 0.0722f * rgb[2];
      const float log2 = luminance > 0.0f ? std::log2(luminance) : limits.min_log2_luminance;
      view->log2_luminance[i] = std::clamp(log2, limits.min_log2_luminance, limits.max_log2_luminance);
      sum += static_cast<double>(view->log2_luminance[i]);
    }
  }
  view->mean_log2_luminance = sum / static_cast<double>(count);
}

}  // namespace lab
