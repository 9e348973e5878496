// SPDX-License-Identifier: MIT
// Command photopic compare.
#ifndef PHOTOPIC_TOOLS_PHOTOPIC_COMPARE_COMMAND_H
#define PHOTOPIC_TOOLS_PHOTOPIC_COMPARE_COMMAND_H

#include "arguments/command.h"

namespace compare {

arguments::Command add_compare(CLI::App& app);

}  // namespace compare

#endif
