// SPDX-License-Identifier: MIT
// Attributes of OpenEXR headers as facts.
#ifndef PHOTOPIC_TOOLS_IMAGE_IO_EXR_EXR_FACTS_H
#define PHOTOPIC_TOOLS_IMAGE_IO_EXR_EXR_FACTS_H

#include <ImfMultiPartInputFile.h>

#include "image_io/facts.h"

namespace image_io::internal {

/// Adds what headers say of `layer`: the one place that reads attributes, for files of every kind.
void add_facts(const Imf::MultiPartInputFile& input, const Layer& layer, Facts& facts);

/// String attribute of pictures whose numbers are light of a display, as create_exr() writes them with white_nits.
inline constexpr const char* kEncodingAttribute = "photopicEncoding";
inline constexpr const char* kScrgb = "scRGB";

/// What the picture is to be multiplied by: 1, unless whiteLuminance says what 1 is, and either `light` asks for
/// another white or the file is of a display.
double scale_of(const Imf::Header& header, const LightChoice& light, Facts& facts);

}  // namespace image_io::internal

#endif
