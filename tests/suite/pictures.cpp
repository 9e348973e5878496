// SPDX-License-Identifier: MIT
// Program that writes the suite's own pictures, which nothing else in the build makes, into the folder it is given.
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <exception>
#include <filesystem>
#include <functional>
#include <limits>
#include <vector>

#include "image_io/image_file.h"

namespace {

using Rgb = std::array<float, 3>;
using TexelAt = std::function<Rgb(std::uint32_t x, std::uint32_t y)>;

constexpr std::uint32_t kWidth = 192, kHeight = 120;

void write_exr(const std::filesystem::path& file, std::uint32_t width, std::uint32_t height, const TexelAt& texel_at) {
  std::vector<float> texels;
  for (std::uint32_t y = 0; y < height; ++y) {
    for (std::uint32_t x = 0; x < width; ++x) {
      const Rgb rgb = texel_at(x, y);
      texels.insert(texels.end(), {rgb[0], rgb[1], rgb[2], 1.0f});
    }
  }
  const auto exr = image_io::create_exr(file, {width, height, image_io::TexelFormat::rgba32f});
  exr->write_rows(height, texels.data());
  exr->finish();
}

/// Of [0, 1), its largest channel 1 and its smallest 0.
Rgb hue(float turn) {
  const auto channel = [turn](float at) {
    const float distance = std::fabs(std::remainder(turn - at, 1.0f));
    return std::fmin(std::fmax(2.0f - 6.0f * distance, 0.0f), 1.0f);
  };
  return {channel(0.0f), channel(1.0f / 3.0f), channel(2.0f / 3.0f)};
}

/// 14 stops from left to right, in all hues above and grey below: what tells operators apart.
Rgb chart(std::uint32_t x, std::uint32_t y) {
  constexpr std::uint32_t kGreyRows = 24;
  constexpr float kStops = 14.0f, kDesaturation = 0.03f;
  const float light = std::exp2(kStops * (float(x) / float(kWidth) - 0.5f));
  if (y >= kHeight - kGreyRows) return {light, light, light};
  Rgb rgb = hue(float(y) / float(kHeight - kGreyRows));
  for (float& channel : rgb) channel = light * std::fmax(channel, kDesaturation);
  return rgb;
}

/// The chart with texels that no meter may count.
Rgb damaged_chart(std::uint32_t x, std::uint32_t y) {
  constexpr float kInfinity = std::numeric_limits<float>::infinity();
  constexpr std::uint32_t kSide = 6;
  const auto is_in_square = [&](std::uint32_t left, std::uint32_t top) {
    return x - left < kSide && y - top < kSide;  // what lies before wraps round, far beyond the side
  };
  Rgb rgb = chart(x, y);
  if (is_in_square(40, 30)) rgb[0] = std::numeric_limits<float>::quiet_NaN();
  if (is_in_square(90, 50)) rgb[1] = kInfinity;
  if (is_in_square(140, 70)) rgb[2] = -1.0f;
  return rgb;
}

/// Left half of the picture: what counts.
void write_mask(const std::filesystem::path& file) {
  const auto png = image_io::create_png(file, kWidth, kHeight);
  std::vector<std::uint8_t> row;
  for (std::uint32_t x = 0; x < kWidth; ++x) {
    const std::uint8_t code = x < kWidth / 2 ? 255 : 0;
    row.insert(row.end(), {code, code, code, 255});
  }
  for (std::uint32_t y = 0; y < kHeight; ++y) png->write_rows(1, row.data());
  png->finish();
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 2) {
    std::fprintf(stderr, "usage: photopic-suite-pictures FOLDER\n");
    return 1;
  }
  try {
    const std::filesystem::path folder = argv[1];
    write_exr(folder / "chart.exr", kWidth, kHeight, chart);
    write_exr(folder / "damaged.exr", kWidth, kHeight, damaged_chart);
    write_exr(folder / "row.exr", 241, 1, [](std::uint32_t x, std::uint32_t) { return chart(x * kWidth / 241, 0); });
    write_exr(folder / "blank.exr", kWidth, kHeight, [](std::uint32_t, std::uint32_t) { return Rgb{1, 1, 1}; });
    write_mask(folder / "left-half.png");
  } catch (const std::exception& error) {
    std::fprintf(stderr, "photopic-suite-pictures: %s\n", error.what());
    return 1;
  }
  return 0;
}
