// SPDX-License-Identifier: MIT
// The part of HTTP/1.1 that a browser on the same machine needs: one request and one answer a connection.
#ifndef PHOTOPIC_TOOLS_REGRESS_SERVE_HTTP_H
#define PHOTOPIC_TOOLS_REGRESS_SERVE_HTTP_H

#include <cstddef>
#include <cstdint>
#include <fstream>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

namespace regress {

/// Of a request, bytes. Ten thousand cases have less.
inline constexpr std::size_t kMaxHeadBytes = 16 << 10;
inline constexpr std::size_t kMaxBodyBytes = 4 << 20;

struct Request {
  std::string method;                          ///< "GET"
  std::string path;                            ///< "/a b/c" of "/a%20b/c?d"
  std::map<std::string, std::string> headers;  ///< names in lower case
  std::size_t body_bytes = 0;                  ///< as the headers have it
  std::string body;

  /// Empty: it isn't there.
  std::string header(const std::string& name) const;
};

/// All up to the empty line, without it. None for what isn't a request of HTTP/1.0 or 1.1 or says something twice, for
/// a longer body than kMaxBodyBytes, and for one whose length isn't said.
std::optional<Request> parse_head(std::string_view head);

struct Response {
  int status = 200;
  std::string type = "text/plain; charset=utf-8";
  std::string policy = {};  ///< Content-Security-Policy
  std::string body = {};
  std::shared_ptr<std::ifstream> file = {};  ///< in place of the body
  std::uint64_t file_bytes = 0;
};

/// The head of an answer, with the empty line. Browsers store nothing of it, take it for no other type, and give it to
/// no other site.
std::string head_of(const Response& response);

}  // namespace regress

#endif
