// SPDX-License-Identifier: MIT
// Base class of things that must not outlive their program, whether it returns or a signal ends it.
#ifndef PHOTOPIC_TOOLS_FILES_EPHEMERAL_H
#define PHOTOPIC_TOOLS_FILES_EPHEMERAL_H

#include <atomic>
#include <mutex>

namespace files {

/// A temporary file, or a process that this program started. Its destructor ends it. So does a signal that ends the
/// program, while it is listed.
class Ephemeral {
 public:
  Ephemeral(const Ephemeral&) = delete;
  Ephemeral& operator=(const Ephemeral&) = delete;

 protected:
  Ephemeral() = default;
  ~Ephemeral() = default;

  /// Locked while a thing is made and listed, or taken off the list and ended: no signal ends the program in between.
  static std::mutex& mutex();
  void list();    ///< with mutex() locked
  void unlist();  ///< likewise

 private:
  friend void end_on_signals();
  /// Called on a thread of its own, with mutex() locked, before the program ends.
  virtual void end_by_signal() noexcept = 0;
};

/// From now on SIGHUP, SIGINT and SIGTERM end what is listed, the newest first, and then the program, with the exit
/// code 129, 130 or 143. A second signal ends the program at once. An ignored
/// SIGHUP or SIGTERM stays ignored.
void end_on_signals();

/// Wish to end soon: while this lives, the first signal is noted and the program goes on, to complete what it has
/// written. The next signal ends the program, as without this. One at a time, after end_on_signals().
class Interruption {
 public:
  Interruption();
  ~Interruption();
  Interruption(const Interruption&) = delete;
  Interruption& operator=(const Interruption&) = delete;

  /// The signal that came; 0: none.
  int signal() const { return signal_; }

 private:
  std::atomic<int> signal_ = 0;
};

}  // namespace files

#endif
