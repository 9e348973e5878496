// SPDX-License-Identifier: MIT
// Gain map of a JPEG: a second JPEG after the first.
#ifndef PHOTOPIC_TOOLS_IMAGE_IO_JPEG_GAIN_MAP_SEARCH_H
#define PHOTOPIC_TOOLS_IMAGE_IO_JPEG_GAIN_MAP_SEARCH_H

#include "image_io/gain_map/gain_map.h"
#include "image_io/jpeg/jpeg_segments.h"

namespace image_io::internal {

struct FoundGainMap {
  JpegSegments segments;    ///< of the second JPEG,
  Bytes bytes;              ///< which these begin with
  GainMap meaning;          ///< without size and codes
  std::string unused = {};  ///< why it can't be applied: "its gain map is of a later version"; nothing else counts then
};

/// Whether the first JPEG says that there is one, by ISO 21496-1 or by hdrgm in XMP. Without that word, what comes
/// after it is something else: a depth map, a video, another view.
bool has_gain_map(const JpegSegments& primary);

/// The first JPEG after the primary one that has metadata of a gain map, wherever the file says that it is: programs
/// that edit files leave such places as they were. `bytes`: the whole file. Throws Error where there is none.
FoundGainMap find_gain_map(const std::filesystem::path& file, Bytes bytes, const JpegSegments& primary);

}  // namespace image_io::internal

#endif
