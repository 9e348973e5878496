// SPDX-License-Identifier: MIT
// Tests of error maps.
#include "compare/command/command_fixture.h"
#include "compare/pictures/map_picture.h"

namespace compare_test {
namespace {

class CompareCommandMaps : public CompareCommand {
 protected:
  static cli_test::Code heat(double value) {
    const auto color = compare::heat_color(value);
    return {color[0], color[1], color[2]};
  }
  static void expect_color(cli_test::Code color, cli_test::Code expected) {
    EXPECT_LE(cli_test::difference(color, expected), 1) << color.r << ", " << color.g << ", " << color.b;
  }
};

using Names = std::vector<std::string>;

TEST_F(CompareCommandMaps, AreWrittenWhereAsked) {
  write_pair(8, 10);
  expect_code(kDifferences, {"--maps", "new/maps"});
  EXPECT_EQ(names_in("new/maps"),
            (Names{"b.png.abs.png", "b.png.ciede2000.png", "b.png.flip.png", "b.png.squared.png", "b.png.ssim.png"}));
  for (const std::string& name : names_in("new/maps")) {
    const cli_test::Picture picture = cli_test::read_picture(folder_ / "new/maps" / name);
    EXPECT_EQ(picture.width, 64u) << name;
    EXPECT_EQ(picture.height, 48u) << name;
  }
  const std::vector<cli_test::Code> codes = cli_test::read_codes(folder_ / "new/maps/b.png.abs.png");
  expect_color(codes[3 * 64 + 4], {0, 0, 0});
  expect_color(codes[3 * 64 + 5], heat(0.5));
  expect_color(codes[3 * 64 + 14], heat(0.5));
  expect_color(codes[3 * 64 + 15], {0, 0, 0});
  const std::vector<cli_test::Code> squared = cli_test::read_codes(folder_ / "new/maps/b.png.squared.png");
  expect_color(squared[3 * 64 + 5], heat(64.0 / 768.0));
}

TEST_F(CompareCommandMaps, AreOfTheMeasuredMetricsAlone) {
  write_pair(8, 10);
  expect_code(kDifferences, {"--maps", "maps", "--metrics", "ssim"});
  EXPECT_EQ(names_in("maps"), (Names{"b.png.abs.png", "b.png.squared.png", "b.png.ssim.png"}));
}

TEST_F(CompareCommandMaps, OfEqualPicturesAreBlack) {
  write_pair(0);
  expect_code(kPass, {"--maps", "maps", "--metrics", "errors"});
  for (const cli_test::Code& code : cli_test::read_codes(folder_ / "maps/b.png.abs.png")) expect_color(code, {0, 0, 0});
}

/// Of both sizes, although the pictures can't be compared.
TEST_F(CompareCommandMaps, OfDifferentSizesShowBothOnOneCanvas) {
  write_png(folder_ / "a.png", 64, 48, base);
  write_png(folder_ / "b.png", 40, 56, changed(base, 5, 3, 8));
  const Json row = row_of(kMismatch, {"--maps", "maps"});
  EXPECT_EQ(row["reference_size"], Json::array({64, 48}));
  EXPECT_EQ(row["test_size"], Json::array({40, 56}));
  EXPECT_EQ(names_in("maps"), Names{"b.png.abs.png"});
  const cli_test::Picture picture = cli_test::read_picture(folder_ / "maps/b.png.abs.png");
  EXPECT_EQ(picture.width, 64u);
  EXPECT_EQ(picture.height, 56u);
  const std::vector<cli_test::Code> codes = cli_test::read_codes(folder_ / "maps/b.png.abs.png");
  expect_color(codes[3 * 64 + 4], {0, 0, 0});
  expect_color(codes[3 * 64 + 5], heat(0.5));
  for (const std::size_t padding : {3u * 64u + 50u, 50u * 64u + 5u, 55u * 64u + 63u}) {
    EXPECT_EQ(codes[padding].r, codes[padding].g) << padding;
    EXPECT_GE(codes[padding].r, 0x70) << padding;
  }
  row_of(kMismatch);
  EXPECT_FALSE(has_key(row_of(kMismatch, {"--maps", "maps", "--metrics", "errors"}), "width")) << "nothing is compared";
}

TEST_F(CompareCommandMaps, HaveFoldersAndFramesOfTheirOwn) {
  for (const char* folder : {"a", "b"}) {
    write_png(folder_ / folder / "deep/x.png", 20, 20, base);
    io_test::VideoFormat format;
    format.width = 16;
    format.height = 16;
    write_file(folder_ / folder / "clip.y4m", io_test::make_y4m(format, 2));
  }
  rows_of(kPass, {"a", "b", "--metrics", "errors", "--maps", "maps"});
  EXPECT_EQ(names_in("maps"), (Names{"clip.y4m.0.abs.png", "clip.y4m.0.squared.png", "clip.y4m.1.abs.png",
                                     "clip.y4m.1.squared.png", "deep"}));
  EXPECT_EQ(names_in("maps/deep"), (Names{"x.png.abs.png", "x.png.squared.png"}));
}

TEST_F(CompareCommandMaps, ThatCanNotBeWrittenAreAnError) {
  write_pair(8);
  write_file(folder_ / "file", std::string("x"));
  expect_message(kError, {"--maps", "file"}, "file: ");
  expect_message(kError, {"--maps", "/proc/nosuch"}, "/proc/nosuch: ");
  // The scores are there all the same.
  EXPECT_EQ(row_of(kError, {"--maps", "file/deeper"})["rgb_sse"], 64);
}

TEST_F(CompareCommandMaps, AmongTheInputsAreRefused) {
  for (const char* folder : {"a", "b"}) write_png(folder_ / folder / "x.png", 20, 20, base);
  for (const char* maps : {"a", "b/maps", "./a/../b/x"}) {
    expect_error(kError, {"compare", "a", "b", "--maps", maps}, {"--maps: ", "is within"});
  }
  EXPECT_EQ(names_in("b"), Names{"x.png"});
  rows_of(kPass, {"a", "b", "--maps", "ab"});
}

}  // namespace
}  // namespace compare_test
