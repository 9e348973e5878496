// SPDX-License-Identifier: MIT
// Connection of this process to photopic run.
#ifndef PHOTOPIC_LAYER_CHANNEL_H
#define PHOTOPIC_LAYER_CHANNEL_H

#include <sys/types.h>

#include <atomic>
#include <mutex>

#include "layer/protocol.h"

namespace layer {

/// Calls may come from several threads. When photopic run is gone, the layer only forwards.
class Channel {
 public:
  /// The channel of this process, made at the first call. The variable names the socket of a process of the same user.
  /// Null without one. A child of fork() gets a channel of its own.
  static Channel* open();

  const Configuration& configuration() const { return configuration_; }
  bool is_open() const { return socket_ >= 0; }

  /// `file` comes with it, and stays the caller's; -1: none.
  void send(const Report& report, int file = -1);
  /// Waits for the answer.
  Answer send_window(const Report& report);
  /// The file holds the picture's texels; it stays the caller's. Waits until photopic run has written the picture
  /// before.
  void send_picture(const Report& report, int file);
  /// How often a frame has been asked for.
  std::uint32_t requests();

 private:
  explicit Channel(const char* path);
  ~Channel() = default;  // it lives as long as the process, whose threads may still present while it ends

  void put(const Report& report, int file);
  /// The next answer of the kind, with requests counted on the way. `wait`: false takes what is there.
  bool take(Answer::Kind kind, bool wait, Answer& answer);
  void close();

  std::mutex mutex_;
  std::atomic<int> socket_ = -1;
  pid_t process_ = 0;
  Configuration configuration_;
  bool is_writing_ = false;  ///< photopic run has a picture that it hasn't answered yet
  std::uint32_t requests_ = 0;
};

}  // namespace layer

#endif
