// SPDX-License-Identifier: MIT
// Segments of a JPEG, walked and checked before a decoder sees them.
#ifndef PHOTOPIC_TOOLS_IMAGE_IO_JPEG_JPEG_SEGMENTS_H
#define PHOTOPIC_TOOLS_IMAGE_IO_JPEG_JPEG_SEGMENTS_H

#include <optional>
#include <string_view>
#include <vector>

#include "image_io/internal.h"

namespace image_io::internal {

struct JpegSegments {
  std::uint32_t width = 0, height = 0;
  unsigned components = 0;                  ///< of a texel: 1 grey, 3 colours, 4 CMYK or YCCK
  std::optional<unsigned> adobe_transform;  ///< of Adobe's segment: 2 is YCCK
  Facts facts;                              ///< orientation and profile
  std::vector<std::string_view> xmp;        ///< each a whole document
  std::vector<Bytes> gain_map_metadata;     ///< of ISO 21496-1, after the name
  std::size_t size_bytes = 0;               ///< from the start marker to the end marker
};

/// `bytes` begin with a JPEG, and outlive the result. Throws Error for one that ends early, for tables that
/// stb_image 2.27 overruns, and for lossless and arithmetic coding.
JpegSegments read_jpeg_segments(const std::filesystem::path& file, Bytes bytes);

}  // namespace image_io::internal

#endif
