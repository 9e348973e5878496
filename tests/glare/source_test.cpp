// SPDX-License-Identifier: MIT
// Tests of which light glare scatters: numbers that are none, suns, fireflies, what exceeds the display; and of the
// fractions that the state reports.
#include <algorithm>
#include <cmath>

#include "glare/glare_rig.h"
#include "gpu/fixture.h"

namespace {

using photopic::GlareSource;
using reference::Rgb;

constexpr VkExtent2D kGlareSourceExtent = {75, 43};
constexpr VkFormat kGlareExact = VK_FORMAT_R32G32B32A32_SFLOAT;
constexpr VkFormat kGlareUsual = VK_FORMAT_R16G16B16A16_SFLOAT;
constexpr VkFormat kGlareSmallest = VK_FORMAT_B10G11R11_UFLOAT_PACK32;

double glare_luminance(Rgb c) { return 0.2126 * c.r + 0.7152 * c.g + 0.0722 * c.b; }
Rgb glare_grey(double value) { return {value, value, value}; }

/// A dim picture with one texel that isn't.
test::TexelFn glare_sun(Rgb sun) {
  return [sun](std::uint32_t x, std::uint32_t y) { return x == 30 && y == 20 ? sun : glare_grey(0.25); };
}

class GlareLight : public testing::Test {
 public:
  static void TearDownTestSuite() { test::release_glare_rigs(); }

 protected:
  static photopic::Settings settings() { return test::glare_settings(kGlareSourceExtent); }
  static double scattered(const photopic::Settings& all) {
    return photopic::glare::level_weights(all, kGlareSourceExtent).scattered;
  }
  static test::GlareResult show(const test::TexelFn& texel, const photopic::Settings& all, float exposure = 1.0f,
                                VkFormat levels = kGlareExact) {
    return test::glare_rig(levels).show(kGlareSourceExtent, texel, all, exposure);
  }
};

/// What is no light scatters none: the rest of the picture is as if the texel were black.
TEST_F(GlareLight, NumbersThatAreNoLightScatterNothing) {
  const Rgb invalid[] = {{test::kNanF, 1.0, 1.0},
                         {1.0, test::kInfinityF, 1.0},
                         {-test::kInfinityF, 1.0, 1.0},
                         {-5.0, -5.0, -5.0},
                         {1.0, 1.0, test::kNanF}};
  for (const VkFormat levels : {kGlareExact, kGlareUsual, kGlareSmallest}) {
    const test::GlareResult black = show(glare_sun(glare_grey(0.0)), settings(), 1.0f, levels);
    for (const Rgb& texel : invalid) {
      const test::GlareResult shown = show(glare_sun(texel), settings(), 1.0f, levels);
      for (std::uint32_t i = 0; i < shown.texels.size(); ++i) {
        if (i == 20 * kGlareSourceExtent.width + 30) continue;
        ASSERT_EQ(shown.texels[i].g, black.texels[i].g) << i;
      }
      EXPECT_EQ(shown.scattered_fraction, black.scattered_fraction);
    }
  }
}

/// And frames of nothing but what is no light scatter nothing.
TEST_F(GlareLight, BlackStaysBlack) {
  for (const VkFormat levels : {kGlareExact, kGlareUsual, kGlareSmallest}) {
    for (const double value : {0.0, double(test::kNanF), double(test::kInfinityF), -5.0}) {
      const test::GlareResult shown =
          show([&](std::uint32_t, std::uint32_t) { return glare_grey(value); }, settings(), 1.0f, levels);
      EXPECT_EQ(shown.scattered_fraction, 0.0) << value;
      EXPECT_EQ(shown.removed_fraction, 0.0) << value;
      if (value != 0.0) continue;
      for (const Rgb& texel : shown.texels) ASSERT_EQ(texel.g, 0.0);
    }
  }
}

/// Colours outside of the primaries have a channel below 0; all of their light is kept.
TEST_F(GlareLight, ChannelsBelow0AreScatteredAsWell) {
  const Rgb green = {-20.0, 100.0, -5.0};
  const Rgb sum =
      show([&](std::uint32_t x, std::uint32_t y) { return x == 0 && y == 9 ? green : glare_grey(0.0); }, settings())
          .sum();
  EXPECT_NEAR(sum.r, green.r, 2e-4);
  EXPECT_NEAR(sum.g, green.g, 1e-3);
  EXPECT_NEAR(sum.b, green.b, 1e-4);
}

TEST_F(GlareLight, SunsOf65504AreKeptInHalves) {
  const test::GlareResult shown = show(glare_sun(glare_grey(65504.0)), settings(), 1.0f, kGlareUsual);
  const double light = 65504.0 + 0.25 * (75 * 43 - 1);
  EXPECT_NEAR(shown.sum().g, light, 2e-3 * light);
  EXPECT_EQ(shown.removed_fraction, 0.0);
  EXPECT_NEAR(shown.scattered_fraction, scattered(settings()), 1e-3);
}

/// The largest number of packed levels is smaller; what is above it is removed, and reported.
TEST_F(GlareLight, SunsOf65504AreCutToWhatPackedLevelsHold) {
  const test::GlareResult shown = show(glare_sun(glare_grey(65504.0)), settings(), 1.0f, kGlareSmallest);
  const double light = 65504.0 + 0.25 * (75 * 43 - 1);
  // The picture's light is that of the last level: a rounding of 2^-6.
  EXPECT_NEAR(shown.removed_fraction, (65504.0 - 64512.0) / light, 0.02 * (65504.0 - 64512.0) / light);
  EXPECT_NEAR(shown.sum().g, light, 0.02 * light);
  for (const Rgb& texel : shown.texels) ASSERT_TRUE(std::isfinite(texel.g) && texel.g > 0.0);
}

/// What halves can't hold once exposed is removed, and reported.
TEST_F(GlareLight, WhatHalvesCantHoldIsReported) {
  const float exposure = 16.0f;
  const test::GlareResult shown = show(glare_sun(glare_grey(65504.0)), settings(), exposure, kGlareUsual);
  const double rest = 0.25 * (75 * 43 - 1);
  const double removed = 65504.0 - 65504.0 / 16.0;
  EXPECT_NEAR(shown.removed_fraction, removed / (65504.0 + rest), 1e-3);
  const double share = scattered(settings());
  EXPECT_NEAR(shown.scattered_fraction, share * (65504.0 / 16.0 + rest) / (65504.0 + rest), 1e-3);
  // What was removed is missing in the picture: its share was to be scattered.
  const double expected = 65504.0 + rest - share * removed;
  EXPECT_NEAR(shown.sum().g, expected, 2e-3 * expected);
  const test::GlareResult exact = show(glare_sun(glare_grey(65504.0)), settings(), exposure, kGlareExact);
  EXPECT_EQ(exact.removed_fraction, 0.0);
}

/// Exposed, levels neither overflow nor lose what is dark.
TEST_F(GlareLight, ExposureChangesNothing) {
  const test::TexelFn picture = [](std::uint32_t x, std::uint32_t y) {
    return glare_grey(1e-5 * (1 + (x * 7 + y) % 13));
  };
  const test::GlareResult exact = show(picture, settings());
  const test::GlareResult night = show(picture, settings(), 20000.0f, kGlareUsual);
  for (std::size_t i = 0; i < exact.texels.size(); ++i) {
    ASSERT_NEAR(night.texels[i].g, exact.texels[i].g, 2e-3 * exact.texels[i].g);
  }
}

TEST_F(GlareLight, ExcessIsWhatTheDisplayCantShow) {
  photopic::Settings all = settings();
  all.glare.glare_source = GlareSource::excess;
  const float exposure = 2.0f;  // 0.25 is shown as half of the peak, the sun as 40 of it
  const test::GlareResult shown = show(glare_sun(glare_grey(20.0)), all, exposure);
  const double share = scattered(all);
  const double rest = 0.25 * (75 * 43 - 1);
  EXPECT_NEAR(shown.sum().g, 20.0 + rest, 1e-5 * (20.0 + rest));
  EXPECT_NEAR(shown.scattered_fraction, share * 19.5 / (20.0 + rest), 1e-6);
  EXPECT_GT(shown.at(31, 20).g, 0.25);
  const test::GlareResult dim = show([](std::uint32_t, std::uint32_t) { return glare_grey(0.4); }, all, exposure);
  for (const Rgb& texel : dim.texels) ASSERT_EQ(texel.g, double(0.4f));
  EXPECT_EQ(dim.scattered_fraction, 0.0);
  // An HDR display shows more.
  all.display.encoding = photopic::OutputEncoding::hdr10;
  all.display.paper_white_nits = 200.0f;
  all.display.peak_nits = 2000.0f;
  const test::GlareResult hdr = show(glare_sun(glare_grey(20.0)), all, exposure);
  EXPECT_NEAR(hdr.scattered_fraction, share * (20.0 - 10.0 / 2.0) / (20.0 + rest), 1e-6);
}

TEST_F(GlareLight, FirefliesAreLimitedAndReported) {
  photopic::Settings all = settings();
  all.glare.firefly_limit_ev = 3.0f;
  const double rest = 0.25 * (75 * 43 - 1);
  const test::GlareResult shown = show(glare_sun(glare_grey(1000.0)), all);
  EXPECT_NEAR(shown.removed_fraction, (1000.0 - 8 * 0.25) / (1000.0 + rest), 1e-6);
  const double expected = 1000.0 + rest - scattered(all) * (1000.0 - 2.0);
  EXPECT_NEAR(shown.sum().g, expected, 1e-5 * expected);
  // Two texels of the same luminance are none, nor is one that is only as much brighter as allowed.
  const test::GlareResult pair = show(
      [](std::uint32_t x, std::uint32_t y) { return glare_grey(y == 0 && (x == 0 || x == 1) ? 1000.0 : 0.25); }, all);
  EXPECT_EQ(pair.removed_fraction, 0.0);
  EXPECT_EQ(show(glare_sun(glare_grey(2.0)), all).removed_fraction, 0.0);
  EXPECT_GT(show(glare_sun(glare_grey(2.01)), all).removed_fraction, 0.0);
}

/// By luminance, whichever workgroup it is in, with the other limits.
TEST_F(GlareLight, FractionsAreThoseOfThePicture) {
  photopic::Settings all = settings();
  all.glare.firefly_limit_ev = 1.0f;
  all.glare.glare_source = GlareSource::excess;
  const auto texel = [](std::uint32_t x, std::uint32_t y) -> Rgb {
    const double value = std::exp2(8.0 * test::noise(x, y, 3) - 3.0);
    return {double(float(value)), double(float(0.5 * value)), double(float(2.0 * value))};
  };
  double total = 0.0, removed = 0.0, source = 0.0;
  const int width = int(kGlareSourceExtent.width), height = int(kGlareSourceExtent.height);
  const auto at = [&](int x, int y) {
    return x < 0 || y < 0 || x >= width || y >= height ? 0.0
                                                       : glare_luminance(texel(std::uint32_t(x), std::uint32_t(y)));
  };
  for (int y = 0; y < height; ++y) {
    for (int x = 0; x < width; ++x) {
      double brightest = 0.0;
      for (int i = 0; i < 9; ++i) {
        if (i != 4) brightest = std::max(brightest, at(x + i % 3 - 1, y + i / 3 - 1));
      }
      const double kept = std::min(at(x, y), 2.0 * brightest);
      total += at(x, y);
      removed += at(x, y) - kept;
      source += std::max(0.0, kept - 1.0);
    }
  }
  const test::GlareResult shown = show(texel, all);
  EXPECT_NEAR(shown.removed_fraction, removed / total, 1e-5);
  EXPECT_NEAR(shown.scattered_fraction, scattered(all) * source / total, 1e-5);
}

TEST_F(GlareLight, DarkBordersLoseLight) {
  photopic::Settings all = settings();
  all.glare.glare_border = photopic::GlareBorder::dark;
  const auto white = [](std::uint32_t, std::uint32_t) { return glare_grey(1.0); };
  const test::GlareResult shown = show(white, all);
  EXPECT_LT(shown.at(0, 20).g, 0.95);
  EXPECT_LT(shown.sum().g, 75.0 * 43.0 * 0.99);
  EXPECT_NEAR(shown.scattered_fraction, scattered(all), 1e-6);  // of what there was
  const test::GlareResult folded = show(white, settings());
  EXPECT_NEAR(folded.at(0, 20).g, 1.0, 1e-5);
}

}  // namespace
