// SPDX-License-Identifier: MIT
// Reading of a whole file.
#include "files/text_file.h"

#include <cerrno>
#include <fstream>
#include <iterator>

#include "files/error.h"

namespace files {

std::string read_text(const std::filesystem::path& file) {
  std::error_code ignored;
  if (std::filesystem::is_directory(file, ignored)) throw Error(file, system_reason(EISDIR));
  std::ifstream stream(file, std::ios::binary);
  if (!stream) throw Error(file, system_reason(errno));
  std::string text{std::istreambuf_iterator<char>(stream), std::istreambuf_iterator<char>()};
  if (stream.bad()) throw Error(file, system_reason(EIO));
  return text;
}

}  // namespace files
