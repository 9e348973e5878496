// SPDX-License-Identifier: MIT
// Tests of the public exposure arithmetic and names, without a GPU.
#include <gtest/gtest.h>
#include <photopic/exposure.h>
#include <photopic/interface.h>
#include <photopic/post_process.h>
#include <photopic/settings.h>
#include <photopic/settings_table.h>

#include <algorithm>
#include <cmath>
#include <set>
#include <string>
#include <vector>

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
    EXPECT_EQ(std::string(name).find_first_not_of("abcdefghijklmnopqrstuvwxyz0123456789.-"), std::string::npos) << name;
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

/// Hosts keep them in files.
TEST(ModuleNames, NumbersOfOperatorsStay) {
  using photopic::ToneMapper;
  EXPECT_EQ(std::uint32_t(ToneMapper::none), 0u);
  EXPECT_EQ(std::uint32_t(ToneMapper::reinhard_extended), 2u);
  EXPECT_EQ(std::uint32_t(ToneMapper::hable), 3u);
  EXPECT_EQ(std::uint32_t(ToneMapper::agx), 6u);
  EXPECT_EQ(std::uint32_t(ToneMapper::agx_golden), 7u);
  EXPECT_EQ(std::uint32_t(ToneMapper::pbr_neutral), 9u);
  EXPECT_EQ(std::uint32_t(ToneMapper::lottes), 11u);
}

TEST(Operators, HaveTheParametersOfTheirRows) {
  using photopic::has_parameter;
  using photopic::ToneMapper;
  EXPECT_TRUE(has_parameter(ToneMapper::reinhard_extended, "reinhard_white"));
  EXPECT_TRUE(has_parameter(ToneMapper::hable, "hable_white"));
  EXPECT_FALSE(has_parameter(ToneMapper::hable, "reinhard_white"));
  EXPECT_FALSE(has_parameter(ToneMapper::hable, "white"));
  EXPECT_FALSE(has_parameter(ToneMapper::hable, ""));
  EXPECT_FALSE(has_parameter(ToneMapper::agx, "hable_white"));
  EXPECT_FALSE(has_parameter(ToneMapper(photopic::kToneMapperCount), "hable_white"));
  float values[PHOTOPIC_OPERATOR_MAX_PARAMETERS];
  std::fill(std::begin(values), std::end(values), -1.0f);
  photopic::operator_parameters({.tone_mapper = ToneMapper::hable, .reinhard_white = 3.0f, .hable_white = 7.0f},
                                &values);
  EXPECT_EQ(values[0], 7.0f);
  EXPECT_EQ(std::count(std::begin(values) + 1, std::end(values), 0.0f), PHOTOPIC_OPERATOR_MAX_PARAMETERS - 1);
}

/// A parameter that no row of the table has could be neither checked nor set.
TEST(Operators, ParametersAreSettings) {
  std::size_t parameters = 0;
  for (const photopic::SettingInfo& row : photopic::setting_table()) {
    for (std::uint32_t i = 0; i < photopic::kToneMapperCount; ++i) {
      if (photopic::has_parameter(photopic::ToneMapper(i), row.name)) ++parameters;
    }
  }
  std::size_t named = 0;
#define PHOTOPIC_OPERATOR(number, name, word, expression, hdr, primaries, gamma, max_input, max_output, portable, \
                          parameters)                                                                             \
#parameters,
  for (const std::string& list : std::vector<std::string>{PHOTOPIC_OPERATORS(PHOTOPIC_OPERATOR)}) {
    named += list == "()" ? 0 : 1 + std::size_t(std::count(list.begin(), list.end(), ','));
  }
#undef PHOTOPIC_OPERATOR
  EXPECT_EQ(parameters, named);
}

}  // namespace
