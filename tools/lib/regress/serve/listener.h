// SPDX-License-Identifier: MIT
// A socket that this machine alone reaches.
#ifndef PHOTOPIC_TOOLS_REGRESS_SERVE_LISTENER_H
#define PHOTOPIC_TOOLS_REGRESS_SERVE_LISTENER_H

#include <chrono>
#include <cstdint>
#include <functional>

#include "files/descriptor.h"
#include "regress/serve/http.h"

namespace regress {

/// How long a connection may take until it is dropped.
struct Patience {
  std::chrono::milliseconds head{5000};      ///< for the head of a request
  std::chrono::milliseconds request{30000};  ///< for all of it
  std::chrono::milliseconds silence{30000};  ///< without reading of the answer
};

class Listener {
 public:
  /// On 127.0.0.1; 0 is any port that is free. Throws std::runtime_error "--port: REASON".
  explicit Listener(std::uint16_t port, const Patience& patience = {});

  std::uint16_t port() const { return port_; }
  /// Answers requests, each in a thread of its own and a bounded number at once, until the program ends. Requests that
  /// are too large, too slow or none are dropped.
  [[noreturn]] void run(const std::function<Response(const Request&)>& answer);

 private:
  Patience patience_;
  files::Descriptor socket_;
  std::uint16_t port_ = 0;
};

}  // namespace regress

#endif
