// SPDX-License-Identifier: MIT
// Options for the layer of an OpenEXR picture.
#ifndef PHOTOPIC_SAMPLES_SESSION_OPTIONS_LAYER_OPTIONS_H
#define PHOTOPIC_SAMPLES_SESSION_OPTIONS_LAYER_OPTIONS_H

#include "arguments/command.h"
#include "image_io/facts.h"

namespace session {

/// --layer, --part, --rgb. `choice` outlives the command.
void add_layer_options(CLI::App& command, image_io::LayerChoice& choice);

}  // namespace session

#endif
