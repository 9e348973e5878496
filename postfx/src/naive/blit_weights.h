// SPDX-License-Identifier: MIT
// Weights of texels in the 1x1 level of a chain of linear blits. Pure arithmetic.
#ifndef PHOTOPIC_SRC_NAIVE_BLIT_WEIGHTS_H
#define PHOTOPIC_SRC_NAIVE_BLIT_WEIGHTS_H

#include <span>

namespace photopic {

/// Weights of the texels of one axis; they sum to 1, and a texel's weight is the product of its two. Level sizes are
/// max(floor(n / 2), 1), each level made from the one before by vkCmdBlitImage with VK_FILTER_LINEAR (Vulkan 1.2,
/// "Image Copies With Scaling"). `scratch` has room for as many numbers as `weights`.
void blit_weights(std::span<float> weights, std::span<double> scratch) noexcept;

}  // namespace photopic

#endif
