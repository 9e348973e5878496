// SPDX-License-Identifier: MIT
// Averages by chains of blits and reductions, in double precision.
#include "reference/metering.h"

#include <algorithm>
#include <cmath>

namespace reference {
namespace {

struct Tap {
  std::size_t first = 0;
  std::size_t second = 0;
  double second_weight = 0.0;  // of the first: 1 - this
};

/// Where texel `target` of `target_size` reads in a source of `source_size` texels. Integers until the last division,
/// so that a texel that is not read has weight 0 exactly.
Tap linear_tap(std::size_t target, std::size_t target_size, std::size_t source_size) {
  const std::size_t centre = (2 * target + 1) * source_size;  // in units of 1 / (2 target_size) texel
  const std::size_t position = centre - target_size;          // half a texel back; sources are never smaller
  const std::size_t first = position / (2 * target_size);
  const std::size_t rest = position % (2 * target_size);
  return {first, std::min(first + 1, source_size - 1),
          static_cast<double>(rest) / static_cast<double>(2 * target_size)};
}

std::size_t next_size(std::size_t size) { return std::max<std::size_t>(size / 2, 1); }

std::size_t source_extent(std::size_t size, bool even_crop) {
  return even_crop && size > 1 ? size & ~std::size_t{1} : size;
}

double mix(double a, double b, double weight) {
  return weight == 0.0 ? a : (1.0 - weight) * a + weight * b;  // an unread texel may hold anything
}

std::uint64_t power(std::uint64_t base, unsigned exponent) {
  std::uint64_t result = 1;
  for (unsigned i = 0; i < exponent; ++i) result *= base;
  return result;
}

struct Level {
  std::vector<double> values;
  std::size_t width = 0;
  std::size_t height = 0;
};

Level blit_down(const Level& source, bool even_crop) {
  Level target{{}, next_size(source.width), next_size(source.height)};
  target.values.reserve(target.width * target.height);
  const std::size_t extent_x = source_extent(source.width, even_crop);
  const std::size_t extent_y = source_extent(source.height, even_crop);
  for (std::size_t y = 0; y < target.height; ++y) {
    const Tap row = linear_tap(y, target.height, extent_y);
    for (std::size_t x = 0; x < target.width; ++x) {
      const Tap column = linear_tap(x, target.width, extent_x);
      const auto filter_row = [&](std::size_t source_y) {
        const double* texels = source.values.data() + source_y * source.width;
        return mix(texels[column.first], texels[column.second], column.second_weight);
      };
      target.values.push_back(mix(filter_row(row.first), filter_row(row.second), row.second_weight));
    }
  }
  return target;
}

}  // namespace

double blit_chain_mean(std::span<const double> values, std::size_t width, std::size_t height, bool even_crop) {
  Level level{{values.begin(), values.end()}, width, height};
  while (level.width > 1 || level.height > 1) level = blit_down(level, even_crop);
  return level.values[0];
}

std::vector<double> blit_chain_weights(std::size_t size, bool even_crop) {
  if (size == 1) return {1.0};
  // The chain transposed: each texel of the next level hands its weight back to the two it was made from.
  const std::size_t target_size = next_size(size);
  const std::vector<double> target_weights = blit_chain_weights(target_size, even_crop);
  std::vector<double> weights(size, 0.0);
  for (std::size_t i = 0; i < target_size; ++i) {
    const Tap tap = linear_tap(i, target_size, source_extent(size, even_crop));
    weights[tap.first] += target_weights[i] * (1.0 - tap.second_weight);
    weights[tap.second] += target_weights[i] * tap.second_weight;
  }
  return weights;
}

unsigned reduction_passes(std::uint64_t size, std::uint64_t block_side) {
  unsigned passes = 0;
  while (power(block_side, passes) < size) ++passes;
  return passes;
}

double published_factor(std::uint64_t width, std::uint64_t height, std::uint64_t block_side) {
  const std::uint64_t virtual_width = power(block_side, reduction_passes(width, block_side));
  const std::uint64_t virtual_height = power(block_side, reduction_passes(height, block_side));
  return static_cast<double>(virtual_width) * static_cast<double>(virtual_height) /
         (static_cast<double>(width) * static_cast<double>(height));
}

double corrected_factor(std::uint64_t width, std::uint64_t height, std::uint64_t block_side) {
  const double side = static_cast<double>(power(block_side, reduction_passes(std::max(width, height), block_side)));
  return side * side / (static_cast<double>(width) * static_cast<double>(height));
}

}  // namespace reference
