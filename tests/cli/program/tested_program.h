// SPDX-License-Identifier: MIT
// Program under test: its path and its main().
#ifndef PHOTOPIC_TESTS_CLI_PROGRAM_TESTED_PROGRAM_H
#define PHOTOPIC_TESTS_CLI_PROGRAM_TESTED_PROGRAM_H

namespace cli_test {

struct TestedProgram {
  const char* path;
  int (*entry)(int argc, char** argv);  ///< its main()
};

/// One for each test program that has CliTest.
TestedProgram tested_program();

/// The program's entry if it may run as a fork of this process, else null: without PHOTOPIC_TEST_FORKS in the
/// environment, and where this process has other threads. Libraries, Vulkan drivers among them, are loaded here once,
/// then: loading takes a program longer than most of what tests ask of it.
int (*entry_to_fork())(int argc, char** argv);

}  // namespace cli_test

#endif
