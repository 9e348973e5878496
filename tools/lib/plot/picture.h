// SPDX-License-Identifier: MIT
// A drawn picture.
#ifndef PHOTOPIC_TOOLS_PLOT_PICTURE_H
#define PHOTOPIC_TOOLS_PLOT_PICTURE_H

#include <cstdint>
#include <vector>

namespace plot {

/// A finished drawing: sRGB-encoded, opaque, tightly packed, top row first.
struct Picture {
  std::uint32_t width = 0;         ///< pixels
  std::uint32_t height = 0;        ///< pixels
  std::vector<std::uint8_t> rgba;  ///< width * height * 4 bytes
};

/// A part of a drawing, pixels from its upper left corner.
struct Box {
  double left_px, right_px, top_px, bottom_px;
};

}  // namespace plot

#endif
