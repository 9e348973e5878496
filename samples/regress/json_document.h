// SPDX-License-Identifier: MIT
// JSON texts in which every value knows its line.
#ifndef PHOTOPIC_SAMPLES_REGRESS_JSON_DOCUMENT_H
#define PHOTOPIC_SAMPLES_REGRESS_JSON_DOCUMENT_H

#include <cstddef>
#include <nlohmann/json.hpp>
#include <stdexcept>
#include <string>
#include <string_view>
#include <unordered_map>

namespace regress {

using Json = nlohmann::ordered_json;

/// What is wrong with a JSON text; what() is "cases[2].size: not an array", or the reason alone for the whole text.
class JsonError : public std::runtime_error {
 public:
  /// From 1. Column 0: the line says enough.
  JsonError(std::size_t line, std::size_t column, const std::string& words)
      : std::runtime_error(words), line_(line), column_(column) {}
  /// "LINE", or "LINE:COLUMN" for what isn't JSON.
  std::string position() const;

 private:
  std::size_t line_, column_;
};

/// Where a value stands in its document.
struct JsonPlace {
  std::string pointer;  ///< RFC 6901: "/cases/2/size"
  std::string path;     ///< the same in words: "cases[2].size"

  JsonPlace member(const std::string& key) const;
  JsonPlace element(std::size_t index) const;
  /// "cases[2].size: REASON"
  std::string words(const std::string& reason) const;
};

/// Lines by JSON pointer. A value that isn't in it stands in the line of what it is in.
using JsonLines = std::unordered_map<std::string, std::size_t>;

class JsonDocument {
 public:
  /// Takes time and memory in proportion to the text. Throws JsonError for what isn't JSON, for a key that an object
  /// has twice, and for values more than 64 deep.
  explicit JsonDocument(std::string_view text);

  const Json& root() const { return root_; }
  const JsonLines& lines() const { return lines_; }

 private:
  Json root_;
  JsonLines lines_;
};

}  // namespace regress

#endif
