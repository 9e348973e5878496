// SPDX-License-Identifier: MIT
// Command photopic regress.
#ifndef PHOTOPIC_TOOLS_PHOTOPIC_REGRESS_COMMAND_H
#define PHOTOPIC_TOOLS_PHOTOPIC_REGRESS_COMMAND_H

#include "arguments/command.h"

namespace regress {

arguments::Command add_regress(CLI::App& app);

}  // namespace regress

#endif
