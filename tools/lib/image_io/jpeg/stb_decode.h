// SPDX-License-Identifier: MIT
// Functions around stb_image: bytes in, one decoded picture out, for the JPEG reader.
#ifndef PHOTOPIC_TOOLS_IMAGE_IO_JPEG_STB_DECODE_H
#define PHOTOPIC_TOOLS_IMAGE_IO_JPEG_STB_DECODE_H

#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <memory>
#include "image_io/internal.h"

namespace image_io::internal {

struct StbFree {
  void operator()(void* data) const { std::free(data); }
};

/// Top row first; sides of 1..kMaxSide. Four samples a texel: R, G, B and 255.
struct StbPicture {
  std::unique_ptr<unsigned char[], StbFree> samples;
  std::uint32_t width = 0;
  std::uint32_t height = 0;
  std::uint32_t channels = 0;  ///< of the file: 1 grey, 3 RGB
};

/// `bytes`: all of a JPEG file. Throws Error for what can't be decoded. A decoder that asks for more bytes than there
/// are is an error, though stb itself carries on with zeros.
StbPicture stb_decode_jpeg(const std::filesystem::path& file, Bytes bytes);

}  // namespace image_io::internal

#endif
