// SPDX-License-Identifier: MIT
// Tests of masks: rectangles, mask files, refusals.
#include "compare/pictures/mask.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "compare/pictures.h"
#include "compare/pictures/frame.h"
#include "image_io/fixtures/io_fixtures.h"

namespace {

using compare::make_mask;
using compare::Rectangle;
using Mask = std::vector<std::uint8_t>;

constexpr VkExtent2D kExtent = {7, 5};

/// Which pixels are left out.
std::vector<std::pair<std::uint32_t, std::uint32_t>> left_out(const Mask& mask) {
  std::vector<std::pair<std::uint32_t, std::uint32_t>> pixels;
  for (std::uint32_t i = 0; i < mask.size(); ++i) {
    if (mask[i] == 0) pixels.emplace_back(i % kExtent.width, i / kExtent.width);
  }
  return pixels;
}

Mask mask_of(std::initializer_list<Rectangle> rectangles) {
  return make_mask(kExtent, {}, std::vector<Rectangle>(rectangles));
}

class CompareMask : public testing::Test {
 protected:
  std::string message_of(VkExtent2D extent, const std::filesystem::path& file) {
    try {
      make_mask(extent, file, {});
    } catch (const std::exception& error) {
      return error.what();
    }
    return "";
  }

  test_files::TempFolder folder_;
};

TEST_F(CompareMask, IsEmptyWhereNothingIsLeftOut) { EXPECT_TRUE(mask_of({}).empty()); }

TEST_F(CompareMask, RectanglesHaveTheirEdgesInside) {
  const Mask mask = mask_of({{2, 1, 3, 2}});
  ASSERT_EQ(mask.size(), 35u);
  for (std::uint32_t y = 0; y < kExtent.height; ++y) {
    for (std::uint32_t x = 0; x < kExtent.width; ++x) {
      const bool is_inside = x >= 2 && x < 5 && y >= 1 && y < 3;
      EXPECT_EQ(mask[y * kExtent.width + x] == 0, is_inside) << x << ", " << y;
    }
  }
}

TEST_F(CompareMask, RectanglesMayReachBeyondThePicture) {
  using Pixels = std::vector<std::pair<std::uint32_t, std::uint32_t>>;
  EXPECT_EQ(left_out(mask_of({{6, 4, 100, 100}})), (Pixels{{6, 4}}));
  EXPECT_EQ(left_out(mask_of({{5, 4, 0xffffffffu, 0xffffffffu}})), (Pixels{{5, 4}, {6, 4}}));
  EXPECT_EQ(left_out(mask_of({{0xffffffffu, 0, 0xffffffffu, 5}})), Pixels());
  EXPECT_EQ(left_out(mask_of({{7, 0, 1, 5}})), Pixels());
  EXPECT_EQ(left_out(mask_of({{0, 5, 7, 1}})), Pixels());
  EXPECT_EQ(left_out(mask_of({{0, 0, 0, 5}, {0, 0, 7, 0}})), Pixels());
  EXPECT_EQ(left_out(mask_of({{0, 0, 7, 5}})).size(), 35u);
}

TEST_F(CompareMask, RectanglesMayOverlap) { EXPECT_EQ(left_out(mask_of({{0, 0, 3, 1}, {2, 0, 2, 1}})).size(), 4u); }

TEST_F(CompareMask, FileLeavesOutPixelsOfZero) {
  compare_test::write_png(folder_ / "mask.png", 7, 5, [](std::uint32_t x, std::uint32_t y) {
    return compare_test::Rgb8{x == 3 ? 0 : y == 0 ? 1 : 255, 0, 0};  // the first channel alone counts
  });
  const Mask mask = make_mask(kExtent, folder_ / "mask.png", {});
  EXPECT_EQ(left_out(mask),
            (std::vector<std::pair<std::uint32_t, std::uint32_t>>{{3, 0}, {3, 1}, {3, 2}, {3, 3}, {3, 4}}));
  const std::vector<Rectangle> corner = {{0, 0, 1, 1}};
  EXPECT_EQ(left_out(make_mask(kExtent, folder_ / "mask.png", corner)).size(), 6u);
}

TEST_F(CompareMask, OfAnotherSizeIsAMismatch) {
  const std::filesystem::path file = folder_ / "mask.png";
  compare_test::write_png(file, 7, 6, compare_test::base);
  EXPECT_THROW(make_mask(kExtent, file, {}), compare::Mismatch);
  EXPECT_EQ(message_of(kExtent, file), file.string() + ": the mask has 7 x 6 pixels, the pictures 7 x 5");
}

TEST_F(CompareMask, OfAnotherDepthOrUnreadableIsAnError) {
  const std::filesystem::path file = folder_ / "mask.png";
  io_test::PngOptions options;
  options.depth = 16;
  io_test::write_file(file, io_test::make_png(options));
  EXPECT_EQ(message_of({options.width, options.height}, file), file.string() + ": a mask has 8 bits");
  EXPECT_THROW(compare::check_mask(file), files::Error);
  io_test::write_file(file, std::string("no picture"));
  EXPECT_THROW(compare::check_mask(file), files::Error);
  EXPECT_THROW(compare::check_mask(folder_ / "nosuch.png"), files::Error);
  compare_test::write_png(file, 7, 6, compare_test::base);
  EXPECT_NO_THROW(compare::check_mask(file));
}

}  // namespace
