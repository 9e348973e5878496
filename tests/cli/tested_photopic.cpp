// SPDX-License-Identifier: MIT
// Program photopic for tests of the command line.
#include "cli/tested_program.h"
#include "photopic/program.h"

cli_test::TestedProgram cli_test::tested_program() { return {PHOTOPIC_CLI, cli::run_photopic}; }
