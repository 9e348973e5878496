// SPDX-License-Identifier: MIT
// Tests of error maps as pictures: colours, scale, order of pixels.
#include "compare/pictures/map_picture.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdlib>
#include <limits>
#include <set>

namespace {

using compare::heat_color;
using compare::map_picture;
using Color = std::array<std::uint8_t, 3>;

constexpr float kNan = std::numeric_limits<float>::quiet_NaN();
constexpr float kInfinityF = std::numeric_limits<float>::infinity();
constexpr photopic::MetricMap kMaps[] = {photopic::kMapAbsolute, photopic::kMapSquared, photopic::kMapSsim,
                                         photopic::kMapCiede2000, photopic::kMapFlip};

/// CIELAB's L, from sRGB codes.
double lightness(const Color& color) {
  const auto linear = [](std::uint8_t code) {
    const double c = code / 255.0;
    return c <= 0.04045 ? c / 12.92 : std::pow((c + 0.055) / 1.055, 2.4);
  };
  const double y = 0.2126729 * linear(color[0]) + 0.7151522 * linear(color[1]) + 0.0721750 * linear(color[2]);
  return y > 216.0 / 24389.0 ? 116.0 * std::cbrt(y) - 16.0 : 24389.0 / 27.0 * y;
}

Color color_of(photopic::MetricMap map, float value, double peak = 255.0) {
  const std::vector<std::byte> rgba = map_picture(map, std::array{value}, peak);
  EXPECT_EQ(rgba.size(), 4u);
  EXPECT_EQ(rgba[3], std::byte{255});
  Color color;
  for (std::size_t i = 0; i < 3; ++i) color[i] = std::to_integer<std::uint8_t>(rgba[i]);
  return color;
}

TEST(HeatColor, LightnessRisesEvenlyFromBlackToPaleYellow) {
  EXPECT_EQ(heat_color(0.0), (Color{0, 0, 0}));
  const Color hottest = heat_color(1.0);
  EXPECT_GT(hottest[0], 240);
  EXPECT_GT(hottest[1], 235);
  EXPECT_LT(hottest[2], 225);
  constexpr int kSteps = 500;
  for (int i = 0; i <= kSteps; ++i) {
    const double value = double(i) / kSteps;
    // Half a unit is what rounding to codes takes; clipping would take more.
    EXPECT_NEAR(lightness(heat_color(value)), 96.0 * value, 0.5) << value;
  }
}

TEST(HeatColor, HasNoKinks) {
  constexpr int kSteps = 100;
  for (int i = 1; i <= kSteps; ++i) {
    const Color one = heat_color(double(i - 1) / kSteps), other = heat_color(double(i) / kSteps);
    for (std::size_t c = 0; c < 3; ++c) EXPECT_LE(std::abs(int(one[c]) - int(other[c])), 12) << i;
  }
}

TEST(HeatColor, IsClamped) {
  EXPECT_EQ(heat_color(-1.0), heat_color(0.0));
  EXPECT_EQ(heat_color(7.0), heat_color(1.0));
}

TEST(MapPicture, NamesAreUnique) {
  std::set<std::string> names;
  for (const photopic::MetricMap map : kMaps) names.insert(compare::name_of(map));
  EXPECT_EQ(names, (std::set<std::string>{"abs", "squared", "ssim", "ciede2000", "flip"}));
}

TEST(MapPicture, NoErrorIsBlackAndTheLargestIsHottest) {
  const Color hottest = heat_color(1.0), none = {0, 0, 0};
  const auto expect_scale = [&](photopic::MetricMap map, float full, double peak) {
    SCOPED_TRACE(compare::name_of(map));
    EXPECT_EQ(color_of(map, 0.0f, peak), none);
    EXPECT_EQ(color_of(map, full, peak), hottest);
    EXPECT_EQ(color_of(map, 10.0f * full, peak), hottest);
    EXPECT_NE(color_of(map, 0.9f * full, peak), hottest);
    EXPECT_NEAR(lightness(color_of(map, 0.5f * full, peak)), 48.0, 1.0);
  };
  expect_scale(photopic::kMapAbsolute, 16.0f, 255.0);
  expect_scale(photopic::kMapAbsolute, 64.2f, 1023.0);
  expect_scale(photopic::kMapAbsolute, 0.06276f, 1.0);
  expect_scale(photopic::kMapSquared, 768.0f, 255.0);
  expect_scale(photopic::kMapCiede2000, 10.0f, 255.0);
  expect_scale(photopic::kMapFlip, 1.0f, 255.0);
}

TEST(MapPicture, SsimIsTurnedOver) {
  EXPECT_EQ(color_of(photopic::kMapSsim, 1.0f), (Color{0, 0, 0}));
  EXPECT_EQ(color_of(photopic::kMapSsim, 0.0f), heat_color(1.0));
  EXPECT_EQ(color_of(photopic::kMapSsim, -0.7f), heat_color(1.0));
  EXPECT_NEAR(lightness(color_of(photopic::kMapSsim, 0.75f)), 24.0, 1.0);
}

TEST(MapPicture, WhatIsNoNumberIsHottest) {
  for (const photopic::MetricMap map : kMaps) EXPECT_EQ(color_of(map, kNan), heat_color(1.0));
  EXPECT_EQ(color_of(photopic::kMapAbsolute, kInfinityF), heat_color(1.0));
}

TEST(MapPicture, KeepsTheOrderOfPixels) {
  const std::vector<std::byte> rgba = map_picture(photopic::kMapFlip, std::array{0.0f, 1.0f, 0.0f}, 255.0);
  ASSERT_EQ(rgba.size(), 12u);
  EXPECT_EQ(rgba[0], std::byte{0});
  EXPECT_NE(rgba[4], std::byte{0});
  EXPECT_EQ(rgba[8], std::byte{0});
  EXPECT_TRUE(map_picture(photopic::kMapFlip, {}, 255.0).empty());
}

}  // namespace
