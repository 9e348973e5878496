// SPDX-License-Identifier: MIT
// A picture's texels on the CPU.
#ifndef PHOTOPIC_TOOLS_PHOTOPIC_PICTURES_TEXELS_H
#define PHOTOPIC_TOOLS_PHOTOPIC_PICTURES_TEXELS_H

#include <cstring>
#include <vector>

#include "image_io/image_file.h"
#include "reference/rgb.h"
#include "reference/texel_formats.h"

namespace cli {

/// Calls `take` with each reference::Rgb, row by row. Throws files::Error.
template <class Take>
void for_each_texel(image_io::ImageReader& reader, const Take& take) {
  const image_io::ImageInfo& info = reader.info();
  std::vector<std::byte> row(info.width * image_io::texel_bytes(info.format));
  const auto take_row = [&]<class Channel>(Channel, const auto& to_double) {
    for (std::size_t i = 0; i < info.width; ++i) {
      Channel channels[4];
      std::memcpy(channels, row.data() + i * sizeof channels, sizeof channels);
      take(reference::Rgb{to_double(channels[0]), to_double(channels[1]), to_double(channels[2])});
    }
  };
  for (std::uint32_t y = 0; y < info.height; ++y) {
    reader.read_rows(y, 1, row.data());
    if (info.format == image_io::TexelFormat::rgba16f) {
      take_row(std::uint16_t{}, reference::half_to_double);
    } else {
      take_row(float{}, [](float value) { return double(value); });
    }
  }
}

}  // namespace cli

#endif
