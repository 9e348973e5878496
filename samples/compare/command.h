// SPDX-License-Identifier: MIT
// photopic compare.
#ifndef PHOTOPIC_SAMPLES_COMPARE_COMMAND_H
#define PHOTOPIC_SAMPLES_COMPARE_COMMAND_H

#include "cli/command_line.h"

namespace compare {

cli::Command add_compare(CLI::App& app);

}  // namespace compare

#endif
