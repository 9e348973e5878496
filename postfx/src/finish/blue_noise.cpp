// SPDX-License-Identifier: MIT
// Ranks of the tile of blue noise.
#include "finish/blue_noise.h"

#include <blue_noise_ranks.h>

#include <iterator>

namespace photopic {

static_assert(std::size(kBlueNoiseRanks) == PHOTOPIC_BLUE_NOISE_SIDE * PHOTOPIC_BLUE_NOISE_SIDE);

std::uint32_t blue_noise_rank(std::uint32_t index) noexcept { return kBlueNoiseRanks[index]; }

gpu::BlueNoise make_blue_noise() noexcept {
  gpu::BlueNoise noise = {};
  for (std::uint32_t i = 0; i < std::size(kBlueNoiseRanks); ++i) {
    noise.ranks[i / 2] |= blue_noise_rank(i) << (i % 2 * 16);
  }
  return noise;
}

}  // namespace photopic
