// SPDX-License-Identifier: MIT
// Frame of a command-line program's main(): errors, exit codes, output.
#ifndef PHOTOPIC_TOOLS_ARGUMENTS_PROGRAM_H
#define PHOTOPIC_TOOLS_ARGUMENTS_PROGRAM_H

#include <fcntl.h>

#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <new>
#include <string>

#include "arguments/errors.h"
#include "files/ephemeral.h"

namespace arguments {

/// Opens those that the parent left closed, so that no file or socket takes their number: what is printed would go
/// there. They are open the wrong way round, which lets reads of input and writes of output fail as before.
inline void hold_standard_descriptors() {
  for (int number = 0; number <= 2; ++number) {
    if (::fcntl(number, F_GETFD) < 0) (void)!::open("/dev/null", number == 0 ? O_WRONLY : O_RDONLY);
  }
}

/// Runs `run()`, which returns an exit code. What it throws becomes one line "NAME: reason" on stderr and an exit code.
template <class Run>
int run_program(const char* name, const Run& run) {
  hold_standard_descriptors();
  files::end_on_signals();
  // A reader that goes away, or a file size limit, then shows as a write error with a reason.
  std::signal(SIGPIPE, SIG_IGN);
  std::signal(SIGXFSZ, SIG_IGN);
  const auto fail = [name](int exit_code, const std::string& line) {
    print_error(name, line);
    return exit_code;
  };
  try {
    const int exit_code = run();
    // Output that was printed but not stored (a full disk) is an error too.
    if (std::fflush(stdout) == 0 && std::ferror(stdout) == 0) return exit_code;
    return fail(kExitInput, std::string("standard output: ") + std::strerror(errno));
  } catch (const engine::UnsuitableDevice& error) {
    return fail(kExitDevice, std::string(error.what()) + "; 'photopic doctor' says what this machine can run");
  } catch (const engine::Error& error) {
    return fail(kExitDevice, error.what());
  } catch (const std::bad_alloc&) {
    return fail(kExitDevice, "out of memory");
  } catch (const std::exception& error) {
    return fail(kExitInput, error.what());
  }
}

}  // namespace arguments

#endif
