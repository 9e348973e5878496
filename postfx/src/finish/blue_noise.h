// SPDX-License-Identifier: MIT
// Tile of blue noise that dither reads: made when the project is built.
#ifndef PHOTOPIC_SRC_FINISH_BLUE_NOISE_H
#define PHOTOPIC_SRC_FINISH_BLUE_NOISE_H

#include <photopic/interface.h>

#include <cstdint>

namespace photopic {

/// Every rank from 0 to PHOTOPIC_BLUE_NOISE_SIDE^2 - 1 once, by rows.
std::uint32_t blue_noise_rank(std::uint32_t index) noexcept;
/// As shaders read them.
gpu::BlueNoise make_blue_noise() noexcept;

}  // namespace photopic

#endif
