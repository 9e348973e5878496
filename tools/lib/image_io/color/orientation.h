// SPDX-License-Identifier: MIT
// Upright pictures from stored ones, by EXIF's orientation.
#ifndef PHOTOPIC_TOOLS_IMAGE_IO_COLOR_ORIENTATION_H
#define PHOTOPIC_TOOLS_IMAGE_IO_COLOR_ORIENTATION_H

#include <cstdint>

namespace image_io::internal {

/// Texels of a stored picture in a straight line, a row or a column of it, in either direction.
struct Line {
  std::int64_t x = 0, y = 0;            ///< of the first
  std::int64_t step_x = 1, step_y = 0;  ///< to the next
};

/// The stored picture's sides, and its orientation 1 to 8 (EXIF 3.0, 4.6.5.1.6).
class Upright {
 public:
  Upright(std::uint8_t orientation, std::uint32_t width, std::uint32_t height)
      : orientation_(orientation), width_(width), height_(height) {}

  bool is_as_stored() const { return orientation_ == 1; }
  bool is_turned() const { return orientation_ >= 5; }
  std::uint32_t width() const { return is_turned() ? height_ : width_; }
  std::uint32_t height() const { return is_turned() ? width_ : height_; }

  /// Where row `y` of the upright picture is, from its left to its right.
  Line row(std::uint32_t y) const {
    const std::int64_t right = std::int64_t{width_} - 1, bottom = std::int64_t{height_} - 1;
    switch (orientation_) {
      case 2:  // mirrored
        return {right, y, -1, 0};
      case 3:  // upside down
        return {right, bottom - y, -1, 0};
      case 4:  // mirrored upside down
        return {0, bottom - y, 1, 0};
      case 5:  // transposed
        return {y, 0, 0, 1};
      case 6:  // to be turned clockwise
        return {y, bottom, 0, -1};
      case 7:  // transposed about the other diagonal
        return {right - y, bottom, 0, -1};
      case 8:  // to be turned counterclockwise
        return {right - y, 0, 0, 1};
      default:
        return {0, y, 1, 0};
    }
  }

 private:
  std::uint8_t orientation_;
  std::uint32_t width_, height_;
};

}  // namespace image_io::internal

#endif
