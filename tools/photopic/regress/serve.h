// SPDX-License-Identifier: MIT
// Command photopic serve.
#ifndef PHOTOPIC_TOOLS_PHOTOPIC_REGRESS_SERVE_H
#define PHOTOPIC_TOOLS_PHOTOPIC_REGRESS_SERVE_H

#include "arguments/command.h"

namespace regress {

arguments::Command add_serve(CLI::App& app);

}  // namespace regress

#endif
