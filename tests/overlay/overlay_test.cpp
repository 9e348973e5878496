// SPDX-License-Identifier: MIT
// Tests of the debug overlay's drawing: it must be where it should, and nothing else may change.
#include <algorithm>
#include <cmath>
#include <set>

#include "gpu/loader_shim.h"
#include "overlay/overlay_rig.h"

namespace {

using photopic::DebugOverlay;
using photopic::MadeFor;
using photopic::MeterMethod;
using photopic::OverlaySettings;
using photopic::Status;
using reference::Rgb;
using test::HdrImage;
using test::kHighEnd;
using test::kLowEnd;
using test::LdrTexel;
using test::OverlayRig;
using test::OverlayShot;

// ---- pictures -------------------------------------------------------------------------------------------------------

class OverlayPicture : public testing::Test {
 protected:
  static constexpr VkExtent2D kExtent = {640, 360};
  OverlayRig rig_{test::overlay_info(kExtent)};
};

/// Panels change nothing outside of them, and everything has its place.
TEST_F(OverlayPicture, PanelsLeaveTheRestAlone) {
  rig_.overlay.views =
      photopic::kOverlayHistogram | photopic::kOverlayNaive | photopic::kOverlayPyramid | photopic::kOverlayStripChart;
  rig_.overlay.pyramid_level = 3;
  const OverlayShot shot = rig_.shoot(test::make_overlay_scene(kExtent));
  std::uint32_t changed = 0;
  for (std::uint32_t y = 0; y < kExtent.height; ++y) {
    for (std::uint32_t x = 0; x < kExtent.width; ++x) {
      if (shot.is_in_panel(x, y)) {
        changed += shot.drawn_at(x, y) != shot.plain_at(x, y) ? 1 : 0;
      } else {
        ASSERT_EQ(shot.drawn_at(x, y), shot.plain_at(x, y)) << x << ' ' << y;
      }
    }
  }
  EXPECT_GT(changed, 10000u);
  std::uint32_t area = 0;
  for (const auto& panel : shot.data.params.panels) {
    EXPECT_LE(panel.x + panel.width, kExtent.width);
    EXPECT_LE(panel.y + panel.height, kExtent.height);
    area += panel.width * panel.height;
  }
  std::uint32_t covered = 0;  // if panels overlapped, less than their area
  for (std::uint32_t i = 0; i < kExtent.width * kExtent.height; ++i) {
    covered += shot.is_in_panel(i % kExtent.width, i / kExtent.width) ? 1 : 0;
  }
  EXPECT_EQ(covered, area);
}

double lightness(const LdrTexel& texel) { return 0.25 * texel[0] + 0.5 * texel[1] + 0.25 * texel[2]; }

TEST_F(OverlayPicture, FalseColorHasOneStepPerStop) {
  // One column per quarter of a stop, from below the range to above it.
  const HdrImage scene = test::make_hdr(VK_FORMAT_R32G32B32A32_SFLOAT, kExtent, [](std::uint32_t x, std::uint32_t) {
    const double luminance = std::exp2(-12.0 + 0.25 * std::floor(x / 5.0) + 0.125);
    return Rgb{luminance, luminance, luminance};
  });
  rig_.overlay.views = photopic::kOverlayFalseColor;
  rig_.overlay.false_color_min_ev100 = -4.0f;
  rig_.overlay.false_color_max_ev100 = 12.0f;
  const OverlayShot shot = rig_.shoot(scene);
  std::vector<LdrTexel> colors;
  // Colours beyond the range are hatched.
  for (std::uint32_t i = 0; i < 128; ++i) {
    std::set<LdrTexel> different;
    for (std::uint32_t y = 300; y < 308; ++y) different.insert(shot.drawn_at(5 * i + 2, y));
    EXPECT_LE(different.size(), 2u);
    colors.push_back(*different.rbegin());  // the brighter one
  }
  const auto ev_of = [](std::uint32_t i) { return -12.0 + 0.25 * i + 0.125 + 3.0; };
  for (std::uint32_t i = 1; i < colors.size(); ++i) {
    const double before = ev_of(i - 1), now = ev_of(i);
    const auto step = [](double ev) { return ev < -4.0 ? -1.0 : ev > 12.0 ? 16.0 : std::floor(ev + 4.0); };
    EXPECT_EQ(colors[i] != colors[i - 1], step(before) != step(now)) << now;
    if (step(before) < 0.0 || step(now) >= 16.0) continue;
    EXPECT_GE(lightness(colors[i]), lightness(colors[i - 1])) << now;
  }
  EXPECT_GT(colors[0][2], 200.0);      // under: blue
  EXPECT_GT(colors.back()[0], 200.0);  // over: red
  EXPECT_LT(colors.back()[1], 100.0);
  EXPECT_EQ(shot.text(PHOTOPIC_OVERLAY_PANEL_LEGEND, 1).back(), " -4.0   -1.3  1.3    4.0   6.7   9.3    12.0");
}

/// The legend has the colours of the picture: at each tick, that of what has its EV.
TEST_F(OverlayPicture, LegendHasTheColorsOfThePicture) {
  const HdrImage scene = test::make_hdr(VK_FORMAT_R32G32B32A32_SFLOAT, kExtent, [](std::uint32_t x, std::uint32_t) {
    const double luminance = std::exp2(-2.5 + std::floor(x / 45.0));
    return Rgb{luminance, luminance, luminance};
  });
  rig_.overlay.views = photopic::kOverlayFalseColor;
  rig_.overlay.false_color_automatic = true;
  const OverlayShot shot = rig_.shoot(scene);
  // EV 0.5 to 14.5: steps of 3 EV, as 2 don't reach.
  EXPECT_EQ(shot.text(PHOTOPIC_OVERLAY_PANEL_LEGEND, 1).back(), "  0      3     6      9     12    15     18");
  const auto& panel = shot.panel(PHOTOPIC_OVERLAY_PANEL_LEGEND);
  for (std::uint32_t ev = 0; ev < 14; ++ev) {
    const std::uint32_t x = panel.x + 4 + 22 + std::uint32_t((ev + 0.5) * 308.0 / 18.0);
    EXPECT_EQ(shot.drawn_at(x, panel.y + panel.plot_y + 1), shot.drawn_at(45 * ev + 20, 300)) << ev;
  }
}

/// At any size, panels lie in the picture and apart; what has no room is named.
TEST_F(OverlayPicture, NoPanelCoversAnother) {
  rig_.overlay.views = photopic::kAllOverlayViews;
  for (const VkExtent2D extent : {VkExtent2D{640, 360}, {550, 360}, {320, 320}}) {
    const OverlayShot shot = rig_.shoot(test::make_overlay_scene(extent));
    test::keep_picture(shot, "all-" + std::to_string(extent.width) + "x" + std::to_string(extent.height));
    std::vector<photopic::gpu::OverlayPanel> placed;
    for (const auto& panel : shot.data.params.panels) {
      if (panel.width == 0) continue;
      EXPECT_LE(panel.x + panel.width + 8, extent.width);
      EXPECT_LE(panel.y + panel.height + 8, extent.height);
      for (const auto& other : placed) {
        const bool is_beside = panel.x + panel.width <= other.x || other.x + other.width <= panel.x;
        const bool is_below = panel.y + panel.height <= other.y || other.y + other.height <= panel.y;
        EXPECT_TRUE(is_beside || is_below) << panel.x << ' ' << panel.y << ' ' << other.x << ' ' << other.y;
      }
      placed.push_back(panel);
    }
    EXPECT_GE(placed.size(), 4u);
    const auto names = shot.text(PHOTOPIC_OVERLAY_PANEL_LEFT_OUT);
    const std::size_t shown = placed.size() - (names.empty() ? 0 : 1);
    EXPECT_EQ(names.empty(), shown == PHOTOPIC_OVERLAY_PANELS - 1) << shown;
    EXPECT_EQ(names.empty() ? "no room for" : names[0], "no room for");
    EXPECT_EQ(names.empty() ? "try fewer views, a larger picture" : names.back(), "try fewer views, a larger picture");
  }
}

TEST_F(OverlayPicture, ZebraStripesWhatIsClipped) {
  rig_.overlay.views = photopic::kOverlayZebra;
  rig_.overlay.zebra_over = 0.9f;
  rig_.overlay.zebra_under = 0.1f;
  const OverlayShot shot = rig_.shoot(test::make_overlay_scene(kExtent));
  std::uint32_t over = 0, under = 0, striped_over = 0, striped_under = 0;
  for (std::size_t i = 0; i < shot.plain.size(); ++i) {
    const LdrTexel& plain = shot.plain[i];
    const double brightest = std::max({plain[0], plain[1], plain[2]}) / 255.0;
    const bool is_over = brightest >= 0.9, is_under = brightest <= 0.1;
    if (shot.is_in_panel(std::uint32_t(i) % kExtent.width, std::uint32_t(i) / kExtent.width)) continue;
    over += is_over ? 1 : 0;
    under += is_under ? 1 : 0;
    if (shot.drawn[i] == plain) continue;
    ASSERT_TRUE(is_over || is_under);
    striped_over += is_over ? 1 : 0;
    striped_under += is_under ? 1 : 0;
    EXPECT_GT(shot.drawn[i][is_over ? 0 : 2], 200.0);
  }
  // Stripes as wide as the gaps between them.
  EXPECT_GT(over, 10000u);
  EXPECT_GT(under, 10000u);
  EXPECT_NEAR(double(striped_over) / over, 0.5, 0.05);
  EXPECT_NEAR(double(striped_under) / under, 0.5, 0.05);
}

TEST_F(OverlayPicture, InvalidTexelsAndTheirNeighboursArePainted) {
  const std::vector<std::pair<std::uint32_t, std::uint32_t>> places = {{0, 0}, {200, 100}, {639, 359}, {320, 200}};
  const HdrImage scene = test::make_hdr(VK_FORMAT_R16G16B16A16_SFLOAT, kExtent, [&](std::uint32_t x, std::uint32_t y) {
    for (std::size_t i = 0; i < places.size(); ++i) {
      if (x != places[i].first || y != places[i].second) continue;
      return i == 0   ? Rgb{std::nan(""), 1, 1}
             : i == 1 ? Rgb{INFINITY, 1, 1}
             : i == 2 ? Rgb{-9, 0, 0}
                      : Rgb{1, 1, -INFINITY};
    }
    return Rgb{1, 1, 1};
  });
  rig_.overlay.views = photopic::kOverlayInvalid;
  const OverlayShot shot = rig_.shoot(scene);
  for (std::uint32_t y = 0; y < kExtent.height; ++y) {
    for (std::uint32_t x = 0; x < kExtent.width; ++x) {
      if (shot.is_in_panel(x, y)) continue;
      const bool is_near = std::any_of(places.begin(), places.end(), [&](const auto& place) {
        return std::abs(double(x) - place.first) <= 1.0 && std::abs(double(y) - place.second) <= 1.0;
      });
      const LdrTexel expected = is_near ? LdrTexel{255, 0, 255, 255} : shot.plain_at(x, y);
      ASSERT_EQ(shot.drawn_at(x, y), expected) << x << ' ' << y;
    }
  }
  EXPECT_EQ(shot.text(PHOTOPIC_OVERLAY_PANEL_INVALID)[0], "invalid texels         4");
}

TEST_F(OverlayPicture, SplitShowsTheNaiveExposure) {
  rig_.overlay.views = photopic::kOverlaySplit;
  rig_.overlay.split = 0.25f;
  const HdrImage scene = test::make_overlay_scene(kExtent);
  const OverlayShot shot = rig_.shoot(scene);
  const float error_stops = shot.values[PHOTOPIC_OVERLAY_VALUE_ERROR_STOPS];
  ASSERT_GT(std::abs(error_stops), 0.1f);
  OverlayRig naive(test::overlay_info(kExtent));
  naive.settings.exposure.compensation_ev = -error_stops;
  const OverlayShot expected = naive.shoot(scene);
  for (std::uint32_t y = 0; y < kExtent.height; ++y) {
    for (std::uint32_t x = 0; x < kExtent.width; ++x) {
      const LdrTexel& wanted = x < 160 ? expected.plain_at(x, y) : shot.plain_at(x, y);
      if (x == 158 || x == 159) continue;  // the line between
      for (std::size_t i = 0; i < 3; ++i) {
        // The exposure is worked out another way: an ulp of it can move a code value across a half.
        ASSERT_NEAR(shot.drawn_at(x, y)[i], wanted[i], x < 160 ? 1.0 : 0.0) << x << ' ' << y;
      }
    }
  }
}

/// After record_fused() the picture has the exposure of the frame before, and so has the part left of the split.
TEST(Overlay, SplitOfAFusedFrameShowsOneExposure) {
  constexpr VkExtent2D kExtent = test::kSmallOverlay;
  photopic::MadeFor info = test::overlay_info(kExtent);
  info.steps = photopic::kMeterStep | photopic::kToneMapStep | photopic::kFusedStep;
  info.meter_method = MeterMethod::single_pass;
  photopic::PostProcess post = test::make(info);
  DebugOverlay overlay;
  test::context().check(DebugOverlay::create(test::context().lend(), {.max_extent = kExtent}, &overlay));
  const HdrImage dark = test::make_uniform_hdr(kExtent, 0.5), bright = test::make_uniform_hdr(kExtent, 4.0);
  const engine::Image ldr = test::make_ldr(kExtent, info.ldr_format);
  const auto shoot = [&](const HdrImage& hdr) {
    const photopic::Frame frame = {.hdr = {hdr.view()}, .ldr = {ldr.view()}, .extent = kExtent, .delta_time_s = 0.5f};
    const OverlaySettings settings = {.views = photopic::kOverlaySplit, .split = 0.5f};
    test::submit([&](VkCommandBuffer commands) {
      test::context().check(post.record_fused(commands, frame, {}));
      test::context().check(overlay.record(commands, post, frame, {}, settings));
    });
    return test::read_ldr(ldr);
  };
  EXPECT_FALSE(post.shows_previous_exposure(0));
  shoot(dark);
  EXPECT_FALSE(post.shows_previous_exposure(0));  // the first frame measures first
  const std::vector<LdrTexel> picture = shoot(bright);
  EXPECT_TRUE(post.shows_previous_exposure(0));
  const test::State state = test::state_of(post);
  ASSERT_LT(state.exposure, 0.8f * state.previous_exposure);
  for (std::uint32_t x = 0; x < kExtent.width; ++x) {
    if (x >= 33 && x < 36) continue;                         // the line between
    EXPECT_EQ(picture[x], picture[kExtent.width - 1]) << x;  // the naive mean of a uniform picture is right
  }
}

/// The operator's tables are there for the part left of the split, too.
TEST(Overlay, SplitShowsAces2) {
  constexpr VkExtent2D kExtent = test::kSmallOverlay;
  photopic::MadeFor info = test::overlay_info(kExtent);
  info.tone_mappers = photopic::tone_mapper_bit(photopic::ToneMapper::aces2);
  OverlayRig rig(info);
  rig.settings.tone_map.tone_mapper = photopic::ToneMapper::aces2;
  rig.overlay = {.views = photopic::kOverlaySplit, .split = 0.5f};
  const OverlayShot shot = rig.shoot(test::make_uniform_hdr(kExtent, 0.5));
  ASSERT_GT(shot.plain[0][1], 50.0);
  for (std::uint32_t x = 0; x < kExtent.width; ++x) {
    if (x >= 33 && x < 36) continue;               // the line between
    EXPECT_EQ(shot.drawn[x], shot.plain[0]) << x;  // the naive mean of a uniform picture is right
  }
}

/// An object that only meters is enough: another one, here by the same settings, has made the picture.
TEST(Overlay, OfAnObjectThatOnlyMeters) {
  constexpr VkExtent2D kExtent = test::kSmallOverlay;
  OverlayRig rig(test::overlay_info(kExtent));
  rig.overlay.views = photopic::kOverlayZebra | photopic::kOverlaySplit | photopic::kOverlayHistogram;
  const HdrImage scene = test::make_overlay_scene(kExtent);
  const OverlayShot expected = rig.shoot(scene);
  MadeFor info = test::overlay_info(kExtent);
  info.steps = photopic::kMeterStep;
  photopic::PostProcess meter = test::make(info);
  const engine::Image ldr = test::make_ldr(kExtent, info.ldr_format);
  const photopic::Frame frame = {.hdr = {scene.view()}, .ldr = {ldr.view()}, .extent = kExtent};
  photopic::Frame finished = frame;
  finished.exposure = {meter.state_buffer()};
  test::submit(
      [&](VkCommandBuffer commands) { test::context().check(meter.record_meter(commands, frame, rig.settings)); });
  test::submit([&](VkCommandBuffer commands) {
    test::context().check(rig.post().record_finish(commands, finished, rig.settings));
    test::context().check(rig.overlay_object().record(commands, meter, frame, rig.settings, rig.overlay));
  });
  EXPECT_EQ(test::read_ldr(ldr), expected.drawn);
}

TEST_F(OverlayPicture, PyramidLevelIsShownAsItIs) {
  rig_.overlay.views = photopic::kOverlayPyramid;
  const HdrImage scene = test::make_overlay_scene(kExtent);
  const std::uint32_t levels = rig_.post().log_luminance_levels();
  std::uint32_t shown = 0;
  for (rig_.overlay.pyramid_level = 0; rig_.overlay.pyramid_level < levels + 1; ++rig_.overlay.pyramid_level) {
    const std::uint32_t level = rig_.overlay.pyramid_level;
    const VkExtent2D used = rig_.post().log_luminance_used(level, kExtent);
    if (used.width == 0 && level + 1 < levels) continue;  // the last of those is looked at
    const OverlayShot shot = rig_.shoot(scene);
    const VkExtent2D extent = rig_.post().log_luminance_extent(level);
    std::string text = "level " + std::to_string(level) + ": ";
    text += level == levels ? "this meter makes none"
                            : std::to_string(used.width) + "x" + std::to_string(used.height) + " of " +
                                  std::to_string(extent.width) + "x" + std::to_string(extent.height);
    EXPECT_EQ(shot.text(PHOTOPIC_OVERLAY_PANEL_PYRAMID)[0], text);
    shown += used.width != 0 ? 1 : 0;
    if (level + 1 != levels) continue;
    // The 1x1 level: one grey, the mean's share of the range.
    const auto& panel = shot.panel(PHOTOPIC_OVERLAY_PANEL_PYRAMID);
    const double grey = (double(shot.state.mean_log2_luminance) - kLowEnd) / (kHighEnd - kLowEnd) * 255.0;
    for (std::size_t i = 0; i < 3; ++i)
      EXPECT_NEAR(shot.drawn_at(panel.x + 10, panel.y + panel.plot_y + 5)[i], grey, 0.51);
  }
  EXPECT_EQ(shown, 3u);  // level 0 and two passes of 32x32
}

TEST(Overlay, WeightsOfTheMeasurement) {
  constexpr VkExtent2D kExtent = {320, 200};
  photopic::MadeFor info = test::overlay_info(kExtent);
  info.meter_method = MeterMethod::single_pass;
  info.weights = photopic::kWeightSpot;
  OverlayRig rig(info);
  rig.settings.meter.spot = true;
  rig.settings.meter.spot_radius = 0.3f;
  rig.overlay.views = photopic::kOverlayWeights;
  const VkRect2D region = {{40, 20}, {240, 160}};
  const OverlayShot shot = rig.shoot(test::make_uniform_hdr(kExtent, 1.0), {.metered = region});
  std::set<LdrTexel> within, beyond, outside;
  for (std::uint32_t y = 0; y < kExtent.height; ++y) {
    for (std::uint32_t x = 0; x < kExtent.width; ++x) {
      const bool is_metered = x >= 40 && x < 280 && y >= 20 && y < 180;
      const double radius = std::hypot(x + 0.5 - 160.0, y + 0.5 - 100.0) / std::hypot(120.0, 80.0);
      if (std::abs(radius - 0.3) < 1e-4) continue;
      (!is_metered ? outside : radius < 0.3 ? within : beyond).insert(shot.drawn_at(x, y));
    }
  }
  EXPECT_EQ(within.size(), 1u);
  EXPECT_EQ(beyond.size(), 1u);
  EXPECT_EQ(outside.size(), 2u);  // hatched
  EXPECT_GT(lightness(*within.begin()), 2.0 * lightness(*beyond.begin()));
  EXPECT_EQ(within.count(*beyond.begin()), 0u);
}

TEST(Overlay, HalfFloatOutput) {
  constexpr VkExtent2D kExtent = {640, 360};
  photopic::MadeFor info = test::overlay_info(kExtent);
  info.ldr_format = VK_FORMAT_R16G16B16A16_SFLOAT;
  OverlayRig half(info), bytes(test::overlay_info(kExtent));
  // Not those that show the stored codes themselves, whose steps differ.
  half.overlay.views = bytes.overlay.views =
      photopic::kAllOverlayViews &
      ~std::uint32_t{photopic::kOverlayZebra | photopic::kOverlayNits | photopic::kOverlayWaveform};
  const HdrImage scene = test::make_overlay_scene(kExtent);
  const OverlayShot linear = half.shoot(scene), encoded = bytes.shoot(scene);
  std::size_t different = 0;
  for (std::size_t i = 0; i < linear.drawn.size(); ++i) {
    double error = 0.0;
    for (std::size_t c = 0; c < 3; ++c) {
      const double value = linear.drawn[i][c];
      const double code = 255.0 * (value <= 0.0031308 ? 12.92 * value : 1.055 * std::pow(value, 1.0 / 2.4) - 0.055);
      error = std::max(error, std::abs(code - encoded.drawn[i][c]));
    }
    // A half's 11 bits, through the curve and back where a panel lies over the picture: about a code value.
    different += error > 1.2 ? 1 : 0;
  }
  // The edges of the tone curve's line, which rounding can move by a texel.
  EXPECT_LT(different, 100u);
}

// ---- cost, limits ---------------------------------------------------------------------------------------------------

TEST(Overlay, OffRecordsNothing) {
  test::LoaderShim shim(test::context());
  constexpr VkExtent2D kExtent = test::kSmallOverlay;
  photopic::PostProcess post = test::make(shim.device(), test::overlay_info(kExtent));
  DebugOverlay overlay;
  ASSERT_EQ(DebugOverlay::create(shim.device(), {.max_extent = kExtent}, &overlay), Status::ok);
  const HdrImage scene = test::make_uniform_hdr(kExtent, 1.0);
  const engine::Image ldr = test::make_ldr(kExtent, VK_FORMAT_R8G8B8A8_UNORM);
  const photopic::Frame frame = {.hdr = {scene.view()}, .ldr = {ldr.view()}, .extent = kExtent};
  test::submit([&](VkCommandBuffer commands) {
    EXPECT_EQ(post.record(commands, frame, {}), Status::ok);
    const auto before = shim.commands_recorded();
    EXPECT_EQ(overlay.record(commands, post, frame, {}, {}), Status::ok);
    EXPECT_EQ(shim.commands_recorded(), before);
    const auto made = shim.calls_that_create();
    EXPECT_EQ(overlay.record(commands, post, frame, {}, {.views = photopic::kAllOverlayViews}), Status::ok);
    EXPECT_GT(shim.commands_recorded(), before);
    EXPECT_EQ(shim.calls_that_create(), made);
  });
  EXPECT_LT(overlay.memory_bytes(), 1u << 20);
}

TEST(Overlay, EverySizeAndScale) {
  for (const MeterMethod method : {MeterMethod::pyramid, MeterMethod::single_pass}) {
    photopic::MadeFor info = test::overlay_info({300, 300});
    info.meter_method = method;
    OverlayRig rig(info);
    rig.overlay.views = photopic::kAllOverlayViews;
    for (const VkExtent2D extent : {VkExtent2D{1, 1}, {2, 1}, {7, 300}, {300, 7}, {129, 65}}) {
      for (const std::uint32_t scale : {1u, 8u}) {
        // Daily, each method with one of the scales.
        if (!test::full_wanted() && (scale == 1) != (method == MeterMethod::pyramid)) continue;
        rig.overlay.scale = scale;
        const OverlayShot shot = rig.shoot(test::make_uniform_hdr(extent, 4.0));
        EXPECT_NEAR(shot.values[PHOTOPIC_OVERLAY_VALUE_ERROR_STOPS], 0.0f, 1e-5f);
        for (const LdrTexel& texel : shot.drawn) EXPECT_EQ(texel[3], 255.0);
      }
    }
  }
}

}  // namespace
