// SPDX-License-Identifier: MIT
// Tests of tone mapper lpm on the device: vectors of AMD's prefabs, middle grey by peak, black.
#include <array>
#include <cmath>
#include <nlohmann/json.hpp>
#include <string>

#include "display/display_rig.h"
#include "unit/reference/display/display_oracles.h"

namespace {

using photopic::LimitPrimaries;
using photopic::LpmContent;
using reference::Rgb;
using test::LdrTexel;
using test::Rgba;

constexpr test::Store kLpmStore = {"rgba16f", VK_FORMAT_R16G16B16A16_SFLOAT, VK_FORMAT_A2B10G10R10_UNORM_PACK32, 0.0};

test::DisplayRig make_lpm_rig() {
  return {kLpmStore, photopic::tone_mapper_bit(photopic::ToneMapper::lpm),
          photopic::encoding_bit(photopic::OutputEncoding::linear), true};
}

/// Linear light of BT.709, 1 = paper white, which is the peak unless `headroom` says more.
photopic::Settings lpm_settings(float headroom = 1.0f) {
  photopic::Settings settings;
  settings.tone_map.tone_mapper = photopic::ToneMapper::lpm;
  settings.display = {
      .encoding = photopic::OutputEncoding::linear, .paper_white_nits = 200.0f, .peak_nits = 200.0f * headroom};
  return settings;
}

/// What AMD's prefabs are by our settings.
struct Prefab {
  const char* name;  ///< display, then content
  photopic::Primaries input;
  LpmContent content;
  LimitPrimaries limit;
  bool is_bt2020;  ///< container
  double unit;     ///< stored number of the peak
};
constexpr Prefab kPrefabs[] = {
    {"709_709", photopic::Primaries::bt709, LpmContent::limit, LimitPrimaries::bt709, false, 1.0},
    {"709_2020", photopic::Primaries::bt2020, LpmContent::bt2020, LimitPrimaries::bt709, false, 1.0},
    {"709_P3", photopic::Primaries::p3, LpmContent::p3, LimitPrimaries::bt709, false, 1.0},
    {"HDR10RAW_709_1000nits", photopic::Primaries::bt709, LpmContent::bt709, LimitPrimaries::bt2020, true, 0.1},
    {"HDR10RAW_2020_1000nits", photopic::Primaries::bt2020, LpmContent::limit, LimitPrimaries::bt2020, true, 0.1},
    {"HDR10SCRGB_709_1000nits", photopic::Primaries::bt709, LpmContent::limit, LimitPrimaries::bt709, false, 12.5},
    {"HDR10SCRGB_2020_1000nits", photopic::Primaries::bt2020, LpmContent::limit, LimitPrimaries::bt2020, false, 12.5}};

void set_parameters(const nlohmann::json& from, photopic::ToneMapSettings& to) {
  const auto number = [&](const char* name) { return from.at(name).get<float>(); };
  const auto channel = [&](const char* name, std::size_t i) { return from.at(name).at(i).get<float>(); };
  to.lpm_soft_gap = number("softGap");
  to.lpm_input_max = number("hdrMax");
  to.lpm_exposure_ev = number("exposure");
  to.lpm_contrast = number("contrast");
  to.lpm_shoulder = number("shoulder");
  to.lpm_saturation_red = channel("saturation", 0);
  to.lpm_saturation_green = channel("saturation", 1);
  to.lpm_saturation_blue = channel("saturation", 2);
  to.lpm_crosstalk_red = channel("crosstalk", 0);
  to.lpm_crosstalk_green = channel("crosstalk", 1);
  to.lpm_crosstalk_blue = channel("crosstalk", 2);
}

TEST(DisplayLpm, EqualsTheVectorsOfEveryPrefab) {
  test::DisplayRig rig = make_lpm_rig();
  display_test::for_each_oracle("lpm.json", [&](const nlohmann::json& all) {
    std::size_t used = 0;
    for (const nlohmann::json& vector : all) {
      const std::string name = vector.at("prefab");
      SCOPED_TRACE(name);
      for (const Prefab& prefab : kPrefabs) {
        if (name != prefab.name) continue;
        ++used;
        photopic::Settings settings = lpm_settings();
        settings.input.primaries = prefab.input;
        settings.tone_map.lpm_content = prefab.content;
        settings.display.limit_primaries = prefab.limit;
        set_parameters(vector.at("params"), settings.tone_map);
        std::vector<Rgba> colors;
        for (const Rgb c : display_test::colors_of(vector.at("input"))) {
          colors.push_back({float(c.r), float(c.g), float(c.b), 1.0f});
        }
        const std::vector<LdrTexel> texels = rig.show(colors, settings);
        for (std::size_t i = 0; i < colors.size(); ++i) {
          Rgb expected = scale(display_test::rgb_of(vector.at("output").at(i)), 1.0 / prefab.unit);
          if (prefab.is_bt2020) expected = multiply(conversion(reference::kBt2020, reference::kBt709), expected);
          const double channels[] = {expected.r, expected.g, expected.b};
          for (std::size_t channel = 0; channel < 3; ++channel) {
            const double rounding = 0x1p-11 * std::abs(channels[channel]) + 0x1p-24;  // the nearest half
            // Input converted to BT.709 and back, times the slope of the soft gap's exponential, 1476 of 1.
            EXPECT_NEAR(texels[i][channel], channels[channel], rounding + 3e-4 * std::abs(channels[channel]) + 2e-5)
                << vector.at("input").at(i).dump() << " channel " << channel;
          }
        }
      }
    }
    EXPECT_EQ(used, all.size());
  });
}

TEST(DisplayLpm, MiddleGreyStaysAndBlackIsBlack) {
  test::DisplayRig rig = make_lpm_rig();
  const std::vector<Rgba> colors = {{0.18f, 0.18f, 0.18f, 1}, {0, 0, 0, 1}, {-1, -2, -3, 1}, {256, 256, 256, 1}};
  for (const float headroom : {1.0f, 2.0f, 5.0f, 20.0f, 50.0f}) {
    SCOPED_TRACE(headroom);
    const std::vector<LdrTexel> texels = rig.show(colors, lpm_settings(headroom));
    for (std::size_t channel = 0; channel < 3; ++channel) {
      EXPECT_NEAR(texels[0][channel], 0.18, 1e-5 + 0x1p-10 * 0.18);  // one step of a half
      EXPECT_EQ(texels[1][channel], 0.0);
      EXPECT_EQ(texels[2][channel], 0.0);
      EXPECT_NEAR(texels[3][channel], double(headroom), 2e-3 * double(headroom));
    }
  }
}

/// At the ends of what its settings may be: greys rise, up to the peak.
TEST(DisplayLpm, GreysRiseAtTheEndsOfItsSettings) {
  test::DisplayRig rig = make_lpm_rig();
  std::vector<Rgba> greys;
  for (int i = -16 * 8; i <= 16 * 8; ++i) {
    const float grey = std::exp2(float(i) / 8.0f);
    greys.push_back({grey, grey, grey, 1});
  }
  for (unsigned ends = 0; ends < 16; ++ends) {
    photopic::Settings settings = lpm_settings((ends & 1u) != 0 ? 50.0f : 1.0f);
    photopic::ToneMapSettings& lpm = settings.tone_map;
    lpm.lpm_input_max = (ends & 8u) != 0 ? 65536.0f : 16.0f;
    lpm.lpm_exposure_ev = (ends & 2u) != 0 ? 10.0f : 4.0f;
    lpm.lpm_contrast = (ends & 4u) != 0 ? 0.5f : 0.0f;
    lpm.lpm_shoulder = 0.875f;
    double previous = 0.0;
    for (const LdrTexel& texel : rig.show(greys, settings)) {
      ASSERT_GE(texel[1], previous) << "ends " << ends;
      previous = texel[1];
    }
    EXPECT_LE(previous, (ends & 1u) != 0 ? 50.0 : 1.0);
  }
}

}  // namespace
