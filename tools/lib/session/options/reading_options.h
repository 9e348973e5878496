// SPDX-License-Identifier: MIT
// Options for how a picture is read, where its file leaves a choice.
#ifndef PHOTOPIC_TOOLS_SESSION_OPTIONS_READING_OPTIONS_H
#define PHOTOPIC_TOOLS_SESSION_OPTIONS_READING_OPTIONS_H

#include "arguments/command.h"
#include "image_io/facts.h"

namespace session {

/// --layer, --part, --rgb of OpenEXR; --input-white-nits, --input-peak-nits of pictures for a display. `options`
/// outlive the command.
void add_reading_options(CLI::App& command, image_io::ReadOptions& options);

}  // namespace session

#endif
