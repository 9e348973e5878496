// SPDX-License-Identifier: MIT
#include "files/child_process.h"

#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <fstream>
#include <mutex>
#include <sstream>
#include <string_view>
#include <system_error>

#include "files/error.h"

namespace files {
namespace {

[[noreturn]] void fail(const char* what) { throw std::system_error(errno, std::generic_category(), what); }

/// Pointers as exec wants them, to strings that live on.
std::vector<char*> pointers_to(std::vector<std::string>& texts) {
  std::vector<char*> pointers;
  for (std::string& text : texts) pointers.push_back(text.data());
  pointers.push_back(nullptr);
  return pointers;
}

std::vector<std::string> environment_with(const std::vector<std::pair<std::string, std::string>>& added) {
  std::vector<std::string> all;
  for (char** one = ::environ; *one != nullptr; ++one) {
    const std::string_view text = *one;
    const auto is_replaced = [&](const auto& pair) { return text.starts_with(pair.first + "="); };
    if (std::none_of(added.begin(), added.end(), is_replaced)) all.emplace_back(text);
  }
  for (const auto& [name, value] : added) all.push_back(name + "=" + value);
  return all;
}

/// A child between fork and exec: what isn't safe there, such as memory, was prepared before.
[[noreturn]] void become(char* const* arguments, char* const* environment, const ProgramStart& start,
                         const char* folder, int error, pid_t parent) {
  ::setpgid(0, 0);
  ::prctl(PR_SET_PDEATHSIG, SIGKILL);
  sigset_t none;
  ::sigemptyset(&none);
  ::sigprocmask(SIG_SETMASK, &none, nullptr);
  ::signal(SIGPIPE, SIG_DFL);  // which this program ignores
  ::signal(SIGXFSZ, SIG_DFL);
  const int empty = ::open("/dev/null", O_RDONLY | O_CLOEXEC);
  bool is_ready = ::getppid() == parent && ::dup2(empty, STDIN_FILENO) >= 0 &&
                  ::dup2(start.output, STDOUT_FILENO) >= 0 && ::dup2(start.error_output, STDERR_FILENO) >= 0 &&
                  ::chdir(folder) == 0;
  for (const int kept : start.kept) is_ready = is_ready && ::fcntl(kept, F_SETFD, 0) == 0;
  if (is_ready) ::execvpe(arguments[0], arguments, environment);
  const int reason = errno;
  (void)!::write(error, &reason, sizeof reason);
  ::_exit(127);
}

}  // namespace

Pipe::Pipe() {
  std::array<int, 2> ends{};
  if (::pipe2(ends.data(), O_CLOEXEC) != 0) fail("pipe");
  read = Descriptor(ends[0]);
  write = Descriptor(ends[1]);
}

ChildProcess::ChildProcess(const ProgramStart& start) {
  std::vector<std::string> words = start.arguments, variables = environment_with(start.environment);
  const std::vector<char*> word_pointers = pointers_to(words), variable_pointers = pointers_to(variables);
  const std::string place = start.folder.empty() ? "." : start.folder.string();
  Pipe error;
  const pid_t parent = ::getpid();
  {
    const std::lock_guard guard(mutex());
    leader_ = ::fork();
    if (leader_ < 0) fail("fork");
    if (leader_ == 0) {
      become(word_pointers.data(), variable_pointers.data(), start, place.c_str(), error.write.number(), parent);
    }
    ::setpgid(leader_, leader_);  // also here: whoever is first
    list();
  }
  error.write.close();
  int reason = 0;
  if (::read(error.read.number(), &reason, sizeof reason) == sizeof reason) {
    end();
    throw Error(start.arguments.front(),
                "can't be run" + (place == "." ? "" : " in " + place) + ": " + system_reason(reason));
  }
  descriptor_ = Descriptor(int(::syscall(SYS_pidfd_open, leader_, 0)));  // glibc 2.36 has it for C alone
  if (descriptor_) return;
  const int failure = errno;
  end();
  throw std::system_error(failure, std::generic_category(), "pidfd_open");
}

ChildProcess::~ChildProcess() {
  if (leader_ > 0) end();
}

bool ChildProcess::has_others() const {
  std::error_code error;
  for (const auto& entry : std::filesystem::directory_iterator("/proc", error)) {
    std::ifstream stream(entry.path() / "stat");
    std::string text;
    if (!std::getline(stream, text)) continue;
    // PID (NAME) STATE PARENT GROUP; names may have brackets.
    std::istringstream fields(text.substr(std::min(text.rfind(')') + 1, text.size())));
    char state = 0;
    pid_t parent = 0, group = 0;
    fields >> state >> parent >> group;
    if (fields && group == leader_ && state != 'Z' && state != 'X' &&
        entry.path().filename() != std::to_string(leader_)) {
      return true;
    }
  }
  return false;
}

void ChildProcess::signal(int number) const {
  if (leader_ > 0) ::kill(-leader_, number);
}

int ChildProcess::end() {
  {
    const std::lock_guard guard(mutex());
    ::kill(-leader_, SIGKILL);
    unlist();
  }
  int status = 0;
  ::waitpid(std::exchange(leader_, -1), &status, 0);
  return status;
}

/// Waits until all are gone, so that none writes after its folder was removed: those whose parent has ended become
/// children of this process.
void ChildProcess::end_by_signal() noexcept {
  ::prctl(PR_SET_CHILD_SUBREAPER, 1);
  ::kill(-leader_, SIGKILL);
  while (::waitpid(-leader_, nullptr, 0) > 0) {
  }
}

std::string problem_of_status(int status) {
  if (WIFSIGNALED(status)) return std::string("was ended by the signal ") + ::strsignal(WTERMSIG(status));
  const int code = WEXITSTATUS(status);
  return code == 0 ? "" : "ended with exit code " + std::to_string(code);
}

}  // namespace files
