// SPDX-License-Identifier: MIT
// photopic gpgpu.
#ifndef PHOTOPIC_SAMPLES_GPGPU_COMMAND_H
#define PHOTOPIC_SAMPLES_GPGPU_COMMAND_H

#include "cli/command_line.h"

namespace gpgpu {

cli::Command add_gpgpu(CLI::App& app);

}  // namespace gpgpu

#endif
