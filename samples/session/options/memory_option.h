// SPDX-License-Identifier: MIT
// Option for the memory that pictures may take.
#ifndef PHOTOPIC_SAMPLES_SESSION_OPTIONS_MEMORY_OPTION_H
#define PHOTOPIC_SAMPLES_SESSION_OPTIONS_MEMORY_OPTION_H

#include "arguments/command.h"

namespace session {

/// --memory-mib, which sets image_io::read_limits().
void add_memory_option(CLI::App& command);

}  // namespace session

#endif
