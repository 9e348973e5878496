// SPDX-License-Identifier: MIT
// The texels that are seen, where they are so large that numbers have room in them.
#ifndef PHOTOPIC_SAMPLES_VIEWER_INSPECTION_TEXEL_GRID_H
#define PHOTOPIC_SAMPLES_VIEWER_INSPECTION_TEXEL_GRID_H

#include <vulkan/vulkan_core.h>

#include <glm/vec4.hpp>
#include <vector>

namespace viewer {

inline constexpr double kNumbersFrom = 32.0;  // pixels a texel

struct TexelGrid {
  VkRect2D region = {};
  std::vector<glm::vec4> texels;  ///< linear, as in the file; row by row; empty: they are too small
};

}  // namespace viewer

#endif
