// SPDX-License-Identifier: MIT
// Tests of pixels that are left out.
#include "compare/command/command_fixture.h"

namespace compare_test {
namespace {

class CompareCommandMask : public CompareCommand {
 protected:
  /// Ten pixels differ, from (5, 3) to (14, 3).
  CompareCommandMask() { write_pair(9, 10); }

  void write_mask(std::uint32_t width, std::uint32_t height,
                  const std::function<bool(std::uint32_t, std::uint32_t)>& keeps) {
    write_png(folder_ / "mask.png", width, height, [&](std::uint32_t x, std::uint32_t y) {
      return keeps(x, y) ? Rgb8{255, 255, 255} : Rgb8{0, 0, 0};
    });
  }
};

TEST_F(CompareCommandMask, RectanglesLeavePixelsOut) {
  Json row = row_of(kPass, {"--ignore", "5,3,10,1", "--metrics", "ssim-auto,psnr"});
  EXPECT_EQ(row["pixels_masked"], 10);
  EXPECT_EQ(row["pixels"], 64 * 48 - 10);
  EXPECT_EQ(row["float_ssim"], 1);
  EXPECT_EQ(row["psnr_y"], 60);
  row = row_of(kDifferences, {"--ignore", "6,3,9,1"});
  EXPECT_EQ(row["pixels_differing"], 1);
  EXPECT_EQ(row["max_abs_x"], 5);
  EXPECT_EQ(row_of(kDifferences, {"--ignore", "5,3,9,1"})["max_abs_x"], 14);
  EXPECT_EQ(row_of(kDifferences, {"--ignore", "5,2,10,1", "--ignore", "5,4,10,1"})["pixels_differing"], 10);
  expect_code(kPass, {"--ignore", "0,3,7,1", "--ignore", "7,0,100,4"});
}

TEST_F(CompareCommandMask, RectanglesMayReachOverTheEdges) {
  EXPECT_EQ(row_of(kPass, {"--ignore", "0,0,32768,4"})["pixels_masked"], 4 * 64);
  EXPECT_EQ(row_of(kDifferences, {"--ignore", "60,40,32768,32768"})["pixels_masked"], 4 * 8);
  EXPECT_EQ(row_of(kDifferences, {"--ignore", "64,0,5,5"})["pixels_masked"], 0);
}

TEST_F(CompareCommandMask, FileLeavesPixelsOut) {
  write_mask(64, 48, [](std::uint32_t x, std::uint32_t y) { return x < 5 || x > 14 || y != 3; });
  EXPECT_EQ(row_of(kPass, {"--mask", "mask.png"})["pixels_masked"], 10);
  write_mask(64, 48, [](std::uint32_t x, std::uint32_t) { return x != 10; });
  EXPECT_EQ(row_of(kDifferences, {"--mask", "mask.png"})["pixels_differing"], 9);
  EXPECT_EQ(row_of(kPass, {"--mask", "mask.png", "--ignore", "0,3,10,1", "--ignore", "11,3,4,1"})["pixels_masked"],
            48 + 14);
}

TEST_F(CompareCommandMask, OfAnotherSizeIsAMismatch) {
  write_mask(64, 47, [](std::uint32_t, std::uint32_t) { return true; });
  expect_message(kMismatch, {"--mask", "mask.png"}, "mask.png: the mask has 64 x 47 pixels, the pictures 64 x 48");
}

TEST_F(CompareCommandMask, ThatCanNotBeReadIsToldOnce) {
  expect_usage_error({"--mask", "nosuch.png"}, {"nosuch.png: No such file or directory"});
  write_file(folder_ / "mask.png", std::string("none"));
  expect_usage_error({"--mask", "mask.png"}, {"mask.png: "});
  io_test::PngOptions options;
  options.depth = 16;
  write_file(folder_ / "mask.png", io_test::make_png(options));
  expect_usage_error({"--mask", "mask.png"}, {"mask.png: a mask has 8 bits"});
}

TEST_F(CompareCommandMask, OfEverythingLeavesNothingToCompare) {
  expect_message(kError, {"--ignore", "0,0,64,48"}, "no pixel is left to be compared");
  write_mask(64, 48, [](std::uint32_t, std::uint32_t) { return false; });
  expect_message(kError, {"--mask", "mask.png"}, "no pixel is left to be compared");
  expect_message(kError, {"--mask", "mask.png", "--report-only"}, "no pixel is left to be compared");
}

TEST_F(CompareCommandMask, IsMadeAnewForEachSize) {
  for (const char* folder : {"c", "d"}) {
    write_png(folder_ / folder / "1.png", 64, 48, base);
    write_png(folder_ / folder / "2.png", 30, 20, base);
    write_png(folder_ / folder / "3.png", 64, 48, base);
  }
  const Json rows = rows_of(kPass, {"c", "d", "--ignore", "20,10,100,100"});
  ASSERT_EQ(rows.size(), 3u);
  EXPECT_EQ(rows[0]["pixels_masked"], 44 * 38);
  EXPECT_EQ(rows[1]["pixels_masked"], 10 * 10);
  EXPECT_EQ(rows[2]["pixels_masked"], 44 * 38);
}

}  // namespace
}  // namespace compare_test
