// SPDX-License-Identifier: MIT
// Encoding, decoding and upload of HDR texels.
#include "gpu/hdr_image.h"

#include <cmath>
#include <cstring>

#include "engine/transfer/image_transfer.h"
#include "gpu/fixture.h"
#include "reference/texel_formats.h"

namespace test {

using reference::Rgb;

std::string format_name(VkFormat format) {
  switch (format) {
    case VK_FORMAT_R16G16B16A16_SFLOAT:
      return "rgba16f";
    case VK_FORMAT_R32G32B32A32_SFLOAT:
      return "rgba32f";
    case VK_FORMAT_B10G11R11_UFLOAT_PACK32:
      return "b10g11r11f";
    case VK_FORMAT_R8G8B8A8_UNORM:
      return "rgba8";
    default:
      return "unnamed";
  }
}

void encode(VkFormat format, Rgb color, std::byte* texel) {
  if (format == VK_FORMAT_B10G11R11_UFLOAT_PACK32) {
    const std::uint32_t bits = reference::rgb_to_b10g11r11(color);
    std::memcpy(texel, &bits, sizeof bits);
  } else if (format == VK_FORMAT_R16G16B16A16_SFLOAT) {
    const std::uint16_t halves[] = {reference::double_to_half(color.r), reference::double_to_half(color.g),
                                    reference::double_to_half(color.b), reference::double_to_half(1.0)};
    std::memcpy(texel, halves, sizeof halves);
  } else {
    const float floats[] = {float(color.r), float(color.g), float(color.b), 1.0f};
    std::memcpy(texel, floats, sizeof floats);
  }
}

Rgb decode(VkFormat format, const std::byte* texel) {
  if (format == VK_FORMAT_B10G11R11_UFLOAT_PACK32) {
    std::uint32_t bits;
    std::memcpy(&bits, texel, sizeof bits);
    return reference::b10g11r11_to_rgb(bits);
  }
  if (format == VK_FORMAT_R16G16B16A16_SFLOAT) {
    std::uint16_t halves[3];
    std::memcpy(halves, texel, sizeof halves);
    return {reference::half_to_double(halves[0]), reference::half_to_double(halves[1]),
            reference::half_to_double(halves[2])};
  }
  float floats[3];
  std::memcpy(floats, texel, sizeof floats);
  return {double(floats[0]), double(floats[1]), double(floats[2])};
}

std::vector<double> HdrImage::log2_luminances() const {
  std::vector<double> values;
  for (const Rgb& texel : texels) values.push_back(std::log2(reference::luminance(texel)));
  return values;
}

std::vector<Rgb> HdrImage::region(VkRect2D region) const {
  std::vector<Rgb> result;
  result.reserve(std::size_t(region.extent.width) * region.extent.height);
  for (std::uint32_t y = 0; y < region.extent.height; ++y) {
    const auto row = texels.begin() + (region.offset.y + std::ptrdiff_t(y)) * extent().width + region.offset.x;
    result.insert(result.end(), row, row + region.extent.width);
  }
  return result;
}

HdrImage make_hdr(VkFormat format, VkExtent2D extent, const std::vector<std::byte>& bytes) {
  HdrImage hdr;
  hdr.image = engine::Image(context(), extent, format, VK_IMAGE_USAGE_SAMPLED_BIT | VK_IMAGE_USAGE_TRANSFER_DST_BIT);
  engine::upload(context(), hdr.image, bytes);
  const std::size_t size = engine::texel_bytes(format);
  hdr.texels.reserve(bytes.size() / size);
  for (std::size_t i = 0; i < bytes.size(); i += size) hdr.texels.push_back(decode(format, bytes.data() + i));
  return hdr;
}

std::vector<std::byte> texels_of(VkFormat format, VkExtent2D extent, const TexelFn& texel) {
  const std::size_t size = engine::texel_bytes(format);
  std::vector<std::byte> bytes(std::size_t(extent.width) * extent.height * size);
  std::byte* next = bytes.data();
  for (std::uint32_t y = 0; y < extent.height; ++y) {
    for (std::uint32_t x = 0; x < extent.width; ++x, next += size) encode(format, texel(x, y), next);
  }
  return bytes;
}

HdrImage make_hdr(VkFormat format, VkExtent2D extent, const TexelFn& texel) {
  return make_hdr(format, extent, texels_of(format, extent, texel));
}

HdrImage make_uniform_hdr(VkExtent2D extent, double luminance, VkFormat format) {
  return make_hdr(format, extent, [=](std::uint32_t, std::uint32_t) { return Rgb{luminance, luminance, luminance}; });
}

double noise(std::uint32_t x, std::uint32_t y, std::uint32_t seed) {
  std::uint64_t bits = (std::uint64_t(seed) << 40) ^ (std::uint64_t(y) << 20) ^ x;
  // SplitMix64 (Steele et al. 2014).
  bits += 0x9e3779b97f4a7c15u;
  bits = (bits ^ (bits >> 30)) * 0xbf58476d1ce4e5b9u;
  bits = (bits ^ (bits >> 27)) * 0x94d049bb133111ebu;
  bits ^= bits >> 31;
  return std::ldexp(double(bits >> 11), -53);
}

namespace {

Rgb tinted(double log2_luminance, std::uint32_t x, std::uint32_t y, std::uint32_t seed) {
  const double value = std::exp2(log2_luminance);
  return {value * (0.5 + noise(x, y, seed + 1)), value * (0.5 + noise(x, y, seed + 2)),
          value * (0.5 + noise(x, y, seed + 3))};
}

}  // namespace

TexelFn gradient_with_noise(VkExtent2D extent, std::uint32_t seed) {
  return [=](std::uint32_t x, std::uint32_t y) {
    const double position = 0.5 * (double(x) / extent.width + double(y) / extent.height);
    return tinted(-4.0 + 8.0 * position + 2.0 * noise(x, y, seed) - 1.0, x, y, seed);
  };
}

TexelFn wide_noise(double low_log2, double high_log2, std::uint32_t seed) {
  return [=](std::uint32_t x, std::uint32_t y) {
    return tinted(low_log2 + (high_log2 - low_log2) * noise(x, y, seed), x, y, seed);
  };
}

}  // namespace test
