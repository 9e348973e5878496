// SPDX-License-Identifier: MIT
// Tests of the tile of grain's noise: moments, borders, and that it is the same on every machine.
#include "grain/tile.h"

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <vector>

namespace {

constexpr std::size_t kTileSide = PHOTOPIC_GRAIN_SIDE, kTileCount = PHOTOPIC_GRAIN_WORDS;

const std::vector<std::uint32_t>& grain_tile() {
  static const std::vector<std::uint32_t> words = [] {
    std::vector<std::uint32_t> made(kTileCount);
    photopic::grain::make_tile(std::span<std::uint32_t, kTileCount>(made.data(), kTileCount));
    return made;
  }();
  return words;
}

double tile_noise(std::size_t x, std::size_t y, std::size_t channel) {
  const std::uint32_t word = grain_tile()[y % kTileSide * kTileSide + x % kTileSide];
  return (word >> (10 * channel) & 1023u) * 6.0 / 1023.0 - 3.0;
}

/// Mean over the tile of the product of a texel and another one so far away.
double tile_correlation(std::size_t dx, std::size_t dy, std::size_t channel, std::size_t other) {
  double sum = 0.0;
  for (std::size_t i = 0; i < kTileCount; ++i) {
    sum +=
        tile_noise(i % kTileSide, i / kTileSide, channel) * tile_noise(i % kTileSide + dx, i / kTileSide + dy, other);
  }
  return sum / double(kTileCount);
}

/// The mean is 0 but for rounding, 0.006 / sqrt(12) for each of 2^18 texels: within 5 standard deviations, 1.7e-5.
/// Cutting off at 3 takes 0.4 % of the variance.
TEST(ModuleGrainTile, HasMeanZeroAndVarianceOne) {
  for (std::size_t channel = 0; channel < 3; ++channel) {
    double sum = 0.0;
    for (std::size_t i = 0; i < kTileCount; ++i) sum += tile_noise(i % kTileSide, i / kTileSide, channel);
    EXPECT_NEAR(sum / double(kTileCount), 0.0, 1.7e-5) << channel;
    EXPECT_NEAR(tile_correlation(0, 0, channel, channel), 1.0, 0.01) << channel;
  }
}

/// No texel has to do with one that lies further away than its filter reaches, up to half of the tile. Within 6
/// standard deviations of an estimate from 2^18 texels, of sums of correlated ones: 2.7 / 2^9 and less than twice that.
TEST(ModuleGrainTile, HasNothingInCommonWithItselfFurtherAway) {
  constexpr double kError = 6.0 * 2.0 * 2.7 / double(kTileSide);
  for (const std::size_t distance : {3u, 4u, 16u, 64u, 128u, 256u}) {
    EXPECT_NEAR(tile_correlation(distance, 0, 0, 0), 0.0, kError) << distance;
    EXPECT_NEAR(tile_correlation(0, distance, 0, 0), 0.0, kError) << distance;
    EXPECT_NEAR(tile_correlation(distance, distance, 0, 0), 0.0, kError) << distance;
  }
  for (std::size_t channel = 0; channel < 3; ++channel) {
    EXPECT_NEAR(tile_correlation(0, 0, channel, (channel + 1) % 3), 0.0, kError) << channel;
  }
}

/// Across the borders neighbours are as alike as inside, 2/3: estimates from 2^9 texels are off by 0.2 at most, and
/// would be near 0 with an edge.
TEST(ModuleGrainTile, ContinuesBeyondItsBorders) {
  for (std::size_t channel = 0; channel < 3; ++channel) {
    double right = 0.0, below = 0.0;
    for (std::size_t i = 0; i < kTileSide; ++i) {
      right += tile_noise(kTileSide - 1, i, channel) * tile_noise(kTileSide, i, channel) / double(kTileSide);
      below += tile_noise(i, kTileSide - 1, channel) * tile_noise(i, kTileSide, channel) / double(kTileSide);
    }
    EXPECT_NEAR(right, 2.0 / 3.0, 0.2) << channel;
    EXPECT_NEAR(below, 2.0 / 3.0, 0.2) << channel;
  }
}

/// Pictures with grain depend on it.
TEST(ModuleGrainTile, IsTheSameEverywhere) {
  std::uint32_t hash = 0x811c9dc5u;  // FNV-1a of words
  for (const std::uint32_t word : grain_tile()) hash = (hash ^ word) * 0x01000193u;
  EXPECT_EQ(hash, 0xebee7420u);
}

}  // namespace
