// SPDX-License-Identifier: MIT
// Texels that the presenter presents, and the tests expect.
#ifndef PHOTOPIC_TESTS_RUN_PRESENTED_H
#define PHOTOPIC_TESTS_RUN_PRESENTED_H

#include <cstddef>
#include <cstdint>
#include <vector>

namespace test {

/// Every bit of codes is used; halves are finite and not below 0.
inline std::vector<std::uint8_t> presented_bytes(std::uint32_t width, std::uint32_t height, std::uint32_t texel_bytes,
                                                 std::uint64_t frame, std::uint32_t window) {
  std::vector<std::uint8_t> bytes(std::size_t(width) * height * texel_bytes);
  std::uint64_t state = frame * 0x9e3779b97f4a7c15u + window + 1;
  for (std::size_t i = 0; i < bytes.size(); ++i) {
    state = state * 6364136223846793005u + 1442695040888963407u;
    bytes[i] = std::uint8_t(state >> 56);
    if (texel_bytes == 8 && i % 2 == 1) bytes[i] &= 0x3f;
  }
  return bytes;
}

}  // namespace test

#endif
