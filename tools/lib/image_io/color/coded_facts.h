// SPDX-License-Identifier: MIT
// Facts of colour profiles, EXIF and PNG chunks, which the readers have in common.
#ifndef PHOTOPIC_TOOLS_IMAGE_IO_COLOR_CODED_FACTS_H
#define PHOTOPIC_TOOLS_IMAGE_IO_COLOR_CODED_FACTS_H

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "image_io/internal.h"

namespace image_io::internal {

inline std::uint32_t big_endian_32(Bytes bytes) {
  return std::uint32_t{bytes[0]} << 24 | std::uint32_t{bytes[1]} << 16 | std::uint32_t{bytes[2]} << 8 | bytes[3];
}

/// "40000 bytes with CRC ae5ee4a6"
std::string digest_text(Bytes bytes);

/// Larger profiles are named, not used.
inline constexpr std::size_t kMostProfileBytes = std::size_t{16} << 20;

/// A colour profile that comes in pieces.
class ProfileBytes {
 public:
  /// False once there are more than kMostProfileBytes: the rest isn't wanted.
  bool add(Bytes piece);
  /// Nothing for a profile of no bytes.
  void put(Facts& facts);

 private:
  std::vector<unsigned char> bytes_;
};

/// `tiff`: EXIF from its byte order on. What is damaged says nothing.
void put_orientation(Bytes tiff, Facts& facts);
/// A number of EXIF; others than 1 to 8 turn nothing.
void put_orientation(std::uint32_t number, Facts& facts);

/// The chunk's statement, unless an earlier one of its type has made it.
void put_png_chunk(std::string_view type, Bytes body, Facts& facts);
/// After all chunks: leaves out what repeats the sRGB chunk in other words.
void drop_repeated_srgb(Facts& facts);

}  // namespace image_io::internal

#endif
