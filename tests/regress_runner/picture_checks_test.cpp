// SPDX-License-Identifier: MIT
// Tests of checks of pictures and of hashes of differences.
#include "regress/runner/picture_checks.h"

#include <gtest/gtest.h>

#include <span>

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
  return regress::difference_hash(compare::frame_of(size, expected), compare::frame_of(size, actual), mask);
}

/// Texels of a format that isn't that of renders.
template <class Sample>
compare::Frame frame_of(VkFormat format, std::uint32_t bits, const std::vector<Sample>& samples) {
  compare::Frame frame = compare::frame_of({2, 1}, std::vector<std::byte>(8));
  frame.format = format;
  frame.bits = bits;
  const auto bytes = std::as_bytes(std::span(samples));
  frame.planes[0].assign(bytes.begin(), bytes.end());
  return frame;
}

compare::Frame deep(const std::vector<std::uint16_t>& codes) {
  return frame_of(VK_FORMAT_R16G16B16A16_UNORM, 16, codes);
}

compare::Frame floats(const std::vector<float>& values) { return frame_of(VK_FORMAT_R32G32B32A32_SFLOAT, 0, values); }

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

TEST(RegressHash, OfDeepCodesAndFloatsToo) {
  const compare::Frame dark = deep({1, 2, 3, 4, 5, 6, 7, 8}), bright = deep({11, 12, 13, 14, 15, 16, 17, 18});
  const compare::Frame of_dark = deep({1, 2, 3, 4, 5, 6, 1007, 8}),
                       of_bright = deep({11, 12, 13, 14, 15, 16, 1017, 18});
  EXPECT_EQ(regress::difference_hash(dark, of_dark, {}), regress::difference_hash(bright, of_bright, {}));
  EXPECT_NE(regress::difference_hash(dark, of_dark, {}), regress::difference_hash(of_dark, dark, {}));
  const compare::Frame one = floats({0, 0, 0, 1, 0, 0, 0, 1}), other = floats({0, 0, 0, 1, 0, 0.5f, 0, 1});
  EXPECT_EQ(regress::difference_hash(one, one, {}), "");
  EXPECT_EQ(regress::difference_hash(one, other, {}).size(), 16u);
}

TEST(RegressHash, WorstTilesCountCodesOfEightBits) {
  const auto worst = [](const compare::Frame& expected, const compare::Frame& actual) {
    return regress::worst_tiles(expected, actual, {}).at(0).mean_squared_error;
  };
  // One of six samples is off by 10 codes of 8 bits.
  EXPECT_DOUBLE_EQ(worst(deep({0, 0, 0, 0, 0, 0, 0, 0}), deep({0, 2570, 0, 0, 0, 0, 0, 0})), 100.0 / 6.0);
  EXPECT_NEAR(worst(floats({0, 0, 0, 1, 0, 0, 0, 1}), floats({0, 10.0f / 255.0f, 0, 1, 0, 0, 0, 1})), 100.0 / 6.0,
              1e-5);
  EXPECT_TRUE(regress::worst_tiles(deep({1, 2, 3, 4, 5, 6, 7, 8}), deep({1, 2, 3, 4, 5, 6, 7, 8}), {}).empty());
}

TEST(RegressHash, BlankPicturesAreToldInTheirOwnCodes) {
  EXPECT_EQ(regress::blank_color(deep({1000, 2, 3, 4, 1000, 2, 3, 9})), "(1000, 2, 3)");
  EXPECT_EQ(regress::blank_color(floats({0.5f, 2, 3, 1, 0.5f, 2, 3, 1})), "(0.5, 2, 3)");
  EXPECT_EQ(regress::blank_color(floats({0.5f, 2, 3, 1, 0.25f, 2, 3, 1})), std::nullopt);
}

}  // namespace
}  // namespace regress_runner_test
