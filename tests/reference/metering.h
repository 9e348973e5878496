// SPDX-License-Identifier: MIT
// What a meter that counts every texel equally must say, and what the usual shortcuts say instead.
#ifndef PHOTOPIC_TESTS_REFERENCE_METERING_H
#define PHOTOPIC_TESTS_REFERENCE_METERING_H

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "reference/rgb.h"

namespace reference {

/// Without a valid texel the first four are NaN and the extrema 0.
struct MeterResult {
  double mean_log2_luminance = 0.0;
  double geometric_mean = 0.0;
  double ev100 = 0.0;
  double exposure = 0.0;       ///< at that EV, uncompensated
  double min_luminance = 0.0;  ///< of valid texels, before clamping
  double max_luminance = 0.0;
  std::uint64_t valid_texels = 0;
  std::uint64_t invalid_texels = 0;
};

/// False if a channel is NaN or infinite (even where infinities of opposite sign would meet), or luminance negative.
bool is_valid_texel(Rgb texel);

/// Log-average luminance (Reinhard et al., "Photographic Tone Reproduction for Digital Images", 2002, eq. 1) over valid
/// texels, each luminance clamped to [2^min, 2^max] in place of their delta.
MeterResult meter(std::span<const Rgb> texels, double min_log2 = -16.0, double max_log2 = 16.0);

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
