// SPDX-License-Identifier: MIT
// Tests of the generated panorama: size, range, seams, sun, repeatability.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <vector>

#include "panorama/street.h"

namespace {

constexpr std::uint32_t kWidth = 256;
constexpr std::uint32_t kHeight = 128;

const std::vector<float>& street() {
  static const std::vector<float> kStreet = panorama::render_street(kWidth, kHeight);
  return kStreet;
}

float luminance(std::uint32_t x, std::uint32_t y) {
  const float* texel = street().data() + (std::size_t{y} * kWidth + x) * 4;
  return 0.2126F * texel[0] + 0.7152F * texel[1] + 0.0722F * texel[2];
}

std::vector<float> sorted_luminances() {
  std::vector<float> values;
  for (std::uint32_t y = 0; y < kHeight; ++y) {
    for (std::uint32_t x = 0; x < kWidth; ++x) values.push_back(luminance(x, y));
  }
  std::sort(values.begin(), values.end());
  return values;
}

/// Geometric mean of the luminance around a direction, over about 40 by 20 degrees.
float adapted_level(float yaw_deg, float pitch_deg) {
  const auto centre_x = static_cast<int>((yaw_deg / 360.0F + 0.5F) * kWidth);
  const auto centre_y = static_cast<int>((0.5F - pitch_deg / 180.0F) * kHeight);
  float sum = 0.0F;
  for (int dy = -7; dy < 7; ++dy) {
    for (int dx = -14; dx < 14; ++dx) {
      const int x = (centre_x + dx + static_cast<int>(kWidth)) % static_cast<int>(kWidth);
      sum += std::log2(luminance(static_cast<std::uint32_t>(x), static_cast<std::uint32_t>(centre_y + dy)));
    }
  }
  return std::exp2(sum / (14.0F * 28.0F));
}

TEST(Panorama, HasTheAskedSize) {
  EXPECT_EQ(street().size(), std::size_t{kWidth} * kHeight * 4);
  EXPECT_EQ(panorama::render_street(5, 3).size(), 60U);
  EXPECT_THROW(panorama::render_street(0, 3), std::invalid_argument);
  EXPECT_THROW(panorama::render_street(3, 0), std::invalid_argument);
}

TEST(Panorama, SpansTwentyStops) {
  const std::vector<float> values = sorted_luminances();
  const float dark = values[values.size() / 100];
  EXPECT_GE(std::log2(values.back() / dark), 20.0F) << "1st percentile " << dark << ", maximum " << values.back();
}

TEST(Panorama, FitsHalfFloats) {
  for (std::size_t i = 0; i < street().size(); i += 4) {
    for (std::size_t c = 0; c < 3; ++c) {
      ASSERT_TRUE(std::isfinite(street()[i + c]));
      ASSERT_GE(street()[i + c], 0.0F);
      ASSERT_LT(street()[i + c], 65504.0F);
    }
    ASSERT_EQ(street()[i + 3], 1.0F);
  }
  // Halves keep their full precision down to 2^-14.
  EXPECT_GT(sorted_luminances().front(), std::exp2(-14.0F));
}

/// Sum of the steps in log luminance from one column to the next.
double column_step(std::uint32_t x) {
  double sum = 0.0;
  for (std::uint32_t y = 0; y < kHeight; ++y) {
    sum += std::abs(std::log2(luminance(x, y)) - std::log2(luminance((x + 1) % kWidth, y)));
  }
  return sum;
}

TEST(Panorama, WrapSeamIsNoStrongerThanTheInterior) {
  std::vector<double> interior;
  for (std::uint32_t x = 0; x + 1 < kWidth; ++x) interior.push_back(column_step(x));
  const double seam = column_step(kWidth - 1);
  EXPECT_LT(seam, *std::max_element(interior.begin(), interior.end()));
  // The columns beside the seam show the same street, so that it should not stand out there either.
  EXPECT_LT(seam, 2.0 * std::max(column_step(0), column_step(kWidth - 2)));
}

TEST(Panorama, PolesAreSmooth) {
  // Neighbours in the first and last row are a millimetre apart in the scene.
  for (const std::uint32_t y : {0U, kHeight - 1}) {
    for (std::uint32_t x = 0; x < kWidth; ++x) {
      const double step = std::abs(std::log2(luminance(x, y)) - std::log2(luminance((x + 1) % kWidth, y)));
      ASSERT_LT(step, 0.5) << "column " << x << ", row " << y;
    }
  }
}

TEST(Panorama, GoesFromDayThroughThePassageToNight) {
  const float day = adapted_level(0.0F, 10.0F);
  const float right_wall = adapted_level(90.0F, 0.0F), left_wall = adapted_level(-90.0F, 0.0F);
  const float night = adapted_level(180.0F, 10.0F);
  EXPECT_GT(day, 1500.0F);
  EXPECT_LT(night, 2.0F);
  for (const float wall : {right_wall, left_wall}) {
    EXPECT_LT(wall, day / 4.0F);
    EXPECT_GT(wall, night * 4.0F);
  }
}

TEST(Panorama, TheSunIsTheBrightestTexel) {
  std::uint32_t sun_x = 0, sun_y = 0;
  for (std::uint32_t y = 0; y < kHeight; ++y) {
    for (std::uint32_t x = 0; x < kWidth; ++x) {
      if (luminance(x, y) > luminance(sun_x, sun_y)) sun_x = x, sun_y = y;
    }
  }
  EXPECT_NEAR((static_cast<float>(sun_x) + 0.5F) / kWidth * 360.0F - 180.0F, 38.0F, 2.0F);
  EXPECT_NEAR(90.0F - (static_cast<float>(sun_y) + 0.5F) / kHeight * 180.0F, 33.0F, 2.0F);
}

TEST(Panorama, GivesTheSameBitsEachTime) {
  EXPECT_EQ(panorama::render_street(96, 48), panorama::render_street(96, 48));
}

}  // namespace
