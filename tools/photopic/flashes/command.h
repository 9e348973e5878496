// SPDX-License-Identifier: MIT
// Command photopic flashes.
#ifndef PHOTOPIC_TOOLS_PHOTOPIC_FLASHES_COMMAND_H
#define PHOTOPIC_TOOLS_PHOTOPIC_FLASHES_COMMAND_H

#include "arguments/command.h"

namespace flashes {

arguments::Command add_flashes(CLI::App& app);

}  // namespace flashes

#endif
