// SPDX-License-Identifier: MIT
// The program photopic as the program under test.
#include "cli/program/tested_program.h"
#include "photopic/program.h"

cli_test::TestedProgram cli_test::tested_program() { return {PHOTOPIC_CLI, cli::run_photopic}; }
