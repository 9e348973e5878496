// SPDX-License-Identifier: MIT
// Prefix codes of packed SPIR-V's bytes, for the program of the build that writes them and for the module that reads
// them.
#ifndef PHOTOPIC_SRC_GPU_PREFIX_CODE_H
#define PHOTOPIC_SRC_GPU_PREFIX_CODE_H

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace photopic::prefix_code {

inline constexpr std::uint32_t kMaxBits = 12;

struct Code {
  std::array<std::uint8_t, 256> lengths;  ///< bits, by byte
  std::array<std::uint16_t, 256> bits;    ///< the first bit is the lowest
};

/// From the lengths, a hexadecimal digit for each byte. Codes are in the order of their lengths, then of bytes
/// (canonical).
consteval Code code_of(std::string_view lengths) {
  Code code = {};
  std::uint32_t next = 0;
  for (std::size_t byte = 0; byte < 256; ++byte) {
    const char digit = lengths[byte];
    code.lengths[byte] = static_cast<std::uint8_t>(digit <= '9' ? digit - '0' : digit - 'a' + 10);
  }
  for (std::uint32_t length = 1; length <= kMaxBits; ++length, next <<= 1) {
    for (std::size_t byte = 0; byte < 256; ++byte) {
      if (code.lengths[byte] != length) continue;
      for (std::uint32_t i = 0; i < length; ++i) {
        code.bits[byte] = static_cast<std::uint16_t>(code.bits[byte] | (next >> i & 1u) << (length - 1 - i));
      }
      ++next;
    }
  }
  return code;
}

// The shortest codes of at most kMaxBits (package-merge) for the bytes of 128 packed passes. Other passes need no new
// codes: any code serves, and a worse one takes more room.
inline constexpr Code kLiterals = code_of(  // bytes that are given
    "6465556677877787888888888888888877888889999889999999899899978789"
    "989999989999999999999999999aaa9a9a9a99aa9aaaaa9a9aaaaaaaaaaa9aaa"
    "797979797979897979797979797979797989898a7a898a8a898a8a8a8a8a8a7a"
    "8a7a8a8a897a898a897a8a8a8a8a8a8a8989797a798a7a8a8a798a887a89897a");
inline constexpr Code kCounts = code_of(  // numbers of literals and lengths of matches
    "323444555566677777888888999999a9aaa9aaabbbbbbbbcccbccbcccbcccccc"
    "cccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccc"
    "cccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccc"
    "cccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccc");
inline constexpr Code kDistances = code_of(  // how far back a match begins
    "c4556654788868888878888978999889999989999999a9999999999aaa999aaa"
    "aa99aaaaaaaaaaaaa9a9aaaaaaaaaaaabaaaaaaa9aabbbabbbabbaaababbbbcb"
    "7888888987898888989898898989889989999888988898888888888987887887"
    "7788888778876778878787988998889988788897879888989998878898889898");

/// For any kMaxBits bits, the byte whose code they begin with, and above it the length of that code.
using Table = std::array<std::uint16_t, std::size_t{1} << kMaxBits>;
consteval Table table_of(const Code& code) {
  Table table = {};
  for (std::size_t byte = 0; byte < 256; ++byte) {
    for (std::size_t i = code.bits[byte]; i < table.size(); i += std::size_t{1} << code.lengths[byte]) {
      table[i] = static_cast<std::uint16_t>(std::size_t{code.lengths[byte]} << 8 | byte);
    }
  }
  return table;
}

}  // namespace photopic::prefix_code

#endif
