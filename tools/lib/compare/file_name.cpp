// SPDX-License-Identifier: MIT
// Checks of file names, and their shortening.
#include "compare/file_name.h"

#include <algorithm>
#include <cstdio>
#include <vector>

#include "files/error.h"
#include "files/hash.h"
#include "json/values.h"

namespace compare {
namespace {

bool is_continuation(char c) { return (static_cast<unsigned char>(c) & 0xc0) == 0x80; }

std::vector<std::string_view> parts_of(std::string_view file) {
  std::vector<std::string_view> parts;
  for (std::size_t slash = file.find('/'); slash != std::string_view::npos; slash = file.find('/')) {
    parts.push_back(file.substr(0, slash));
    file.remove_prefix(slash + 1);
  }
  parts.push_back(file);
  return parts;
}

/// Bytes of the letter that `text` begins with; 0: it isn't UTF-8.
std::size_t letter_bytes(std::string_view text) {
  constexpr std::size_t kMaxBytes = 4;
  for (std::size_t bytes = 1; bytes <= std::min(kMaxBytes, text.size()); ++bytes) {
    if (bytes < text.size() && is_continuation(text[bytes])) continue;
    return json::is_text(std::string(text.substr(0, bytes))) ? bytes : 0;
  }
  return 0;
}

}  // namespace

std::string naming_problem(std::string_view file) {
  if (!json::is_text(std::string(file))) return "isn't UTF-8";
  const auto is_control = [](char c) { return (c >= 0 && c < ' ') || c == 0x7f; };
  if (std::any_of(file.begin(), file.end(), is_control)) return "has a control character";
  for (const std::string_view part : parts_of(file)) {
    if (part.size() <= kMaxNameLength) continue;
    return "has a part of " + std::to_string(part.size()) + " bytes; the limit is " + std::to_string(kMaxNameLength);
  }
  return {};
}

std::string file_problem(std::string_view file) {
  if (std::string problem = naming_problem(file); !problem.empty()) return problem;
  for (const std::string_view part : parts_of(file)) {
    if (part.empty()) return "has an empty part";
    if (part.front() == '.') return "has a part that begins with a dot";
  }
  return {};
}

std::string readable_name(std::string_view file) {
  std::string name;
  while (!file.empty()) {
    const std::size_t bytes = letter_bytes(file);
    if (bytes == 0) {
      char code[8];
      std::snprintf(code, sizeof code, "\\x%02x", static_cast<unsigned char>(file.front()));
      name += code;
    } else {
      name += files::printable(file.substr(0, bytes));
    }
    file.remove_prefix(std::max<std::size_t>(bytes, 1));
  }
  return name;
}

std::string short_name(const std::string& file) {
  const std::size_t start = file.rfind('/') + 1;  // 0 without a slash
  if (file.size() - start <= kMaxNameLength) return file;
  files::Fnv1a hash;
  hash.add(file.substr(start));
  const std::string rest = "~" + hash.hex();
  std::size_t end = start + kMaxNameLength - rest.size();
  while (end > start && is_continuation(file[end])) --end;
  return file.substr(0, end) + rest;
}

}  // namespace compare
