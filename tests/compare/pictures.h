// SPDX-License-Identifier: MIT
// Pictures of tests.
#ifndef PHOTOPIC_TESTS_COMPARE_PICTURES_H
#define PHOTOPIC_TESTS_COMPARE_PICTURES_H

#include <array>
#include <cstdint>
#include <filesystem>
#include <functional>

namespace compare_test {

using Rgb8 = std::array<int, 3>;  ///< codes
using CodeAt = std::function<Rgb8(std::uint32_t x, std::uint32_t y)>;

/// Waves and edges in all channels, from 20 to 235.
Rgb8 base(std::uint32_t x, std::uint32_t y);
/// `picture` with `delta` added to the green of the pixels in a row that begins at (x, y).
CodeAt changed(const CodeAt& picture, std::uint32_t x, std::uint32_t y, int delta, std::uint32_t count = 1);
/// 8 bits, RGB.
void write_png(const std::filesystem::path& file, std::uint32_t width, std::uint32_t height, const CodeAt& picture);

}  // namespace compare_test

#endif
