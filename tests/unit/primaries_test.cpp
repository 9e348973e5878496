// SPDX-License-Identifier: MIT
// Tests of the module's matrices between primaries, and of which chromaticities make one.
#include "display/primaries.h"

#include <gtest/gtest.h>

#include <limits>
#include <utility>
#include <vector>

#include "reference/display/primaries.h"

namespace {

using photopic::Chromaticities;

constexpr Chromaticities kXyz = {{1, 0}, {0, 1}, {0, 0}, {1.0 / 3.0, 1.0 / 3.0}};

reference::Primaries of_reference(const Chromaticities& c) {
  const std::array<double, 8> xy = {c.red.x, c.red.y, c.green.x, c.green.y, c.blue.x, c.blue.y, c.white.x, c.white.y};
  return reference::custom_primaries(xy);
}

void expect_equal(const photopic::Matrix3& matrix, const reference::Matrix& expected) {
  constexpr double kDoubles = 1e-13;  // two orders of the same sums, elements of up to 4
  for (std::size_t row = 0; row < 3; ++row) {
    EXPECT_NEAR(matrix[row][0], expected[row].r, kDoubles) << row;
    EXPECT_NEAR(matrix[row][1], expected[row].g, kDoubles) << row;
    EXPECT_NEAR(matrix[row][2], expected[row].b, kDoubles) << row;
  }
}

TEST(Primaries, MatricesAreTheReferences) {
  using photopic::Primaries;
  std::vector<Chromaticities> all = {kXyz};
  for (const Primaries named : {Primaries::bt709, Primaries::p3, Primaries::bt2020, Primaries::ap1, Primaries::ap0}) {
    all.push_back(photopic::chromaticities_of(named));
  }
  const Chromaticities bt709 = photopic::chromaticities_of(Primaries::bt709);
  for (const Chromaticities& primaries : all) {
    SCOPED_TRACE(primaries.red.x);
    EXPECT_TRUE(photopic::is_usable(primaries));
    expect_equal(photopic::rgb_to_xyz(primaries), reference::rgb_to_xyz(of_reference(primaries)));
    expect_equal(photopic::rgb_to_rgb(primaries, bt709),
                 reference::conversion(of_reference(primaries), reference::kBt709));
  }
  expect_equal(photopic::rgb_to_xyz(kXyz), {{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}});
}

TEST(Primaries, AreUsableWithATriangleAroundWhite) {
  const Chromaticities bt709 = photopic::chromaticities_of(photopic::Primaries::bt709);
  const auto is_usable_with = [&](const auto& change) {
    Chromaticities changed = bt709;
    change(changed);
    return photopic::is_usable(changed);
  };
  EXPECT_TRUE(is_usable_with([](Chromaticities& c) { c.blue = {0.15, 0.0}; }));
  EXPECT_TRUE(is_usable_with([](Chromaticities& c) { c.blue = {0.15, -0.1}; }));
  EXPECT_TRUE(is_usable_with([](Chromaticities& c) { c.red = {0.9, -0.01}; }));
  EXPECT_FALSE(is_usable_with([](Chromaticities& c) { c.white.y = 0.0; }));
  EXPECT_FALSE(is_usable_with([](Chromaticities& c) { c.white = {0.8, 0.3}; }));       // outside
  EXPECT_FALSE(is_usable_with([](Chromaticities& c) { std::swap(c.red, c.green); }));  // clockwise
  EXPECT_FALSE(is_usable_with([](Chromaticities& c) { c.blue = c.red; }));
  EXPECT_FALSE(is_usable_with([](Chromaticities& c) { c = {}; }));
  EXPECT_FALSE(is_usable_with([](Chromaticities& c) { c.white.y = std::numeric_limits<double>::quiet_NaN(); }));
  // A triangle below the axis.
  EXPECT_FALSE(is_usable_with([](Chromaticities& c) {
    for (photopic::Chromaticity* const one : {&c.red, &c.green, &c.blue, &c.white}) one->y -= 1.0;
  }));
}

}  // namespace
