// SPDX-License-Identifier: MIT
// Layers of OpenEXR files, and the choice among them.
#ifndef PHOTOPIC_TOOLS_IMAGE_IO_EXR_EXR_LAYERS_H
#define PHOTOPIC_TOOLS_IMAGE_IO_EXR_EXR_LAYERS_H

#include <ImfMultiPartInputFile.h>

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "image_io/facts.h"

namespace image_io::internal {

/// A layer, and what Facts say of the choice.
struct ChosenLayer {
  Layer layer;
  Facts facts;  ///< layers, layer, note, and the tag "layer"
};

/// As open_image() says. Throws Error if nothing is meant by `choice`, or several things of which none is preferred: it
/// names the channels, layers or parts that there are.
ChosenLayer choose_layer(const std::filesystem::path& file, const Imf::MultiPartInputFile& input,
                         const LayerChoice& choice);

/// Channels of all flat parts, or of one of them, each name once.
std::vector<std::string> channel_names(const Imf::MultiPartInputFile& input, std::optional<int> only = {});

}  // namespace image_io::internal

#endif
