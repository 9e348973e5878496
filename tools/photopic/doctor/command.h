// SPDX-License-Identifier: MIT
// Commands photopic doctor and photopic devices.
#ifndef PHOTOPIC_TOOLS_DOCTOR_COMMAND_H
#define PHOTOPIC_TOOLS_DOCTOR_COMMAND_H

#include "arguments/command_line.h"

namespace doctor {

arguments::Command add_doctor(CLI::App& app);
arguments::Command add_devices(CLI::App& app);

}  // namespace doctor

#endif
