// SPDX-License-Identifier: MIT
// Pixels of a PNG file between inflating and the texels of a picture: filters, passes, palettes, transparency.
#ifndef PHOTOPIC_TOOLS_IMAGE_IO_PNG_PNG_PIXELS_H
#define PHOTOPIC_TOOLS_IMAGE_IO_PNG_PNG_PIXELS_H

#include <array>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <span>
#include <vector>

namespace image_io::internal {

/// How the pixels are stored. The readers of headers and chunks have checked all of it.
struct PngLayout {
  std::uint32_t width = 0;
  std::uint32_t height = 0;
  unsigned bit_depth = 0;  ///< of a sample: 8 or 16; of grey and palettes also 1, 2, 4
  unsigned channels = 0;   ///< of the file: 1 grey or palette, 2 grey and alpha, 3 RGB, 4 RGBA
  bool has_palette = false;
  bool is_interlaced = false;
  std::vector<std::array<std::uint8_t, 4>> palette;         ///< RGBA
  std::optional<std::array<std::uint16_t, 3>> transparent;  ///< grey, or RGB: samples of pixels with alpha 0
};

/// What inflating gives: filtered rows, each after a byte that names its filter, of all passes.
std::size_t inflated_bytes(const PngLayout& layout);

/// Makes texels of four channels, 8 bits, or 16 in the host's byte order. `inflated` has inflated_bytes(); without
/// interlacing it may be the end of the memory that `texels` begin. Throws files::Error for what is damaged.
void make_texels(const std::filesystem::path& file, const PngLayout& layout, std::span<const unsigned char> inflated,
                 std::byte* texels);

}  // namespace image_io::internal

#endif
