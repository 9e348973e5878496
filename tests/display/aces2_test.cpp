// SPDX-License-Identifier: MIT
// Tests of ACES 2's output transform on the device against published vectors, and of whose tables it reads.
#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>
#include <string>

#include "adapt/handover_rig.h"
#include "display/display_rig.h"
#include "unit/reference/display/display_oracles.h"

namespace {

using photopic::LimitPrimaries;
using reference::Rgb;
using test::LdrTexel;
using test::Rgba;

constexpr test::Store kHalves = {"rgba16f", VK_FORMAT_R16G16B16A16_SFLOAT, VK_FORMAT_A2B10G10R10_UNORM_PACK32, 0.0};

test::DisplayRig make_rig() {
  return {kHalves, photopic::tone_mapper_bit(photopic::ToneMapper::aces2),
          photopic::encoding_bit(photopic::OutputEncoding::linear), true};
}

photopic::Settings settings_of(photopic::Primaries primaries, double peak_nits, LimitPrimaries limit) {
  photopic::Settings settings;
  settings.tone_map.tone_mapper = photopic::ToneMapper::aces2;
  settings.input.primaries = primaries;
  settings.display = {.encoding = photopic::OutputEncoding::linear,
                      .paper_white_nits = 100.0f,
                      .peak_nits = float(peak_nits),
                      .limit_primaries = limit};
  return settings;
}

/// `outputs`: of the limiting primaries. Returns the worst error beyond a half's rounding, as a share of what is
/// allowed.
double expect_vectors(test::DisplayRig& rig, const photopic::Settings& settings, const nlohmann::json& inputs,
                      const nlohmann::json& outputs) {
  std::vector<Rgba> colors;
  for (const Rgb c : display_test::colors_of(inputs)) colors.push_back({float(c.r), float(c.g), float(c.b), 1.0f});
  const std::vector<LdrTexel> texels = rig.show(colors, settings);
  const reference::Matrix to_bt709 =
      conversion(test::primaries_of(settings.display.limit_primaries), reference::kBt709);
  double worst = 0.0;
  for (std::size_t i = 0; i < colors.size(); ++i) {
    const Rgb expected = multiply(to_bt709, display_test::rgb_of(outputs.at(i)));
    const double channels[] = {expected.r, expected.g, expected.b};
    const double largest = reference::max_channel(per_channel(expected, [](double x) { return std::abs(x); }));
    for (std::size_t channel = 0; channel < 3; ++channel) {
      const double error = std::abs(texels[i][channel] - channels[channel]);
      const double rounding = 0x1p-11 * std::abs(channels[channel]) + 0x1p-24;  // the nearest half
      const double allowed = 2e-4 * largest + 1e-5;
      EXPECT_LE(error, rounding + allowed) << inputs.at(i).dump() << " channel " << channel;
      worst = std::max(worst, (error - rounding) / allowed);
    }
  }
  return worst;
}

TEST(DisplayAces2, EqualsTheVectors) {
  test::DisplayRig rig = make_rig();
  double worst = 0.0;
  display_test::for_each_oracle("aces2.json", [&](const nlohmann::json& all) {
    for (const nlohmann::json& expected : all.at("transforms")) {
      const std::string name = expected.at("limit");
      SCOPED_TRACE(expected.at("peak_nits").dump() + " nits, " + name);
      const LimitPrimaries limit = name == "bt709"   ? LimitPrimaries::bt709
                                   : name == "p3d65" ? LimitPrimaries::p3
                                                     : LimitPrimaries::bt2020;
      const photopic::Settings ap0 = settings_of(photopic::Primaries::ap0, expected.at("peak_nits"), limit);
      const photopic::Settings bt709 = settings_of(photopic::Primaries::bt709, expected.at("peak_nits"), limit);
      worst = std::max({worst, expect_vectors(rig, ap0, all.at("colorchecker_ap0"), expected.at("colorchecker")),
                        expect_vectors(rig, ap0, all.at("extra_ap0"), expected.at("extra")),
                        expect_vectors(rig, ap0, all.at("grey_ap0"), expected.at("grey")),
                        expect_vectors(rig, bt709, all.at("bt709_in"), expected.at("bt709"))});
    }
  });
  std::printf("worst error %.2g of what is allowed\n", worst);
}

/// More displays than there are tables kept, each twice, among recordings that nobody submits.
TEST(DisplayAces2, EveryDisplayHasItsTables) {
  test::DisplayRig rig = make_rig();
  const std::vector<Rgba> colors = {{0.18f, 0.18f, 0.18f, 1}, {4, 0, 0, 1}, {0, 8, 0, 1}};
  const test::HdrImage hdr = test::make_uniform_hdr({1, 1}, 1.0);
  const engine::Image ldr = test::make_ldr({1, 1}, kHalves.format);
  const engine::Buffer exposure = test::make_exposure(1.0f);
  std::vector<photopic::Settings> displays;
  for (const double peak_nits : {100.0, 250.0, 1000.0}) {
    for (const LimitPrimaries limit : {LimitPrimaries::bt709, LimitPrimaries::bt2020}) {
      displays.push_back(settings_of(photopic::Primaries::bt709, peak_nits, limit));
    }
  }
  std::vector<std::vector<LdrTexel>> shown;
  for (const photopic::Settings& display : displays) shown.push_back(rig.show(colors, display));
  for (std::size_t i = displays.size(); i-- > 0;) {
    test::Recorded dropped;
    dropped.record([&](VkCommandBuffer commands) {
      const photopic::Frame frame = {
          .hdr = {hdr.view()}, .ldr = {ldr.view()}, .extent = {1, 1}, .exposure = {exposure.handle()}};
      test::context().check(rig.post().record_finish(commands, frame, displays[(i + 3) % displays.size()]));
    });
    EXPECT_EQ(rig.show(colors, displays[i]), shown[i]) << i;
    for (std::size_t j = 0; j < i; ++j) EXPECT_NE(shown[i], shown[j]) << i << ", " << j;
  }
}

}  // namespace
