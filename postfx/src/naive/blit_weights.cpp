// SPDX-License-Identifier: MIT
// Weights of texels in a chain of linear blits, level by level.
#include "naive/blit_weights.h"

#include <algorithm>
#include <cmath>
#include <span>

namespace photopic {
namespace {

/// In place, from the weights of a level's texels to those of the level before, of `size` texels: backwards, since
/// texel i of the smaller level comes from texels 2 i or later.
void spread(std::span<double> weights, std::size_t size) {
  const std::size_t smaller = std::max<std::size_t>(size / 2, 1);
  std::fill(weights.begin() + static_cast<std::ptrdiff_t>(smaller), weights.begin() + static_cast<std::ptrdiff_t>(size),
            0.0);
  for (std::size_t i = smaller; i-- > 0;) {
    const double weight = weights[i];
    weights[i] = 0.0;
    const double center = (static_cast<double>(i) + 0.5) * static_cast<double>(size) / static_cast<double>(smaller);
    const double left = std::floor(center - 0.5);
    const double share = center - 0.5 - left;
    const auto first = static_cast<std::size_t>(left);
    weights[first] += weight * (1.0 - share);
    if (share > 0.0) weights[std::min(first + 1, size - 1)] += weight * share;
  }
}

}  // namespace

void blit_weights(std::span<float> weights, std::span<double> scratch) noexcept {
  std::size_t levels = 0;
  for (std::size_t size = weights.size(); size > 1; size /= 2) ++levels;
  scratch[0] = 1.0;
  for (std::size_t level = levels; level-- > 0;) spread(scratch, weights.size() >> level);
  std::transform(scratch.begin(), scratch.begin() + static_cast<std::ptrdiff_t>(weights.size()), weights.begin(),
                 [](double weight) { return static_cast<float>(weight); });
}

}  // namespace photopic
