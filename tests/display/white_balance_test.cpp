// SPDX-License-Identifier: MIT
// Tests of white balance in the picture, against double precision.
#include "reference/display/white_balance.h"

#include <cmath>

#include "display/display_rig.h"
#include "gpu/arguments_rig.h"

namespace {

using photopic::ChromaticAdaptation;
using photopic::OutputEncoding;
using photopic::ToneMapper;
using photopic::WhiteBalance;
using photopic::WhiteBalanceSettings;
using reference::Rgb;
using test::Rgba;

constexpr std::uint32_t kNone = photopic::tone_mapper_bit(ToneMapper::none);
constexpr std::uint32_t kLinear = photopic::encoding_bit(OutputEncoding::linear);
constexpr WhiteBalanceSettings kTungsten = {.white_balance = WhiteBalance::manual, .temperature_k = 2856.0f};

/// What is dim to what clips, and colours outside BT.709.
std::vector<Rgba> lit_colors() {
  std::vector<Rgba> colors;
  for (std::uint32_t i = 0; i < 700; ++i) {
    const auto channel = [&](std::uint32_t c) { return float(std::exp2(12.0 * test::noise(i, c, 23) - 9.0)); };
    colors.push_back({channel(0), channel(1), channel(2), 1});
  }
  colors.push_back({0, 0, 0, 1});
  colors.push_back({-0.01f, 0.5f, 0.02f, 1});
  return colors;
}

photopic::Settings linear_settings(const WhiteBalanceSettings& balance, photopic::Primaries primaries) {
  photopic::Settings settings;
  settings.input.primaries = primaries;
  settings.white_balance = balance;
  settings.tone_map.tone_mapper = ToneMapper::none;
  settings.display.encoding = OutputEncoding::linear;
  return settings;
}

reference::Chromaticity light_of(const WhiteBalanceSettings& balance) {
  const double kelvin = double(balance.temperature_k);
  return balance.white_balance == WhiteBalance::daylight ? reference::daylight_xy(kelvin)
                                                         : reference::illuminant_xy({kelvin, double(balance.duv)});
}

TEST(DisplayWhiteBalance, EqualsTheReference) {
  test::DisplayRig rig(test::kStores[2], kNone, kLinear, true);
  const std::vector<Rgba> colors = lit_colors();
  const WhiteBalanceSettings balances[] = {
      kTungsten,
      {WhiteBalance::manual, 3200.0f, 0.01f, ChromaticAdaptation::bradford},
      {WhiteBalance::manual, 9000.0f, -0.02f, ChromaticAdaptation::cat16},
      {WhiteBalance::daylight, 5003.0f, 0.0f, ChromaticAdaptation::cat16},
  };
  for (const WhiteBalanceSettings& balance : balances) {
    for (const auto primaries : {photopic::Primaries::bt709, photopic::Primaries::ap1}) {
      SCOPED_TRACE(testing::Message() << balance.temperature_k << " K, primaries " << int(primaries));
      const reference::Primaries working = test::primaries_of(primaries);
      const reference::Matrix balanced = reference::white_balance(
          light_of(balance), working,
          balance.chromatic_adaptation == ChromaticAdaptation::cat16 ? reference::Adaptation::cat16
                                                                     : reference::Adaptation::bradford);
      const photopic::Settings settings = linear_settings(balance, primaries);
      const auto texels = rig.show(colors, settings);
      for (std::size_t i = 0; i < colors.size(); ++i) {
        const Rgb color = multiply(balanced, Rgb{double(colors[i].r), double(colors[i].g), double(colors[i].b)});
        // Factors of up to 3, and differences of products up to 24.
        const auto [low, high] = test::stored(settings, true, color, {1e-5, 2e-5});
        const double lows[] = {low.r, low.g, low.b}, highs[] = {high.r, high.g, high.b};
        for (std::size_t channel = 0; channel < 3; ++channel) {
          const double step = 0x1p-10 * std::abs(highs[channel]) + 0x1p-24;  // of a half
          ASSERT_GE(texels[i][channel], lows[channel] - step) << i << " " << channel;
          ASSERT_LE(texels[i][channel], highs[channel] + step) << i << " " << channel;
        }
      }
    }
  }
}

/// A white under that light is white, as bright as it was: on a display of any encoding.
TEST(DisplayWhiteBalance, TheLightBecomesNeutral) {
  test::DisplayRig rig(test::kStores[3], kNone, photopic::encoding_bit(OutputEncoding::hdr10), true);
  photopic::Settings settings = linear_settings(kTungsten, photopic::Primaries::bt709);
  settings.display.encoding = OutputEncoding::hdr10;
  const Rgb light = multiply(reference::xyz_to_rgb(reference::kBt709), xyz_of(light_of(kTungsten)));
  for (const double nits : {1.0, 20.3, 203.0, 812.0}) {
    const double y = nits / 203.0;
    const Rgba white = {float(y * light.r), float(y * light.g), float(y * light.b), 1};
    const test::LdrTexel texel = rig.show(std::span(&white, 1), settings)[0];
    const double code = 1023.0 * reference::pq_encode(reference::grey(nits)).g;
    for (std::size_t channel = 0; channel < 3; ++channel) EXPECT_NEAR(texel[channel], code, 0.51) << nits;
  }
}

TEST(DisplayWhiteBalance, OffKeepsEveryBit) {
  const std::vector<Rgba> colors = lit_colors();
  const photopic::Settings off =
      linear_settings({.temperature_k = 2000.0f, .duv = 0.01f}, photopic::Primaries::automatic);
  for (const ToneMapper tone_mapper : {ToneMapper::none, ToneMapper::agx_hdr}) {
    photopic::Settings settings = off;
    settings.tone_map.tone_mapper = tone_mapper;
    test::DisplayRig with(test::kStores[2], photopic::tone_mapper_bit(tone_mapper), kLinear, true);
    test::DisplayRig without(test::kStores[2], photopic::tone_mapper_bit(tone_mapper), kLinear);
    EXPECT_EQ(with.show(colors, settings), without.show(colors, settings));
  }
}

/// It keeps the exposure: the picture changes, the measurement doesn't, whichever way it is recorded.
TEST(DisplayWhiteBalance, LeavesTheMeasurementAlone) {
  const test::HdrImage hdr = test::make_uniform_hdr({64, 64}, 0.7);
  const engine::Image ldr = test::make_ldr({64, 64}, test::k8Bit);
  photopic::Settings settings;
  photopic::Settings balanced_settings;
  balanced_settings.white_balance = kTungsten;
  photopic::PostProcess post =
      test::make_used({.max_extent = {64, 64}, .uses = {settings, balanced_settings}, .with = photopic::kWithFused});
  const auto run = [&](bool is_fused) {
    for (int frame = 0; frame < 2; ++frame) {
      test::submit([&](VkCommandBuffer command_buffer) {
        const photopic::Frame recorded = {
            .hdr = {hdr.view()}, .ldr = {ldr.view()}, .extent = {64, 64}, .delta_time_s = 0.1f, .cut = frame == 0};
        test::context().check(is_fused ? post.record_fused(command_buffer, recorded, settings)
                                       : post.record(command_buffer, recorded, settings));
      });
    }
    return std::pair(test::state_of(post), test::read_ldr(ldr)[0]);
  };
  for (const bool is_fused : {false, true}) {
    settings.white_balance = {};
    const auto [before, grey] = run(is_fused);
    settings.white_balance = kTungsten;
    const auto [after, balanced] = run(is_fused);
    EXPECT_TRUE(test::same_bits(before, after)) << test::to_string(before) << "\n" << test::to_string(after);
    EXPECT_LE(std::abs(grey[0] - grey[2]), 1.0);
    EXPECT_GT(balanced[2], balanced[0] + 20.0);  // a white of 6500 K is blue where tungsten is white
  }
}

class DisplayWhiteBalanceArguments : public test::RecordArguments {};

TEST_F(DisplayWhiteBalanceArguments, AreChecked) {
  photopic::Settings settings;
  settings.white_balance = kTungsten;
  photopic::PostProcess plain = make_single_pass({.steps = photopic::kMeterStep | photopic::kToneMapStep});
  const auto finish_plain = [&](VkCommandBuffer c) { return plain.record_finish(c, tone_map_frame(), settings); };
  expect_refused(finish_plain, {"record_finish:", "needs a conversion of the input, which is not prepared"},
                 photopic::Status::not_prepared);

  photopic::PostProcess post =
      make_single_pass({.steps = photopic::kMeterStep | photopic::kToneMapStep, .convert_input = true});
  const auto finish = [&](VkCommandBuffer c) { return post.record_finish(c, tone_map_frame(), settings); };
  settings.white_balance.temperature_k = 999.0f;
  expect_refused(finish, {"temperature_k = 999", "[1000, 25000]"});
  settings.white_balance.temperature_k = test::kNanF;
  expect_refused(finish, {"temperature_k"});
  settings.white_balance = {.white_balance = WhiteBalance::daylight, .temperature_k = 3999.0f};
  expect_refused(finish, {"temperature_k", "4000", "daylight"});
  settings.white_balance = kTungsten;
  settings.white_balance.duv = 0.07f;
  expect_refused(finish, {"duv = 0.07", "[-0.0625, 0.0625]"});
  settings.white_balance.duv = 0.0625f;
  expect_refused(finish, {"duv", "no blue"});
  settings.white_balance.white_balance = WhiteBalance(4);
  expect_refused(finish, {"white_balance = 4", "[0, 3]"});
  settings.white_balance = kTungsten;
  settings.white_balance.chromatic_adaptation = ChromaticAdaptation(2);
  expect_refused(finish, {"chromatic_adaptation = 2", "[0, 1]"});
  settings.white_balance = kTungsten;
  test::submit([&](VkCommandBuffer c) { EXPECT_EQ(finish(c), photopic::Status::ok); });
}

}  // namespace
