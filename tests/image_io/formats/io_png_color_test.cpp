// SPDX-License-Identifier: MIT
// Tests of PNG files of 16 bits and of what they say of their colours.
#include <cmath>
#include <fstream>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "image_io/fixtures/io_fixtures.h"

namespace io_test {
namespace {

using image_io::CodeFormat;
using image_io::ColorEncoding;
using image_io::LightLevels;
using image_io::MasteringDisplay;

const MasteringDisplay kP3Display = {{.68, .32, .265, .69, .15, .06, .3127, .3290}, 1000.0, 0.005};
const MasteringDisplay kWideDisplay = {{.708, .292, .170, .797, .131, .046, .3127, .3290}, 4000.0, 0.0005};

class ImageFilePngColor : public FolderTest {
 protected:
  std::filesystem::path write(const CodeFormat& format) {
    const auto file = folder_ / "a.png";
    const std::vector<std::byte> rows(format.bits / 8 * 4 * 6, std::byte{7});
    const auto writer = image_io::create_png(file, 3, 2, format);
    writer->write_rows(2, rows.data());
    writer->finish();
    return file;
  }

  /// Hexadecimal digits of the chunks before the pixels, in a row.
  std::string chunks(const ColorEncoding& color, std::uint32_t bits = 16) {
    const Bytes png = read_file(write({.bits = bits, .color = color}));
    const std::string_view text(reinterpret_cast<const char*>(png.data()), png.size());
    constexpr std::size_t kHeaderEnd = 8 + 25;
    std::string digits;
    for (std::size_t i = kHeaderEnd; i < text.find("IDAT") - 4; ++i) {
      const unsigned char byte = png[i];
      digits += "0123456789abcdef"[byte >> 4];
      digits += "0123456789abcdef"[byte & 15];
    }
    return digits;
  }
};

TEST_F(ImageFilePngColor, ChunksAreThoseOfTheOracle) {
  const auto oracle =
      nlohmann::json::parse(std::ifstream(PHOTOPIC_TEST_PROJECT_DIR "/tests/data/display/png_chunks.json"));
  const auto bytes = [&](const char* type, const char* which) { return oracle.at(type).at(which).get<std::string>(); };
  EXPECT_EQ(chunks({.cicp = image_io::kCicpDisplayP3}), bytes("cICP", "display_p3"));
  EXPECT_EQ(chunks({.cicp = image_io::kCicpDisplayP3}, 8), bytes("cICP", "display_p3"));
  EXPECT_EQ(chunks({.cicp = image_io::kCicpHdr10}), bytes("cICP", "bt2100_pq"));
  EXPECT_EQ(chunks({.cicp = image_io::kCicpHlg}), bytes("cICP", "bt2100_hlg"));
  EXPECT_EQ(chunks({.cicp = {1, 8}}), bytes("cICP", "linear_bt709"));
  EXPECT_EQ(chunks({image_io::kCicpHdr10, kP3Display, LightLevels{1000.0, 400.0}}),
            bytes("cICP", "bt2100_pq") + bytes("mDCV", "p3d65_1000_0.005") + bytes("cLLI", "1000_400"));
  EXPECT_EQ(chunks({image_io::kCicpHdr10, kWideDisplay, {}}),
            bytes("cICP", "bt2100_pq") + bytes("mDCV", "bt2020_4000_0.0005"));
  EXPECT_EQ(chunks({.light = LightLevels{1000.0, 400.0}}), bytes("cICP", "srgb") + bytes("cLLI", "1000_400"));
  EXPECT_EQ(chunks({}),
            "0000000173524742"
            "00aece1ce9")
      << "sRGB by the chunk of that name";
}

TEST_F(ImageFilePngColor, TagsSayTheSame) {
  write({16, false, {image_io::kCicpHdr10, kP3Display, LightLevels{1234.5678, 0.0001}}});
  const image_io::Tags expected = {
      {"cICP", "9/16/0/1"},
      {"light levels (cLLI)", "MaxCLL 1234.5678, MaxFALL 0.0001 nits"},
      {"mastering display (mDCV)", "R 0.68 0.32, G 0.265 0.69, B 0.15 0.06, white 0.3127 0.329, 0.005 to 1000 nits"}};
  EXPECT_EQ(image_io::read_code_image(folder_ / "a.png").facts.tags, expected);
  EXPECT_EQ(image_io::read_code_image(write({})).facts.tags, image_io::srgb_tags());
}

TEST_F(ImageFilePngColor, NumbersOutOfRangeAreItsEdges) {
  const double nan = std::nan("");
  MasteringDisplay display = {{-1.0, 2.0, nan, 0.0, 1e300, 0.5, 0.1, -0.0}, INFINITY, nan};
  chunks({image_io::kCicpHdr10, display, LightLevels{1e9, -3.0}});
  const image_io::Tags tags = image_io::read_code_image(folder_ / "a.png").facts.tags;
  EXPECT_EQ(tags.at("mastering display (mDCV)"), "R 0 1.3107, G 0 0, B 1.3107 0.5, white 0.1 0, 0 to 429496.7295 nits");
  EXPECT_EQ(tags.at("light levels (cLLI)"), "MaxCLL 429496.7295, MaxFALL 0 nits");
}

TEST_F(ImageFilePngColor, CodesOf16BitsComeBack) {
  std::vector<std::uint16_t> rows;
  for (unsigned i = 0; i < 70 * 9 * 4; ++i) rows.push_back(static_cast<std::uint16_t>(i * 2654435761u >> 13));
  for (const bool keep_alpha : {false, true}) {
    const CodeFormat format = {16, keep_alpha, {.cicp = image_io::kCicpHlg}};
    const auto writer = image_io::create_png(folder_ / "a.png", 70, 9, format);
    writer->write_rows(4, rows.data());
    writer->write_rows(5, rows.data() + 4 * 70 * 4);
    writer->finish();
    const image_io::CodeImage image = image_io::read_code_image(folder_ / "a.png");
    EXPECT_EQ(image.facts.channels, keep_alpha ? 4u : 3u);
    std::vector<std::uint16_t> expected = rows;
    for (std::size_t i = 3; i < expected.size() && !keep_alpha; i += 4) expected[i] = 65535;
    EXPECT_EQ(values_of<std::uint16_t>(image), expected);
  }
  EXPECT_THROW(image_io::create_png(folder_ / "b.png", 3, 2, {.bits = 12}), files::Error);
  EXPECT_EQ(folder_.file_count(), 1u);
}

TEST(ImageFileCode16, IsTheNearest) {
  using image_io::code16;
  EXPECT_EQ(code16(0.0f), 0);
  EXPECT_EQ(code16(1.0f), 65535);
  EXPECT_EQ(code16(-0.1f), 0);
  EXPECT_EQ(code16(7.0f), 65535);
  EXPECT_EQ(code16(INFINITY), 65535);
  EXPECT_EQ(code16(std::nanf("")), 0);
  for (unsigned code = 0; code <= 65535; ++code) ASSERT_EQ(code16(static_cast<float>(code) / 65535.0f), code);
}

}  // namespace
}  // namespace io_test
