// SPDX-License-Identifier: MIT
// List of what must end with the program, and the thread that waits for signals.
#include "files/ephemeral.h"

#include <fcntl.h>
#include <unistd.h>

#include <atomic>
#include <csignal>
#include <system_error>
#include <thread>
#include <utility>
#include <vector>

namespace files {
namespace {

struct Registry {
  std::mutex mutex;
  std::vector<Ephemeral*> live;       ///< the newest last
  std::atomic<int>* noted = nullptr;  ///< takes the next signal; null: it ends the program
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

/// For one signal of that number: the next has its default.
void catch_signal(int number) {
  struct sigaction action {};
  action.sa_handler = on_signal;
  action.sa_flags = SA_RESTART | static_cast<int>(SA_RESETHAND);
  ::sigaction(number, &action, nullptr);
}

int next_signal() {
  unsigned char number = 0;
  while (::read(signal_pipe[0], &number, 1) != 1) {
  }
  return number;
}

/// Returns once a signal is to end the program, with registry().mutex locked for good.
int wait_for_end() {
  for (;;) {
    const int number = next_signal();
    registry().mutex.lock();
    if (registry().noted == nullptr) return number;
    *std::exchange(registry().noted, nullptr) = number;
    catch_signal(number);
    registry().mutex.unlock();
  }
}

}  // namespace

std::mutex& Ephemeral::mutex() { return registry().mutex; }

void Ephemeral::list() { registry().live.push_back(this); }

void Ephemeral::unlist() { std::erase(registry().live, this); }

void end_on_signals() {
  if (::pipe2(signal_pipe, O_CLOEXEC) != 0) return;
  registry();
  const auto wait = [] {
    const int number = wait_for_end();
    for (auto one = registry().live.rbegin(); one != registry().live.rend(); ++one) (*one)->end_by_signal();
    ::_exit(128 + number);
  };
  try {
    std::thread(wait).detach();
  } catch (const std::system_error&) {
    return;  // without a thread, signals end the program at once
  }
  for (const int number : {SIGHUP, SIGINT, SIGTERM}) {
    struct sigaction before {};
    if (::sigaction(number, nullptr, &before) != 0) continue;
    // nohup's choice stays. Scripts start programs in the background with SIGINT ignored: whoever sends it means it.
    if (before.sa_handler != SIG_IGN || number == SIGINT) catch_signal(number);
  }
}

Interruption::Interruption() {
  const std::lock_guard lock(registry().mutex);
  registry().noted = &signal_;
}

Interruption::~Interruption() {
  const std::lock_guard lock(registry().mutex);
  registry().noted = nullptr;
}

}  // namespace files
