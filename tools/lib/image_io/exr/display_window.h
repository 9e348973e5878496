// SPDX-License-Identifier: MIT
// OpenEXR pictures in their display window.
#ifndef PHOTOPIC_TOOLS_IMAGE_IO_EXR_DISPLAY_WINDOW_H
#define PHOTOPIC_TOOLS_IMAGE_IO_EXR_DISPLAY_WINDOW_H

#include <cstdint>
#include <filesystem>
#include <memory>

#include "image_io/image_file.h"

namespace image_io::internal {

/// Of a data window in a display window.
struct Placement {
  std::int64_t left = 0, top = 0;       ///< of the data window's first texel, from the display window's
  std::uint32_t width = 0, height = 0;  ///< of the display window
};

/// `data` as it shows in the display window: what lies outside that is cropped, and where there is no data all channels
/// are 0, alpha too if the file has it. `data` itself where both windows are the same.
std::unique_ptr<ImageReader> place_in_display(const std::filesystem::path& file, std::unique_ptr<ImageReader> data,
                                              const Placement& placement);

}  // namespace image_io::internal

#endif
