// SPDX-License-Identifier: MIT
// Tests of the tile of blue noise that the build makes: every rank once, and no low frequencies.
#include "finish/blue_noise.h"

#include <gtest/gtest.h>

#include <cmath>
#include <complex>
#include <numbers>
#include <vector>

namespace {

constexpr std::uint32_t kSide = PHOTOPIC_BLUE_NOISE_SIDE;
constexpr std::uint32_t kCount = kSide * kSide;

TEST(ModuleBlueNoise, HasEveryRankOnce) {
  std::vector<std::uint32_t> counts(kCount);
  for (std::uint32_t i = 0; i < kCount; ++i) {
    ASSERT_LT(photopic::blue_noise_rank(i), kCount);
    ++counts[photopic::blue_noise_rank(i)];
  }
  EXPECT_EQ(counts, std::vector<std::uint32_t>(kCount, 1));
}

TEST(ModuleBlueNoise, IsPackedInPairs) {
  const photopic::gpu::BlueNoise noise = photopic::make_blue_noise();
  for (std::uint32_t i = 0; i < kCount; ++i) {
    ASSERT_EQ(noise.ranks[i / 2] >> (i % 2 * 16) & 0xffffu, photopic::blue_noise_rank(i)) << i;
  }
}

/// Power at a frequency, whole waves across the tile, over that of white noise with the same values.
double relative_power(int fx, int fy) {
  std::complex<double> sum = 0.0;
  for (std::uint32_t i = 0; i < kCount; ++i) {
    const double value = (photopic::blue_noise_rank(i) + 0.5) / kCount - 0.5;
    const double waves = double(fx * int(i % kSide) + fy * int(i / kSide)) / kSide;
    sum += value * std::polar(1.0, -2.0 * std::numbers::pi * waves);
  }
  return std::norm(sum) / (kCount / 12.0);
}

TEST(ModuleBlueNoise, HasLittleAtLowFrequencies) {
  double low = 0.0, high = 0.0;
  int low_count = 0, high_count = 0;
  for (int fy = 0; fy <= 20; ++fy) {
    for (int fx = -20; fx <= 20; ++fx) {
      const double radius = std::hypot(fx, fy);
      if (radius > 0.0 && radius <= 10.0) {
        low += relative_power(fx, fy);
        ++low_count;
      } else if (radius >= 27.0) {
        high += relative_power(fx, fy);
        ++high_count;
      }
    }
  }
  // White noise has 1 everywhere. The Gaussian of sigma 1.5 passes what is below 64 / (2 pi 1.5) ~ 7 waves a tile, and
  // spreads it out above.
  EXPECT_LT(low / low_count, 0.02);
  EXPECT_GT(high / high_count, 0.5);
}

/// The same tile on every machine and by every compiler: a sum over places and ranks.
TEST(ModuleBlueNoise, IsTheSameEverywhere) {
  std::uint32_t hash = 0x811c9dc5u;
  for (std::uint32_t i = 0; i < kCount; ++i) hash = (hash ^ photopic::blue_noise_rank(i)) * 0x01000193u;
  EXPECT_EQ(hash, 0x2d4fa2c5u);
}

}  // namespace
