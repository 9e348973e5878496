// SPDX-License-Identifier: MIT
// Connections: reading of requests, writing of answers, limits.
#include "regress/serve/listener.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <chrono>
#include <semaphore>
#include <stdexcept>
#include <thread>

#include "files/error.h"

namespace regress {
namespace {

using Clock = std::chrono::steady_clock;

constexpr int kMaxConnections = 32;

class Connection {
 public:
  Connection(files::Descriptor socket, const Patience& patience)
      : open_(std::move(socket)), socket_(open_.number()), patience_(patience) {
    const auto seconds = std::chrono::duration_cast<std::chrono::seconds>(patience.silence);
    const std::chrono::microseconds rest = patience.silence - seconds;
    const timeval silence = {seconds.count(), rest.count()};
    ::setsockopt(socket_, SOL_SOCKET, SO_SNDTIMEO, &silence, sizeof silence);
  }

  void serve(const std::function<Response(const Request&)>& answer) {
    while (head_end() == std::string::npos) {
      if (bytes_.size() > kMaxHeadBytes || !receive(patience_.head)) return;
    }
    std::optional<Request> request = parse_head(std::string_view(bytes_).substr(0, head_end()));
    if (!request) return send({.status = 400, .body = "Bad request\n"});
    const std::size_t body = head_end() + kHeadEnd.size();
    while (bytes_.size() < body + request->body_bytes) {
      if (!receive(patience_.request)) return;
    }
    request->body = bytes_.substr(body, request->body_bytes);
    send(answer(*request));
  }

 private:
  static constexpr std::string_view kHeadEnd = "\r\n\r\n";

  std::size_t head_end() const { return bytes_.find(kHeadEnd); }

  /// False when nothing more comes within `time` of the connection's start.
  bool receive(std::chrono::milliseconds time) {
    const auto left = std::chrono::duration_cast<std::chrono::milliseconds>(start_ + time - Clock::now());
    pollfd ready = {socket_, POLLIN, 0};
    if (left.count() <= 0 || ::poll(&ready, 1, static_cast<int>(left.count())) <= 0) return false;
    std::array<char, 1 << 14> bytes{};
    const ssize_t size = ::recv(socket_, bytes.data(), bytes.size(), 0);
    if (size <= 0) return false;
    bytes_.append(bytes.data(), static_cast<std::size_t>(size));
    return true;
  }

  bool send(std::string_view bytes) const {
    while (!bytes.empty()) {
      const ssize_t size = ::send(socket_, bytes.data(), bytes.size(), MSG_NOSIGNAL);
      if (size <= 0) return false;
      bytes.remove_prefix(static_cast<std::size_t>(size));
    }
    return true;
  }

  void send(const Response& response) const {
    if (!send(head_of(response))) return;
    if (!response.file) {
      send(response.body);
      return;
    }
    // No more than was said, should the file grow.
    std::array<char, 1 << 16> bytes{};
    for (std::uint64_t left = response.file_bytes; left > 0;) {
      response.file->read(bytes.data(), std::streamsize(std::min<std::uint64_t>(left, bytes.size())));
      const auto size = std::size_t(response.file->gcount());
      if (size == 0 || !send(std::string_view(bytes.data(), size))) return;
      left -= size;
    }
  }

  files::Descriptor open_;
  int socket_;
  const Patience& patience_;
  std::string bytes_;
  Clock::time_point start_ = Clock::now();
};

}  // namespace

Listener::Listener(std::uint16_t port, const Patience& patience)
    : patience_(patience), socket_(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0)) {
  sockaddr_in address = {};
  address.sin_family = AF_INET;
  address.sin_port = htons(port);
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  socklen_t size = sizeof address;
  auto* const any = reinterpret_cast<sockaddr*>(&address);
  const int on = 1;  // a port whose last server has just ended
  const int own = socket_.number();
  const bool is_listening = socket_ && ::setsockopt(own, SOL_SOCKET, SO_REUSEADDR, &on, sizeof on) == 0 &&
                            ::bind(own, any, size) == 0 && ::listen(own, kMaxConnections) == 0 &&
                            ::getsockname(own, any, &size) == 0;
  if (!is_listening) {
    throw std::runtime_error("--port: " + std::to_string(port) + ": " + files::system_reason(errno));
  }
  port_ = ntohs(address.sin_port);
}

void Listener::run(const std::function<Response(const Request&)>& answer) {
  std::counting_semaphore<kMaxConnections> free(kMaxConnections);
  while (true) {
    free.acquire();
    const int accepted = ::accept4(socket_.number(), nullptr, nullptr, SOCK_CLOEXEC);
    const auto serve = [this, &answer, &free, accepted] {
      try {
        Connection(files::Descriptor(accepted), patience_).serve(answer);
      } catch (const std::exception&) {
        // Out of memory: whoever asked sees a connection that ends.
      }
      free.release();
    };
    try {
      if (accepted >= 0) {
        std::thread(serve).detach();
        continue;
      }
    } catch (const std::system_error&) {
      ::close(accepted);
    }
    free.release();
    std::this_thread::sleep_for(std::chrono::milliseconds(100));  // no descriptor or thread is free
  }
}

}  // namespace regress
