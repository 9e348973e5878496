// SPDX-License-Identifier: MIT
// Command photopic gpgpu.
#ifndef PHOTOPIC_TOOLS_PHOTOPIC_GPGPU_COMMAND_H
#define PHOTOPIC_TOOLS_PHOTOPIC_GPGPU_COMMAND_H

#include "arguments/command.h"

namespace gpgpu {

arguments::Command add_gpgpu(CLI::App& app);

}  // namespace gpgpu

#endif
