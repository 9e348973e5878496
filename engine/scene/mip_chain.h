// SPDX-License-Identifier: MIT
// Mipmaps on the CPU: the same on every device. Each level is half as large, rounded down; a texel is the mean of what
// it covers, where a side is odd of three texels with the weights of their parts.
#ifndef PHOTOPIC_ENGINE_SCENE_MIP_CHAIN_H
#define PHOTOPIC_ENGINE_SCENE_MIP_CHAIN_H

#include <cstdint>
#include <glm/vec4.hpp>
#include <span>
#include <vector>

namespace engine {

/// Levels down to 1x1.
std::uint32_t level_count(std::uint32_t width, std::uint32_t height);

/// One level of linear values, row by row.
struct LinearLevel {
  std::uint32_t width = 0;
  std::uint32_t height = 0;
  std::vector<glm::vec4> texels;
};

/// The next smaller level; of 1x1, itself.
LinearLevel halved(const LinearLevel& level);

enum class Encoding {
  linear,
  srgb,  ///< RGB; alpha is linear
};

/// All levels one after the other, the given one first, 4 bytes a texel. Averages are taken of linear values.
std::vector<std::uint8_t> mip_chain(std::span<const std::uint8_t> rgba, std::uint32_t width, std::uint32_t height,
                                    Encoding encoding);

float srgb_to_linear(std::uint8_t encoded);

}  // namespace engine

#endif
