// SPDX-License-Identifier: MIT
// Metadata of gain maps: ISO 21496-1's, and Ultra HDR's and Adobe's in XMP.
#ifndef PHOTOPIC_TOOLS_IMAGE_IO_GAIN_MAP_GAIN_MAP_METADATA_H
#define PHOTOPIC_TOOLS_IMAGE_IO_GAIN_MAP_GAIN_MAP_METADATA_H

#include <span>
#include <stdexcept>
#include <string_view>

#include "image_io/gain_map/gain_map.h"

namespace image_io::internal {

/// what(): why a gain map can't be applied, after "its gain map": "is of a later version".
class GainMapError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// What an XMP document says of gain maps. What isn't XML says nothing.
enum class Hdrgm {
  none,
  names_one,  ///< Version alone: another picture of the file is the gain map
  is_one,     ///< the picture that it comes with
};
Hdrgm hdrgm_of(std::string_view xmp);

/// All but `channels`, the size and codes. Both throw GainMapError for numbers that are missing or can't be, and for
/// features that can't be honoured.
GainMap parse_hdrgm(std::string_view xmp);
/// `body`: of ISO 21496-1, annex C, from the version on.
GainMap parse_iso_gain_map(std::span<const unsigned char> body);

}  // namespace image_io::internal

#endif
