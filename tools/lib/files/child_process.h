// SPDX-License-Identifier: MIT
// Another program, with all processes that it begins.
#ifndef PHOTOPIC_TOOLS_FILES_CHILD_PROCESS_H
#define PHOTOPIC_TOOLS_FILES_CHILD_PROCESS_H

#include <sys/types.h>

#include <filesystem>
#include <string>
#include <utility>
#include <vector>

#include "files/descriptor.h"
#include "files/ephemeral.h"

namespace files {

struct Pipe {
  /// Both ends are closed in programs that are started. Throws std::system_error.
  Pipe();
  Descriptor read, write;
};

struct ProgramStart {
  std::vector<std::string>
      arguments;  ///< the first is the program, found in PATH where it has no slash, else below `folder`
  std::filesystem::path folder = {};                                  ///< where it runs; empty: here
  std::vector<std::pair<std::string, std::string>> environment = {};  ///< on top of that of this process
  int output = 1, error_output = 2;                                   ///< its stdout and stderr; its stdin is empty
  std::vector<int> kept = {};  ///< further descriptors that it inherits, by the same numbers
};

/// A process group of its own, without a shell. With this object, with this process, however that dies, and on the
/// signals of end_on_signals() the program is killed, and but for the second case so are the processes that it began,
/// unless they left its group.
class ChildProcess final : private Ephemeral {
 public:
  /// Throws Error for a program that can't be started, std::system_error for processes that can't be had.
  explicit ChildProcess(const ProgramStart& start);
  ~ChildProcess();

  /// Readable once the program has ended.
  int descriptor() const { return descriptor_.number(); }
  pid_t leader() const { return leader_; }
  /// Whether there are other processes in the group, that run.
  bool has_others() const;
  /// To the group.
  void signal(int number) const;
  /// Kills what is left of it. The program's status, as waitpid() has it.
  int end();

 private:
  void end_by_signal() noexcept override;

  pid_t leader_ = -1;
  Descriptor descriptor_;
};

/// "ended with exit code 3", "was ended by the signal Killed"; empty: 0.
std::string problem_of_status(int status);

}  // namespace files

#endif
