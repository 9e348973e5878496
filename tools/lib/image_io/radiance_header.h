// SPDX-License-Identifier: MIT
// Header of a Radiance picture.
#ifndef PHOTOPIC_TOOLS_IMAGE_IO_RADIANCE_HEADER_H
#define PHOTOPIC_TOOLS_IMAGE_IO_RADIANCE_HEADER_H

#include <array>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <span>

#include "image_io/facts.h"

namespace image_io::internal {

/// One direction of the picture.
struct RadianceAxis {
  std::uint32_t size = 0;    ///< texels
  bool is_reversed = false;  ///< the file begins at the bottom, or at the right
};

struct RadianceHeader {
  RadianceAxis x, y;
  bool has_columns = false;                      ///< a scanline is a column, from one end of y to the other
  std::array<double, 3> divisor = {1, 1, 1};     ///< products of all EXPOSURE and COLORCORR lines
  double pixel_aspect = 1.0;                     ///< width to height
  std::optional<Chromaticities> chromaticities;  ///< of PRIMARIES, or of XYZE
  std::size_t size_bytes = 0;                    ///< the first scanline comes after it
};

/// Throws Error for what isn't a whole header, names no known format, or has a number that can't be.
RadianceHeader parse_radiance_header(const std::filesystem::path& file, std::span<const unsigned char> bytes);

}  // namespace image_io::internal

#endif
