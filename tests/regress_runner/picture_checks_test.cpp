// SPDX-License-Identifier: MIT
// Tests of hashes of differences.
#include "regress/runner/picture_checks.h"

#include <gtest/gtest.h>

namespace regress_runner_test {
namespace {

using Rgba = std::vector<std::byte>;
constexpr VkExtent2D kSize = {8, 4};

Rgba plain(int code) { return Rgba(4 * kSize.width * kSize.height, std::byte(code)); }

Rgba changed(Rgba picture, std::size_t at, int by) {
  picture[at] = std::byte(std::to_integer<int>(picture[at]) + by);
  return picture;
}

std::string hash(const Rgba& expected, const Rgba& actual, VkExtent2D size = kSize,
                 const std::vector<std::uint8_t>& mask = {}) {
  return regress::difference_hash(size, expected, actual, mask);
}

TEST(RegressHash, IsThatOfTheChangeWhateverThePicture) {
  const Rgba dark = plain(20), bright = plain(200);
  const std::string one = hash(dark, changed(dark, 5, 3));
  EXPECT_EQ(one.size(), 16u);
  EXPECT_EQ(one, "29304c740b8469c7") << "files keep it";
  EXPECT_EQ(hash(bright, changed(bright, 5, 3)), one);
  EXPECT_EQ(hash(dark, dark), "");
  EXPECT_NE(hash(dark, changed(dark, 5, -3)), one) << "the sign counts";
  EXPECT_NE(hash(dark, changed(dark, 6, 3)), one) << "the place counts";
  EXPECT_NE(hash(dark, changed(changed(dark, 5, 3), 6, 3)), one);
  EXPECT_NE(hash(dark, changed(dark, 5, 3), {4, 8}), one) << "the size counts";
  EXPECT_NE(hash(dark, changed(dark, 0, 3)), "") << "the first code counts";
  // 255 more and one less are the same byte.
  EXPECT_NE(hash(plain(0), changed(plain(0), 5, 255)), hash(plain(1), changed(plain(1), 5, -1)));
}

TEST(RegressHash, LeavesOutWhatTheMaskLeavesOut) {
  const Rgba dark = plain(20);
  std::vector<std::uint8_t> mask(kSize.width * kSize.height, 1);
  mask[2] = 0;
  EXPECT_EQ(hash(dark, changed(dark, 9, 3), kSize, mask), "");
  EXPECT_EQ(hash(dark, changed(changed(dark, 5, 3), 9, 3), kSize, mask), hash(dark, changed(dark, 5, 3)));
}

}  // namespace
}  // namespace regress_runner_test
