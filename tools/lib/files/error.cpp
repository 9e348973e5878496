// SPDX-License-Identifier: MIT
// Wording of a file's error in one line.
#include "files/error.h"

#include <algorithm>
#include <cerrno>
#include <cstdint>
#include <cstdio>
#include <system_error>

namespace files {
namespace {

void erase_all(std::string& text, const std::string& part) {
  for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at)) text.erase(at, part.size());
}

// Libraries quote the file name and break lines; the user gets the name once and one line.
std::string one_line(const std::string& name, std::string reason) {
  if (!name.empty() && reason.starts_with(name + ": ")) reason.erase(0, name.size() + 2);
  if (!name.empty()) erase_all(reason, " \"" + name + "\"");
  std::replace(reason.begin(), reason.end(), '\n', ' ');
  reason.erase(reason.find_last_not_of(" \t\r") + 1);
  return printable(name.empty() ? reason : name + ": " + reason);
}

/// Of a mark of direction or a separator of lines that `words` begin with, three bytes of UTF-8 or two; 0: it is none.
std::uint32_t hidden_mark(std::string_view words) {
  const auto byte = [&](std::size_t i) { return i < words.size() ? static_cast<unsigned char>(words[i]) : 0u; };
  if (byte(0) == 0xd8 && byte(1) == 0x9c) return 0x061c;
  if (byte(0) != 0xe2 || (byte(1) & 0xfe) != 0x80 || (byte(2) & 0xc0) != 0x80) return 0;
  const std::uint32_t point = 0x2000 | (byte(1) & 0x3f) << 6 | (byte(2) & 0x3f);
  const bool is_mark = point == 0x200e || point == 0x200f || (point >= 0x2028 && point <= 0x202e) ||
                       (point >= 0x2066 && point <= 0x2069);
  return is_mark ? point : 0;
}

}  // namespace

Error::Error(const std::filesystem::path& file, const std::string& reason)
    : std::runtime_error(one_line(file.string(), reason)) {}

ReadFailure::ReadFailure(const std::filesystem::path& file, int error_number)
    : Error(file, system_reason(error_number)), is_missing_(error_number == ENOENT || error_number == ENOTDIR) {}

std::string printable(std::string_view words) {
  std::string text;
  const auto add_code = [&text](unsigned char byte) {
    char code[8];
    std::snprintf(code, sizeof code, "\\x%02x", byte);
    text += code;
  };
  for (std::size_t i = 0; i < words.size(); ++i) {
    const auto byte = static_cast<unsigned char>(words[i]);
    const auto next = static_cast<unsigned char>(i + 1 < words.size() ? words[i + 1] : 0);
    if (const std::uint32_t mark = hidden_mark(words.substr(i)); mark != 0) {
      char code[8];
      std::snprintf(code, sizeof code, "\\u%04x", static_cast<unsigned>(mark));
      text += code;
      i += mark < 0x800 ? 1 : 2;
    } else if (byte == '\n') {
      text += "\\n";
    } else if (byte == '\t') {
      text += "\\t";
    } else if (byte < 0x20 || byte == 0x7f) {
      add_code(byte);
    } else if (byte == 0xc2 && next >= 0x80 && next < 0xa0) {  // U+0080 to U+009F in UTF-8
      add_code(next);
      ++i;
    } else {
      text += words[i];
    }
  }
  return text;
}

std::string system_reason(int error_number) { return std::generic_category().message(error_number); }

}  // namespace files
