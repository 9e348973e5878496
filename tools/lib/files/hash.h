// SPDX-License-Identifier: MIT
// Hash of contents, 64 bits, the same on every machine.
#ifndef PHOTOPIC_TOOLS_FILES_HASH_H
#define PHOTOPIC_TOOLS_FILES_HASH_H

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>

namespace files {

/// FNV-1a of 64 bits. For grouping: whoever wants to can make two contents that have the same.
class Fnv1a {
 public:
  void add(std::string_view bytes) {
    for (const char byte : bytes) add_byte(static_cast<unsigned char>(byte));
  }
  /// The lowest bytes of it.
  void add(std::uint64_t number, int bytes = 8) {
    for (int i = 0; i < bytes; ++i) add_byte(number >> 8 * i & 0xff);
  }
  /// 16 digits.
  std::string hex() const {
    std::string text;
    for (int shift = 60; shift >= 0; shift -= 4) text += "0123456789abcdef"[value_ >> shift & 15];
    return text;
  }

 private:
  void add_byte(std::uint64_t byte) { value_ = (value_ ^ byte) * 0x100000001b3u; }

  std::uint64_t value_ = 0xcbf29ce484222325u;
};

/// Fnv1a's digits of all bytes of a file. Throws ReadFailure.
std::string hash_of_file(const std::filesystem::path& file);

}  // namespace files

#endif
