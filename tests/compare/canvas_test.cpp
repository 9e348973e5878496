// SPDX-License-Identifier: MIT
// Tests of the difference of pictures of different sizes.
#include "compare/pictures/canvas.h"

#include <gtest/gtest.h>

#include <cstring>

#include "compare/pictures/map_picture.h"

namespace {

using compare::Canvas;
using compare::Frame;

/// Of one value in all channels.
template <class Sample>
Frame frame_of(std::uint32_t width, std::uint32_t height, VkFormat format, std::uint32_t bits, Sample value) {
  Frame frame;
  frame.extent = {width, height};
  frame.format = format;
  frame.bits = bits;
  const std::vector<Sample> samples(std::size_t{4} * width * height, value);
  frame.planes[0].resize(samples.size() * sizeof(Sample));
  std::memcpy(frame.planes[0].data(), samples.data(), frame.planes[0].size());
  return frame;
}
Frame codes8(std::uint32_t width, std::uint32_t height, std::uint8_t value) {
  return frame_of(width, height, VK_FORMAT_R8G8B8A8_UNORM, 8, value);
}
Frame codes16(std::uint32_t width, std::uint32_t height, std::uint16_t value) {
  return frame_of(width, height, VK_FORMAT_R16G16B16A16_UNORM, 16, value);
}
Frame floats(std::uint32_t width, std::uint32_t height, float value) {
  return frame_of(width, height, VK_FORMAT_R32G32B32A32_SFLOAT, 0, value);
}

std::array<std::uint8_t, 3> color_at(const Canvas& canvas, std::uint32_t x, std::uint32_t y) {
  std::array<std::uint8_t, 3> color = {};
  for (std::size_t c = 0; c < 3; ++c) {
    color[c] = std::to_integer<std::uint8_t>(canvas.rgba[4 * (std::size_t{y} * canvas.extent.width + x) + c]);
  }
  return color;
}
bool is_grey(const std::array<std::uint8_t, 3>& color) {
  return color[0] == color[1] && color[1] == color[2] && (color[0] == 0x70 || color[0] == 0xa0);
}

TEST(Canvas, HoldsBothInItsUpperLeftCorner) {
  const std::optional<Canvas> canvas = compare::canvas_of(codes8(40, 20, 100), codes8(30, 50, 108));
  ASSERT_TRUE(canvas);
  EXPECT_EQ(canvas->extent.width, 40u);
  EXPECT_EQ(canvas->extent.height, 50u);
  const std::array<std::uint8_t, 3> half = compare::heat_color(0.5);
  EXPECT_EQ(color_at(*canvas, 0, 0), half) << "8 codes of 16";
  EXPECT_EQ(color_at(*canvas, 29, 19), half);
  // Stripes of 8 pixels: down and right they go on in the reference's part, up and right in the test's.
  for (std::uint32_t i = 0; i < 9; ++i) {
    EXPECT_EQ(color_at(*canvas, 30 + i, 5 + i), color_at(*canvas, 30, 5)) << i;
    EXPECT_EQ(color_at(*canvas, 5 + i, 40 - i), color_at(*canvas, 5, 40)) << i;
  }
  EXPECT_NE(color_at(*canvas, 31, 5), color_at(*canvas, 39, 5));
  for (const auto& [x, y] : {std::pair(30, 0), {39, 19}, {0, 20}, {29, 49}, {30, 20}, {39, 49}}) {
    EXPECT_TRUE(is_grey(color_at(*canvas, std::uint32_t(x), std::uint32_t(y)))) << x << ", " << y;
  }
}

TEST(Canvas, BringsDepthsToOneScale) {
  const std::optional<Canvas> mixed = compare::canvas_of(codes8(8, 8, 100), codes16(4, 4, 108 * 257));
  ASSERT_TRUE(mixed);
  EXPECT_EQ(color_at(*mixed, 0, 0), compare::heat_color(0.5));
  const std::optional<Canvas> linear = compare::canvas_of(floats(8, 8, 1.0f), floats(4, 4, 1.0f + 8.0f / 255.0f));
  ASSERT_TRUE(linear);
  EXPECT_EQ(color_at(*linear, 0, 0), compare::heat_color(0.5));
  EXPECT_FALSE(compare::canvas_of(codes8(8, 8, 0), floats(4, 4, 0.0f)));
}

TEST(Canvas, OfTwoStripsIsNoneBeyondTheMemoryLimit) {
  const image_io::ReadLimits before = image_io::read_limits();
  image_io::read_limits().memory_bytes = 1 << 20;
  EXPECT_FALSE(compare::canvas_of(codes8(4000, 1, 0), codes8(1, 4000, 0)));
  image_io::read_limits() = before;
}

}  // namespace
