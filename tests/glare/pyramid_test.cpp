// SPDX-License-Identifier: MIT
// Tests of the glare's passes: constants stay, light is kept, borders, regions, and each texel against the reference.
#include <algorithm>
#include <cmath>
#include <tuple>

#include "glare/glare_rig.h"
#include "glare/tables.h"
#include "gpu/fixture.h"
#include "sampling.h"

namespace {

using photopic::GlareBorder;
using photopic::GlareKernel;

constexpr VkFormat kGlareFloat = VK_FORMAT_R32G32B32A32_SFLOAT;
constexpr VkFormat kGlareHalf = VK_FORMAT_R16G16B16A16_SFLOAT;
constexpr VkFormat kGlarePacked = VK_FORMAT_B10G11R11_UFLOAT_PACK32;

/// Relative, of a sum and of a texel. Floats: roundings of 2^-24 through up to 13 levels and taps of each. Halves:
/// stores of 2^-11, or 2^-10 where a device truncates, at every level on the way down and up, of the share that is
/// scattered. Packed: of 2^-6 and 2^-5.
double glare_tolerance(VkFormat levels, double scattered) {
  if (levels == kGlareFloat) return 1e-5;
  if (levels == kGlareHalf) return scattered < 0.25 ? 1e-3 : 2e-3;
  return 0.05;
}

class GlareSizes {
 public:
  /// n x n, 1 x n and n x 1; all of them up to 130, or a sample.
  static std::vector<VkExtent2D> small() {
    std::vector<VkExtent2D> extents;
    for (const std::size_t i : sampling::sampled(130, 18)) {
      const auto n = static_cast<std::uint32_t>(i + 1);
      for (const VkExtent2D extent : {VkExtent2D{n, n}, VkExtent2D{1, n}, VkExtent2D{n, 1}}) extents.push_back(extent);
    }
    return extents;
  }
  static std::vector<VkExtent2D> large() {
    if (!test::full_wanted()) return {{641, 359}, {67, 1031}};
    return {{1920, 1080}, {1366, 768}, {1280, 720}, {2047, 1025}, {2100, 3}, {5, 1300}, {1023, 1}};
  }
};

void expect_constants_and_light(test::GlareRig& rig, VkFormat levels, VkExtent2D extent,
                                const photopic::Settings& settings) {
  const double tolerance = glare_tolerance(levels, photopic::glare::level_weights(settings, extent).scattered);
  SCOPED_TRACE(testing::Message() << extent.width << " x " << extent.height);
  const test::GlareResult constant = rig.show(
      extent,
      [](std::uint32_t, std::uint32_t) -> reference::Rgb {
        return {0.3, 1.0, 2.5};
      },
      settings);
  for (const reference::Rgb& texel : constant.texels) {
    ASSERT_NEAR(texel.r, 0.3, 0.3 * tolerance);
    ASSERT_NEAR(texel.g, 1.0, 1.0 * tolerance);
    ASSERT_NEAR(texel.b, 2.5, 2.5 * tolerance);
  }
  // Suns in a corner, at an edge and inside, one for each channel; around them nothing, so that a share lost shows.
  // In large pictures brighter: halves end at 2^-24, and a sun of 500 spread over 4K is some 2^-20 a texel.
  const double scale = std::clamp(1e-5 * extent.width * extent.height, 1.0, 66.0);
  const reference::Rgb light = {900.0 * scale, 500.0 * scale, 700.0 * scale};
  const auto suns = [&](std::uint32_t x, std::uint32_t y) -> reference::Rgb {
    return {x == extent.width - 1 && y == 0 ? light.r : 0.0,
            x == extent.width / 2 && y == extent.height - 1 ? light.g : 0.0,
            x == extent.width / 3 && y == extent.height / 3 ? light.b : 0.0};
  };
  const reference::Rgb sum = rig.show(extent, suns, settings).sum();
  EXPECT_NEAR(sum.r, light.r, light.r * tolerance);
  EXPECT_NEAR(sum.g, light.g, light.g * tolerance);
  EXPECT_NEAR(sum.b, light.b, light.b * tolerance);
}

void expect_constants_and_light(VkFormat levels, VkExtent2D extent, const photopic::Settings& settings) {
  expect_constants_and_light(test::glare_rig(levels), levels, extent, settings);
}

class GlarePyramid : public testing::Test {
 public:
  static void TearDownTestSuite() { test::release_glare_rigs(); }
};

TEST_F(GlarePyramid, ConstantsAndLightAreKeptInFloats) {
  for (const VkExtent2D extent : GlareSizes::small()) {
    expect_constants_and_light(kGlareFloat, extent, test::glare_settings(extent));
  }
  for (const VkExtent2D extent : GlareSizes::large()) {
    expect_constants_and_light(kGlareFloat, extent, test::glare_settings(extent));
  }
}

/// A fifth of the light, somewhat more than an eye scatters by default, and nearly all.
TEST_F(GlarePyramid, ConstantsAndLightAreKeptInHalves) {
  for (const float scale : {0.25f, 1.0f}) {
    for (const VkExtent2D extent : GlareSizes::small()) {
      expect_constants_and_light(kGlareHalf, extent, test::glare_settings(extent, scale));
    }
    for (const VkExtent2D extent : GlareSizes::large()) {
      expect_constants_and_light(kGlareHalf, extent, test::glare_settings(extent, scale));
    }
  }
}

/// The longest axes of the meter's tests.
TEST_F(GlarePyramid, ConstantsAndLightAreKeptOnLongAxes) {
  for (const VkExtent2D extent : {VkExtent2D{16384, 3}, VkExtent2D{1, 4097}}) {
    for (const VkFormat levels : {kGlareFloat, kGlareHalf}) {
      test::GlareRig rig(levels, extent);
      expect_constants_and_light(rig, levels, extent, test::glare_settings(extent));
    }
  }
}

/// And its largest pictures.
TEST_F(GlarePyramid, ConstantsAndLightAreKeptInLargePictures) {
  const VkExtent2D extents[] = {{2047, 2047}, {2560, 1440}, {3440, 1440}, {3840, 2160}};
  for (const VkExtent2D extent : extents) {
    for (const VkFormat levels : {kGlareFloat, kGlareHalf}) {
      test::GlareRig rig(levels, extent);
      expect_constants_and_light(rig, levels, extent, test::glare_settings(extent));
    }
  }
}

/// Every corner of the table of weights, and between.
TEST_F(GlarePyramid, ConstantsAndLightAreKeptByEveryEye) {
  const VkExtent2D extent = {129, 65};
  for (const float age_years : {20.0f, 25.0f, 52.0f, 83.0f}) {
    for (const float pigmentation : {0.0f, 0.5f, 0.9f, 1.2f}) {
      SCOPED_TRACE(testing::Message() << age_years << " years, pigmentation " << pigmentation);
      photopic::Settings settings = test::glare_settings(extent);
      settings.view.observer_age_years = age_years;
      settings.glare.pigmentation = pigmentation;
      expect_constants_and_light(kGlareFloat, extent, settings);
      expect_constants_and_light(kGlareHalf, extent, settings);
    }
  }
}

/// Most of the light, by the other kernel, and by a camera's weights.
TEST_F(GlarePyramid, ConstantsAndLightAreKeptWhateverTheWeights) {
  for (const VkExtent2D extent : {VkExtent2D{129, 65}, VkExtent2D{37, 301}, VkExtent2D{2, 2}}) {
    photopic::Settings most = test::glare_settings(extent, 6.0f);
    most.glare.glare_kernel = GlareKernel::j;
    expect_constants_and_light(kGlareFloat, extent, most);
    photopic::Settings camera = test::glare_settings(extent);
    camera.glare.glare = photopic::GlareProfile::camera;
    camera.glare.veil_fraction = 0.95f;
    camera.glare.falloff_exponent = 0.25f;
    expect_constants_and_light(kGlareFloat, extent, camera);
    expect_constants_and_light(kGlareHalf, extent, camera);
  }
}

/// Each texel, by each kernel and at each border.
void expect_reference(VkExtent2D extent, float least_deg) {
  for (const GlareKernel kernel : {GlareKernel::b6, GlareKernel::j}) {
    for (const GlareBorder border : {GlareBorder::fold, GlareBorder::dark}) {
      SCOPED_TRACE(testing::Message() << extent.width << " x " << extent.height << " kernel " << int(kernel)
                                      << " border " << int(border) << " from " << least_deg);
      photopic::Settings settings = test::glare_settings(extent, 2.0f);
      settings.glare.glare_kernel = kernel;
      settings.glare.glare_border = border;
      settings.glare.glare_min_deg = least_deg;
      reference::glare::Picture picture(extent.width, extent.height);
      for (std::uint32_t y = 0; y < extent.height; ++y) {
        for (std::uint32_t x = 0; x < extent.width; ++x) {
          picture.at(x, y) = double(float(std::exp2(10.0 * test::noise(x, y, 7) - 4.0)));
        }
      }
      const auto texel = [&](std::uint32_t x, std::uint32_t y) -> reference::Rgb {
        return {picture.at(x, y), 1.0, 0.25 * picture.at(x, y)};
      };
      const test::GlareResult shown = test::glare_rig(kGlareFloat).show(extent, texel, settings, 0.5f);
      const reference::glare::Picture expected =
          reference::glare::with_glare(picture, test::weights_of(settings, extent), test::chain_of(settings));
      for (std::size_t i = 0; i < shown.texels.size(); ++i) {
        ASSERT_NEAR(shown.texels[i].r, expected.texels[i], 1e-5 * expected.texels[i]) << i;
        ASSERT_NEAR(shown.texels[i].b, 0.25 * expected.texels[i], 1e-5 * expected.texels[i]) << i;
      }
    }
  }
}

TEST_F(GlarePyramid, IsTheReference) {
  for (const VkExtent2D extent :
       {VkExtent2D{1, 1}, VkExtent2D{2, 1}, VkExtent2D{33, 64}, VkExtent2D{130, 71}, VkExtent2D{259, 131}}) {
    expect_reference(extent, 0.0f);
  }
}

/// Levels 1, 1 and 2, 1 to 3 have no weight, and the final pass reads the one behind them, or level 3: of sides that
/// leave every rest of 8, whose levels go up by up to three steps at once, and of one that is too short for that.
TEST_F(GlarePyramid, FirstLevelsWithoutAWeightAreTheReference) {
  const VkExtent2D extents[] = {{64, 71}, {129, 66}, {187, 130}, {300, 260}, {517, 63}};
  for (const VkExtent2D extent : extents) {
    for (const float least_deg : {0.03f, 0.05f, 0.1f}) expect_reference(extent, least_deg);
  }
}

/// Frames of other sizes before a frame leave nothing in it.
TEST_F(GlarePyramid, SizesFollowEachOther) {
  test::GlareRig& rig = test::glare_rig(kGlareFloat);
  const VkExtent2D extent = {93, 57};
  const photopic::Settings settings = test::glare_settings(extent);
  const auto texel = [](std::uint32_t x, std::uint32_t y) -> reference::Rgb {
    return {x == 20 && y == 30 ? 1000.0 : 0.125, test::noise(x, y, 1), 1.0};
  };
  const test::GlareResult first = rig.show(extent, texel, settings);
  rig.show(
      {400, 300},
      [](std::uint32_t, std::uint32_t) -> reference::Rgb {
        return {60000, 60000, 60000};
      },
      settings);
  const test::GlareResult again = rig.show(extent, texel, settings);
  for (std::size_t i = 0; i < first.texels.size(); ++i) {
    ASSERT_EQ(std::tie(first.texels[i].r, first.texels[i].g, first.texels[i].b),
              std::tie(again.texels[i].r, again.texels[i].g, again.texels[i].b));
  }
  EXPECT_EQ(first.scattered_fraction, again.scattered_fraction);
}

TEST_F(GlarePyramid, PackedLevelsAreClose) {
  expect_constants_and_light(kGlarePacked, {131, 77}, test::glare_settings({131, 77}));
}

/// Vertical and horizontal lines of one texel glow alike, at even and odd places.
TEST_F(GlarePyramid, LinesGlowAlike) {
  const VkExtent2D extent = {121, 121};
  for (const std::uint32_t at : {60u, 61u, 0u}) {
    const test::GlareResult shown = test::glare_rig(kGlareFloat)
                                        .show(
                                            extent,
                                            [&](std::uint32_t x, std::uint32_t y) -> reference::Rgb {
                                              return {x == at ? 100.0 : 0.0, y == at ? 100.0 : 0.0, 0.0};
                                            },
                                            test::glare_settings(extent));
    for (std::uint32_t y = 0; y < extent.height; ++y) {
      for (std::uint32_t x = 0; x < extent.width; ++x) {
        ASSERT_NEAR(shown.at(x, y).r, shown.at(y, x).g, 1e-5 * shown.at(x, y).r) << x << ", " << y;
      }
    }
  }
}

/// The glow's centre is the source's, inside of a picture of odd size.
TEST_F(GlarePyramid, GlowsAreCentred) {
  const VkExtent2D extent = {1023, 517};
  photopic::Settings settings = test::glare_settings(extent);
  settings.view.field_of_view_vertical_deg = 170.0f;  // narrow glows, in texels
  for (const std::uint32_t at : {255u, 256u, 257u, 258u}) {
    const test::GlareResult shown = test::glare_rig(kGlareFloat)
                                        .show(
                                            extent,
                                            [&](std::uint32_t x, std::uint32_t y) -> reference::Rgb {
                                              return {x == at && y == at ? 1000.0 : 0.0, 0.0, 0.0};
                                            },
                                            settings);
    double light = 0.0, from_sun = 0.0;
    for (std::uint32_t y = at - 100; y <= at + 100; ++y) {  // borders fold what is far away
      for (std::uint32_t x = at - 100; x <= at + 100; ++x) {
        light += shown.at(x, y).r;
        from_sun += shown.at(x, y).r * (double(x) - at);
      }
    }
    EXPECT_NEAR(from_sun / light, 0.0, 0.02) << at;
  }
}

}  // namespace
