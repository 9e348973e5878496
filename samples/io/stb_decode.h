// SPDX-License-Identifier: MIT
// stb_image behind functions of our own: bytes in, one decoded picture out.
#ifndef PHOTOPIC_SAMPLES_IO_STB_DECODE_H
#define PHOTOPIC_SAMPLES_IO_STB_DECODE_H

#include <cstdint>
#include <cstdlib>
#include <memory>
#include <span>
#include <string>

namespace io::internal {

struct StbFree {
  void operator()(void* data) const { std::free(data); }
};

/// width * height * channels samples, top row first. `error` is empty when all is well.
template <typename Sample>
struct StbPicture {
  std::unique_ptr<Sample[], StbFree> samples;
  std::uint32_t width = 0;
  std::uint32_t height = 0;
  std::uint32_t channels = 0;  ///< 1 grey, 2 grey and alpha, 3 RGB, 4 RGBA
  std::string error;
};

using Bytes = std::span<const unsigned char>;

/// A decoder that asks for more bytes than there are is an error, though stb itself carries on with zeros.
StbPicture<unsigned char> stb_decode_8(Bytes file);
StbPicture<std::uint16_t> stb_decode_16(Bytes file);
StbPicture<float> stb_decode_float(Bytes file);

}  // namespace io::internal

#endif
