// SPDX-License-Identifier: MIT
// Tests of the operators by headroom and peak against vectors of the published formulas.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <functional>
#include <map>
#include <nlohmann/json.hpp>
#include <string>

#include "reference/display/aces2.h"
#include "reference/display/agx.h"
#include "reference/display/gt7.h"
#include "reference/display/headroom.h"
#include "reference/display/lpm.h"
#include "reference/display/lut_error.h"
#include "reference/display/transfer.h"
#include "reference/tone_map.h"
#include "unit/reference/display/display_oracles.h"

namespace {

using display_test::expect_close;
using display_test::expect_mapped;
using display_test::for_each_oracle;
using display_test::matrix_of;
using display_test::rgb_of;
using nlohmann::json;
using reference::Rgb;

/// Members of `group` whose names are headrooms.
void for_each_headroom(const json& group, const std::function<void(double, const json&)>& check) {
  ASSERT_FALSE(group.empty());
  for (const auto& [headroom, values] : group.items()) {
    SCOPED_TRACE("headroom " + headroom);
    check(std::stod(headroom), values);
  }
}

TEST(DisplayOperators, AgxHdr) {
  for_each_oracle("agx.json", [](const json& all) {
    for_each_headroom(all.at("hdr_bt2020_relative"), [&](double headroom, const json& outputs) {
      expect_mapped(all.at("input_bt709"), outputs, [=](Rgb c) { return reference::agx_hdr(c, headroom); });
    });
    for_each_headroom(all.at("hdr_curve"), [](double headroom, const json& points) {
      for (const json& point : points) expect_close(reference::agx_hdr_curve(point.at(0), headroom), point.at(1));
    });
  });
}

TEST(DisplayOperators, AgxBlender) {
  for_each_oracle("agx.json", [](const json& all) {
    const json& inputs = all.at("input_bt709");
    expect_mapped(inputs, all.at("blender_bt2020_display_linear"),
                  [](Rgb c) { return reference::agx_blender(c, reference::kBt2020); });
    expect_mapped(inputs, all.at("blender_bt709_low_side_display_linear"),
                  [](Rgb c) { return reference::agx_blender(c, reference::kBt709); });
    for (const json& point : all.at("sigmoid")) expect_close(reference::agx_blender_curve(point.at(0)), point.at(1));
  });
}

TEST(DisplayOperators, MinimalAgxAndItsLooks) {
  for_each_oracle("agx.json", [](const json& all) {
    expect_mapped(all.at("input_bt709"), all.at("photopic_minimal_display_linear"),
                  [](Rgb c) { return reference::tone_map(reference::ToneMapper::agx, c); });
  });
  // Encoded, they are luma + saturation times the distance from it, 0.8 and 1.3: the same luma, a grey, follows.
  const auto encoded = [](Rgb c) { return reference::per_channel(c, [](double x) { return std::pow(x, 1.0 / 2.2); }); };
  const Rgb low = encoded(reference::tone_map(reference::ToneMapper::agx_golden, {0.4, 0.2, 0.1}));
  const Rgb high = encoded(reference::tone_map(reference::ToneMapper::agx_golden_1_3, {0.4, 0.2, 0.1}));
  const Rgb luma = lerp(low, high, -0.8 / (1.3 - 0.8));
  EXPECT_GT(std::abs(high.r - low.r), 0.02);
  expect_close(luma, reference::grey(luma.g), {2e-3, 0.0});  // as the sums of the outset's rows differ from 1
}

/// The largest CIEDE2000 between a fit of ACES 1 and its output for a display without HDR: of greys, of other colours.
struct FitError {
  double greys = 0.0;
  double colors = 0.0;
};
template <typename Fit>
FitError fit_error(const json& all, Fit fit) {
  const auto encoded = [](Rgb c) {
    return reference::per_channel(c, [](double x) { return reference::srgb_encode(reference::saturate(x)); });
  };
  FitError error;
  const json& outputs = all.at("outputs").at("sdr_video_709lim").at("display_linear_bt709");
  for (std::size_t i = 0; i < outputs.size(); ++i) {
    const Rgb c = rgb_of(all.at("bt709_in").at(i));
    double& worst = reference::min_channel(c) == reference::max_channel(c) ? error.greys : error.colors;
    worst = std::max(worst, reference::delta_e2000_of_srgb(encoded(fit(c)), encoded(rgb_of(outputs[i]))));
  }
  return error;
}

TEST(DisplayOperators, FitsOfAces1) {
  using reference::tone_map;
  using reference::ToneMapper;
  for_each_oracle("aces1_ocio.json", [](const json& all) {
    const FitError plain = fit_error(all, [](Rgb c) { return tone_map(ToneMapper::aces_narkowicz, c); });
    const FitError scaled = fit_error(all, [](Rgb c) { return tone_map(ToneMapper::aces_narkowicz_0_6, c); });
    const FitError hill = fit_error(all, [](Rgb c) { return tone_map(ToneMapper::aces_hill, c); });
    EXPECT_NEAR(plain.greys, 20.0, 0.05);
    EXPECT_NEAR(scaled.greys, 5.1, 0.05);
    EXPECT_LT(scaled.colors, 16.0);  // the scale is for the greys
    EXPECT_LT(hill.greys, 0.25);
    EXPECT_LT(hill.colors, 2.4);
  });
}

TEST(DisplayOperators, PbrNeutral) {
  for_each_oracle("pbr_neutral.json", [](const json& all) {
    for_each_headroom(all.at("output_by_headroom"), [&](double headroom, const json& outputs) {
      expect_mapped(all.at("input"), outputs, [=](Rgb c) { return reference::pbr_neutral(c, headroom); });
    });
  });
}

TEST(DisplayOperators, CurvesByPeak) {
  for_each_oracle("curves_by_peak.json", [](const json& all) {
    const json& inputs = all.at("x");
    for_each_headroom(all.at("uchimura"), [&](double headroom, const json& outputs) {
      for (std::size_t i = 0; i < inputs.size(); ++i) {
        expect_close(reference::uchimura(reference::grey(inputs[i]), headroom).g, outputs.at(i));
      }
    });
    for_each_headroom(all.at("reinhard_peak"), [&](double headroom, const json& outputs) {
      for (std::size_t i = 0; i < inputs.size(); ++i) {
        expect_close(reference::reinhard_extended(reference::grey(inputs[i]), 4.0, headroom).g, outputs.at(i));
      }
    });
  });
}

TEST(DisplayOperators, LottesKeepsMiddleGreyAndEndsAtTheHeadroom) {
  for (const double headroom : {1.0, 2.0, 4.9261, 10.0}) {
    EXPECT_NEAR(reference::lottes(reference::grey(0.18), headroom).g, 0.267, 1e-12);
    EXPECT_NEAR(reference::lottes(reference::grey(8.0), headroom).g, headroom, 1e-12 * headroom);
  }
}

// Nits at a paper white of 203 for 0.18, 1, 4, 16: the same scene on displays of several peaks.
TEST(DisplayOperators, GreysByPeak) {
  const struct {
    double peak_nits;
    double agx_hdr[4], pbr_neutral[4], uchimura[4], aces2[4];
  } kGreys[] = {{203.0,
                 {36.54, 121.01, 175.80, 202.71},
                 {28.42, 176.43, 199.60, 202.24},
                 {36.34, 168.05, 202.94, 203.00},
                 {20.30, 92.89, 159.79, 191.53}},
                {1000.0,
                 {36.54, 183.61, 501.76, 992.22},
                 {28.42, 194.88, 803.23, 983.69},
                 {36.34, 203.00, 707.28, 995.82},
                 {26.72, 180.07, 497.91, 810.13}}};
  constexpr double kWhiteNits = 203.0;
  constexpr double kInputs[] = {0.18, 1.0, 4.0, 16.0};
  for (const auto& expected : kGreys) {
    const double headroom = expected.peak_nits / kWhiteNits;
    const reference::Aces2 aces2(100.0 * headroom, reference::kBt709);
    for (std::size_t i = 0; i < 4; ++i) {
      const Rgb c = reference::grey(kInputs[i]);
      constexpr double kTwoDecimals = 0.0051;
      EXPECT_NEAR(kWhiteNits * reference::agx_hdr(c, headroom).g, expected.agx_hdr[i], kTwoDecimals);
      EXPECT_NEAR(kWhiteNits * reference::pbr_neutral(c, headroom).g, expected.pbr_neutral[i], kTwoDecimals);
      EXPECT_NEAR(kWhiteNits * reference::uchimura(c, headroom).g, expected.uchimura[i], kTwoDecimals);
      EXPECT_NEAR(kWhiteNits * aces2(c).g, expected.aces2[i], kTwoDecimals);
    }
  }
}

// Below the shoulder, a display with more headroom shows the same.
TEST(DisplayOperators, AnchoredOnesKeepDarkColors) {
  for (const double headroom : {2.0, 5.0, 20.0}) {
    for (const Rgb c : {Rgb{0.001, 0.001, 0.001}, Rgb{0.09, 0.05, 0.01}, Rgb{0.1, 0.1, 0.1}}) {
      expect_close(reference::agx_hdr(c, headroom), reference::agx_hdr(c, 1.0), {0.0, 0.0});
      expect_close(reference::pbr_neutral(c, headroom), reference::pbr_neutral(c, 1.0), {0.0, 0.0});
      expect_close(reference::uchimura(c, headroom), reference::uchimura(c, 1.0), {0.0, 0.0});
    }
  }
}

TEST(DisplayOperators, Gt7) {
  for_each_oracle("gt7.json", [](const json& all) {
    const json& inputs = all.at("input_bt2020_fb");
    std::size_t found = 0;
    expect_mapped(inputs, all.at("sdr"), reference::gt7_sdr);
    for (const auto& [name, outputs] : all.items()) {
      if (!name.starts_with("hdr_")) continue;
      SCOPED_TRACE(name);
      const double peak_nits = std::stod(name.substr(4));
      expect_mapped(inputs, outputs, [=](Rgb c) { return reference::gt7(c, peak_nits); });
      ++found;
    }
    EXPECT_GT(found, 0u);
    for (const json& curve : all.at("curve")) {
      for (std::size_t i = 0; i < curve.at("x").size(); ++i) {
        expect_close(reference::gt7_curve(curve.at("x")[i], curve.at("peak")), curve.at("y").at(i));
      }
    }
  });
}

const reference::LpmPrefab& lpm_prefab(const std::string& name) {
  using reference::kBt2020, reference::kBt709, reference::kP3D65;
  // Named as theirs: display, then content.
  static const std::map<std::string, reference::LpmPrefab> kPrefabs = {
      {"709_709", {kBt709, kBt709, kBt709}},
      {"709_2020", {kBt2020, kBt709, kBt709, true, true}},
      {"709_P3", {kP3D65, kBt709, kBt709, true, true}},
      {"HDR10RAW_709_1000nits", {kBt709, kBt709, kBt2020, false, false, true, true, true}},
      {"HDR10RAW_2020_1000nits", {kBt2020, kBt2020, kBt2020, false, false, false, false, true}},
      {"HDR10SCRGB_709_1000nits", {kBt709, kBt709, kBt709, false, false, false, false, true}},
      {"HDR10SCRGB_2020_1000nits", {kBt2020, kBt2020, kBt709, false, false, true, false, true}}};
  return kPrefabs.at(name);
}

TEST(DisplayOperators, Lpm) {
  for_each_oracle("lpm.json", [](const json& all) {
    ASSERT_FALSE(all.empty());
    for (const json& vector : all) {
      const std::string name = vector.at("prefab");
      SCOPED_TRACE(name);
      const json& params = vector.at("params");
      const reference::LpmSettings settings{params.at("softGap"),          params.at("hdrMax"),
                                            params.at("exposure"),         params.at("contrast"),
                                            params.at("shoulder"),         rgb_of(params.at("saturation")),
                                            rgb_of(params.at("crosstalk"))};
      const reference::LpmToneScale tone = reference::lpm_tone_scale(settings);
      expect_close(tone.bias_x, vector.at("toneScaleBias").at(0));
      expect_close(tone.bias_y, vector.at("toneScaleBias").at(1));
      if (lpm_prefab(name).has_soft_gap) {
        expect_close(tone.soft_gap, vector.at("softGap2").at(0));
        expect_close(tone.soft_gap_slope, vector.at("softGap2").at(1));
      }
      const double factor = name.starts_with("HDR10RAW") ? 1000.0 / 10000.0 : 1000.0 / 80.0;
      expect_mapped(vector.at("input"), vector.at("output"),
                    [&](Rgb c) { return reference::lpm(c, lpm_prefab(name), settings, factor); });
    }
  });
  EXPECT_EQ(reference::lpm({}, lpm_prefab("709_709")).g, 0.0);
}

}  // namespace
