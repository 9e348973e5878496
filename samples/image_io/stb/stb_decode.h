// SPDX-License-Identifier: MIT
// Functions around stb_image: bytes in, one decoded picture out, for the JPEG and HDR readers.
#ifndef PHOTOPIC_SAMPLES_IMAGE_IO_STB_STB_DECODE_H
#define PHOTOPIC_SAMPLES_IMAGE_IO_STB_STB_DECODE_H

#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <memory>
#include <span>

namespace image_io::internal {

struct StbFree {
  void operator()(void* data) const { std::free(data); }
};

/// Top row first; sides of 1..kMaxSide.
template <typename Sample>
struct StbPicture {
  std::unique_ptr<Sample[], StbFree> samples;
  std::uint32_t width = 0;
  std::uint32_t height = 0;
  std::uint32_t channels = 0;  ///< of the file: 1 grey, 3 RGB
};

using Bytes = std::span<const unsigned char>;

/// `bytes`: all of the file. Throw Error for what can't be decoded. A decoder that asks for more bytes than there are
/// is an error, though stb itself carries on with zeros.
/// JPEG, as four samples a texel: R, G, B and 255.
StbPicture<unsigned char> stb_decode_jpeg(const std::filesystem::path& file, Bytes bytes);
/// Radiance HDR, as `channels` samples a texel.
StbPicture<float> stb_decode_hdr(const std::filesystem::path& file, Bytes bytes);

}  // namespace image_io::internal

#endif
