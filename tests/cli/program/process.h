// SPDX-License-Identifier: MIT
// A program run to its end.
#ifndef PHOTOPIC_TESTS_CLI_PROGRAM_PROCESS_H
#define PHOTOPIC_TESTS_CLI_PROGRAM_PROCESS_H

#include <sys/types.h>

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace cli_test {

struct ProcessOptions {
  /// Variables to set, or to remove where there is no value.
  std::vector<std::pair<std::string, std::optional<std::string>>> environment = {};
  std::string folder = {};                            ///< working directory
  std::string stdout_file = {};                       ///< instead of capturing it
  bool has_no_stdout = false;                         ///< it is closed instead
  std::optional<std::uint64_t> file_size_limit = {};  ///< RLIMIT_FSIZE, bytes
  std::function<void(pid_t)> meanwhile = {};          ///< called once it was started
  /// The program as a function, to be called in a fork of this process in place of starting the program.
  int (*entry)(int argc, char** argv) = nullptr;
};

struct ProcessResult {
  int exit_code = -1;  ///< -1 when it was killed by a signal
  int signal = 0;
  std::string out;
  std::string err;
  std::uint64_t peak_rss_bytes = 0;  ///< at least the size of this process when it forked
  double wall_s = 0.0;
};

/// As execve() takes arguments and environments: of `texts`, which must outlive them, and null at the end.
std::vector<char*> pointers_to(std::vector<std::string>& texts);

/// Throws std::runtime_error when there is no such program. Kills what takes over twenty minutes. With `entry`, this
/// process has one thread, but for OpenEXR's: others wouldn't be in the fork.
ProcessResult run_process(const std::vector<std::string>& arguments, const ProcessOptions& options);

}  // namespace cli_test

#endif
