// SPDX-License-Identifier: MIT
// BMP, TGA, TIFF and WebP files for the tests of photopic_io.
#ifndef PHOTOPIC_TESTS_IMAGE_IO_IO_MORE_FIXTURES_H
#define PHOTOPIC_TESTS_IMAGE_IO_IO_MORE_FIXTURES_H

#include <cstdint>
#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "image_io/io_fixtures.h"

namespace io_test {

/// Puts `count` bytes of a number, the lowest first.
inline void put_little(Bytes& bytes, std::uint32_t number, std::size_t count) {
  for (std::size_t i = 0; i < count; ++i) bytes.push_back(static_cast<unsigned char>(number >> (8 * i)));
}

struct BmpOptions {
  std::int32_t width = 2;
  std::int32_t height = 2;  ///< below 0: the first row comes first
  unsigned bits = 24;
  std::uint32_t header_bytes = 40;
  std::uint32_t compression = 0;
  std::vector<std::uint32_t> masks = {};  ///< in the header, or after one of 40 bytes
  std::vector<std::uint32_t> palette = {};
  Bytes rows = {};  ///< padded, as they are in the file
};
Bytes make_bmp(const BmpOptions& options);

struct TgaOptions {
  std::uint32_t width = 2;
  std::uint32_t height = 2;
  unsigned kind = 2;  ///< image type: 1 palette, 2 colours, 3 grey, 8 more for runs
  unsigned bits = 24;
  unsigned descriptor = 0x20;  ///< the first row comes first
  unsigned entry_bits = 24;
  std::uint32_t first_entry = 0;
  std::vector<std::uint32_t> palette = {};
  Bytes pixels = {};
};
Bytes make_tga(const TgaOptions& options);

/// Files to be damaged, by name; of builds that read the format.
std::map<std::string, Bytes> tiff_seeds(const std::filesystem::path& folder);
std::map<std::string, Bytes> webp_seeds();

}  // namespace io_test

#endif
