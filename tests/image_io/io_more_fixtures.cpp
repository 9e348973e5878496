// SPDX-License-Identifier: MIT
// BMP and TGA files, byte by byte.
#include "image_io/io_more_fixtures.h"

namespace io_test {

Bytes make_bmp(const BmpOptions& options) {
  const bool is_oldest = options.header_bytes == 12;
  const std::size_t masks_after = options.header_bytes == 40 ? 4 * options.masks.size() : 0;
  const std::size_t start = 14 + options.header_bytes + masks_after + options.palette.size() * (is_oldest ? 3 : 4);
  Bytes bytes = {'B', 'M'};
  put_little(bytes, static_cast<std::uint32_t>(start + options.rows.size()), 4);
  put_little(bytes, 0, 4);
  put_little(bytes, static_cast<std::uint32_t>(start), 4);
  put_little(bytes, options.header_bytes, 4);
  put_little(bytes, static_cast<std::uint32_t>(options.width), is_oldest ? 2 : 4);
  put_little(bytes, static_cast<std::uint32_t>(options.height), is_oldest ? 2 : 4);
  put_little(bytes, 1, 2);
  put_little(bytes, options.bits, 2);
  if (!is_oldest) {
    put_little(bytes, options.compression, 4);
    for (int i = 0; i < 3; ++i) put_little(bytes, 0, 4);
    put_little(bytes, static_cast<std::uint32_t>(options.palette.size()), 4);
    put_little(bytes, 0, 4);
  }
  for (const std::uint32_t mask : options.masks) put_little(bytes, mask, 4);
  bytes.resize(14 + options.header_bytes + masks_after);
  for (const std::uint32_t entry : options.palette) put_little(bytes, entry, is_oldest ? 3 : 4);
  bytes.insert(bytes.end(), options.rows.begin(), options.rows.end());
  return bytes;
}

Bytes make_tga(const TgaOptions& options) {
  const bool has_palette = !options.palette.empty();
  Bytes bytes = {3, static_cast<unsigned char>(has_palette), static_cast<unsigned char>(options.kind)};
  put_little(bytes, options.first_entry, 2);
  put_little(bytes, static_cast<std::uint32_t>(options.palette.size()), 2);
  put_little(bytes, has_palette ? options.entry_bits : 0, 1);
  put_little(bytes, 0, 4);
  put_little(bytes, options.width, 2);
  put_little(bytes, options.height, 2);
  put_little(bytes, options.bits, 1);
  put_little(bytes, options.descriptor, 1);
  bytes.insert(bytes.end(), {'a', 'b', 'c'});  // the name
  for (const std::uint32_t entry : options.palette) put_little(bytes, entry, (options.entry_bits + 7) / 8);
  bytes.insert(bytes.end(), options.pixels.begin(), options.pixels.end());
  return bytes;
}

}  // namespace io_test
