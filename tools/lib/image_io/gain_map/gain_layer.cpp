// SPDX-License-Identifier: MIT
// Gain of each texel on a line.
#include "image_io/gain_map/gain_layer.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "image_io/color/meaning.h"

namespace image_io::internal {
namespace {

constexpr std::size_t kCodes = 256;

double headroom_log2_of(const GainMap& map, const LightChoice& light) {
  if (!light.peak_nits) return std::max(map.base_headroom_log2, map.alternate_headroom_log2);
  return std::log2(*light.peak_nits / light.white_nits.value_or(kReferenceWhiteNits));
}

/// One channel's numbers are those of all.
bool is_grey(const GainMap& map) {
  const auto is_one = [](const GainMap::Channels& values) { return values[0] == values[1] && values[0] == values[2]; };
  return is_one(map.min_log2) && is_one(map.max_log2) && is_one(map.gamma);
}

}  // namespace

GainLayer::GainLayer(GainMap map, std::uint32_t width, std::uint32_t height, const LightChoice& light)
    : map_(std::move(map)),
      width_(width),
      height_(height),
      weight_(gain_weight(map_, headroom_log2_of(map_, light))),
      is_of_one_size_(map_.width == width && map_.height == height),
      is_same_for_all_(map_.channels == 1 && is_grey(map_)) {
  for (std::size_t c = 0; c < 3; ++c) {
    for (std::size_t code = 0; code < kCodes; ++code) {
      factors_.push_back(static_cast<float>(std::exp2(gain_log2(map_, c, double(code)) * weight_)));
    }
  }
}

double GainLayer::code(std::size_t channel, std::int64_t x, std::int64_t y) const {
  const auto inside = [](std::int64_t at, std::uint32_t size) {
    return static_cast<std::size_t>(std::clamp(at, std::int64_t{0}, std::int64_t{size} - 1));
  };
  const std::size_t texel = inside(y, map_.height) * map_.width + inside(x, map_.width);
  return map_.codes[texel * map_.channels + (map_.channels == 1 ? 0 : channel)];
}

double GainLayer::factor(std::size_t channel, double x, double y) const {
  const double left = std::floor(x), top = std::floor(y);
  const auto column = static_cast<std::int64_t>(left), row = static_cast<std::int64_t>(top);
  const auto between = [&](std::int64_t at) {
    return std::lerp(code(channel, column, at), code(channel, column + 1, at), x - left);
  };
  return std::exp2(gain_log2(map_, channel, std::lerp(between(row), between(row + 1), y - top)) * weight_);
}

void GainLayer::apply(const Line& line, std::size_t count, float* rgba) const {
  if (weight_ == 0.0) return;
  std::int64_t x = line.x, y = line.y;
  for (std::size_t i = 0; i < count; ++i, rgba += 4, x += line.step_x, y += line.step_y) {
    const double map_x = (double(x) + 0.5) * map_.width / width_ - 0.5;
    const double map_y = (double(y) + 0.5) * map_.height / height_ - 0.5;
    double gain = 0.0;
    for (std::size_t c = 0; c < 3; ++c) {
      const bool is_known = c > 0 && is_same_for_all_;
      if (!is_known) {
        gain = is_of_one_size_ ? double{factors_[c * kCodes + static_cast<std::size_t>(code(c, x, y))]}
                               : factor(c, map_x, map_y);
      }
      const double light = (double{rgba[c]} + map_.base_offset[c]) * gain - map_.alternate_offset[c];
      rgba[c] = static_cast<float>(std::max(light, 0.0));
    }
  }
}

}  // namespace image_io::internal
