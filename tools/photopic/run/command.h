// SPDX-License-Identifier: MIT
// Command photopic run.
#ifndef PHOTOPIC_TOOLS_PHOTOPIC_RUN_COMMAND_H
#define PHOTOPIC_TOOLS_PHOTOPIC_RUN_COMMAND_H

#include "arguments/command.h"

namespace cli {

arguments::Command add_run(CLI::App& app);

}  // namespace cli

#endif
