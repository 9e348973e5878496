// SPDX-License-Identifier: MIT
// Writer of pictures whose format is encoded as a whole.
#ifndef PHOTOPIC_TOOLS_IMAGE_IO_WHOLE_WRITER_H
#define PHOTOPIC_TOOLS_IMAGE_IO_WHOLE_WRITER_H

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <vector>

#include "files/atomic_file.h"
#include "image_io/image_file.h"

namespace image_io::internal {

/// All rows that were written, without alpha unless the format keeps it.
struct WholePicture {
  std::filesystem::path file;  ///< for messages
  std::uint32_t width = 0;
  std::uint32_t height = 0;
  CodeFormat format;
  int quality = 100;
  std::vector<std::byte> rows;

  std::size_t channels() const { return format.keep_alpha ? 4 : 3; }
  std::size_t row_bytes() const { return width * channels() * (format.bits / 8); }
};

/// Encodes into a file. May change the rows. Throws files::Error.
void encode_avif(WholePicture& picture, files::AtomicFile& output);
void encode_jxl(WholePicture& picture, files::AtomicFile& output);
using Encode = void (*)(WholePicture& picture, files::AtomicFile& output);

/// Throws files::Error for another number of bits than 8 and 16, and where memory isn't enough.
std::unique_ptr<ImageWriter> create_whole(WholePicture picture, Encode encode);

}  // namespace image_io::internal

#endif
