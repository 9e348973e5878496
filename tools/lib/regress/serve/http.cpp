// SPDX-License-Identifier: MIT
// Parsing of requests, and heads of answers.
#include "regress/serve/http.h"

#include <charconv>

#include "files/path.h"

namespace regress {
namespace {

/// What stands before `separator`, which is taken away with it; none without one.
std::optional<std::string_view> take(std::string_view& text, std::string_view separator) {
  const std::size_t end = text.find(separator);
  if (end == std::string_view::npos) return std::nullopt;
  const std::string_view part = text.substr(0, end);
  text.remove_prefix(end + separator.size());
  return part;
}

std::string_view trimmed(std::string_view text) {
  constexpr std::string_view kBlanks = " \t";
  const std::size_t begin = text.find_first_not_of(kBlanks);
  if (begin == std::string_view::npos) return {};
  return text.substr(begin, text.find_last_not_of(kBlanks) + 1 - begin);
}

/// All of it, in a base.
std::optional<std::size_t> number_of(std::string_view digits, int base) {
  std::size_t number = 0;
  const char* const end = digits.data() + digits.size();
  const auto [stop, error] = std::from_chars(digits.data(), end, number, base);
  if (digits.empty() || error != std::errc() || stop != end) return std::nullopt;
  return number;
}

/// Without its query, "%20" as a blank.
std::optional<std::string> path_of_target(std::string_view target) {
  target = target.substr(0, target.find('?'));
  if (!target.starts_with('/')) return std::nullopt;
  std::string path;
  for (std::size_t i = 0; i < target.size(); ++i) {
    if (target[i] != '%') {
      path += target[i];
      continue;
    }
    const auto code = number_of(target.substr(i + 1, 2), 16);
    if (!code || i + 2 >= target.size()) return std::nullopt;
    path += static_cast<char>(*code);
    i += 2;
  }
  return path;
}

/// Of lines that all have an end.
bool read_headers(std::string_view lines, Request& request) {
  while (!lines.empty()) {
    std::string_view line = take(lines, "\r\n").value();
    const auto name = take(line, ":");
    if (!name || name->empty() || name->find_first_of(" \t") != std::string_view::npos) return false;
    if (!request.headers.emplace(files::lower_case(*name), trimmed(line)).second) return false;
  }
  return true;
}

const char* reason_of(int status) {
  switch (status) {
    case 200:
      return "OK";
    case 403:
      return "Forbidden";
    case 404:
      return "Not Found";
    case 409:
      return "Conflict";
    case 415:
      return "Unsupported Media Type";
    default:
      return "Bad Request";
  }
}

}  // namespace

std::string Request::header(const std::string& name) const {
  const auto found = headers.find(name);
  return found == headers.end() ? "" : found->second;
}

std::optional<Request> parse_head(std::string_view head) {
  const std::string lines = std::string(head) + "\r\n";
  std::string_view rest = lines;
  std::string_view line = take(rest, "\r\n").value();
  const auto method = take(line, " "), target = take(line, " ");
  if (!method || !target || (line != "HTTP/1.1" && line != "HTTP/1.0")) return std::nullopt;
  Request request;
  request.method = *method;
  const auto path = path_of_target(*target);
  if (!path || !read_headers(rest, request) || request.headers.contains("transfer-encoding")) return std::nullopt;
  request.path = *path;
  if (request.headers.contains("content-length")) {
    const auto bytes = number_of(request.header("content-length"), 10);
    if (!bytes || *bytes > kMaxBodyBytes) return std::nullopt;
    request.body_bytes = *bytes;
  }
  return request;
}

std::string head_of(const Response& response) {
  const std::uint64_t bytes = response.file ? response.file_bytes : response.body.size();
  return "HTTP/1.1 " + std::to_string(response.status) + " " + reason_of(response.status) +
         "\r\nContent-Type: " + response.type + "\r\nContent-Length: " + std::to_string(bytes) +
         "\r\nContent-Security-Policy: " + response.policy +
         "\r\nConnection: close\r\nCache-Control: no-store\r\nReferrer-Policy: no-referrer"
         "\r\nX-Content-Type-Options: nosniff\r\nCross-Origin-Resource-Policy: same-origin\r\n\r\n";
}

}  // namespace regress
