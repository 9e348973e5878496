// SPDX-License-Identifier: MIT
// Tests of the module's white balance, as it reaches the device, against vectors and against the light it is for.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

#include "display/display.h"
#include "display/white_balance.h"
#include "reference/display/white_balance.h"
#include "unit/reference/display/display_oracles.h"

namespace {

using display_test::matrix_of;
using nlohmann::json;
using photopic::ChromaticAdaptation;
using photopic::WhiteBalance;
using photopic::WhiteBalanceSettings;
using reference::Rgb;

using Rows = float[9];

photopic::gpu::DisplayParams params_of(const WhiteBalanceSettings& balance, photopic::Primaries primaries) {
  photopic::Settings settings;
  settings.input.primaries = primaries;
  settings.white_balance = balance;
  return display_params(settings, photopic::OutputEncoding::srgb);
}

/// What settings hold is a float, 0.01 one that is off by 2e-10; so are the elements.
void expect_elements(const Rows& rows, const reference::Matrix& expected) {
  const double elements[] = {expected[0].r, expected[0].g, expected[0].b, expected[1].r, expected[1].g,
                             expected[1].b, expected[2].r, expected[2].g, expected[2].b};
  for (std::size_t i = 0; i < 9; ++i) EXPECT_NEAR(double(rows[i]), elements[i], 1e-7 + 2e-7 * std::abs(elements[i]));
}

void expect_light(const WhiteBalanceSettings& balance, const json& xy) {
  const photopic::Chromaticity light = illuminant_of(balance);
  EXPECT_NEAR(light.x, xy.at(0).get<double>(), 1e-8);
  EXPECT_NEAR(light.y, xy.at(1).get<double>(), 1e-8);
}

TEST(WhiteBalanceMatrix, EqualsTheOracle) {
  display_test::for_each_oracle("grading.json", [](const json& all) {
    const json& vectors = all.at("white_balance");
    ASSERT_FALSE(vectors.at("cases").empty());
    for (const json& vector : vectors.at("cases")) {
      SCOPED_TRACE(vector.dump());
      WhiteBalanceSettings balance = {.white_balance = WhiteBalance::manual,
                                      .temperature_k = vector.at("temperature_K").get<float>(),
                                      .duv = vector.at("duv").get<float>()};
      expect_light(balance, vector.at("xy"));
      expect_elements(params_of(balance, photopic::Primaries::bt709).input_to_scene,
                      matrix_of(vector.at("cat16_bt709")));
      // In AP1, and on to BT.709: the order of the two makes no difference.
      const reference::Matrix to_bt709 = reference::conversion(reference::kAp1, reference::kBt709);
      expect_elements(params_of(balance, photopic::Primaries::ap1).input_to_scene,
                      multiply(to_bt709, matrix_of(vector.at("cat16_ap1"))));
      balance.chromatic_adaptation = ChromaticAdaptation::bradford;
      expect_elements(params_of(balance, photopic::Primaries::bt709).input_to_scene,
                      matrix_of(vector.at("bradford_bt709")));
    }
    for (const json& vector : vectors.at("daylight")) {
      expect_light({.white_balance = WhiteBalance::daylight, .temperature_k = vector.at("T").get<float>()},
                   vector.at("xy"));
    }
  });
}

/// The tint is a distance in CIE 1960, across the locus, and greener means a larger v.
TEST(WhiteBalanceMatrix, TintIsAcrossTheLocus) {
  for (const WhiteBalance locus : {WhiteBalance::manual, WhiteBalance::daylight}) {
    for (const float kelvin : {4000.0f, 5003.0f, 6500.0f, 7100.0f, 12000.0f, 25000.0f}) {
      SCOPED_TRACE(kelvin);
      const auto uv_at = [&](float t, float duv) {
        const auto [x, y] = photopic::illuminant_of({.white_balance = locus, .temperature_k = t, .duv = duv});
        return reference::uv_of({x, y});
      };
      const reference::Uv on_locus = uv_at(kelvin, 0.0f), hotter = uv_at(kelvin + 1.0f, 0.0f);
      for (const float duv : {-0.03f, -0.001f, 0.02f}) {
        const reference::Uv tinted = uv_at(kelvin, duv);
        const double du = tinted.u - on_locus.u, dv = tinted.v - on_locus.v;
        EXPECT_NEAR(std::copysign(std::hypot(du, dv), dv), double(duv), 1e-12);
        const double along = (hotter.u - on_locus.u) * du + (hotter.v - on_locus.v) * dv;
        EXPECT_LT(std::abs(along),
                  2e-3 * std::hypot(du, dv) * std::hypot(hotter.u - on_locus.u, hotter.v - on_locus.v));
      }
    }
  }
}

/// Floats, as on the device: the light with Y = 1, in the image's primaries, becomes (1, 1, 1).
TEST(WhiteBalanceMatrix, MakesTheLightNeutral) {
  using photopic::Primaries;
  struct Input {
    Primaries primaries;
    reference::Primaries reference;
  };
  const Input inputs[] = {{Primaries::bt709, reference::kBt709},
                          {Primaries::p3, reference::kP3D65},
                          {Primaries::bt2020, reference::kBt2020},
                          {Primaries::ap1, reference::kAp1},
                          {Primaries::ap0, reference::kAp0}};
  for (const Input& input : inputs) {
    for (const auto adaptation : {ChromaticAdaptation::cat16, ChromaticAdaptation::bradford}) {
      for (const float kelvin : {2000.0f, 2856.0f, 3200.0f, 5000.0f, 6500.0f, 9000.0f, 25000.0f}) {
        for (const float duv : {-0.02f, 0.0f, 0.005f}) {
          SCOPED_TRACE(testing::Message() << int(input.primaries) << " " << kelvin << " " << duv);
          const auto params = params_of({WhiteBalance::manual, kelvin, duv, adaptation}, input.primaries);
          const Rgb light = multiply(inverse(reference::rgb_to_xyz_d65(input.reference)),
                                     xyz_of(reference::illuminant_xy({double(kelvin), double(duv)})));
          const float r = float(light.r), g = float(light.g), b = float(light.b);
          for (std::size_t row = 0; row < 3; ++row) {
            const float* const m = params.input_to_scene + 3 * row;
            EXPECT_NEAR(std::fma(b, m[2], std::fma(g, m[1], r * m[0])), 1.0f, 1e-5f);
          }
        }
      }
    }
  }
}

TEST(WhiteBalanceMatrix, OffIsTheIdentity) {
  constexpr Rows kIdentity = {1, 0, 0, 0, 1, 0, 0, 0, 1};
  const WhiteBalanceSettings off = {.temperature_k = 2000.0f, .duv = 0.01f};
  const auto params = params_of(off, photopic::Primaries::bt709);
  EXPECT_TRUE(std::equal(std::begin(kIdentity), std::end(kIdentity), params.input_to_scene));
  EXPECT_EQ(illuminant_of(off), photopic::kD65);
}

TEST(WhiteBalanceMatrix, LightsWithoutBlueHaveNone) {
  for (const auto adaptation : {ChromaticAdaptation::cat16, ChromaticAdaptation::bradford}) {
    const auto is_neutral = [&](float kelvin, float duv) {
      return photopic::has_neutral({WhiteBalance::manual, kelvin, duv, adaptation});
    };
    for (const float kelvin : {1000.0f, 6500.0f, 25000.0f}) EXPECT_TRUE(is_neutral(kelvin, 0.0f)) << kelvin;
    for (const float duv : {-0.05f, 0.05f}) EXPECT_TRUE(is_neutral(6500.0f, duv)) << duv;
    EXPECT_TRUE(is_neutral(1000.0f, -0.05f));
    EXPECT_FALSE(is_neutral(1000.0f, 0.02f));
    EXPECT_FALSE(is_neutral(2000.0f, 0.05f));
  }
}

TEST(WhiteBalanceMatrix, NeedsInputConversion) {
  photopic::Settings settings;
  EXPECT_FALSE(photopic::needs_input_conversion(settings));
  settings.white_balance.temperature_k = 3000.0f;
  settings.input.primaries = photopic::Primaries::bt709;
  EXPECT_FALSE(photopic::needs_input_conversion(settings));
  settings.white_balance.white_balance = WhiteBalance::daylight;
  EXPECT_TRUE(photopic::needs_input_conversion(settings));
  settings.white_balance = {};
  settings.input.primaries = photopic::Primaries::ap0;
  EXPECT_TRUE(photopic::needs_input_conversion(settings));
}

}  // namespace
