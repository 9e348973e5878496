// SPDX-License-Identifier: MIT
// Start, watching and end of another program.
#include "regress/runner/command_run.h"

#include <fcntl.h>
#include <poll.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <system_error>

#include "files/child_process.h"
#include "json/values.h"

namespace regress {
namespace {

using Clock = std::chrono::steady_clock;

[[noreturn]] void fail(const char* what) { throw std::system_error(errno, std::generic_category(), what); }

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

}  // namespace

CommandRun run_command(const std::vector<std::string>& arguments, const std::filesystem::path& folder,
                       const std::vector<std::pair<std::string, std::string>>& environment, double timeout_s) {
  files::Pipe output;
  files::ChildProcess program({arguments, folder, environment, output.write.number(), output.write.number()});
  output.write.close();
  const Clock::time_point end =
      Clock::now() + std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(timeout_s));
  CommandRun run;
  const bool is_in_time = watch(program.descriptor(), output.read.number(), end, run.output);
  const int status = program.end();  // the rest of its group, too, where it has ended itself
  drain(output.read.number(), run.output);
  if (run.output.size() > kMaxOutputBytes) run.output.erase(0, run.output.size() - kMaxOutputBytes);
  run.problem = is_in_time ? files::problem_of_status(status)
                           : "took longer than " + json::number_text(timeout_s) + " s and was stopped";
  return run;
}

}  // namespace regress
