// SPDX-License-Identifier: MIT
// Tests of arrays: they keep what they are given, in whatever number of textures.
#include <bit>

#include "es2/rig.h"

namespace {

using photopic::Status;
using photopic::es2::Array;
using photopic::es2::Size;

class Es2Array : public test::Es2 {
 protected:
  /// Any patterns, those of NaN with their payloads: they are copied.
  void expect_kept(Size size) {
    SCOPED_TRACE(std::to_string(size.width) + " x " + std::to_string(size.height));
    std::mt19937 random(size.width + 7919 * size.height);
    std::vector<float> values(std::size_t{size.width} * size.height);
    for (float& value : values) value = std::bit_cast<float>(std::uint32_t(random()));
    const Array array = make(size, values);
    EXPECT_EQ(array.size(), size);
    const std::vector<float> found = values_of(array);
    std::size_t wrong = 0;
    for (std::size_t i = 0; i < values.size(); ++i) wrong += test::bits_of(values[i]) != test::bits_of(found[i]);
    EXPECT_EQ(wrong, 0u);
  }
};

TEST_F(Es2Array, KeepsBitsInOneTexture) {
  for (const Size size : {Size{1, 1}, {7, 1}, {1, 7}, {37, 29}, {4096, 3}, {333, 187}}) expect_kept(size);
}

TEST_F(Es2Array, KeepsBitsInSeveral) {
  for (const std::uint32_t side : {8u, 16u, 24u}) {
    SCOPED_TRACE(side);
    cut_into(side);
    EXPECT_EQ(context_.max_side(), side);
    for (const Size size : {Size{1, 1}, {8, 8}, {9, 1}, {1, 17}, {16, 16}, {37, 29}, {48, 49}, {1000, 1}}) {
      expect_kept(size);
    }
  }
}

/// Longer than any texture of the device.
TEST_F(Es2Array, OneDimensionBeyondTheDevice) { expect_kept({context_.max_side() * 3 + 5, 1}); }

TEST_F(Es2Array, SidesOfTexturesAreWholeBlocks) {
  cut_into(23);
  EXPECT_EQ(context_.max_side(), 16u);
}

TEST_F(Es2Array, MovesAndIsReplaced) {
  const float three = 3.0f, four = 4.0f;
  Array a = make({1, 1}, {&three, 1});
  Array b = std::move(a);
  EXPECT_EQ(values_of(b)[0], 3.0f);
  EXPECT_EQ(a.size(), (Size{0, 0}));
  a = make({1, 1}, {&four, 1});
  b = std::move(a);
  EXPECT_EQ(values_of(b)[0], 4.0f);
  EXPECT_EQ(a.size(), (Size{0, 0}));  // what b held is gone, and not here
}

}  // namespace
