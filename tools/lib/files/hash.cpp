// SPDX-License-Identifier: MIT
// Hash of a file's content.
#include "files/hash.h"

#include <array>
#include <cerrno>
#include <fstream>

#include "files/error.h"
#include "files/input.h"

namespace files {

std::string hash_of_file(const std::filesystem::path& file) {
  check_input(file);
  std::ifstream stream(file, std::ios::binary);
  if (!stream) throw ReadFailure(file, errno);
  Fnv1a hash;
  std::array<char, 1 << 16> bytes{};
  while (stream) {
    stream.read(bytes.data(), bytes.size());
    hash.add(std::string_view(bytes.data(), static_cast<std::size_t>(stream.gcount())));
  }
  if (stream.bad()) throw ReadFailure(file, EIO);
  return hash.hex();
}

}  // namespace files
