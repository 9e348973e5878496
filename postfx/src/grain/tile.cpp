// SPDX-License-Identifier: MIT
// Making of the tile of grain: white noise, filtered by [1 2 1] each way.
#include "grain/tile.h"

#include <algorithm>
#include <array>

namespace photopic::grain {
namespace {

constexpr std::uint32_t kSide = PHOTOPIC_GRAIN_SIDE, kWords = PHOTOPIC_GRAIN_WORDS;
constexpr std::uint32_t kBits = PHOTOPIC_GRAIN_BITS, kGreatest = (1u << kBits) - 1;
constexpr std::uint32_t kIndexBits = 2 * PHOTOPIC_GRAIN_SIDE_BITS;  // of a texel in the tile

constexpr std::uint32_t kKeys[] = {0x2545f, 0x1b873, 0x3c6ef};  // of red, green and blue

/// One-to-one on [0, kWords). So each number of kBits bits is the upper part of equally many results, and white noise
/// made of them has the mean and the variance of a uniform distribution exactly.
constexpr std::uint32_t permuted(std::uint32_t index, std::uint32_t key) {
  std::uint32_t x = index ^ key;
  for (const std::uint32_t factor : {0x2c1b3c6du, 0x297a2d39u, 0x1b56c4e9u}) {
    x ^= x >> 9;
    x = (x * factor + key) & (kWords - 1);
  }
  return x ^ x >> 9;
}

using Row = std::array<std::uint32_t, kSide>;

/// Sums of white noise along a row of the tile, weights 1 2 1.
void sum_row(std::uint32_t y, std::uint32_t key, Row& sums) {
  Row white;
  for (std::uint32_t x = 0; x < kSide; ++x) white[x] = permuted(y * kSide + x, key) >> (kIndexBits - kBits);
  for (std::uint32_t x = 0; x < kSide; ++x) {
    sums[x] = white[(x + kSide - 1) % kSide] + 2 * white[x] + white[(x + 1) % kSide];
  }
}

/// A sum over 3 x 3 texels, weights 1 2 1 each way, to the number of its noise.
constexpr std::uint32_t number_of(std::uint32_t sum) {
  constexpr std::int32_t kMean = 8 * kGreatest;
  // Sum at PHOTOPIC_GRAIN_MOST standard deviations. The variance is 36 times that of a number, (4^kBits - 1) / 12.
  constexpr std::int32_t kMost = 5321;
  const std::int32_t above = std::clamp(static_cast<std::int32_t>(sum) - kMean, -kMost, kMost) + kMost;
  return (static_cast<std::uint32_t>(above) * 2 * kGreatest + 2 * kMost) / (4 * kMost);
}

}  // namespace

void make_tile(std::span<std::uint32_t, PHOTOPIC_GRAIN_WORDS> words) noexcept {
  // Rows y - 1, y and y + 1 of each channel.
  Row rows[std::size(kKeys)][3];
  for (std::size_t c = 0; c < std::size(kKeys); ++c) {
    sum_row(kSide - 1, kKeys[c], rows[c][0]);
    sum_row(0, kKeys[c], rows[c][1]);
  }
  for (std::uint32_t y = 0; y < kSide; ++y) {
    Row packed = {};
    for (std::uint32_t c = 0; c < std::size(kKeys); ++c) {
      const Row& above = rows[c][y % 3];
      const Row& middle = rows[c][(y + 1) % 3];
      Row& below = rows[c][(y + 2) % 3];
      sum_row((y + 1) % kSide, kKeys[c], below);
      for (std::uint32_t x = 0; x < kSide; ++x) {
        packed[x] |= number_of(above[x] + 2 * middle[x] + below[x]) << (kBits * c);
      }
    }
    std::copy(packed.begin(), packed.end(), words.begin() + y * kSide);
  }
}

}  // namespace photopic::grain
