// SPDX-License-Identifier: MIT
// One axis of a bloom chain as it is commonly coded.
#include "reference/effects/usual_bloom.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>
#include <vector>

namespace reference::usual_bloom {
namespace {

using glare::Axis;

/// Filtered linearly at `place` texels from the first one's edge, clamped to the axis.
double sample(const Axis& axis, double place) {
  const double last = static_cast<double>(axis.size() - 1);
  const double at = std::clamp(place - 0.5, 0.0, last);
  const auto left = static_cast<std::size_t>(at);
  const std::size_t right = std::min(left + 1, axis.size() - 1);
  return std::lerp(axis[left], axis[right], at - static_cast<double>(left));
}

/// To n texels, by samples at these distances in texels of the source.
template <std::size_t kCount>
Axis resampled(const Axis& source, std::size_t n, const std::array<std::pair<double, double>, kCount>& taps) {
  Axis result(n, 0.0);
  for (std::size_t i = 0; i < n; ++i) {
    const double place = (static_cast<double>(i) + 0.5) / static_cast<double>(n) * static_cast<double>(source.size());
    for (const auto& [distance, weight] : taps) result[i] += weight * sample(source, place + distance);
  }
  return result;
}

}  // namespace

Axis bloom(const Axis& picture, std::size_t level) {
  constexpr std::array<std::pair<double, double>, 5> kDown = {
      {{-2.0, 0.125}, {-1.0, 0.25}, {0.0, 0.25}, {1.0, 0.25}, {2.0, 0.125}}};  // 13 taps, added up along columns
  constexpr std::array<std::pair<double, double>, 3> kUp = {{{-1.0, 0.25}, {0.0, 0.5}, {1.0, 0.25}}};
  std::vector<std::size_t> sizes = {picture.size()};
  Axis axis = picture;
  for (std::size_t k = 0; k < level; ++k) {
    sizes.push_back(std::max<std::size_t>(sizes.back() / 2, 1));
    axis = resampled(axis, sizes.back(), kDown);
  }
  for (std::size_t k = level; k > 0; --k) axis = resampled(axis, sizes[k - 1], kUp);
  return axis;
}

Glow glow_of(std::size_t n, std::size_t at, std::size_t level) {
  Axis impulse(n, 0.0);
  impulse[at] = 1.0;
  const Axis shown = bloom(impulse, level);
  Glow glow;
  for (std::size_t i = 0; i < n; ++i) {
    glow.light += shown[i];
    glow.centre += shown[i] * (static_cast<double>(i) - static_cast<double>(at));
  }
  glow.centre /= glow.light;
  return glow;
}

}  // namespace reference::usual_bloom
