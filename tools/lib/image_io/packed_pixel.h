// SPDX-License-Identifier: MIT
// Pixels that are one number, as BMP and TGA store them: bits of it are the channels.
#ifndef PHOTOPIC_TOOLS_IMAGE_IO_PACKED_PIXEL_H
#define PHOTOPIC_TOOLS_IMAGE_IO_PACKED_PIXEL_H

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>

namespace image_io::internal {

/// R, G, B, A.
using Texel = std::array<std::uint8_t, 4>;

inline std::uint32_t little_endian(const unsigned char* bytes, std::size_t count) {
  std::uint32_t number = 0;
  for (std::size_t i = count; i > 0; --i) number = number << 8 | bytes[i - 1];
  return number;
}

class PackedPixel {
 public:
  /// Of R, G, B, A. Without a mask for it, alpha is full.
  using Masks = std::array<std::uint32_t, 4>;

  /// Whether the mask is of neighbouring bits, 1 to 8 of them.
  static bool is_field(std::uint32_t mask) {
    return mask != 0 && mask >> std::countr_zero(mask) <= 0xff &&
           std::has_single_bit((mask >> std::countr_zero(mask)) + 1);
  }

  /// Masks that are fields; that of alpha may be 0.
  explicit PackedPixel(const Masks& masks) : masks_(masks) {}

  bool has_alpha() const { return masks_[3] != 0; }

  /// Fields of fewer than 8 bits are scaled to 0..255, rounded to the nearest.
  Texel texel(std::uint32_t pixel) const {
    Texel texel;
    for (std::size_t c = 0; c < texel.size(); ++c) {
      const int shift = std::countr_zero(masks_[c]) % 32;
      const std::uint32_t most = masks_[c] >> shift;
      texel[c] = most == 0 ? 255 : static_cast<std::uint8_t>((((pixel & masks_[c]) >> shift) * 255 + most / 2) / most);
    }
    return texel;
  }

 private:
  Masks masks_;
};

}  // namespace image_io::internal

#endif
