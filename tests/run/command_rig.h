// SPDX-License-Identifier: MIT
// Fixture of tests that run `photopic run` in the window system of the tests.
#ifndef PHOTOPIC_TESTS_RUN_COMMAND_RIG_H
#define PHOTOPIC_TESTS_RUN_COMMAND_RIG_H

#include "cli/cli_test.h"

namespace cli_test {

class RunCommand : public CliTest {
 protected:
  ProcessOptions layered() const {
    return {.environment = {{"VK_ADD_LAYER_PATH", PHOTOPIC_TEST_RUN_DIR},
                            {"VK_INSTANCE_LAYERS", "VK_LAYER_PHOTOPIC_windows"}}};
  }
  ProcessResult run_presenter(Arguments options, const Arguments& program = {}, const char* windows = "") {
    ProcessOptions process = layered();
    process.environment.push_back({"PHOTOPIC_WINDOWS", windows});
    options.insert(options.begin(), "run");
    options.insert(options.end(), {"--", PHOTOPIC_TEST_PRESENTER});
    options.insert(options.end(), program.begin(), program.end());
    return run(options, process);
  }
};

}  // namespace cli_test

#endif
