// SPDX-License-Identifier: MIT
// The program photopic-viewer as the program under test.
#include "cli/program/tested_program.h"
#include "viewer/program.h"

cli_test::TestedProgram cli_test::tested_program() { return {PHOTOPIC_CLI, viewer::run_viewer}; }
