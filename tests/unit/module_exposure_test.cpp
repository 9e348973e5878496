// SPDX-License-Identifier: MIT
// Tests of the public exposure arithmetic and names, without a GPU.
#include <gtest/gtest.h>
#include <photopic/exposure.h>
#include <photopic/interface.h>
#include <photopic/post_process.h>
#include <photopic/settings.h>

#include <cmath>
#include <set>
#include <string>

#include "reference/adaptation.h"

namespace {

TEST(ModuleExposure, KnownValues) {
  EXPECT_DOUBLE_EQ(photopic::ev100_from_luminance(4096.0), 15.0);  // a sunlit scene
  EXPECT_DOUBLE_EQ(photopic::ev100_from_luminance(1.0), 3.0);
  EXPECT_DOUBLE_EQ(photopic::luminance_from_ev100(0.0), 0.125);
  EXPECT_NEAR(photopic::ev100_from_camera(16.0, 1.0 / 125.0, 100.0), 15.0, 0.04);  // sunny 16
  EXPECT_DOUBLE_EQ(photopic::ev100_from_camera(1.0, 1.0, 400.0), -2.0);
  EXPECT_DOUBLE_EQ(photopic::exposure_from_ev100(0.0), 1.0 / 1.2);
  // A scene of mean luminance L at its own EV100: K / (100 * 1.2).
  const double luminance = 37.0;
  EXPECT_NEAR(luminance * photopic::exposure_from_ev100(photopic::ev100_from_luminance(luminance)), 0.1042, 1e-4);
  EXPECT_DOUBLE_EQ(photopic::kSaturationFactor, 78.0 / 65.0);
}

TEST(ModuleExposure, AgreesWithTheReference) {
  for (double ev = -20.0; ev <= 24.0; ev += 0.37) {
    const double luminance = photopic::luminance_from_ev100(ev);
    EXPECT_NEAR(photopic::ev100_from_luminance(luminance), ev, 1e-12);
    EXPECT_NEAR(photopic::ev100_from_luminance(luminance), reference::ev100_from_luminance(luminance), 1e-12);
    for (const double compensation : {-3.0, 0.0, 1.5}) {
      const double expected = reference::exposure_from_ev100(ev, compensation);
      EXPECT_NEAR(photopic::exposure_from_ev100(ev, compensation), expected, 1e-12 * expected);
    }
  }
  EXPECT_NEAR(photopic::ev100_from_camera(2.8, 1.0 / 60.0, 800.0), reference::ev100_from_camera(2.8, 1.0 / 60.0, 800.0),
              1e-12);
}

TEST(ModuleNames, OfToneMappersAreDistinctAndStable) {
  std::set<std::string> names;
  for (std::uint32_t i = 0; i < photopic::kToneMapperCount; ++i) {
    const char* name = photopic::tone_mapper_name(photopic::ToneMapper(i));
    ASSERT_NE(name, nullptr);
    EXPECT_EQ(std::string(name).find_first_not_of("abcdefghijklmnopqrstuvwxyz-"), std::string::npos) << name;
    names.insert(name);
  }
  EXPECT_EQ(names.size(), photopic::kToneMapperCount);
  EXPECT_STREQ(photopic::tone_mapper_name(photopic::ToneMapper::none), "none");
  EXPECT_STREQ(photopic::tone_mapper_name(photopic::ToneMapper::reinhard_extended), "reinhard-extended");
  EXPECT_STREQ(photopic::tone_mapper_name(photopic::ToneMapper::agx_punchy), "agx-punchy");
  EXPECT_STREQ(photopic::tone_mapper_name(photopic::ToneMapper::lottes), "lottes");
  EXPECT_EQ(photopic::tone_mapper_name(photopic::ToneMapper(photopic::kToneMapperCount)), nullptr);
  EXPECT_EQ(photopic::tone_mapper_name(photopic::ToneMapper(UINT32_MAX)), nullptr);
}

TEST(ModuleNames, ValuesAreThoseOfTheShaders) {
  using photopic::ToneMapper;
  EXPECT_EQ(std::uint32_t(ToneMapper::reinhard_extended), std::uint32_t(PHOTOPIC_TONE_MAPPER_REINHARD_EXTENDED));
  EXPECT_EQ(std::uint32_t(ToneMapper::hable), std::uint32_t(PHOTOPIC_TONE_MAPPER_HABLE));
  EXPECT_EQ(std::uint32_t(ToneMapper::aces_hill), std::uint32_t(PHOTOPIC_TONE_MAPPER_ACES_HILL));
  EXPECT_EQ(std::uint32_t(ToneMapper::agx_golden), std::uint32_t(PHOTOPIC_TONE_MAPPER_AGX_GOLDEN));
  EXPECT_EQ(std::uint32_t(ToneMapper::pbr_neutral), std::uint32_t(PHOTOPIC_TONE_MAPPER_PBR_NEUTRAL));
  EXPECT_EQ(std::uint32_t(ToneMapper::uchimura), std::uint32_t(PHOTOPIC_TONE_MAPPER_UCHIMURA));
}

}  // namespace
