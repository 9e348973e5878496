// SPDX-License-Identifier: MIT
// Pictures of tests, drawn and written.
#include "compare/pictures.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include "image_io/image_file.h"

namespace compare_test {

Rgb8 base(std::uint32_t x, std::uint32_t y) {
  const auto wave = [](double phase) { return int(std::lround(110.0 + 70.0 * std::sin(phase))); };
  const int edge = (x / 8 + y / 8) % 2 == 0 ? 30 : -20;
  return {wave(0.31 * x) + edge, wave(0.17 * y + 0.05 * x) + edge, wave(0.11 * (x + y))};
}

CodeAt changed(const CodeAt& picture, std::uint32_t x, std::uint32_t y, int delta, std::uint32_t count) {
  return [=](std::uint32_t at_x, std::uint32_t at_y) {
    Rgb8 rgb = picture(at_x, at_y);
    if (at_y == y && at_x >= x && at_x < x + count) rgb[1] += delta;
    return rgb;
  };
}

void write_png(const std::filesystem::path& file, std::uint32_t width, std::uint32_t height, const CodeAt& picture) {
  std::filesystem::create_directories(file.parent_path());
  std::vector<std::byte> rgba;
  for (std::uint32_t y = 0; y < height; ++y) {
    for (std::uint32_t x = 0; x < width; ++x) {
      for (const int code : picture(x, y)) rgba.push_back(static_cast<std::byte>(std::clamp(code, 0, 255)));
      rgba.push_back(std::byte{255});
    }
  }
  const auto png = image_io::create_png(file, width, height);
  png->write_rows(height, rgba.data());
  png->finish();
}

}  // namespace compare_test
