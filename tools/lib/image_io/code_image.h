// SPDX-License-Identifier: MIT
// Pictures as stored, for comparing them: codes are neither made light nor turned upright.
#ifndef PHOTOPIC_TOOLS_IMAGE_IO_CODE_IMAGE_H
#define PHOTOPIC_TOOLS_IMAGE_IO_CODE_IMAGE_H

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <span>
#include <string>
#include <vector>

#include "image_io/image_file.h"

namespace image_io {

/// A picture's own numbers, always as four channels R G B A; grey is repeated in R, G and B. Alpha is full (255, 65535,
/// 1.0) where the file has none.
struct CodeImage {
  enum class Samples {
    codes8,   ///< uint8, 0..255
    codes16,  ///< uint16 in the host's byte order, 0..65535
    linear,   ///< float, any value that the file holds, infinities and NaN too; scene-linear but for JPEG XL
  };

  std::uint32_t width = 0;   ///< texels, 1..kMaxSide
  std::uint32_t height = 0;  ///< texels, 1..kMaxSide
  Samples samples = Samples::codes8;
  Facts facts;  ///< channels: palettes resolved; a transparent colour or palette entry counts as alpha
  std::vector<std::byte> texels;  ///< width * height * texel_bytes(samples), tightly packed, top row first
};

/// Bytes of one texel, all four channels: 4, 8 or 16.
constexpr std::size_t texel_bytes(CodeImage::Samples samples) {
  return samples == CodeImage::Samples::codes8 ? 4 : samples == CodeImage::Samples::codes16 ? 8 : 16;
}

/// Reads what open_image() reads, and throws Error for what that refuses, with the same reasons.
/// - PNG: codes8, exact; grey of 1, 2 and 4 bits is scaled to 0..255 by a whole number, palettes give their colours.
///   16 bits: codes16, exact.
/// - JPEG: codes8, of a gain map's file the SDR rendition, of CMYK a plain conversion. Codes of a lossy format are the
/// decoder's: another decoder's may differ by a few.
/// - TIFF: codes8 of 8 bits and less, grey scaled; codes16 of 16 bits, and of palettes, whose colours have 16; linear
///   of 32-bit floats. Grey stored with 0 as white is turned round. Alpha is as stored, also premultiplied.
/// - AVIF: codes8 of 8 bits, else codes16, widened; the library's RGB of other colour models. JPEG XL: codes8 and
/// codes16
///   of 8 bits and 16 or less, linear of more and of floats, whatever their encoding.
/// - WebP, BMP, TGA: codes8. Fields of fewer bits are scaled to 0..255, rounded. Alpha of BMP and TGA counts if the
///   header says that there is some.
/// - OpenEXR: linear, half widened exactly. Radiance HDR: linear, EXPOSURE and COLORCORR divided out.
CodeImage read_code_image(const std::filesystem::path& file);
/// Of a PNG or JPEG file in memory, as part of another. Throws Error "NAME: REASON".
CodeImage read_code_image(std::span<const unsigned char> bytes, const std::filesystem::path& name);

/// Channels of all flat parts of an OpenEXR file, "R", "N.X", each name once. Throws Error, also for other pictures.
std::vector<std::string> exr_channels(const std::filesystem::path& file);
/// One of them as grey, or three as R, G, B: floats, opaque; of the first part that has them all. Throws Error; one for
/// a channel that there isn't names those that there are.
CodeImage read_exr_channels(const std::filesystem::path& file, std::span<const std::string> names);

}  // namespace image_io

#endif
