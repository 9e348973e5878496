// SPDX-License-Identifier: MIT
// Attributes of an OpenEXR header as facts.
#ifndef PHOTOPIC_SAMPLES_IMAGE_IO_EXR_EXR_FACTS_H
#define PHOTOPIC_SAMPLES_IMAGE_IO_EXR_EXR_FACTS_H

#include <ImfHeader.h>

#include "image_io/facts.h"

namespace image_io::internal {

/// Adds what a part's header says of `layer`: the one place that reads attributes, for files of every kind.
void add_facts(const Imf::Header& header, const Layer& layer, Facts& facts);

}  // namespace image_io::internal

#endif
