// SPDX-License-Identifier: MIT
// Functions around stb_image: bytes in, one decoded picture out, for the PNG, JPEG and HDR readers.
#ifndef PHOTOPIC_SAMPLES_IMAGE_IO_STB_STB_DECODE_H
#define PHOTOPIC_SAMPLES_IMAGE_IO_STB_STB_DECODE_H

#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <memory>
#include <span>
#include <variant>

#include "image_io/tags.h"

namespace image_io::internal {

struct StbFree {
  void operator()(void* data) const { std::free(data); }
};

/// width * height * channels samples, top row first; sides of 1..kMaxSide.
template <typename Sample>
struct StbPicture {
  std::unique_ptr<Sample[], StbFree> samples;
  std::uint32_t width = 0;
  std::uint32_t height = 0;
  std::uint32_t channels = 0;  ///< 1 grey, 2 grey and alpha, 3 RGB, 4 RGBA
};

using Bytes = std::span<const unsigned char>;

/// `bytes`: all of the file. Throw Error for what can't be decoded. A decoder that asks for more bytes than there are
/// is an error, though stb itself carries on with zeros.
StbPicture<unsigned char> stb_decode_8(const std::filesystem::path& file, Bytes bytes);
StbPicture<std::uint16_t> stb_decode_16(const std::filesystem::path& file, Bytes bytes);
StbPicture<float> stb_decode_float(const std::filesystem::path& file, Bytes bytes);

/// The codes of a picture as stored: fewer than 8 bits and palettes expanded to 8, grey scaled to 0..255; 16 bits kept.
struct CodedPicture {
  std::variant<StbPicture<unsigned char>, StbPicture<std::uint16_t>> codes;
  Tags tags;
};
CodedPicture decode_png(const std::filesystem::path& file);
CodedPicture decode_jpeg(const std::filesystem::path& file);

}  // namespace image_io::internal

#endif
