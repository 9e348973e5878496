// SPDX-License-Identifier: MIT
// HDR images with known texels, in the formats that renderers use.
#ifndef PHOTOPIC_TESTS_GPU_HDR_IMAGE_H
#define PHOTOPIC_TESTS_GPU_HDR_IMAGE_H

#include <cstddef>
#include <functional>
#include <limits>
#include <string>
#include <vector>

#include "engine/transfer/memory.h"
#include "reference/rgb.h"

namespace test {

inline constexpr float kNanF = std::numeric_limits<float>::quiet_NaN();
inline constexpr float kInfinityF = std::numeric_limits<float>::infinity();

inline constexpr VkFormat kHdrFormats[] = {VK_FORMAT_R16G16B16A16_SFLOAT, VK_FORMAT_R32G32B32A32_SFLOAT,
                                           VK_FORMAT_B10G11R11_UFLOAT_PACK32};
std::string format_name(VkFormat format);

/// One texel, alpha 1, as the format holds it: rounded to nearest.
void encode(VkFormat format, reference::Rgb color, std::byte* texel);
reference::Rgb decode(VkFormat format, const std::byte* texel);

struct HdrImage {
  engine::Image image;
  std::vector<reference::Rgb> texels;  ///< rounded to the format: what the GPU sees

  VkExtent2D extent() const { return image.extent(); }
  VkImageView view() const { return image.view(); }
  /// Row by row.
  std::vector<double> log2_luminances() const;
  /// Row by row.
  std::vector<reference::Rgb> region(VkRect2D region) const;
};

using TexelFn = std::function<reference::Rgb(std::uint32_t x, std::uint32_t y)>;
/// Row by row, as an image of the format holds them.
std::vector<std::byte> texels_of(VkFormat format, VkExtent2D extent, const TexelFn& texel);
HdrImage make_hdr(VkFormat format, VkExtent2D extent, const TexelFn& texel);
/// From the bits themselves.
HdrImage make_hdr(VkFormat format, VkExtent2D extent, const std::vector<std::byte>& bytes);
HdrImage make_uniform_hdr(VkExtent2D extent, double luminance, VkFormat format = VK_FORMAT_R32G32B32A32_SFLOAT);

/// Deterministic, uniform in [0, 1).
double noise(std::uint32_t x, std::uint32_t y, std::uint32_t seed);
/// A gradient of 8 stops over the image, +-1 stop of noise, tinted.
TexelFn gradient_with_noise(VkExtent2D extent, std::uint32_t seed = 0);
/// Every texel anywhere between 2^low and 2^high.
TexelFn wide_noise(double low_log2, double high_log2, std::uint32_t seed = 0);

}  // namespace test

#endif
