// SPDX-License-Identifier: MIT
// Start, watching and end of another program.
#include "regress/runner/command_run.h"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <cstring>
#include <mutex>
#include <system_error>
#include <utility>

#include "files/descriptor.h"
#include "files/ephemeral.h"
#include "files/error.h"
#include "json/values.h"

namespace regress {
namespace {

using Clock = std::chrono::steady_clock;

[[noreturn]] void fail(const char* what) { throw std::system_error(errno, std::generic_category(), what); }

struct Pipe {
  Pipe() {
    std::array<int, 2> ends{};
    if (::pipe2(ends.data(), O_CLOEXEC) != 0) fail("pipe");
    read = files::Descriptor(ends[0]);
    write = files::Descriptor(ends[1]);
  }
  files::Descriptor read, write;
};

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
[[noreturn]] void become(char* const* arguments, char* const* environment, const char* folder, int output, int error,
                         pid_t parent) {
  ::setpgid(0, 0);
  ::prctl(PR_SET_PDEATHSIG, SIGKILL);
  sigset_t none;
  ::sigemptyset(&none);
  ::sigprocmask(SIG_SETMASK, &none, nullptr);
  ::signal(SIGPIPE, SIG_DFL);  // which this program ignores
  const int empty = ::open("/dev/null", O_RDONLY | O_CLOEXEC);
  const bool is_ready = ::getppid() == parent && ::dup2(empty, STDIN_FILENO) >= 0 &&
                        ::dup2(output, STDOUT_FILENO) >= 0 && ::dup2(output, STDERR_FILENO) >= 0 &&
                        ::chdir(folder) == 0;
  if (is_ready) ::execvpe(arguments[0], arguments, environment);
  const int reason = errno;
  (void)!::write(error, &reason, sizeof reason);
  ::_exit(127);
}

/// The last bytes alone.
void append(std::string& output, const char* data, std::size_t size) {
  output.append(data, size);
  if (output.size() > 2 * kMaxOutputBytes) output.erase(0, output.size() - kMaxOutputBytes);
}

/// False at the end of what is written.
bool read_some(int pipe, std::string& output) {
  std::array<char, 16384> buffer{};
  const ssize_t size = ::read(pipe, buffer.data(), buffer.size());
  if (size > 0) append(output, buffer.data(), std::size_t(size));
  return size > 0 || (size < 0 && (errno == EINTR || errno == EAGAIN));
}

/// True: the process ended in time.
bool watch(int process, int pipe, Clock::time_point end, std::string& output) {
  bool is_open = true;
  while (true) {
    std::array<pollfd, 2> waiting = {{{process, POLLIN, 0}, {is_open ? pipe : -1, POLLIN, 0}}};
    const auto left = std::chrono::ceil<std::chrono::milliseconds>(end - Clock::now()).count();
    if (left <= 0) return false;
    constexpr long kMaxWaitMs = 1 << 30;
    if (::poll(waiting.data(), waiting.size(), int(std::min<long>(left, kMaxWaitMs))) < 0 && errno != EINTR) {
      fail("poll");
    }
    if ((waiting[1].revents & (POLLIN | POLLHUP)) != 0) is_open = read_some(pipe, output);
    if ((waiting[0].revents & POLLIN) != 0) return true;
  }
}

/// What is in the pipe; processes left behind may keep it open.
void drain(int pipe, std::string& output) {
  ::fcntl(pipe, F_SETFL, O_NONBLOCK);
  std::array<char, 16384> buffer{};
  // A pipe holds 64 KiB, and somebody may write for ever.
  for (int i = 0; i < 16; ++i) {
    const ssize_t size = ::read(pipe, buffer.data(), buffer.size());
    if (size <= 0) return;
    append(output, buffer.data(), std::size_t(size));
  }
}

/// A program with all processes that it begins, unless they leave its process group.
class ProcessGroup final : private files::Ephemeral {
 public:
  /// `become`: called in the child, and doesn't return.
  template <class Become>
  explicit ProcessGroup(const Become& become) {
    const std::lock_guard guard(mutex());
    leader_ = ::fork();
    if (leader_ < 0) fail("fork");
    if (leader_ == 0) become();
    ::setpgid(leader_, leader_);  // also here: whoever is first
    list();
  }
  ~ProcessGroup() {
    if (leader_ > 0) end();
  }

  pid_t leader() const { return leader_; }
  /// Kills what is left of it. The leader's status, as waitpid() has it.
  int end() {
    {
      const std::lock_guard guard(mutex());
      ::kill(-leader_, SIGKILL);
      unlist();
    }
    int status = 0;
    ::waitpid(std::exchange(leader_, -1), &status, 0);
    return status;
  }

 private:
  /// Waits until all are gone, so that none writes after its folder was removed: those whose parent has ended become
  /// children of this process.
  void end_by_signal() noexcept override {
    ::prctl(PR_SET_CHILD_SUBREAPER, 1);
    ::kill(-leader_, SIGKILL);
    while (::waitpid(-leader_, nullptr, 0) > 0) {
    }
  }

  pid_t leader_ = -1;
};

std::string problem_of(int status) {
  if (WIFSIGNALED(status)) return std::string("was ended by the signal ") + ::strsignal(WTERMSIG(status));
  const int code = WEXITSTATUS(status);
  return code == 0 ? "" : "ended with exit code " + std::to_string(code);
}

}  // namespace

CommandRun run_command(const std::vector<std::string>& arguments, const std::filesystem::path& folder,
                       const std::vector<std::pair<std::string, std::string>>& environment, double timeout_s) {
  std::vector<std::string> words = arguments, variables = environment_with(environment);
  const std::vector<char*> word_pointers = pointers_to(words), variable_pointers = pointers_to(variables);
  const std::string place = folder.empty() ? "." : folder.string();
  Pipe output, error;
  const pid_t parent = ::getpid();
  ProcessGroup group([&] {
    become(word_pointers.data(), variable_pointers.data(), place.c_str(), output.write.number(), error.write.number(),
           parent);
  });
  output.write.close();
  error.write.close();
  const Clock::time_point end =
      Clock::now() + std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(timeout_s));
  int reason = 0;
  if (::read(error.read.number(), &reason, sizeof reason) == sizeof reason) {
    throw files::Error(arguments.front(), "can't be run in " + place + ": " + files::system_reason(reason));
  }
  CommandRun run;
  const files::Descriptor process(int(::syscall(SYS_pidfd_open, group.leader(), 0)));  // glibc 2.36 has it for C alone
  if (process.number() < 0) fail("pidfd_open");
  const bool is_in_time = watch(process.number(), output.read.number(), end, run.output);
  const int status = group.end();  // the rest of its group, too, where it has ended itself
  drain(output.read.number(), run.output);
  if (run.output.size() > kMaxOutputBytes) run.output.erase(0, run.output.size() - kMaxOutputBytes);
  run.problem =
      is_in_time ? problem_of(status) : "took longer than " + json::number_text(timeout_s) + " s and was stopped";
  return run;
}

}  // namespace regress
