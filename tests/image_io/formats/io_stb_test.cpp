// SPDX-License-Identifier: MIT
// Tests of PNG, JPEG and Radiance HDR.
#include <cmath>
#include <string>
#include <vector>

#include "image_io/fixtures/io_fixtures.h"

namespace io_test {
namespace {

using ImageFilePng = FolderTest;
using ImageFileJpeg = FolderTest;

double linear(double encoded) {
  return encoded <= 0.04045 ? encoded / 12.92 : std::pow((encoded + 0.055) / 1.055, 2.4);
}

double unit(const PngOptions& options, std::uint32_t x, std::uint32_t y, unsigned channel) {
  return png_sample(options, x, y, channel) / static_cast<double>((1u << options.depth) - 1);
}

// The texel that a non-palette PNG must read as.
std::vector<float> expected_texel(const PngOptions& options, std::uint32_t x, std::uint32_t y) {
  const unsigned channels = png_channels(options.color_type);
  std::vector<float> texel;
  for (unsigned c = 0; c < 3; ++c) {
    texel.push_back(static_cast<float>(linear(unit(options, x, y, channels < 3 ? 0 : c))));
  }
  texel.push_back(channels % 2 == 0 ? static_cast<float>(unit(options, x, y, channels - 1)) : 1.0f);
  return texel;
}

TEST_F(ImageFilePng, EveryDepthAndColorTypePlainAndInterlaced) {
  for (const auto& [depth, color_type] :
       {std::pair{1, 0}, {2, 0}, {4, 0}, {8, 0}, {16, 0}, {8, 2}, {16, 2}, {8, 4}, {16, 4}, {8, 6}, {16, 6}}) {
    for (const bool interlaced : {false, true}) {
      PngOptions options{.depth = depth, .color_type = color_type, .interlaced = interlaced};
      write_file(folder_ / "a.png", make_png(options));
      const image_io::Image image = image_io::read_image(folder_ / "a.png");
      ASSERT_EQ(image.info.format, image_io::TexelFormat::rgba32f);
      const auto values = values_of<float>(image);
      for (std::size_t i = 0; i < values.size() / 4; ++i) {
        const auto expected = expected_texel(options, static_cast<std::uint32_t>(i) % options.width,
                                             static_cast<std::uint32_t>(i) / options.width);
        for (std::size_t c = 0; c < 4; ++c) {
          ASSERT_FLOAT_EQ(values[4 * i + c], expected[c]) << "depth " << depth << ", type " << color_type << ", " << i;
        }
      }
    }
  }
}

TEST_F(ImageFilePng, PaletteAndItsTransparency) {
  const float palette[4][3] = {{255, 0, 0}, {0, 128, 0}, {0, 0, 64}, {9, 99, 199}};
  const float alphas[4] = {1.0f, 51.0f / 255.0f, 1.0f, 1.0f};
  for (const int depth : {2, 4, 8}) {
    const PngOptions options{.depth = depth, .color_type = 3, .transparent_entry = true};
    write_file(folder_ / "a.png", make_png(options));
    const auto values = values_of<float>(image_io::read_image(folder_ / "a.png"));
    ASSERT_EQ(values.size(), 13u * 9u * 4u);
    for (std::uint32_t i = 0; i < 13 * 9; ++i) {
      const unsigned index = png_sample(options, i % 13, i / 13, 0);
      for (unsigned c = 0; c < 3; ++c) {
        const auto expected = static_cast<float>(linear(static_cast<double>(palette[index][c]) / 255.0));
        ASSERT_EQ(values[4 * i + c], expected) << i;
      }
      ASSERT_EQ(values[4 * i + 3], alphas[index]) << i;
    }
  }
}

TEST_F(ImageFilePng, TransparentGreyHasNoAlphaElsewhere) {
  const PngOptions options{.color_type = 0, .transparent_entry = true};
  write_file(folder_ / "a.png", make_png(options));
  const auto values = values_of<float>(image_io::read_image(folder_ / "a.png"));
  EXPECT_EQ(values[4 * 1 + 3], 0.0f);
  EXPECT_EQ(values[4 * 2 + 3], 1.0f);
  EXPECT_EQ(values[4 * 1], static_cast<float>(linear(unit(options, 1, 0, 0))));
}

TEST_F(ImageFilePng, DamageAndImpossibleSizesAreRefused) {
  const Bytes good = make_png({});
  Bytes bytes = good;
  bytes[bytes.size() - 20] ^= 1;  // in the last pixels
  write_file(folder_ / "a.png", bytes);
  EXPECT_EQ(open_reason(folder_ / "a.png"), "corrupt: a PNG checksum doesn't match");
  bytes = good;
  bytes[16 + 1] = bytes[20 + 1] = 0x7f;
  fix_png_checksums(bytes);
  write_file(folder_ / "a.png", bytes);
  EXPECT_EQ(open_reason(folder_ / "a.png"),
            "the picture is too large (8323085 x 8323081 texels; the limit is 65535 a side)");
  bytes = good;
  bytes[16 + 2] = bytes[20 + 2] = 0x7f;
  fix_png_checksums(bytes);
  write_file(folder_ / "a.png", bytes);
  EXPECT_NE(open_reason(folder_ / "a.png").find("the header asks for 32525 x 32521 texels"), std::string::npos);
}

TEST_F(ImageFileJpeg, ColorsOfBaselineAndProgressive) {
  const double colors[4][3] = {{200, 40, 60}, {30, 180, 90}, {20, 60, 220}, {240, 240, 240}};
  for (const Bytes& bytes : {make_jpeg(3), kProgressiveJpeg}) {
    write_file(folder_ / "a.jpg", bytes);
    const image_io::Image image = image_io::read_image(folder_ / "a.jpg");
    ASSERT_EQ(image.info.width, 16u);
    ASSERT_EQ(image.info.height, 16u);
    ASSERT_EQ(image.info.format, image_io::TexelFormat::rgba32f);
    const auto values = values_of<float>(image);
    for (std::size_t i = 0; i < 256; ++i) {
      const auto& color = colors[2 * (i / 128) + i % 16 / 8];
      for (std::size_t c = 0; c < 3; ++c) {
        ASSERT_NEAR(values[4 * i + c], linear(color[c] / 255.0), 0.02) << i << ' ' << c;
      }
      ASSERT_EQ(values[4 * i + 3], 1.0f);
    }
  }
}

TEST_F(ImageFileJpeg, HugeSizeInATinyFileIsRefused) {
  Bytes bytes = make_jpeg();
  std::size_t frame = 0;
  while (bytes[frame] != 0xff || bytes[frame + 1] != 0xc0) ++frame;
  bytes[frame + 5] = bytes[frame + 7] = 0x60;
  write_file(folder_ / "a.jpg", bytes);
  EXPECT_EQ(open_reason(folder_ / "a.jpg"),
            "truncated or corrupt: the header asks for 24592 x 24592 texels, more than a file of " +
                std::to_string(bytes.size()) + " bytes can hold");
}

TEST_F(ImageFileJpeg, OverfullHuffmanTableAndArithmeticCodingAreRefused) {
  Bytes bytes = make_jpeg();
  std::size_t table = 0;
  while (bytes[table] != 0xff || bytes[table + 1] != 0xc4) ++table;
  for (std::size_t i = 0; i < 16; ++i) bytes[table + 5 + i] = 0xff;
  write_file(folder_ / "a.jpg", bytes);
  EXPECT_EQ(open_reason(folder_ / "a.jpg"), "corrupt: a JPEG Huffman table");
  bytes = make_jpeg();
  std::size_t frame = 0;
  while (bytes[frame] != 0xff || bytes[frame + 1] != 0xc0) ++frame;
  bytes[frame + 1] = 0xc9;
  write_file(folder_ / "a.jpg", bytes);
  EXPECT_EQ(open_reason(folder_ / "a.jpg"), "lossless and arithmetic JPEG are not supported");
}

}  // namespace
}  // namespace io_test
