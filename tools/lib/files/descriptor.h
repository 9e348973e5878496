// SPDX-License-Identifier: MIT
// Owner of a file descriptor: of a file, a socket, or an end of a pipe.
#ifndef PHOTOPIC_TOOLS_FILES_DESCRIPTOR_H
#define PHOTOPIC_TOOLS_FILES_DESCRIPTOR_H

#include <unistd.h>

#include <cerrno>
#include <utility>

namespace files {

/// Closes the descriptor with itself. A negative number owns nothing.
class Descriptor {
 public:
  explicit Descriptor(int number = -1) : number_(number) {}
  ~Descriptor() { close(); }
  Descriptor(Descriptor&& other) noexcept : number_(std::exchange(other.number_, -1)) {}
  Descriptor& operator=(Descriptor&& other) noexcept {
    std::swap(number_, other.number_);
    return *this;
  }

  int number() const { return number_; }
  explicit operator bool() const { return number_ >= 0; }
  /// Leaves errno as it is.
  void close() {
    const int reason = errno;
    if (number_ >= 0) ::close(std::exchange(number_, -1));
    errno = reason;
  }

 private:
  int number_;
};

}  // namespace files

#endif
