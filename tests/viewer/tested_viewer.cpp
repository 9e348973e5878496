// SPDX-License-Identifier: MIT
// Program photopic-viewer for tests of the command line.
#include "cli/tested_program.h"
#include "viewer/program.h"

cli_test::TestedProgram cli_test::tested_program() { return {PHOTOPIC_CLI, viewer::run_viewer}; }
