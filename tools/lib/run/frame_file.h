// SPDX-License-Identifier: MIT
// Frames of a window as files.
#ifndef PHOTOPIC_TOOLS_RUN_FRAME_FILE_H
#define PHOTOPIC_TOOLS_RUN_FRAME_FILE_H

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <span>
#include <string>

#include "image_io/code_image.h"
#include "layer/protocol.h"

namespace run {

/// Of 1 in scRGB, cd/m^2, as VK_COLOR_SPACE_EXTENDED_SRGB_LINEAR_EXT and Windows have it.
inline constexpr double kScrgbNits = 80.0;

/// A frame as the program made it.
struct Frame {
  std::uint32_t window = 0;
  std::uint64_t number = 0;             ///< of the window, from 0
  std::uint32_t width = 0, height = 0;  ///< texels
  layer::Texels texels = {};
  std::uint32_t color_space = 0;         ///< VkColorSpaceKHR
  bool is_opaque = true;                 ///< alpha says nothing
  std::span<const std::byte> data = {};  ///< tightly packed, top row first
};

/// "B8G8R8A8_SRGB", "SRGB_NONLINEAR" of those that the layer and files know; others by their numbers.
std::string format_name(std::uint32_t format);
std::string color_space_name(std::uint32_t color_space);

/// The frame as a picture file of its codes would be read: RGBA of 8 or 16 bits, with what the colour space says as
/// cICP, or half floats as floats. Alpha is full where it says nothing. Throws files::Error for a colour space that no
/// file says; `name` begins it.
image_io::CodeImage code_image_of(const Frame& frame, const std::string& name);

/// Writes the codes as they are: .png of 8 bits, or of 16 where the window has 10, with what the colour space says;
/// .exr of half floats. Alpha is kept where it says something. Throws files::Error for a file that can't be written,
/// and one that can't hold the frame: it names the way on.
void write_frame(const std::filesystem::path& file, const Frame& frame);

}  // namespace run

#endif
