// SPDX-License-Identifier: MIT
// Starting of a program, and capture of its output.
#include "cli/program/process.h"

#include <ImfThreading.h>
#include <dirent.h>
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <stdexcept>

extern char** environ;

namespace cli_test {
namespace {

constexpr unsigned kTimeout_s = 1200;
constexpr int kExecFailed = 127;

/// A file without a name; unlike a pipe it takes any amount of output while nobody reads.
class Capture {
 public:
  Capture() : descriptor_(memfd_create("capture", MFD_CLOEXEC)) {
    if (descriptor_ < 0) throw std::runtime_error(std::string("memfd_create: ") + std::strerror(errno));
  }
  ~Capture() { close(descriptor_); }
  Capture(const Capture&) = delete;
  Capture& operator=(const Capture&) = delete;

  int descriptor() const { return descriptor_; }

  std::string text() const {
    std::string text;
    char bytes[4096];
    for (ssize_t size = 0; (size = pread(descriptor_, bytes, sizeof bytes, off_t(text.size()))) > 0;) {
      text.append(bytes, std::size_t(size));
    }
    return text;
  }

 private:
  int descriptor_;
};

bool is_changed(const std::string& entry, const ProcessOptions& options) {
  for (const auto& [name, value] : options.environment) {
    if (entry.starts_with(name + "=")) return true;
  }
  return false;
}

std::vector<std::string> environment_of(const ProcessOptions& options) {
  std::vector<std::string> entries;
  for (char** entry = environ; *entry != nullptr; ++entry) {
    if (!is_changed(*entry, options)) entries.emplace_back(*entry);
  }
  for (const auto& [name, value] : options.environment) {
    if (value) entries.push_back(name + "=" + *value);
  }
  return entries;
}

/// Without threads of OpenEXR's pool, which a fork of this process wouldn't have, where a fork goes on in it.
class ExrThreadsAway {
 public:
  explicit ExrThreadsAway(bool goes_on) : goes_on_(goes_on), count_(Imf::globalThreadCount()) {
    if (goes_on_) Imf::setGlobalThreadCount(0);
  }
  ~ExrThreadsAway() { bring_back(); }
  ExrThreadsAway(const ExrThreadsAway&) = delete;
  ExrThreadsAway& operator=(const ExrThreadsAway&) = delete;

  void bring_back() const {
    if (goes_on_) Imf::setGlobalThreadCount(count_);
  }

 private:
  bool goes_on_;
  int count_;
};

/// As execve() does.
void close_what_programs_lose() {
  DIR* const folder = opendir("/proc/self/fd");
  if (folder == nullptr) _exit(kExecFailed);
  while (const dirent* const entry = readdir(folder)) {
    const int descriptor = std::atoi(entry->d_name);
    if (descriptor <= STDERR_FILENO || descriptor == dirfd(folder)) continue;
    if ((fcntl(descriptor, F_GETFD) & FD_CLOEXEC) != 0) close(descriptor);
  }
  closedir(folder);
}

/// In the child: without an `entry`, nothing here may allocate.
[[noreturn]] void become(std::vector<char*>& arguments, std::vector<char*>& environment, const ProcessOptions& options,
                         const ExrThreadsAway& away, int out, int err) {
  if (!options.stdout_file.empty()) out = open(options.stdout_file.c_str(), O_WRONLY | O_CLOEXEC);
  const bool is_ready = dup2(out, STDOUT_FILENO) >= 0 && dup2(err, STDERR_FILENO) >= 0 &&
                        (options.folder.empty() || chdir(options.folder.c_str()) == 0);
  if (!is_ready) _exit(kExecFailed);
  if (options.has_no_stdout) close(STDOUT_FILENO);
  if (options.file_size_limit) {
    const rlimit limit = {*options.file_size_limit, *options.file_size_limit};
    setrlimit(RLIMIT_FSIZE, &limit);
  }
  const rlimit no_core = {0, 0};
  setrlimit(RLIMIT_CORE, &no_core);
  ::signal(SIGINT, SIG_DFL);  // which shells have their background's programs ignore
  alarm(kTimeout_s);
  if (options.entry != nullptr) {
    close_what_programs_lose();
    environ = environment.data();
    away.bring_back();
    const int exit_code = options.entry(int(arguments.size()) - 1, arguments.data());
    std::fflush(stderr);
    _exit(exit_code);  // destructors of this process's objects are the parent's
  }
  execve(arguments[0], arguments.data(), environment.data());
  _exit(kExecFailed);
}

}  // namespace

std::vector<char*> pointers_to(std::vector<std::string>& texts) {
  std::vector<char*> pointers;
  for (std::string& text : texts) pointers.push_back(text.data());
  pointers.push_back(nullptr);
  return pointers;
}

ProcessResult run_process(const std::vector<std::string>& arguments, const ProcessOptions& options) {
  std::vector<std::string> argument_copies = arguments;
  std::vector<std::string> environment_copies = environment_of(options);
  std::vector<char*> argv = pointers_to(argument_copies);
  std::vector<char*> envp = pointers_to(environment_copies);
  const Capture out;
  const Capture err;
  const auto start = std::chrono::steady_clock::now();
  const ExrThreadsAway away(options.entry != nullptr);
  if (options.entry != nullptr) std::fflush(nullptr);  // or the child would print it, too
  const pid_t child = fork();
  if (child < 0) throw std::runtime_error(std::string("fork: ") + std::strerror(errno));
  if (child == 0) become(argv, envp, options, away, out.descriptor(), err.descriptor());
  away.bring_back();
  if (options.meanwhile) options.meanwhile(child);
  int status = 0;
  rusage usage = {};
  if (wait4(child, &status, 0, &usage) != child) throw std::runtime_error("wait4");
  ProcessResult result;
  result.wall_s = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  result.exit_code = WIFEXITED(status) ? WEXITSTATUS(status) : -1;
  result.signal = WIFSIGNALED(status) ? WTERMSIG(status) : 0;
  result.out = out.text();
  result.err = err.text();
  result.peak_rss_bytes = std::uint64_t(usage.ru_maxrss) * 1024;
  if (result.exit_code == kExecFailed) throw std::runtime_error("can't run " + arguments.front());
  return result;
}

}  // namespace cli_test
