// SPDX-License-Identifier: MIT
// Tests of pictures that devices can't take whole, or not in the memory that there is.
#include "compare/command/command_fixture.h"

namespace compare_test {
namespace {

class CompareCommandSizes : public CompareCommand {
 protected:
  static constexpr std::uint32_t kBlockWidth = 30, kBlockHeight = 8;

  /// a.png and b.png, whose green is black or white in a block in the middle.
  void write_large(std::uint32_t width, std::uint32_t height) {
    const std::uint32_t left = width / 2, top = height / 2 - kBlockHeight / 2;
    squared_error_ = 0;
    const auto with_block = [&](std::uint32_t x, std::uint32_t y) {
      Rgb8 codes = base(x, y);
      if (x - left >= kBlockWidth || y - top >= kBlockHeight) return codes;
      const int green = codes[1] < 128 ? 255 : 0;
      squared_error_ += std::uint64_t((green - codes[1]) * (green - codes[1]));
      codes[1] = green;
      return codes;
    };
    write_png(folder_ / "a.png", width, height, base);
    write_png(folder_ / "b.png", width, height, with_block);
  }

  void expect_scores(const Json& row, std::uint32_t width, std::uint32_t height) const {
    EXPECT_EQ(row["pixels"], std::uint64_t{width} * height);
    EXPECT_EQ(row["pixels_differing"], kBlockWidth * kBlockHeight);
    EXPECT_EQ(row["rgb_sse"], squared_error_);
    EXPECT_EQ(row["cluster_pixels"], kBlockWidth * kBlockHeight);
    EXPECT_EQ(row["cluster_x"], width / 2);
    EXPECT_EQ(row["cluster_y"], height / 2 - kBlockHeight / 2);
    EXPECT_EQ(row["cluster_width"], kBlockWidth);
    EXPECT_EQ(row["cluster_height"], kBlockHeight);
    EXPECT_GT(row["flip_mean"], 0.0);
    EXPECT_LT(row["tile8_ssim"], 0.9);
    EXPECT_FALSE(has_key(row, "message"));
  }

  std::uint64_t squared_error_ = 0;
};

/// A side beyond what llvmpipe's images have.
TEST_F(CompareCommandSizes, LongSides) {
  for (const auto& [width, height] : {std::pair(70u, 16500u), {16500u, 24u}, {65535u, 11u}}) {
    write_large(width, height);
    const Json row = row_of(kDifferences, {"--rules", "driver", "--maps", "maps"});
    expect_scores(row, width, height);
    const cli_test::Picture map = cli_test::read_picture(folder_ / "maps/b.png.flip.png");
    EXPECT_EQ(map.width, width);
    EXPECT_EQ(map.height, height);
  }
}

TEST_F(CompareCommandSizes, LessMemoryGivesTheSame) {
  write_large(390, 500);
  const Json all = row_of(kDifferences, {"--metrics", "all", "--rules", "driver"});
  EXPECT_EQ(row_of(kDifferences, {"--metrics", "all", "--rules", "driver", "--memory-mib", "1"}), all);
}

/// The verdict stands without them.
TEST_F(CompareCommandSizes, MapsBeyondMemoryAreLeftOut) {
  write_large(500, 500);
  Json row = row_of(kDifferences, {"--rules", "driver", "--maps", "maps", "--memory-mib", "1"});
  EXPECT_EQ(row["message"],
            "no map of abs, squared, ssim, ciede2000, flip: pictures and maps would take more than 1 MiB, see "
            "--memory-mib");
  EXPECT_FALSE(std::filesystem::exists(folder_ / "maps"));
  row.erase("message");
  EXPECT_EQ(row_of(kDifferences, {"--rules", "driver", "--maps", "maps", "--metrics", "ciede2000"})["checks"],
            row["checks"]);
  write_png(folder_ / "b.png", 500, 500, base);
  expect_code(kPass, {"--maps", "maps", "--memory-mib", "1"});
}

/// The sizes that the short tests stand for.
TEST_F(CompareCommandSizes, LargePicturesAreComparedWhole) {
  for (const auto& [width, height] : {std::pair(8200u, 4100u), {400u, 20000u}, {3446u, 10728u}, {65535u, 400u}}) {
    write_large(width, height);
    const Json row = row_of(kDifferences, {"--rules", "driver", "--maps", "maps"});
    expect_scores(row, width, height);
    for (const char* map : {"abs", "squared", "ssim", "ciede2000", "flip"}) {
      EXPECT_TRUE(std::filesystem::exists(folder_ / "maps" / (std::string("b.png.") + map + ".png"))) << map;
    }
  }
}

}  // namespace
}  // namespace compare_test
