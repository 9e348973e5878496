// SPDX-License-Identifier: MIT
// Tests of white balance and of its estimates against vectors of the published formulas.
#include "reference/display/white_balance.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstddef>
#include <nlohmann/json.hpp>
#include <vector>

#include "reference/display/awb.h"
#include "unit/reference/display/display_oracles.h"

namespace {

using display_test::expect_close;
using display_test::matrix_of;
using display_test::rgb_of;
using display_test::Tolerance;
using nlohmann::json;
using reference::Chromaticity;
using reference::Rgb;
using reference::Temperature;

/// The distance from the locus is flat at its least: the oracle's search and this one stop some 1e-8 apart.
constexpr Tolerance kSearchedKelvin{1e-7, 0.0};
constexpr Tolerance kSearchedDuv{1e-7, 1e-10};
/// Central differences give the normal to 1e-9 or so.
constexpr Tolerance kNormal{1e-8, 1e-9};

void expect_xy(Chromaticity value, const json& expected, Tolerance tolerance = {}) {
  expect_close(value.x, expected.at(0), tolerance);
  expect_close(value.y, expected.at(1), tolerance);
}

TEST(DisplayWhiteBalance, Matrices) {
  display_test::for_each_oracle("grading.json", [](const json& all) {
    ASSERT_FALSE(all.at("white_balance").at("cases").empty());
    for (const json& vector : all.at("white_balance").at("cases")) {
      SCOPED_TRACE(vector.dump());
      const Temperature temperature{vector.at("temperature_K"), vector.at("duv")};
      const Chromaticity xy = illuminant_xy(temperature);
      expect_xy(xy, vector.at("xy"), kNormal);
      const reference::Uv uv = uv_of(xy);
      expect_xy({uv.u, uv.v}, vector.at("uv1960"), kNormal);
      expect_close(white_balance(xy, reference::kBt709), matrix_of(vector.at("cat16_bt709")), kNormal);
      expect_close(white_balance(xy, reference::kBt709, reference::Adaptation::bradford),
                   matrix_of(vector.at("bradford_bt709")), kNormal);
      expect_close(white_balance(xy, reference::kAp1), matrix_of(vector.at("cat16_ap1")), kNormal);
      const Rgb illuminant = multiply(xyz_to_rgb(reference::kBt709), xyz_of(xy));
      expect_close(illuminant, rgb_of(vector.at("illuminant_as_bt709")), kNormal);
      expect_close(multiply(white_balance(xy, reference::kBt709), illuminant), reference::grey(1.0), {1e-12, 0.0});
      const Temperature back = temperature_of(xy);
      expect_close(back.kelvin, temperature.kelvin, {1e-6, 0.0});
      expect_close(back.duv, temperature.duv, {1e-6, 1e-8});
    }
  });
}

TEST(DisplayWhiteBalance, TemperatureAndDaylight) {
  display_test::for_each_oracle("grading.json", [](const json& all) {
    const json& balance = all.at("white_balance");
    for (const json& vector : balance.at("inverse")) {
      SCOPED_TRACE(vector.dump());
      const Temperature temperature = reference::temperature_of({vector.at("xy").at(0), vector.at("xy").at(1)});
      expect_close(temperature.kelvin, vector.at("cct"), kSearchedKelvin);
      expect_close(temperature.duv, vector.at("duv"), kSearchedDuv);
    }
    for (const json& vector : balance.at("daylight"))
      expect_xy(reference::daylight_xy(vector.at("T")), vector.at("xy"));
  });
  expect_close(white_balance(reference::kD65, reference::kAp1), reference::kIdentity, {1e-14, 1e-14});
}

TEST(DisplayWhiteBalance, Limits) {
  const Chromaticity candle = reference::illuminant_xy({1800.0, 0.03});
  const Temperature limited = temperature_of(limit_illuminant(candle, 2500.0, 9000.0, 0.015));
  expect_close(limited.kelvin, 2500.0, {1e-6, 0.0});
  expect_close(limited.duv, 0.015, {1e-6, 0.0});
}

void expect_estimate(Rgb light, const json& expected, Rgb truth) {
  // 9 digits are printed.
  constexpr Tolerance kLightDigits{1e-8, 1e-10};
  expect_close(light, rgb_of(expected.at("estimate")), kLightDigits);
  expect_xy(light_xy(light), expected.at("xy"), kLightDigits);
  const Temperature temperature = temperature_of(light_xy(light));
  expect_close(temperature.kelvin, expected.at("cct"), kSearchedKelvin);
  expect_close(temperature.duv, expected.at("duv"), {1e-6, 1e-9});
  expect_close(angular_error(light, truth), expected.at("angular_error_deg"), {0.0, 1e-6});
}

TEST(DisplayAwb, Estimates) {
  display_test::for_each_oracle("awb.json", [](const json& all) {
    ASSERT_FALSE(all.at("scenes").empty());
    for (const json& scene : all.at("scenes")) {
      SCOPED_TRACE(scene.at("name").get<std::string>());
      const std::vector<double> channels = scene.at("pixels");
      std::vector<Rgb> texels;
      for (std::size_t i = 0; i + 2 < channels.size(); i += 3) {
        texels.push_back({channels[i], channels[i + 1], channels[i + 2]});
      }
      ASSERT_EQ(texels.size(), all.at("width").get<std::size_t>() * all.at("height").get<std::size_t>());
      const Rgb truth = rgb_of(scene.at("true_rgb"));
      const Chromaticity true_xy = reference::illuminant_xy({scene.at("true_cct"), scene.at("true_duv")});
      expect_close(multiply(xyz_to_rgb(reference::kBt709), xyz_of(true_xy)), truth, {1e-8, 1e-8});

      const json& estimates = scene.at("estimates");
      expect_estimate(reference::grey_world_log(texels), estimates.at("grey_world_log"), truth);
      expect_estimate(reference::grey_world_linear(texels), estimates.at("grey_world_linear"), truth);
      expect_estimate(reference::minkowski(texels), estimates.at("minkowski6"), truth);
      expect_estimate(reference::white_patch(texels), estimates.at("white_patch_top5pct_log"), truth);
      const Rgb light = reference::locus_weighted(texels);
      expect_estimate(light, estimates.at("locus_weighted_log_sigma0.02"), truth);

      const json& correction = scene.at("correction_degree_0.6");
      const reference::LogRatios ratios = reference::log_ratios_of(light);
      expect_close(ratios.rg, correction.at("log2_rg_bg").at(0), {1e-8, 1e-8});
      expect_close(ratios.bg, correction.at("log2_rg_bg").at(1), {1e-8, 1e-8});
      const Rgb adapted = light_of(scaled(ratios, 0.6));
      expect_close(adapted, rgb_of(correction.at("adapted_rgb")), {1e-8, 1e-8});
      expect_xy(light_xy(adapted), correction.at("adapted_xy"), {1e-8, 0.0});
      expect_close(temperature_of(light_xy(adapted)).kelvin, correction.at("adapted_cct"), kSearchedKelvin);
      expect_close(white_balance(light_xy(adapted), reference::kBt709), matrix_of(correction.at("cat16_bt709")),
                   {1e-7, 1e-8});
    }
  });
}

TEST(DisplayAwb, NothingToCount) {
  const std::vector<Rgb> texels = {{0.0, 1.0, 1.0}, {-1.0, 2.0, 1.0}, {reference::kNan, 1.0, 1.0}};
  for (const Rgb light : {reference::grey_world_log(texels), reference::minkowski(texels),
                          reference::white_patch(texels), reference::locus_weighted(texels)}) {
    expect_close(light, reference::grey(1.0), {0.0, 0.0});
  }
}

// Figures of CIECAM02's formula by hand.
TEST(DisplayAwb, DegreeOfAdaptation) {
  EXPECT_NEAR(reference::ciecam02_degree(0.0), 0.824, 5e-4);
  EXPECT_NEAR(reference::ciecam02_degree(20.0), 0.858, 5e-4);
  EXPECT_NEAR(reference::ciecam02_degree(100.0), 0.941, 5e-4);
  EXPECT_NEAR(reference::ciecam02_degree(500.0), 0.999, 5e-4);
}

}  // namespace
