// SPDX-License-Identifier: MIT
// A run of another program, with a time limit.
#ifndef PHOTOPIC_TOOLS_REGRESS_RUNNER_COMMAND_RUN_H
#define PHOTOPIC_TOOLS_REGRESS_RUNNER_COMMAND_RUN_H

#include <filesystem>
#include <string>
#include <utility>
#include <vector>

namespace regress {

/// Of what a program prints, the end is kept, bytes.
inline constexpr std::size_t kMaxOutputBytes = 8192;

struct CommandRun {
  std::string problem;  ///< "ended with exit code 3", "took longer than 60 s and was stopped"; empty: it went well
  std::string output;   ///< stdout and stderr, as they came; at most kMaxOutputBytes
};

/// Runs a program to its end, without a shell. `arguments`: the first is the program, found in PATH where it has no
/// slash, else below `folder`, where it runs. Its stdin is empty. After `timeout_s` it is killed, and so are the
/// processes that it began, unless they left its process group; likewise on the signals of files::end_on_signals(). The
/// program itself is also killed when this process dies otherwise. Throws files::Error for a program that can't be
/// started, std::system_error for pipes and processes that can't be had.
CommandRun run_command(const std::vector<std::string>& arguments, const std::filesystem::path& folder,
                       const std::vector<std::pair<std::string, std::string>>& environment, double timeout_s);

}  // namespace regress

#endif
