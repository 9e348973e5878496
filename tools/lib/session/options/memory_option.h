// SPDX-License-Identifier: MIT
// Option for the memory that pictures may take.
#ifndef PHOTOPIC_TOOLS_SESSION_OPTIONS_MEMORY_OPTION_H
#define PHOTOPIC_TOOLS_SESSION_OPTIONS_MEMORY_OPTION_H

#include "arguments/command.h"

namespace session {

/// --memory-mib, which sets image_io::read_limits(). `is_comparing`: they hold for comparisons, too.
void add_memory_option(CLI::App& command, bool is_comparing = false);

}  // namespace session

#endif
