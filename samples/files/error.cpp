// SPDX-License-Identifier: MIT
// Wording of a file's error in one line.
#include "files/error.h"

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
  std::string text = name.empty() ? reason : name + ": " + reason;
  for (char& c : text) {
    if (static_cast<unsigned char>(c) < 0x20 || c == 0x7f) c = ' ';
  }
  while (!text.empty() && text.back() == ' ') text.pop_back();
  return text;
}

}  // namespace

Error::Error(const std::filesystem::path& file, const std::string& reason)
    : std::runtime_error(one_line(file.string(), reason)) {}

std::string system_reason(int error_number) { return std::generic_category().message(error_number); }

}  // namespace files
