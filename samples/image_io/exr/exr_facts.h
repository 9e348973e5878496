// SPDX-License-Identifier: MIT
// Attributes of OpenEXR headers as facts.
#ifndef PHOTOPIC_SAMPLES_IMAGE_IO_EXR_EXR_FACTS_H
#define PHOTOPIC_SAMPLES_IMAGE_IO_EXR_EXR_FACTS_H

#include <ImfMultiPartInputFile.h>

#include "image_io/facts.h"

namespace image_io::internal {

/// Adds what headers say of `layer`: the one place that reads attributes, for files of every kind.
void add_facts(const Imf::MultiPartInputFile& input, const Layer& layer, Facts& facts);

}  // namespace image_io::internal

#endif
