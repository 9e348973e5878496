// SPDX-License-Identifier: MIT
#include "text_file.h"

#include <cerrno>
#include <fstream>
#include <iterator>

#include "io_internal.h"

namespace io {

std::string read_text(const std::filesystem::path& file) {
  std::error_code ignored;
  if (std::filesystem::is_directory(file, ignored)) throw Error(file, internal::system_reason(EISDIR));
  std::ifstream stream(file, std::ios::binary);
  if (!stream) throw Error(file, internal::system_reason(errno));
  std::string text{std::istreambuf_iterator<char>(stream), std::istreambuf_iterator<char>()};
  if (stream.bad()) throw Error(file, internal::system_reason(EIO));
  return text;
}

}  // namespace io
