// SPDX-License-Identifier: MIT
// Tests of acuity against its definition in double: what is blurred, how far, and what isn't.
#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>
#include <vector>

#include "finish/tone_map_rig.h"
#include "gpu/arguments_rig.h"
#include "reference/display/primaries.h"
#include "reference/effects/night.h"

namespace {

using reference::Rgb;
using test::LdrTexel;

/// Of 16 and more rows: their texels are as fine as a screen's.
constexpr float kAcuityFov_deg = 1.0f;

double acuity_exposure_of(double cd_m2) { return 12.5 / (120.0 * cd_m2); }

/// Rows of colours.
struct AcuityPicture {
  VkExtent2D extent = {};
  std::vector<Rgb> colors;
  const Rgb& at(std::uint32_t x, std::uint32_t y) const { return colors[std::size_t(y) * extent.width + x]; }
};

template <class Color>
AcuityPicture acuity_picture(VkExtent2D extent, Color color) {
  AcuityPicture picture = {extent, {}};
  for (std::uint32_t y = 0; y < extent.height; ++y) {
    for (std::uint32_t x = 0; x < extent.width; ++x) picture.colors.push_back(color(x, y));
  }
  return picture;
}

bool acuity_counts(Rgb color) {
  const double luminance = reference::luminance_bt709(color);
  return std::isfinite(luminance) && luminance >= 0.0;
}

/// Averages of texels that count, `side` by `side`.
AcuityPicture acuity_averages(const AcuityPicture& picture, std::uint32_t side) {
  return acuity_picture(
      {(picture.extent.width + side - 1) / side, (picture.extent.height + side - 1) / side},
      [&](std::uint32_t x, std::uint32_t y) {
        Rgb sum = {};
        double count = 0.0;
        for (std::uint32_t j = y * side; j < std::min((y + 1) * side, picture.extent.height); ++j) {
          for (std::uint32_t i = x * side; i < std::min((x + 1) * side, picture.extent.width); ++i) {
            if (!acuity_counts(picture.at(i, j))) continue;
            sum = {sum.r + picture.at(i, j).r, sum.g + picture.at(i, j).g, sum.b + picture.at(i, j).b};
            count += 1.0;
          }
        }
        return scale(sum, 1.0 / std::max(count, 1.0));
      });
}

const Rgb& acuity_clamped(const AcuityPicture& picture, int x, int y) {
  return picture.at(std::uint32_t(std::clamp(x, 0, int(picture.extent.width) - 1)),
                    std::uint32_t(std::clamp(y, 0, int(picture.extent.height) - 1)));
}

/// Columns and rows of weights (1 4 6 4 1) / 16; end texels are repeated.
AcuityPicture acuity_smooth(const AcuityPicture& picture) {
  constexpr double kWeights[] = {1.0 / 16.0, 4.0 / 16.0, 6.0 / 16.0, 4.0 / 16.0, 1.0 / 16.0};
  return acuity_picture(picture.extent, [&](std::uint32_t x, std::uint32_t y) {
    Rgb sum = {};
    for (int j = 0; j < 5; ++j) {
      for (int i = 0; i < 5; ++i) {
        const double w = kWeights[i] * kWeights[j];
        const Rgb& color = acuity_clamped(picture, int(x) + i - 2, int(y) + j - 2);
        sum = {sum.r + w * color.r, sum.g + w * color.g, sum.b + w * color.b};
      }
    }
    return sum;
  });
}

/// Between the texels of a level, which are `side` texels of the picture a side: at the centre of one of these.
Rgb acuity_between(const AcuityPicture& level, double side, std::uint32_t x, std::uint32_t y) {
  const double px = (x + 0.5) / side - 0.5, py = (y + 0.5) / side - 0.5;
  const int left = int(std::floor(px)), top = int(std::floor(py));
  const auto row = [&](int j) {
    return lerp(acuity_clamped(level, left, j), acuity_clamped(level, left + 1, j), px - left);
  };
  return lerp(row(top), row(top + 1), py - top);
}

/// What eyes see that resolve 2^n times less than a texel.
struct AcuityLevels {
  explicit AcuityLevels(const AcuityPicture& picture)
      : own(picture),
        averages(acuity_averages(picture, 2)),
        smooth(acuity_smooth(averages)),
        smoothest(acuity_smooth(acuity_averages(picture, 4))) {}

  /// Level 0 to 3: the picture, half of averages and half of these smoothed, these alone, the smoothest.
  Rgb at(std::uint32_t level, std::uint32_t x, std::uint32_t y) const {
    switch (level) {
      case 0:
        return own.at(x, y);
      case 1:
        return lerp(acuity_between(averages, 2.0, x, y), acuity_between(smooth, 2.0, x, y), 0.5);
      case 2:
        return acuity_between(smooth, 2.0, x, y);
      default:
        return acuity_between(smoothest, 4.0, x, y);
    }
  }

  AcuityPicture own, averages, smooth, smoothest;
};

/// Of texels of a picture of so many rows.
double acuity_nyquist(std::uint32_t rows) {
  const double texel_deg =
      2.0 * std::tan(double(kAcuityFov_deg) * std::numbers::pi / 360.0) / rows * 180.0 / std::numbers::pi;
  return 0.5 / texel_deg;
}

Rgb acuity_seen(const AcuityLevels& levels, std::uint32_t x, std::uint32_t y, double adapted_cd_m2,
                double local_adaptation, double loss) {
  const AcuityPicture& picture = levels.own;
  const Rgb own = picture.at(x, y);
  const double luminance = std::max(reference::luminance_bt709(own), 1e-12);
  const double local = std::pow(luminance, local_adaptation) * std::pow(adapted_cd_m2, 1.0 - local_adaptation);
  const double share = loss * (1.0 - reference::mes2_m(local, reference::kSOverPOfD65));
  const double cycles = std::max(reference::acuity_cycles_per_deg(local), 0.01);
  const double level = std::min(std::log2(acuity_nyquist(picture.extent.height) / cycles), 3.0);
  if (level <= 0.0 || share <= 0.0) return own;
  const auto below = std::min(std::uint32_t(level), 2u);
  return lerp(own, lerp(levels.at(below, x, y), levels.at(below + 1, x, y), level - below), share);
}

class Acuity : public testing::Test {
 protected:
  Acuity() {
    settings.tone_map.tone_mapper = photopic::ToneMapper::none;
    settings.view.cd_m2_per_unit = 1.0f;
    settings.view.field_of_view_vertical_deg = kAcuityFov_deg;
    settings.acuity.acuity_loss = 1.0f;
    settings.night.local_adaptation = 0.0f;
    settings.night.scene_s_over_p = float(reference::kSOverPOfD65);
  }

  /// To an eye that is adapted to this; not exposed.
  AcuityPicture shown(const AcuityPicture& picture, double adapted_cd_m2) {
    const test::HdrImage hdr = test::make_hdr(VK_FORMAT_R32G32B32A32_SFLOAT, picture.extent,
                                              [&](std::uint32_t x, std::uint32_t y) { return picture.at(x, y); });
    const engine::Image ldr = test::make_ldr(picture.extent, test::kHalf);
    const double by = acuity_exposure_of(adapted_cd_m2);
    const engine::Buffer exposure = test::make_exposure(float(by));
    test::submit([&](VkCommandBuffer command_buffer) {
      test::context().check(made_->record_finish(
          command_buffer,
          {.hdr = {hdr.view()}, .ldr = {ldr.view()}, .extent = picture.extent, .exposure = {exposure.handle()}},
          settings));
    });
    AcuityPicture result = {picture.extent, {}};
    for (const LdrTexel& texel : test::read_ldr(ldr)) {
      result.colors.push_back({texel[0] / by, texel[1] / by, texel[2] / by});
    }
    return result;
  }

  /// One for all tests: making its pipelines takes longer than they do.
  static void SetUpTestSuite() {
    made_ = new photopic::PostProcess(test::make({.max_extent = {256, 64},
                                                  .ldr_format = test::kHalf,
                                                  .tone_mappers = photopic::tone_mapper_bit(photopic::ToneMapper::none),
                                                  .effects = photopic::kEffectAcuity | photopic::kEffectGlare}));
  }
  static void TearDownTestSuite() {
    delete made_;
    made_ = nullptr;
  }

  photopic::Settings settings;

 private:
  inline static photopic::PostProcess* made_ = nullptr;
};

/// Every texel of odd pictures, with what the meter doesn't count in between, at several levels.
TEST_F(Acuity, BlursAsDefined) {
  // Of the surroundings: fractions of filters have 8 bits (2^-9 of differences), averages 11 and the picture 11.
  constexpr double kTolerance = 4e-3;
  for (const VkExtent2D extent : {VkExtent2D{37, 23}, VkExtent2D{64, 33}, VkExtent2D{5, 1}, VkExtent2D{1, 9}}) {
    for (const double adapted : {0.02, 0.001, 1e-5}) {
      const AcuityPicture picture = acuity_picture(extent, [&](std::uint32_t x, std::uint32_t y) -> Rgb {
        if (x == 7 && y == 3) return {double(test::kNanF), 1.0, 1.0};
        return {adapted * test::noise(x, y, 1), adapted * test::noise(x, y, 2), adapted * test::noise(x, y, 3)};
      });
      const AcuityLevels levels(picture);
      for (const auto& [loss, local] : {std::pair{1.0, 0.0}, {0.6, 0.7}}) {
        settings.acuity.acuity_loss = float(loss);
        settings.night.local_adaptation = float(local);
        SCOPED_TRACE(testing::Message() << extent.width << "x" << extent.height << ", " << adapted << " cd/m^2");
        const AcuityPicture result = shown(picture, adapted);
        for (std::uint32_t y = 0; y < extent.height; ++y) {
          for (std::uint32_t x = 0; x < extent.width; ++x) {
            if (!acuity_counts(picture.at(x, y))) continue;
            const Rgb expected = acuity_seen(levels, x, y, adapted, local, loss);
            const Rgb value = result.at(x, y);
            ASSERT_NEAR(value.r, expected.r, kTolerance * adapted) << x << ", " << y;
            ASSERT_NEAR(value.g, expected.g, kTolerance * adapted) << x << ", " << y;
            ASSERT_NEAR(value.b, expected.b, kTolerance * adapted) << x << ", " << y;
          }
        }
      }
    }
  }
}

/// Of gratings finer than the eye resolves little is left, of coarse ones most, at each level; in daylight every bit
/// is.
TEST_F(Acuity, GratingsFadeWhereTheEyeCantResolveThem) {
  for (const auto& [level, rows] : {std::pair{1, 12u}, {2, 24u}, {3, 48u}}) {
    SCOPED_TRACE(testing::Message() << "level " << level);
    const VkExtent2D sides = {256, rows};
    const double nyquist = acuity_nyquist(rows);
    const auto contrast_left = [&](double adapted, double cycles_per_deg) {
      const double radians = std::numbers::pi * cycles_per_deg / nyquist;  // a texel
      const AcuityPicture grating = acuity_picture(sides, [&](std::uint32_t x, std::uint32_t) -> Rgb {
        const double light = adapted * (1.0 + 0.5 * std::sin(radians * (x + 0.5)));
        return {light, light, light};
      });
      const AcuityPicture result = shown(grating, adapted);
      double sine = 0.0, cosine = 0.0;
      for (std::uint32_t x = 64; x < 192; ++x) {
        sine += result.at(x, rows / 2).g / adapted * std::sin(radians * (x + 0.5)) / 64.0;
        cosine += result.at(x, rows / 2).g / adapted * std::cos(radians * (x + 0.5)) / 64.0;
      }
      return std::hypot(sine, cosine) / 0.5;
    };
    const double adapted = 1e-3;  // rods alone
    const double limit = reference::acuity_cycles_per_deg(adapted);
    ASSERT_NEAR(limit, nyquist / (1 << level), 0.1 * limit);
    // Averages leave 0.9 there, their smoothing 0.25, what is between 0.81. At level 1: 0.64 of averages, half of which
    // are smoothed to nothing, 0.41 between them, and twice that where texels are at the grating's ends.
    EXPECT_LT(contrast_left(adapted, limit), level == 1 ? 0.27 : 0.22);
    EXPECT_LT(contrast_left(adapted, 2.0 * limit), 0.05);
    // 0.99, 0.93 and 0.99; at level 1: 0.97, 0.86 and 0.95.
    EXPECT_GT(contrast_left(adapted, limit / 4.0), level == 1 ? 0.78 : 0.85);
    EXPECT_NEAR(contrast_left(100.0, nyquist / 2.0), 1.0, 1e-3);
  }
}

/// Even pictures stay as even, and daylight stays to the bit.
TEST_F(Acuity, KeepsConstantsAndDaylight) {
  const AcuityPicture even = acuity_picture({33, 17}, [](auto, auto) { return Rgb{2e-3, 1e-3, 3e-3}; });
  for (const Rgb& color : shown(even, 1e-3).colors) {
    EXPECT_NEAR(color.r, 2e-3, 2e-6);  // two roundings to halves
    EXPECT_NEAR(color.g, 1e-3, 1e-6);
    EXPECT_NEAR(color.b, 3e-3, 3e-6);
  }
  const AcuityPicture day = acuity_picture({33, 17}, [](std::uint32_t x, std::uint32_t y) -> Rgb {
    return {10.0 * test::noise(x, y, 1), 10.0 * test::noise(x, y, 2), 10.0 * test::noise(x, y, 3)};
  });
  const AcuityPicture on = shown(day, 10.0);
  settings.acuity.acuity_loss = 0.0f;
  const AcuityPicture off = shown(day, 10.0);
  for (std::size_t i = 0; i < day.colors.size(); ++i) {
    EXPECT_EQ(on.colors[i].r, off.colors[i].r);
    EXPECT_EQ(on.colors[i].g, off.colors[i].g);
    EXPECT_EQ(on.colors[i].b, off.colors[i].b);
  }
}

/// Tiles of a day's picture in which nothing is blurred aren't smoothed: a dark part beside them is as defined, up to
/// the border of its tile, whatever the frame before has left there; the rest stays to the bit.
TEST_F(Acuity, ADarkPartOfTheDayIsBlurred) {
  constexpr double kAdapted = 10.0, kDark = 0.05;
  constexpr std::uint32_t kFirstDark = 150;
  settings.night.local_adaptation = 0.7f;
  const AcuityPicture picture = acuity_picture({256, 64}, [&](std::uint32_t x, std::uint32_t y) -> Rgb {
    const double light = x < kFirstDark ? kAdapted : kDark;
    return {light * (0.5 + test::noise(x, y, 1)), light * (0.5 + test::noise(x, y, 2)),
            light * (0.5 + test::noise(x, y, 3))};
  });
  const AcuityPicture stars = acuity_picture({256, 64}, [](std::uint32_t x, std::uint32_t) -> Rgb {
    return {x % 2 == 0 ? 60000.0 : 0.0, 0.0, 0.0};
  });
  const AcuityLevels levels(picture);
  shown(stars, 1e-3);
  const AcuityPicture on = shown(picture, kAdapted);
  settings.acuity.acuity_loss = 0.0f;
  const AcuityPicture off = shown(picture, kAdapted);
  constexpr std::uint32_t kReach = 16;  // of the light beside the dark part
  std::uint32_t blurred = 0;
  for (std::uint32_t y = 0; y < 64; ++y) {
    for (std::uint32_t x = 0; x < 256; ++x) {
      const Rgb value = on.at(x, y), before = off.at(x, y);
      if (x < kFirstDark) {
        ASSERT_TRUE(value.r == before.r && value.g == before.g && value.b == before.b) << x << ", " << y;
        continue;
      }
      const Rgb expected = acuity_seen(levels, x, y, kAdapted, 0.7, 1.0);
      const double tolerance = 4e-3 * (x < kFirstDark + kReach ? kAdapted : kDark);
      ASSERT_NEAR(value.r, expected.r, tolerance) << x << ", " << y;
      ASSERT_NEAR(value.g, expected.g, tolerance) << x << ", " << y;
      ASSERT_NEAR(value.b, expected.b, tolerance) << x << ", " << y;
      blurred += value.g != before.g ? 1 : 0;
    }
  }
  EXPECT_GT(blurred, 64u * (256u - kFirstDark) / 2u);
}

/// By day, record() makes no averages: its meter has read the picture, and found no dark texel. Its picture is that of
/// record_finish(), which must look for itself, whatever the night before has left.
TEST(AcuityOfFrames, AFrameByDayIsAsAlways) {
  constexpr VkExtent2D kMost = {150, 70};
  photopic::Settings settings;
  settings.view.field_of_view_vertical_deg = kAcuityFov_deg;
  settings.acuity.acuity_loss = 1.0f;
  photopic::CreateInfo info = {.max_extent = kMost};
  info.uses[0] = settings;
  photopic::PostProcess post = test::make_used(test::context().lend(), info);
  const engine::Image ldr = test::make_ldr(kMost, test::k8Bit);
  VkRect2D metered = {};  // all of it
  const auto shown = [&](const test::HdrImage& hdr, VkExtent2D extent, float pre_exposure, bool is_metered) {
    const photopic::Frame frame = {.hdr = {hdr.view()},
                                   .ldr = {ldr.view()},
                                   .extent = extent,
                                   .delta_time_s = 0.1f,
                                   .cut = is_metered ? VK_TRUE : VK_FALSE,
                                   .pre_exposure = pre_exposure,
                                   .metered = metered};
    test::submit([&](VkCommandBuffer commands) {
      test::context().check(is_metered ? post.record(commands, frame, settings)
                                       : post.record_finish(commands, frame, settings));
    });
    return engine::read_back(test::context(), ldr);
  };
  const test::HdrImage night =
      test::make_hdr(VK_FORMAT_R16G16B16A16_SFLOAT, kMost, [](std::uint32_t x, std::uint32_t y) -> Rgb {
        return {test::noise(x, y, 1), test::noise(x, y, 2), test::noise(x, y, 3)};
      });
  constexpr std::uint32_t kOddX = 101, kOddY = 33;
  const Rgb kOdd[] = {{}, {0.01, 0.01, 0.01}, {double(test::kNanF), 1.0, 1.0}, {-1.0, -1.0, 0.5}};
  int blurred = 0;
  for (int odd = -1; odd < int(std::size(kOdd)); ++odd) {
    for (const float pre_exposure : {1.0f, 0.125f}) {
      const test::HdrImage day =
          test::make_hdr(VK_FORMAT_R16G16B16A16_SFLOAT, kMost, [&](std::uint32_t x, std::uint32_t y) -> Rgb {
            if (odd >= 0 && x == kOddX && y == kOddY) return scale(kOdd[odd], double(pre_exposure));
            const double light = double(pre_exposure) * (0.5 + test::noise(x, y, 1));
            return {light, light * (0.5 + test::noise(x, y, 2)), light};
          });
      // The odd texel in the picture, beside it, and in the picture beside what is metered.
      for (const int place : {0, 1, 2}) {
        SCOPED_TRACE(testing::Message() << "odd texel " << odd << ", pre-exposure " << pre_exposure << ", place "
                                        << place);
        const VkExtent2D extent = place == 1 ? VkExtent2D{kOddX, kOddY} : kMost;
        settings.view.cd_m2_per_unit = 1e-4f;
        metered = {};
        shown(night, extent, 1.0f, true);
        settings.view.cd_m2_per_unit = 30.0f;
        if (place == 2) metered.extent = {kOddX, kOddY};
        settings.acuity.acuity_loss = 0.0f;
        const auto without = shown(day, extent, pre_exposure, true);
        settings.acuity.acuity_loss = 1.0f;
        const auto by_meter = shown(day, extent, pre_exposure, true);
        EXPECT_EQ(by_meter, shown(day, extent, pre_exposure, false));
        blurred += by_meter != without ? 1 : 0;
      }
    }
  }
  EXPECT_EQ(blurred, 8);  // black and nearly black, in the picture
}

/// A star in the dark, black and numbers that aren't, with glare and without: light stays light.
TEST_F(Acuity, ExtremesAreDefined) {
  const AcuityPicture odd = acuity_picture({24, 24}, [](std::uint32_t x, std::uint32_t y) -> Rgb {
    if (x == 12 && y == 12) return {65504.0, 65504.0, 65504.0};
    if (x == 3 && y == 3) return {double(test::kNanF), 0.0, 0.0};
    if (x == 20 && y == 3) return {double(test::kInfinityF), 1.0, 1.0};
    if (x == 3 && y == 20) return {-1.0, -1.0, -1.0};
    return {};
  });
  for (const auto glare : {photopic::GlareProfile::off, photopic::GlareProfile::eye}) {
    settings.glare.glare = glare;
    for (const double adapted : {1e-4, 1e3}) {
      const AcuityPicture result = shown(odd, adapted);
      for (std::uint32_t y = 0; y < 24; ++y) {
        for (std::uint32_t x = 0; x < 24; ++x) {
          if (!acuity_counts(odd.at(x, y))) continue;
          EXPECT_TRUE(result.at(x, y).r >= 0.0 && result.at(x, y).g >= 0.0 && result.at(x, y).b >= 0.0)
              << x << ", " << y;
        }
      }
    }
  }
}

/// It looks around, and needs to know what light is.
TEST(AcuityArguments, RefusesWhatItCantDo) {
  photopic::Settings settings;
  EXPECT_FALSE(photopic::needs_whole_picture(settings));
  settings.acuity.acuity_loss = 0.5f;
  EXPECT_TRUE(photopic::needs_whole_picture(settings));
  photopic::PostProcess post = test::make({.max_extent = {8, 8}, .effects = photopic::kEffectAcuity});
  const test::HdrImage hdr = test::make_uniform_hdr({8, 8}, 1.0);
  const engine::Image ldr = test::make_ldr({8, 8}, VK_FORMAT_R8G8B8A8_UNORM);
  const auto record = [&] {
    photopic::Status status = photopic::Status::ok;
    test::submit([&](VkCommandBuffer commands) {
      status = post.record(commands, {.hdr = {hdr.view()}, .ldr = {ldr.view()}, .extent = {8, 8}}, settings);
    });
    return status;
  };
  EXPECT_EQ(record(), photopic::Status::invalid_argument);
  test::expect_message({"record:", "acuity_loss", "needs cd_m2_per_unit"});
  settings.view.cd_m2_per_unit = 1.0f;
  settings.acuity.acuity_loss = 1.5f;
  EXPECT_EQ(record(), photopic::Status::invalid_argument);
  test::expect_message({"record:", "acuity_loss"});
}

}  // namespace
