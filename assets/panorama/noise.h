// SPDX-License-Identifier: MIT
// Procedural texture basics. `footprint` is the width of one sample in the units of the coordinate: detail narrower
// than it is averaged away rather than sampled, so that distant walls stay calm.
#ifndef PHOTOPIC_ASSETS_PANORAMA_NOISE_H
#define PHOTOPIC_ASSETS_PANORAMA_NOISE_H

#include <cstdint>

namespace panorama {

/// A fixed pseudo-random value of the cell, 0 <= value < 1.
float hash(std::int32_t x, std::int32_t y, std::uint32_t seed);

/// Fractal value noise about 0, mostly within -1..1; its lowest frequency is 1.
float fbm(float x, float y, int octaves, float footprint, std::uint32_t seed);

/// The share of the sample around x covered by bars of `width` centred on the multiples of `period`.
float bars(float x, float period, float width, float footprint);

struct Masonry {
  float joint;  ///< share of the sample that is joint, 0..1
  float tone;   ///< -1..1, constant over one stone, fading out with distance
};
/// Courses of blocks in running bond.
Masonry masonry(float u, float v, float block_u, float block_v, float joint, float footprint, std::uint32_t seed);

}  // namespace panorama

#endif
