// SPDX-License-Identifier: MIT
// Tests of automatic white balance: the estimate, its adaptation and the picture, against vectors and double precision.
#include <algorithm>
#include <array>
#include <cmath>

#include "adapt/handover_rig.h"
#include "display/auto_white_balance_rig.h"
#include "gpu/arguments_rig.h"

namespace {

using photopic::WhiteBalance;
using reference::LogRatios;
using reference::Rgb;
using test::BalanceRig;
using test::State;

std::array<double, 3> channels_of(Rgb color) { return {color.r, color.g, color.b}; }

/// Greys of several luminances under a light.
test::TexelFn greys_under(LogRatios light) {
  const Rgb white = reference::light_of(light);
  return
      [white](std::uint32_t x, std::uint32_t y) { return scale(white, std::exp2(4.0 * test::noise(x, y, 5) - 2.0)); };
}

constexpr LogRatios kTungstenRatios = {1.18120711, -1.86367273};  // of 2823 K, near the locus
constexpr LogRatios kDaylightRatios = {0.10045842, 0.05295603};

TEST(DisplayAutoWhiteBalance, EstimatesTheOraclesLights) {
  display_test::for_each_oracle("awb.json", [](const nlohmann::json& all) {
    const VkExtent2D extent = {all.at("width"), all.at("height")};
    for (const test::BalanceMeter& meter : test::balance_meters()) {
      SCOPED_TRACE(meter.name);
      BalanceRig rig(meter, extent);
      for (const nlohmann::json& scene : all.at("scenes")) {
        SCOPED_TRACE(scene.at("name").get<std::string>());
        const std::vector<double> channels = scene.at("pixels");
        const test::HdrImage hdr =
            test::make_hdr(VK_FORMAT_R32G32B32A32_SFLOAT, extent, [&](std::uint32_t x, std::uint32_t y) {
              const double* texel = &channels[3 * (std::size_t{y} * extent.width + x)];
              return Rgb{texel[0], texel[1], texel[2]};
            });
        const nlohmann::json& correction = scene.at("correction_degree_0.6");
        const State state = rig.step(hdr, 0.0, {}, true);
        const auto& balance = state.white_balance;
        EXPECT_NEAR(balance.estimate_rg, correction.at("log2_rg_bg").at(0).get<double>(), 1e-3);
        EXPECT_NEAR(balance.estimate_bg, correction.at("log2_rg_bg").at(1).get<double>(), 1e-3);
        const nlohmann::json& estimate = scene.at("estimates").at("locus_weighted_log_sigma0.02");
        // A thousandth of log2(R/G) is 1.5 K of 2850 and 15 K of 8860.
        EXPECT_NEAR(balance.estimate_k, estimate.at("cct").get<double>(), 2e-3 * balance.estimate_k);
        EXPECT_NEAR(balance.estimate_duv, estimate.at("duv").get<double>(), 5e-4);
        EXPECT_NEAR(balance.temperature_k, correction.at("adapted_cct").get<double>(), 2e-3 * balance.temperature_k);
        const reference::Matrix expected = display_test::matrix_of(correction.at("cat16_bt709"));
        for (std::size_t i = 0; i < 9; ++i) {
          EXPECT_NEAR(balance.matrix[i], channels_of(expected[i / 3])[i % 3], 1e-3 * expected[2].b) << i;
        }
        EXPECT_EQ(balance.frames, 1u);
      }
    }
  });
}

/// Sampled or not: what counts is a texel's place in the image.
TEST(DisplayAutoWhiteBalance, BitsDependOnNoWorkgroup) {
  struct Case {
    VkExtent2D extent;
    VkRect2D region;
    std::uint32_t one_of;  ///< texels that are looked at
  };
  const Case cases[] = {{{97, 61}, {{3, 5}, {90, 50}}, 1},
                        {{531, 317}, {{13, 9}, {515, 305}}, 4},
                        {{1031, 617}, {{13, 9}, {1018, 600}}, 16},
                        {{1928, 1101}, {{0, 0}, {1928, 1101}}, 64}};
  for (const Case& c : cases) {
    SCOPED_TRACE(c.one_of);
    // Lights from warm to cool, left to right, and some green.
    const test::HdrImage hdr =
        test::make_hdr(VK_FORMAT_R16G16B16A16_SFLOAT, c.extent, [&](std::uint32_t x, std::uint32_t y) {
          const double share = (x + 0.5) / c.extent.width, luminance = std::exp2(6.0 * test::noise(x, y, 1) - 3.0);
          const Rgb light = reference::light_of({1.5 - 2.0 * share + 0.2 * test::noise(x, y, 2), 1.2 * share - 1.0});
          return test::noise(x, y, 3) < 0.2 ? Rgb{0.1 * luminance, luminance, 0.2 * luminance}
                                            : scale(light, luminance);
        });
    const State first = BalanceRig(test::balance_meters()[0], c.extent).step(hdr, 0.0, c.region);
    EXPECT_GT(first.white_balance.weight, 0.0f);
    for (test::BalanceMeter meter : test::balance_meters()) {
      if (c.one_of > 1 && meter.info.histogram && !test::full_wanted()) continue;
      meter.info.max_workgroups = c.one_of == 1 ? 1 : 5;
      const State state = BalanceRig(meter, c.extent).step(hdr, 0.0, c.region);
      constexpr std::size_t kOwner = offsetof(photopic::gpu::WhiteBalanceState, epoch_instance);
      EXPECT_EQ(std::memcmp(&state.white_balance, &first.white_balance, kOwner), 0)
          << meter.name << ": " << state.white_balance.estimate_rg << ", " << first.white_balance.estimate_rg;
    }
    // Against what docs/white-balance.md says is looked at.
    const std::vector<Rgb> sampled = test::sampled_texels(hdr, c.region, c.one_of);
    const std::size_t texels = std::size_t{c.region.extent.width} * c.region.extent.height;
    EXPECT_NEAR(double(sampled.size()), double(texels) / c.one_of, 0.05 * double(texels) / c.one_of);
    const LogRatios expected = log_ratios_of(reference::locus_weighted(sampled));
    EXPECT_NEAR(first.white_balance.estimate_rg, expected.rg, 1e-3);
    EXPECT_NEAR(first.white_balance.estimate_bg, expected.bg, 1e-3);
  }
}

TEST(DisplayAutoWhiteBalance, AdaptsInClosedForm) {
  const test::HdrImage warm = test::make_hdr(VK_FORMAT_R32G32B32A32_SFLOAT, {32, 16}, greys_under(kTungstenRatios));
  const test::HdrImage cool = test::make_hdr(VK_FORMAT_R32G32B32A32_SFLOAT, {32, 16}, greys_under(kDaylightRatios));
  for (const double slow_ratio : {4.0, 1.0}) {
    photopic::WhiteBalanceSettings settings;
    settings.light_slow_ratio = float(slow_ratio);
    settings.dead_band_duv = 0.0f;
    settings.max_mired_per_s = 0.0f;
    for (const int frames : {1, 7, 300}) {
      SCOPED_TRACE(testing::Message() << slow_ratio << ", " << frames << " frames");
      BalanceRig rig(test::balance_meters()[0], {32, 16}, settings);
      const State before = rig.step(warm, 0.0);
      const double seconds = 3.0;
      const State after = rig.steps(cool, seconds / frames, frames);
      const double fast = std::exp(-seconds / 2.0), slow = std::exp(-seconds / (2.0 * slow_ratio));
      const double left = 0.5 * (fast + slow);
      const auto expected = [&](float from, float to) { return double(to) + (double(from) - double(to)) * left; };
      // Floats of numbers below 4, some of each frame.
      EXPECT_NEAR(after.white_balance.log2_rg, expected(before.white_balance.log2_rg, after.white_balance.estimate_rg),
                  1e-5);
      EXPECT_NEAR(after.white_balance.log2_bg, expected(before.white_balance.log2_bg, after.white_balance.estimate_bg),
                  1e-5);
      EXPECT_EQ(after.white_balance.frames, std::uint32_t(frames) + 1);
    }
  }
}

/// The dead band is where the eye stops, however time is split; the bound is how fast it goes.
TEST(DisplayAutoWhiteBalance, KeepsTheDeadBandAndTheBound) {
  const test::HdrImage warm = test::make_hdr(VK_FORMAT_R32G32B32A32_SFLOAT, {32, 16}, greys_under(kTungstenRatios));
  const test::HdrImage cool = test::make_hdr(VK_FORMAT_R32G32B32A32_SFLOAT, {32, 16}, greys_under(kDaylightRatios));
  const auto uv = [](double rg, double bg) {
    return reference::uv_of(reference::light_xy(reference::light_of({rg, bg})));
  };
  std::array<LogRatios, 2> ends;
  for (std::size_t i = 0; i < 2; ++i) {
    photopic::WhiteBalanceSettings settings;
    settings.max_mired_per_s = 0.0f;
    BalanceRig rig(test::balance_meters()[0], {32, 16}, settings);
    rig.step(warm, 0.0);
    const State state = i == 0 ? rig.step(cool, 400.0) : rig.steps(cool, 1.0, 150);
    ends[i] = {double(state.white_balance.log2_rg), double(state.white_balance.log2_bg)};
    const auto here = uv(ends[i].rg, ends[i].bg);
    const auto light = uv(double(state.white_balance.estimate_rg), double(state.white_balance.estimate_bg));
    // Of slopes at the light, where the way to it bends a little.
    EXPECT_NEAR(std::hypot(here.u - light.u, here.v - light.v), 0.01, 5e-4);
    const State again = rig.steps(cool, 1.0, 2);
    EXPECT_NEAR(again.white_balance.log2_rg, ends[i].rg, 1e-5);
  }
  EXPECT_NEAR(ends[0].rg, ends[1].rg, 1e-4);
  EXPECT_NEAR(ends[0].bg, ends[1].bg, 1e-4);

  photopic::WhiteBalanceSettings bounded;
  bounded.max_mired_per_s = 20.0f;
  bounded.adaptation_degree = 1.0f;
  BalanceRig rig(test::balance_meters()[0], {32, 16}, bounded);
  State before = rig.step(warm, 0.0);
  for (int i = 0; i < 10; ++i) {
    const State after = rig.step(cool, 0.1);
    const double mired =
        1e6 / double(before.white_balance.temperature_k) - 1e6 / double(after.white_balance.temperature_k);
    EXPECT_GT(mired, 0.5);
    EXPECT_LT(mired, 3.0);  // 2, where the locus is as long as at the light: it isn't everywhere
    before = after;
  }
}

TEST(DisplayAutoWhiteBalance, HoldsResetsAndCuts) {
  const test::HdrImage warm = test::make_hdr(VK_FORMAT_R32G32B32A32_SFLOAT, {32, 16}, greys_under(kTungstenRatios));
  const test::HdrImage cool = test::make_hdr(VK_FORMAT_R32G32B32A32_SFLOAT, {32, 16}, greys_under(kDaylightRatios));
  const test::HdrImage black = test::make_uniform_hdr({32, 16}, 0.0);
  const test::HdrImage dim = test::make_hdr(VK_FORMAT_R32G32B32A32_SFLOAT, {32, 16}, [](auto, auto) {
    return scale(reference::light_of(kDaylightRatios), 0x1p-40);  // below what is metered
  });
  const test::HdrImage bright_cool = test::make_hdr(VK_FORMAT_R32G32B32A32_SFLOAT, {32, 16}, [](auto, auto) {
    return scale(reference::light_of(kDaylightRatios), 4096.0);
  });
  BalanceRig rig(test::balance_meters()[0], {32, 16});
  const State seen = rig.step(warm, 0.0);
  for (const test::HdrImage* nothing : {&black, &dim}) {
    const State held = rig.step(*nothing, 5.0);
    EXPECT_EQ(held.white_balance.weight, 0.0f);
    EXPECT_EQ(test::light_bits(held), test::light_bits(seen));
  }
  rig.settings.exposure.hold = true;
  EXPECT_EQ(test::light_bits(rig.step(cool, 5.0)), test::light_bits(seen));
  rig.settings.exposure.hold = false;
  EXPECT_NE(test::light_bits(rig.step(cool, 0.01)), test::light_bits(seen));
  const State reset = rig.step(cool, 0.01, {}, true);
  EXPECT_EQ(reset.white_balance.log2_rg, reset.white_balance.estimate_rg);
  EXPECT_EQ(reset.white_balance.frames, 1u);
  // A cut that the exposure's detector finds.
  rig.step(warm, 0.0, {}, true);
  rig.settings.exposure.cut_low_ev = 2.0f;
  rig.settings.exposure.cut_high_ev = 4.0f;
  rig.settings.white_balance.max_mired_per_s = 0.0f;
  const State cut = rig.step(bright_cool, 0.01);
  EXPECT_NEAR(cut.white_balance.log2_rg, cut.white_balance.estimate_rg, 1e-6);
  EXPECT_NEAR(cut.white_balance.log2_bg, cut.white_balance.estimate_bg, 1e-6);
  // A view that has seen nothing: the picture stays as it is.
  const State nothing = BalanceRig(test::balance_meters()[0], {32, 16}).step(black, 0.0);
  EXPECT_EQ(nothing.white_balance.frames, 0u);
  for (std::size_t i = 0; i < 9; ++i) EXPECT_NEAR(nothing.white_balance.matrix[i], i % 4 == 0 ? 1.0 : 0.0, 1e-6) << i;
}

TEST(DisplayAutoWhiteBalance, StaysWithinItsLimits) {
  struct Case {
    LogRatios light;
    photopic::WhiteBalanceSettings settings;
  };
  const auto limits = [](float min_k, float max_k, float max_duv) {
    photopic::WhiteBalanceSettings settings;
    settings.adaptation_degree = 1.0f;
    settings.min_temperature_k = min_k;
    settings.max_temperature_k = max_k;
    settings.max_duv = max_duv;
    return settings;
  };
  const Case cases[] = {{kTungstenRatios, limits(3500, 9000, 0.015f)},
                        {{-0.6, 0.8}, limits(2500, 7000, 0.015f)},
                        {{-0.05, -0.35}, limits(2500, 9000, 0.004f)},
                        {{0.5, 0.1}, limits(2500, 9000, 0.002f)},
                        {{2.6, -3.0}, limits(2500, 9000, 0.015f)}};  // a room in red light
  for (const Case& c : cases) {
    SCOPED_TRACE(testing::Message() << c.light.rg << " " << c.light.bg);
    const test::HdrImage hdr = test::make_hdr(VK_FORMAT_R32G32B32A32_SFLOAT, {16, 8}, greys_under(c.light));
    const State state = BalanceRig(test::balance_meters()[0], {16, 8}, c.settings).step(hdr, 0.0);
    ASSERT_EQ(state.white_balance.frames, 1u);
    const reference::Chromaticity estimate = reference::light_xy(
        reference::light_of({double(state.white_balance.estimate_rg), double(state.white_balance.estimate_bg)}));
    const reference::Temperature measured = temperature_of(estimate);
    EXPECT_NEAR(state.white_balance.estimate_k, measured.kelvin, 1e-3 * measured.kelvin);
    EXPECT_NEAR(state.white_balance.estimate_duv, measured.duv, 2e-5);
    const reference::Chromaticity limited =
        reference::limit_illuminant(estimate, double(c.settings.min_temperature_k),
                                    double(c.settings.max_temperature_k), double(c.settings.max_duv));
    const LogRatios expected = log_ratios_of(multiply(reference::xyz_to_rgb(reference::kBt709), xyz_of(limited)));
    EXPECT_NEAR(state.white_balance.log2_rg, expected.rg, 2e-3);
    EXPECT_NEAR(state.white_balance.log2_bg, expected.bg, 2e-3);
  }
}

TEST(DisplayAutoWhiteBalance, TravelsWithTheState) {
  const test::HdrImage warm = test::make_hdr(VK_FORMAT_R32G32B32A32_SFLOAT, {32, 16}, greys_under(kTungstenRatios));
  const test::HdrImage cool = test::make_hdr(VK_FORMAT_R32G32B32A32_SFLOAT, {32, 16}, greys_under(kDaylightRatios));
  BalanceRig first(test::balance_meters()[0], {32, 16});
  first.step(warm, 0.0);
  const State middle = first.step(cool, 0.5);
  const State end = first.step(cool, 0.5);
  BalanceRig second(test::balance_meters()[0], {32, 16});
  test::submit([&](VkCommandBuffer c) { test::context().check(second.post().record_import(c, 0, middle)); });
  EXPECT_EQ(test::light_bits(second.step(cool, 0.5)), test::light_bits(end));

  // One that knows nothing of colours takes the first light that it sees.
  State old = middle;
  old.white_balance = {};
  test::submit([&](VkCommandBuffer c) { test::context().check(second.post().record_import(c, 0, old)); });
  const State begun = second.step(cool, 0.5);
  EXPECT_EQ(begun.white_balance.log2_rg, begun.white_balance.estimate_rg);
  EXPECT_EQ(begun.adapted_ev100, end.adapted_ev100);

  State bad = middle;
  bad.white_balance.matrix[4] = test::kNanF;
  test::submit([&](VkCommandBuffer c) {
    EXPECT_EQ(second.post().record_import(c, 0, bad), photopic::Status::invalid_argument);
  });
  test::expect_message({"record_import", "white_balance.matrix"});

  // Exported by an object without it: zeros.
  photopic::PostProcess plain = test::make({.max_extent = {32, 16}, .steps = photopic::kMeterStep});
  test::meter_once(plain, {.hdr = {warm.view()}, .extent = {32, 16}});
  const engine::Buffer exported(test::context(), sizeof(State), VK_BUFFER_USAGE_TRANSFER_DST_BIT,
                                engine::MemoryUse::readback);
  std::memset(exported.mapped().data(), 0xa5, sizeof(State));
  test::submit([&](VkCommandBuffer c) { test::context().check(plain.record_export(c, 0, {exported.handle(), 0})); });
  State copy;
  std::memcpy(&copy, exported.mapped().data(), sizeof copy);
  EXPECT_EQ(copy.white_balance.frames, 0u);
  EXPECT_EQ(copy.white_balance.matrix[0], 0.0f);
}

/// The picture has the state's matrix, whichever way it is made.
TEST(DisplayAutoWhiteBalance, BalancesThePicture) {
  const VkExtent2D extent = {64, 48};
  const test::HdrImage hdr = test::make_hdr(VK_FORMAT_R32G32B32A32_SFLOAT, extent, [&](auto x, auto y) {
    return scale(reference::light_of(kTungstenRatios), 0.05 + 0.4 * test::noise(x, y, 9));
  });
  for (const bool is_baked : {false, true}) {
    for (const bool is_fused : {false, true}) {
      for (const bool is_wide : {false, true}) {
        if (is_fused && is_wide == is_baked && !test::full_wanted()) continue;  // a pipeline of each takes long
        SCOPED_TRACE(testing::Message() << (is_baked ? "baked " : "") << (is_fused ? "fused " : "") << is_wide);
        test::PictureRig rig(extent, is_baked, is_wide);
        // Of AP1, say, the same numbers are other colours.
        const test::Shown shown = rig.show(hdr, is_fused);
        const reference::Primaries primaries = is_wide ? reference::kAp1 : reference::kBt709;
        const reference::Matrix to_bt709 = reference::conversion(primaries, reference::kBt709);
        const auto& m = shown.state.white_balance.matrix;
        const reference::Matrix balance = {{{double(m[0]), double(m[1]), double(m[2])},
                                            {double(m[3]), double(m[4]), double(m[5])},
                                            {double(m[6]), double(m[7]), double(m[8])}}};
        for (std::size_t i = 0; i < shown.texels.size(); i += 97) {
          const Rgb color = multiply(balance, multiply(to_bt709, hdr.texels[i]));
          const Rgb exposed = scale(color, double(shown.state.exposure));
          for (std::size_t c = 0; c < 3; ++c) {
            const double expected = std::clamp(channels_of(exposed)[c], 0.0, 1.0);
            // Half floats; a LUT of 33 nodes: docs/looks.md.
            EXPECT_NEAR(shown.texels[i][c], expected, is_baked ? 6e-3 : 1e-3) << i << " " << c;
          }
        }
      }
    }
  }
}

/// Of an object that is made for it, too, frames whose settings don't ask for it have every bit as without.
TEST(DisplayAutoWhiteBalance, OffKeepsEveryBit) {
  const VkExtent2D extent = {70, 50};
  const test::HdrImage hdr = test::make_hdr(VK_FORMAT_R16G16B16A16_SFLOAT, extent, test::wide_noise(-9.0, 6.0));
  for (const bool is_fused : {false, true}) {
    const test::Shown without = test::PictureRig(extent, false, false, false).show(hdr, is_fused);
    test::PictureRig rig(extent, false, false);
    photopic::Settings off = rig.settings;
    off.white_balance.white_balance = WhiteBalance::off;
    rig.post() = test::make_used({.max_extent = extent,
                                  .uses = {rig.settings, off},
                                  .output = {.format = VK_FORMAT_R16G16B16A16_SFLOAT},
                                  .with = photopic::kWithFused});
    rig.settings = off;
    const test::Shown with = rig.show(hdr, is_fused);
    EXPECT_EQ(with.texels, without.texels);
    EXPECT_EQ(with.state.white_balance.frames, 0u);
    EXPECT_TRUE(test::same_bits(with.state, without.state));
  }
}

/// Statistics have the light of frames whose settings ask for it, and each time it begins anew.
TEST(DisplayAutoWhiteBalance, ComesAndGoesWithSettings) {
  const test::HdrImage warm = test::make_hdr(VK_FORMAT_R32G32B32A32_SFLOAT, {32, 16}, greys_under(kTungstenRatios));
  const test::HdrImage cool = test::make_hdr(VK_FORMAT_R32G32B32A32_SFLOAT, {32, 16}, greys_under(kDaylightRatios));
  photopic::Settings off, on;
  on.white_balance.white_balance = WhiteBalance::automatic;
  const engine::Buffer exported = test::make_state_buffer(sizeof(State));
  for (const bool is_prepared_later : {false, true}) {
    SCOPED_TRACE(is_prepared_later);
    photopic::PostProcess post = test::make_used({.max_extent = {32, 16},
                                                  .uses = {off, is_prepared_later ? off : on},
                                                  .steps = photopic::kMeter,
                                                  .statistics_slots = 2});
    test::context().check(post.prepare(on));
    photopic::PostProcess always =
        test::make_used({.max_extent = {32, 16}, .uses = {on}, .steps = photopic::kMeter, .statistics_slots = 2});
    struct Step {
      const photopic::Settings& settings;
      const test::HdrImage& hdr;
      std::uint32_t frames;
    };
    for (const Step& step : {Step{off, cool, 0}, {on, warm, 1}, {on, warm, 2}, {off, warm, 0}, {on, cool, 1}}) {
      test::submit([&](VkCommandBuffer c) {
        const photopic::Frame frame = {.hdr = {step.hdr.view()}, .extent = {32, 16}, .delta_time_s = 0.1f};
        test::context().check(post.record_meter(c, frame, step.settings));
        test::context().check(always.record_meter(c, frame, on));
        test::context().check(post.record_export(c, 0, {exported.handle()}));
      });
      State latest;
      ASSERT_EQ(post.statistics(0, &latest), photopic::Status::ok);
      const State state = test::state_in(exported, 0);
      EXPECT_EQ(latest.serial, state.serial);
      EXPECT_EQ(latest.exposure, test::state_of(always).exposure);
      EXPECT_EQ(latest.white_balance.frames, step.frames);
      EXPECT_EQ(test::light_bits(latest), test::light_bits(state));
      if (step.frames == 1) {
        EXPECT_EQ(latest.white_balance.log2_rg, latest.white_balance.estimate_rg);
      }
    }
  }
}

/// A state from before there were lights has none to balance with: the picture stays as it is until one is seen.
TEST(DisplayAutoWhiteBalance, AnOldStateLeavesThePicture) {
  const VkExtent2D extent = {16, 16};
  const test::HdrImage hdr = test::make_hdr(VK_FORMAT_R32G32B32A32_SFLOAT, extent, greys_under(kTungstenRatios));
  test::PictureRig rig(extent, false, false);
  State old = rig.show(hdr, false).state;
  old.white_balance = {};
  const engine::Image ldr = test::make_ldr(extent, VK_FORMAT_R16G16B16A16_SFLOAT);
  const auto finished = [&](WhiteBalance balance) {
    rig.settings.white_balance.white_balance = balance;
    test::submit([&](VkCommandBuffer c) {
      test::context().check(rig.post().record_import(c, 0, old));
      test::context().check(
          rig.post().record_finish(c, {.hdr = {hdr.view()}, .ldr = {ldr.view()}, .extent = extent}, rig.settings));
    });
    return test::read_ldr(ldr);
  };
  EXPECT_EQ(finished(WhiteBalance::automatic), finished(WhiteBalance::off));
}

class DisplayAutoWhiteBalanceArguments : public test::RecordArguments {};

TEST_F(DisplayAutoWhiteBalanceArguments, AreChecked) {
  photopic::PostProcess post;
  EXPECT_EQ(
      test::create(test::context().lend(),
                   {.max_extent = {8, 8}, .meter_method = photopic::MeterMethod::pyramid, .auto_white_balance = true},
                   &post),
      photopic::Status::invalid_argument);
  test::expect_message({"create", "white_balance.white_balance", "single_pass"});
  photopic::Settings settings;
  settings.white_balance.white_balance = WhiteBalance::automatic;
  photopic::PostProcess plain = make_single_pass({});
  expect_refused([&](VkCommandBuffer c) { return plain.record(c, frame(), settings); },
                 {"record:", "white_balance.white_balance needs automatic white balance, which is not prepared"},
                 photopic::Status::not_prepared);
  post = make_single_pass({.steps = photopic::kMeterStep, .auto_white_balance = true});
  settings.white_balance.max_temperature_k = 2400.0f;
  expect_refused([&](VkCommandBuffer c) { return post.record_meter(c, meter_frame(), settings); },
                 {"record_meter:", "max_temperature_k"});
  // Objects that have nothing to adapt don't ask.
  test::submit([&](VkCommandBuffer c) {
    settings.white_balance.white_balance = WhiteBalance::off;
    EXPECT_EQ(plain.record(c, frame(), settings), photopic::Status::ok);
  });
}

}  // namespace
