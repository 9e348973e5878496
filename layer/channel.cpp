// SPDX-License-Identifier: MIT
// Packets between the layer and photopic run, over a local socket.
#include "layer/channel.h"

#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <new>

namespace layer {
namespace {

bool receive(int socket, void* data, std::size_t size, int flags) {
  ssize_t got = 0;
  do {
    got = ::recv(socket, data, size, flags);
  } while (got < 0 && errno == EINTR);
  return got == ssize_t(size);
}

/// -1: there is none of this user.
int connect_to(const char* path) {
  sockaddr_un address = {};
  address.sun_family = AF_UNIX;
  if (std::strlen(path) >= sizeof address.sun_path) return -1;
  std::strcpy(address.sun_path, path);
  const int socket = ::socket(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0);
  if (socket < 0) return -1;
  ucred peer = {};
  socklen_t size = sizeof peer;
  const bool is_ours = ::connect(socket, reinterpret_cast<const sockaddr*>(&address), sizeof address) == 0 &&
                       ::getsockopt(socket, SOL_SOCKET, SO_PEERCRED, &peer, &size) == 0 && peer.uid == ::getuid();
  if (is_ours) return socket;
  ::close(socket);
  return -1;
}

}  // namespace

Channel* Channel::open() {
  static std::mutex mutex;
  static Channel* channel = nullptr;
  static pid_t asked = 0;
  const std::lock_guard guard(mutex);
  if (asked != ::getpid()) {
    asked = ::getpid();
    const char* const path = ::secure_getenv(kSocketVariable);
    channel = path != nullptr ? new (std::nothrow) Channel(path) : nullptr;
  }
  return channel != nullptr && channel->is_open() ? channel : nullptr;
}

Channel::Channel(const char* path) : socket_(connect_to(path)), process_(::getpid()) {
  if (!is_open()) return;
  if (!receive(socket_, &configuration_, sizeof configuration_, 0) || configuration_.version != kProtocolVersion ||
      configuration_.frame_count > kMaxFrames || !(configuration_.flashes.fps > 0.0)) {
    close();
  }
}

void Channel::close() {
  const int socket = socket_.exchange(-1);
  if (socket >= 0) ::close(socket);
}

void Channel::put(const Report& report, int file) {
  if (!is_open()) return;
  Report sent = report;
  sent.process = std::uint32_t(process_);
  iovec data = {&sent, sizeof sent};
  alignas(cmsghdr) char control[CMSG_SPACE(sizeof(int))] = {};
  msghdr message = {};
  message.msg_iov = &data;
  message.msg_iovlen = 1;
  if (file >= 0) {
    message.msg_control = control;
    message.msg_controllen = sizeof control;
    cmsghdr* const header = CMSG_FIRSTHDR(&message);
    header->cmsg_level = SOL_SOCKET;
    header->cmsg_type = SCM_RIGHTS;
    header->cmsg_len = CMSG_LEN(sizeof file);
    std::memcpy(CMSG_DATA(header), &file, sizeof file);
  }
  ssize_t result = 0;
  do {
    result = ::sendmsg(socket_, &message, MSG_NOSIGNAL);
  } while (result < 0 && errno == EINTR);
  if (result < 0) close();
}

bool Channel::take(Answer::Kind kind, bool wait, Answer& answer) {
  while (is_open()) {
    if (!receive(socket_, &answer, sizeof answer, wait ? 0 : MSG_DONTWAIT)) {
      if (wait || (errno != EAGAIN && errno != EWOULDBLOCK)) close();
      return false;
    }
    if (answer.kind == Answer::Kind::take) ++requests_;
    if (answer.kind == Answer::Kind::written) is_writing_ = false;
    if (answer.kind == kind) return true;
  }
  return false;
}

void Channel::send(const Report& report, int file) {
  const std::lock_guard guard(mutex_);
  put(report, file);
}

Answer Channel::send_window(const Report& report) {
  const std::lock_guard guard(mutex_);
  put(report, -1);
  Answer answer;
  return take(Answer::Kind::window, true, answer) ? answer : Answer{};
}

void Channel::send_picture(const Report& report, int file) {
  const std::lock_guard guard(mutex_);
  Answer answer;
  while (is_writing_ && take(Answer::Kind::written, true, answer)) {
  }
  put(report, file);
  is_writing_ = true;
}

std::uint32_t Channel::requests() {
  const std::lock_guard guard(mutex_);
  Answer answer;
  while (take(Answer::Kind::take, false, answer)) {
  }
  return requests_;
}

}  // namespace layer
