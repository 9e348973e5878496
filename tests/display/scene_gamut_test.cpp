// SPDX-License-Identifier: MIT
// Tests of the gamut compression of the scene: published vectors, the reference for any colour, what it needs.
#include <cmath>
#include <nlohmann/json.hpp>

#include "adapt/handover_rig.h"
#include "display/display_rig.h"
#include "reference/display/gamut.h"
#include "unit/reference/display/display_oracles.h"

namespace {

using photopic::DisplayTransform;
using photopic::SceneGamut;
using photopic::ToneMapper;
using reference::Rgb;
using test::LdrTexel;
using test::Rgba;

constexpr test::Store kGamutStore = {"rgba16f", VK_FORMAT_R16G16B16A16_SFLOAT, VK_FORMAT_A2B10G10R10_UNORM_PACK32, 0.0};

photopic::Settings compressing(ToneMapper tone_mapper, photopic::Primaries input) {
  photopic::Settings settings;
  settings.input = {.primaries = input, .scene_gamut = SceneGamut::aces13};
  settings.tone_map.tone_mapper = tone_mapper;
  settings.display = {.encoding = photopic::OutputEncoding::linear, .paper_white_nits = 100, .peak_nits = 10000};
  settings.display.limit_primaries = photopic::LimitPrimaries::bt2020;
  return settings;
}

/// `none` shows BT.709 as it is, channels below 0 as 0.
TEST(DisplaySceneGamut, EqualsThePublishedVectors) {
  test::DisplayRig rig(kGamutStore, photopic::tone_mapper_bit(ToneMapper::none),
                       photopic::encoding_bit(photopic::OutputEncoding::linear), true);
  const reference::Matrix to_bt709 = conversion(reference::kAp1, reference::kBt709);
  display_test::for_each_oracle("gamut.json", [&](const nlohmann::json& all) {
    const nlohmann::json& vectors = all.at("aces13_rgc_ap1");
    std::vector<Rgba> colors;
    for (const Rgb c : display_test::colors_of(vectors.at("inp"))) {
      colors.push_back({float(c.r), float(c.g), float(c.b), 1.0f});
    }
    const std::vector<LdrTexel> texels = rig.show(colors, compressing(ToneMapper::none, photopic::Primaries::ap1));
    for (std::size_t i = 0; i < colors.size(); ++i) {
      const Rgb expected = multiply(to_bt709, display_test::rgb_of(vectors.at("out").at(i)));
      const double channels[] = {expected.r, expected.g, expected.b};
      for (std::size_t channel = 0; channel < 3; ++channel) {
        const double shown = std::max(channels[channel], 0.0);
        // One step of a half; two powers in float, and matrices of numbers up to 7.
        EXPECT_NEAR(texels[i][channel], shown, 0x1p-10 * shown + 2e-5) << vectors.at("inp").at(i) << " " << channel;
      }
    }
  });
}

/// Of wide colours, exact and baked: what is baked has to take colours outside of BT.709 then.
TEST(DisplaySceneGamut, EqualsTheReferenceForWideColors) {
  test::DisplayRig rig(kGamutStore,
                       photopic::MadeFor{.convert_input = true,
                                         .encodings = photopic::encoding_bit(photopic::OutputEncoding::linear),
                                         .tone_mappers = photopic::tone_mapper_bit(ToneMapper::agx_hdr),
                                         .lut_size = 33});
  std::vector<Rgba> colors = {{0, 0, 0, 1}, {0.2f, 0.2f, 0.2f, 1}, {-1e-3f, 0.4f, 0.1f, 1}, {-1, -2, -0.5f, 1}};
  for (std::uint32_t i = 0; i < 400; ++i) {
    const auto random = [i](std::uint32_t channel) { return float(1.3 * test::noise(i, channel, 5) - 0.3); };
    colors.push_back({random(0), random(1), random(2), 1});
  }
  for (const photopic::Primaries input : {photopic::Primaries::bt709, photopic::Primaries::ap1}) {
    photopic::Settings settings = compressing(ToneMapper::agx_hdr, input);
    settings.display.peak_nits = 1000;
    const std::vector<LdrTexel> exact = rig.show(colors, settings);
    settings.input.scene_gamut = SceneGamut::unbounded;
    const std::vector<LdrTexel> unbounded = rig.show(colors, settings);
    settings.input.scene_gamut = SceneGamut::aces13;
    double change = 0.0, error = 0.0;
    settings.display.transform = DisplayTransform::baked;
    const std::vector<LdrTexel> baked = rig.show(colors, settings);
    for (std::size_t i = 0; i < colors.size(); ++i) {
      const Rgb color = {double(colors[i].r), double(colors[i].g), double(colors[i].b)};
      const auto [low, high] = test::stored(settings, true, color, {3e-4, 2e-4});
      const double lows[] = {low.r, low.g, low.b};
      const double highs[] = {high.r, high.g, high.b};
      for (std::size_t channel = 0; channel < 3; ++channel) {
        const double rounding = 0x1p-10 * std::abs(highs[channel]) + 0x1p-24;
        ASSERT_GE(exact[i][channel], lows[channel] - rounding) << i << " channel " << channel;
        ASSERT_LE(exact[i][channel], highs[channel] + rounding) << i << " channel " << channel;
        change += std::abs(unbounded[i][channel] - exact[i][channel]);
        error += std::abs(baked[i][channel] - exact[i][channel]);
      }
    }
    // What the LUT is off is far below what the compression does: it is in both.
    EXPECT_LT(error, 0.2 * change);
  }
}

TEST(DisplaySceneGamut, NeedsTheConversion) {
  test::DisplayRig rig(kGamutStore, photopic::tone_mapper_bit(ToneMapper::none),
                       photopic::encoding_bit(photopic::OutputEncoding::linear), false);
  const test::HdrImage hdr = test::make_uniform_hdr({1, 1}, 1.0);
  const engine::Image ldr = test::make_ldr({1, 1}, kGamutStore.format);
  const engine::Buffer exposure = test::make_exposure(1.0f);
  test::Recorded recorded;
  recorded.record([&](VkCommandBuffer commands) {
    const photopic::Frame frame = {
        .hdr = {hdr.view()}, .ldr = {ldr.view()}, .extent = {1, 1}, .exposure = {exposure.handle()}};
    EXPECT_EQ(rig.post().record_finish(commands, frame, compressing(ToneMapper::none, photopic::Primaries::automatic)),
              photopic::Status::not_prepared);
  });
  EXPECT_NE(test::context().last_message().find("needs a conversion of the input"), std::string::npos)
      << test::context().last_message();
}

}  // namespace
