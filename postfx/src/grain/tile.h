// SPDX-License-Identifier: MIT
// Tile of the noise of film grain that the final pass reads.
#ifndef PHOTOPIC_SRC_GRAIN_TILE_H
#define PHOTOPIC_SRC_GRAIN_TILE_H

#include <photopic/interface.h>

#include <cstdint>
#include <span>

namespace photopic::grain {

/// Writes the tile as shaders read it, each word once and in order. Noise has variance 1 and is cut off at
/// PHOTOPIC_GRAIN_MOST; the mean of each channel over the tile is 0. Neighbours are correlated, beyond the tile's
/// borders, too. The same on every machine. Takes 2 ms.
void make_tile(std::span<std::uint32_t, PHOTOPIC_GRAIN_WORDS> words) noexcept;

}  // namespace photopic::grain

#endif
