// SPDX-License-Identifier: MIT
// JSON texts in which every value knows its line.
#ifndef PHOTOPIC_TOOLS_JSON_DOCUMENT_H
#define PHOTOPIC_TOOLS_JSON_DOCUMENT_H

#include <cstddef>
#include <nlohmann/json.hpp>
#include <stdexcept>
#include <string>
#include <string_view>
#include <unordered_map>

namespace json {

using Json = nlohmann::ordered_json;

/// What is wrong with a JSON text; what() is "cases[2].size: not an array", or the reason alone for the whole text.
class Error : public std::runtime_error {
 public:
  /// From 1. Column 0: the line says enough. Line 0: of a value without a document.
  Error(std::size_t line, std::size_t column, const std::string& words)
      : std::runtime_error(words), line_(line), column_(column) {}
  /// "LINE", or "LINE:COLUMN" for what isn't JSON.
  std::string position() const;
  /// The same error with words before its own.
  Error after(const std::string& words) const { return {line_, column_, words + what()}; }

 private:
  std::size_t line_, column_;
};

/// Where a value stands in its document.
struct Place {
  std::string pointer;  ///< RFC 6901: "/cases/2/size"
  std::string path;     ///< the same in words: "cases[2].size"

  Place member(const std::string& key) const;
  Place element(std::size_t index) const;
  /// "cases[2].size: REASON"
  std::string words(const std::string& reason) const;
};

/// Lines by JSON pointer. A value that isn't in it stands in the line of what it is in.
using Lines = std::unordered_map<std::string, std::size_t>;

class Document {
 public:
  /// Takes time and memory in proportion to the text. Throws Error for what isn't JSON, for a key that an object
  /// has twice, and for values more than 64 deep.
  explicit Document(std::string_view text);

  const Json& root() const { return root_; }
  const Lines& lines() const { return lines_; }

 private:
  Json root_;
  Lines lines_;
};

}  // namespace json

#endif
