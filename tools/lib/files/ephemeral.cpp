// SPDX-License-Identifier: MIT
// List of what must end with the program, and the thread that waits for signals.
#include "files/ephemeral.h"

#include <fcntl.h>
#include <unistd.h>

#include <csignal>
#include <system_error>
#include <thread>
#include <vector>

namespace files {
namespace {

struct Registry {
  std::mutex mutex;
  std::vector<Ephemeral*> live;  ///< the newest last
};

/// Of this process. Never destroyed: the thread that waits for signals may need it until the end.
Registry& registry() {
  static auto* const all = new Registry;
  return *all;
}

int signal_pipe[2] = {-1, -1};

void on_signal(int number) {
  const auto byte = static_cast<unsigned char>(number);
  if (::write(signal_pipe[1], &byte, 1) != 1) ::_exit(128 + number);
}

}  // namespace

std::mutex& Ephemeral::mutex() { return registry().mutex; }

void Ephemeral::list() { registry().live.push_back(this); }

void Ephemeral::unlist() { std::erase(registry().live, this); }

void end_on_signals() {
  if (::pipe2(signal_pipe, O_CLOEXEC) != 0) return;
  registry();
  const auto wait = [] {
    unsigned char number = 0;
    while (::read(signal_pipe[0], &number, 1) != 1) {
    }
    registry().mutex.lock();  // for good
    for (auto one = registry().live.rbegin(); one != registry().live.rend(); ++one) (*one)->end_by_signal();
    ::_exit(128 + number);
  };
  try {
    std::thread(wait).detach();
  } catch (const std::system_error&) {
    return;  // without a thread, signals end the program at once
  }
  for (const int number : {SIGHUP, SIGINT, SIGTERM}) {
    struct sigaction action {
    }, before{};
    action.sa_handler = on_signal;
    action.sa_flags = SA_RESTART | static_cast<int>(SA_RESETHAND);
    if (::sigaction(number, nullptr, &before) != 0) continue;
    // nohup's choice stays. Scripts start programs in the background with SIGINT ignored: whoever sends it means it.
    if (before.sa_handler != SIG_IGN || number == SIGINT) ::sigaction(number, &action, nullptr);
  }
}

}  // namespace files
