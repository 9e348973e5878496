// SPDX-License-Identifier: MIT
// Tests of the gamut maps that baked looks alone have, at nodes of the LUT, against the reference; what they need.
#include <algorithm>
#include <cmath>
#include <random>

#include "display/display_rig.h"
#include "reference/display/aces2.h"
#include "reference/display/gamut.h"

namespace {

using photopic::DisplayTransform;
using photopic::GamutMap;
using photopic::ToneMapper;
using reference::Rgb;
using test::LdrTexel;
using test::Rgba;

constexpr test::Store kMapStore = {"rgba16f", VK_FORMAT_R16G16B16A16_SFLOAT, VK_FORMAT_A2B10G10R10_UNORM_PACK32, 0.0};
constexpr std::uint32_t kNodes = 17;
constexpr double kGain = 1024.0;  // of the shaper, HDR; docs/looks.md
constexpr double kMaxInput = 128.0;

/// Exposed value of a node.
float at_node(std::uint32_t node) {
  return float((std::exp2(node / double(kNodes - 1) * std::log2(1.0 + kGain * kMaxInput)) - 1.0) / kGain);
}

std::vector<Rgba> node_colors() {
  std::vector<Rgba> colors;
  for (std::uint32_t node = 0; node < kNodes; node += 2)
    colors.push_back({at_node(node), at_node(node), at_node(node), 1});
  std::mt19937 random(7);
  while (colors.size() < 60) {  // nodes beyond the 12th are white or nearly
    const auto one = [&] { return at_node(std::uint32_t(random() % 13u)); };
    const float r = one(), g = one(), b = one();
    colors.push_back({r, g, b, 1});
  }
  return colors;
}

photopic::Settings settings_of(GamutMap map, ToneMapper tone_mapper, photopic::LimitPrimaries limit, float peak_nits) {
  photopic::Settings settings;
  settings.tone_map.tone_mapper = tone_mapper;
  settings.display = {.encoding = photopic::OutputEncoding::linear,
                      .peak_nits = peak_nits,
                      .limit_primaries = limit,
                      .gamut_map = map,
                      .transform = DisplayTransform::baked};
  return settings;
}

/// Display-linear colour of the limiting primaries, 1 = paper white.
Rgb expected_of(const photopic::Settings& settings, Rgb color) {
  const reference::Primaries limit = test::primaries_of(settings.display.limit_primaries);
  const double white = double(settings.display.paper_white_nits);
  const double peak = double(settings.display.peak_nits);
  const auto tone_mapper = reference::ToneMapper(settings.tone_map.tone_mapper);
  const Rgb shown =
      reference::tone_map_for({.paper_white_nits = white, .peak_nits = peak, .limit = limit}, tone_mapper, color);
  const reference::Primaries own = result_primaries(tone_mapper, limit);
  const reference::GamutDisplay from = {own, {0.0, peak}}, to = {limit, {0.0, peak}};
  Rgb mapped;
  if (settings.display.gamut_map == GamutMap::perceptual) {
    mapped = scale(perceptual_gamut(scale(shown, white), from, to), 1.0 / white);
  } else if (settings.display.gamut_map == GamutMap::relative) {
    mapped = scale(relative_gamut(scale(shown, white), from, to), 1.0 / white);
  } else {
    mapped = reference::Aces2(100.0 * peak / white, limit).map_gamut(multiply(conversion(own, limit), shown));
  }
  return per_channel(mapped, [&](double x) { return std::clamp(x, 0.0, peak / white); });
}

TEST(BakedGamutMap, EqualsTheReference) {
  test::DisplayRig rig(kMapStore,
                       photopic::MadeFor{.encodings = photopic::encoding_bit(photopic::OutputEncoding::linear),
                                         .tone_mappers = photopic::tone_mapper_bit(ToneMapper::agx_hdr) |
                                                         photopic::tone_mapper_bit(ToneMapper::aces2),
                                         .lut_size = kNodes,
                                         .exact = false});
  const std::vector<Rgba> colors = node_colors();
  for (const GamutMap map : {GamutMap::perceptual, GamutMap::relative, GamutMap::reach}) {
    for (const auto limit : {photopic::LimitPrimaries::bt709, photopic::LimitPrimaries::p3}) {
      const float peak_nits = limit == photopic::LimitPrimaries::p3 ? 203.0f : 1000.0f;
      SCOPED_TRACE(testing::Message() << "map " << int(map) << ", limit " << int(limit));
      const photopic::Settings settings = settings_of(map, ToneMapper::agx_hdr, limit, peak_nits);
      const std::vector<LdrTexel> texels = rig.show(colors, settings);
      const reference::Matrix to_bt709 = conversion(test::primaries_of(limit), reference::kBt709);
      for (std::size_t i = 0; i < colors.size(); ++i) {
        const Rgb color = {double(colors[i].r), double(colors[i].g), double(colors[i].b)};
        const Rgb expected = multiply(to_bt709, expected_of(settings, color));
        const double channels[] = {expected.r, expected.g, expected.b};
        const double largest = std::max({std::abs(expected.r), std::abs(expected.g), std::abs(expected.b)});
        for (std::size_t channel = 0; channel < 3; ++channel) {
          // Nodes are halves of cube roots: 3 times 2^-11 of the largest channel, and a half is stored. PQ there and
          // back in float is good to 2e-4 of the light, and a hull is 1e-5 of the peak thick.
          EXPECT_NEAR(texels[i][channel], channels[channel], 3e-3 * largest + 1e-3)
              << colors[i].r << ", " << colors[i].g << ", " << colors[i].b << " channel " << channel;
        }
      }
    }
  }
}

TEST(BakedGamutMap, IsRefusedForExactLooksAndWithoutTables) {
  const auto expect_refused = [](const photopic::Settings& settings, photopic::Status status, const char* words) {
    test::DisplayRig rig(kMapStore,
                         photopic::MadeFor{.encodings = photopic::encoding_bit(photopic::OutputEncoding::linear),
                                           .tone_mappers = photopic::tone_mapper_bit(ToneMapper::none),
                                           .lut_size = kNodes});
    const test::HdrImage hdr = test::make_uniform_hdr({1, 1}, 1.0);
    const engine::Image ldr = test::make_ldr({1, 1}, kMapStore.format);
    const engine::Buffer exposure = test::make_exposure(1.0f);
    test::submit([&](VkCommandBuffer commands) {
      EXPECT_EQ(
          rig.post().record_finish(
              commands, {.hdr = {hdr.view()}, .ldr = {ldr.view()}, .extent = {1, 1}, .exposure = {exposure.handle()}},
              settings),
          status);
    });
    EXPECT_NE(test::context().last_message().find(words), std::string::npos) << test::context().last_message();
  };
  photopic::Settings exact = settings_of(GamutMap::relative, ToneMapper::none, photopic::LimitPrimaries::bt709, 1000);
  exact.display.transform = DisplayTransform::exact;
  expect_refused(exact, photopic::Status::invalid_argument,
                 "gamut_map: perceptual, relative and reach need transform = baked");
  expect_refused(settings_of(GamutMap::reach, ToneMapper::none, photopic::LimitPrimaries::bt709, 1000),
                 photopic::Status::not_prepared, "display.gamut_map needs the tables of aces2, which is not prepared");
}

}  // namespace
