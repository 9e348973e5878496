// SPDX-License-Identifier: MIT
// Results of a meter's usual shortcuts, in place of the mean over every texel.
#ifndef PHOTOPIC_TESTS_REFERENCE_METERING_H
#define PHOTOPIC_TESTS_REFERENCE_METERING_H

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "reference/meter.h"

namespace reference {

/// Level to level as vkCmdBlitImage with VK_FILTER_LINEAR does it down to 1x1 (Vulkan 1.2, "Image Copies With Scaling":
/// u = (i + 1/2) source / target, unnormalised, then the linear filter at u - 1/2, clamped to the edge), but in double.
/// Level sizes are max(floor(n / 2), 1). `even_crop` leaves the odd last row and column of each level out of the
/// source.
double blit_chain_mean(std::span<const double> values, std::size_t width, std::size_t height, bool even_crop);

/// Weight of each of `size` texels of one axis in that chain; they sum to 1. A texel's weight is the product of its
/// two.
std::vector<double> blit_chain_weights(std::size_t size, bool even_crop);

/// Passes that divide by `block_side` until `size` is 1: ceil(log_b size), in integers.
unsigned reduction_passes(std::uint64_t size, std::uint64_t block_side);

/// npo(W, b) npo(H, b) / (W H), the smallest powers of b that hold the sides: the correction that is in circulation.
double published_factor(std::uint64_t width, std::uint64_t height, std::uint64_t block_side);
/// b^(2 p) / (W H), p passes of the longer side: every pass divides by b^2, whether or not both sides still need it.
double corrected_factor(std::uint64_t width, std::uint64_t height, std::uint64_t block_side);

}  // namespace reference

#endif
