// SPDX-License-Identifier: MIT
// Reading of colour profiles and EXIF, which the readers have in common.
#ifndef PHOTOPIC_SAMPLES_IMAGE_IO_STB_CODED_TAGS_H
#define PHOTOPIC_SAMPLES_IMAGE_IO_STB_CODED_TAGS_H

#include <cstdint>
#include <string_view>

#include "image_io/stb/stb_decode.h"
#include "image_io/tags.h"

namespace image_io::internal {

inline std::uint32_t big_endian_32(Bytes bytes) {
  return std::uint32_t{bytes[0]} << 24 | std::uint32_t{bytes[1]} << 16 | std::uint32_t{bytes[2]} << 8 | bytes[3];
}

/// Size and checksum of a colour profile that comes in pieces.
class ProfileDigest {
 public:
  void add(Bytes piece);
  /// Nothing for a profile of no bytes.
  void put(Tags& tags) const;

 private:
  std::uint64_t size_ = 0;
  std::uint32_t checksum_ = 0;
};

/// `tiff`: EXIF from its byte order on. What is damaged says nothing.
void put_orientation(Bytes tiff, Tags& tags);

/// Of a PNG chunk of this type.
void put_png_chunk(std::string_view type, Bytes body, Tags& tags);

}  // namespace image_io::internal

#endif
