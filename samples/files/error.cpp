// SPDX-License-Identifier: MIT
// Wording of a file's error in one line.
#include "files/error.h"

#include <algorithm>
#include <cerrno>
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
    if (byte == '\n') {
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
