// SPDX-License-Identifier: MIT
// The program photopic-viewer as a function.
#ifndef PHOTOPIC_SAMPLES_VIEWER_PROGRAM_H
#define PHOTOPIC_SAMPLES_VIEWER_PROGRAM_H

namespace viewer {

/// main(): prints errors, returns the exit code. Once in a process, whose signal handlers it sets.
int run_viewer(int argc, char** argv);

}  // namespace viewer

#endif
