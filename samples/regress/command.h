// SPDX-License-Identifier: MIT
// photopic regress.
#ifndef PHOTOPIC_SAMPLES_REGRESS_COMMAND_H
#define PHOTOPIC_SAMPLES_REGRESS_COMMAND_H

#include "cli/command_line.h"

namespace regress {

cli::Command add_regress(CLI::App& app);

}  // namespace regress

#endif
