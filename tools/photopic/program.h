// SPDX-License-Identifier: MIT
// The program photopic as a function.
#ifndef PHOTOPIC_TOOLS_PHOTOPIC_PROGRAM_H
#define PHOTOPIC_TOOLS_PHOTOPIC_PROGRAM_H

namespace cli {

/// main(): prints errors, returns the exit code. Once in a process, whose signal handlers it sets.
int run_photopic(int argc, char** argv);

}  // namespace cli

#endif
