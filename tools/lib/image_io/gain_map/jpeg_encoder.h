// SPDX-License-Identifier: MIT
// JPEG pictures in memory.
#ifndef PHOTOPIC_TOOLS_IMAGE_IO_GAIN_MAP_JPEG_ENCODER_H
#define PHOTOPIC_TOOLS_IMAGE_IO_GAIN_MAP_JPEG_ENCODER_H

#include <cstdint>
#include <filesystem>
#include <span>
#include <vector>

namespace image_io::internal {

/// Grey (one channel) or RGB (three), with the colours of every pixel. `file` is for messages. Throws files::Error.
std::vector<unsigned char> encode_jpeg(const std::filesystem::path& file, std::uint32_t width, std::uint32_t height,
                                       std::uint32_t channels, std::span<const std::uint8_t> codes, int quality);

}  // namespace image_io::internal

#endif
