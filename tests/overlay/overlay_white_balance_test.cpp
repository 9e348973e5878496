// SPDX-License-Identifier: MIT
// Tests of the debug overlay's chromaticity diagram.
#include <algorithm>
#include <cmath>
#include <cstdio>

#include "overlay/overlay_rig.h"
#include "reference/display/awb.h"

namespace {

using test::OverlayShot;

constexpr VkExtent2D kLitSize = {480, 270};
constexpr reference::LogRatios kWarmRatios = {1.18120711, -1.86367273};
constexpr reference::LogRatios kCoolRatios = {-0.25, 0.35};

test::HdrImage scene_under(reference::LogRatios light) {
  return test::make_hdr(VK_FORMAT_R16G16B16A16_SFLOAT, kLitSize, [light](std::uint32_t x, std::uint32_t y) {
    return scale(reference::light_of(light), std::exp2(4.0 * test::noise(x, y, 3) - 2.0));
  });
}

photopic::MadeFor balanced_info() {
  photopic::MadeFor info = test::overlay_info(kLitSize);
  info.meter_method = photopic::MeterMethod::single_pass;
  info.auto_white_balance = true;
  return info;
}

/// The texel in the diagram where a light lies: written from docs/white-balance.md.
std::pair<std::uint32_t, std::uint32_t> place_of(const OverlayShot& shot, reference::LogRatios light) {
  const auto& panel = shot.panel(PHOTOPIC_OVERLAY_PANEL_WHITE_BALANCE);
  constexpr double kBorderDots = 4.0;
  const double width = panel.width - 2.0 * kBorderDots, height = panel.plot_height;
  const reference::Uv uv = reference::uv_of(reference::light_xy(reference::light_of(light)));
  const double dots = height / 0.215;
  return {std::uint32_t(panel.x + kBorderDots + 0.5 * width + (uv.u - 0.255) * dots),
          std::uint32_t(panel.y + panel.plot_y + 0.5 * height - (1.5 * uv.v - 0.4775) * dots)};
}

TEST(OverlayWhiteBalance, ShowsTheLights) {
  test::OverlayRig rig(balanced_info());
  rig.settings.white_balance.white_balance = photopic::WhiteBalance::automatic;
  rig.overlay.views = photopic::kOverlayWhiteBalance | photopic::kOverlayStripChart;
  rig.shoot(scene_under(kWarmRatios));
  // A moment after the light has changed: three lights in three places.
  const OverlayShot shot = rig.shoot(scene_under(kCoolRatios), {.delta_time_s = 1.0f});
  test::keep_picture(shot, "white_balance");
  const auto& light = shot.state.white_balance;
  EXPECT_EQ(shot.values[PHOTOPIC_OVERLAY_VALUE_SCENE_K], light.estimate_k);
  EXPECT_EQ(shot.values[PHOTOPIC_OVERLAY_VALUE_SCENE_DUV], light.estimate_duv);
  EXPECT_EQ(shot.values[PHOTOPIC_OVERLAY_VALUE_BALANCE_K], light.temperature_k);
  EXPECT_EQ(shot.values[PHOTOPIC_OVERLAY_VALUE_BALANCE_DUV], light.duv);
  char line[64];
  std::snprintf(line, sizeof line, "o  scene   %5.0f K %7.4f", double(light.estimate_k), double(light.estimate_duv));
  EXPECT_EQ(shot.text(PHOTOPIC_OVERLAY_PANEL_WHITE_BALANCE)[0], line);

  const auto color_at = [&](reference::LogRatios ratios, std::uint32_t right) {
    const auto [x, y] = place_of(shot, ratios);
    return shot.drawn_at(x + right, y);
  };
  const reference::LogRatios scene = {double(light.estimate_rg), double(light.estimate_bg)};
  const reference::LogRatios eye = {double(light.log2_rg), double(light.log2_bg)};
  const test::LdrTexel disc = color_at(eye, 0);
  // Ring and diamond are two dots wide, about five dots from a place that is rounded to a dot.
  const auto most = [&](reference::LogRatios ratios, std::size_t channel) {
    double difference = -255.0;
    for (const std::uint32_t right : {3u, 4u, 5u, 6u}) {
      const test::LdrTexel texel = color_at(ratios, right);
      difference = std::max(difference, texel[channel] - texel[0]);
    }
    return difference;
  };
  EXPECT_GT(most(scene, 2), 100.0);             // blue
  EXPECT_GT(most(scaled(eye, 0.6), 1), 100.0);  // green
  EXPECT_GT(disc[0], 250.0);                    // white
  EXPECT_GT(disc[2], 250.0);
  for (std::uint32_t y = 0; y < kLitSize.height; ++y) {
    for (std::uint32_t x = 0; x < kLitSize.width; ++x) {
      if (shot.is_in_panel(x, y)) continue;
      ASSERT_EQ(shot.drawn_at(x, y), shot.plain_at(x, y)) << x << ' ' << y;
    }
  }
}

/// What it draws again has the picture's white balance: a split at the same exposure is the picture.
TEST(OverlayWhiteBalance, TheSplitIsBalanced) {
  test::OverlayRig rig(balanced_info());
  rig.settings.white_balance.white_balance = photopic::WhiteBalance::automatic;
  rig.overlay = {.views = photopic::kOverlaySplit, .split = 0.5f};
  // Of one luminance: the naive mean is right.
  const test::HdrImage hdr = test::make_hdr(VK_FORMAT_R16G16B16A16_SFLOAT, kLitSize,
                                            [](auto, auto) { return reference::light_of(kWarmRatios); });
  const OverlayShot shot = rig.shoot(hdr);
  for (std::size_t channel = 0; channel < 3; ++channel) {
    EXPECT_NEAR(shot.drawn_at(20, 20)[channel], shot.plain_at(20, 20)[channel], 1.0);
  }
  EXPECT_LT(shot.plain_at(20, 20)[0] - shot.plain_at(20, 20)[2], 150.0);
}

TEST(OverlayWhiteBalance, NothingWithoutIt) {
  test::OverlayRig rig(test::overlay_info(kLitSize));
  rig.overlay.views = photopic::kOverlayWhiteBalance;
  const OverlayShot shot = rig.shoot(scene_under(kWarmRatios));
  EXPECT_EQ(shot.text(PHOTOPIC_OVERLAY_PANEL_WHITE_BALANCE)[0], "auto white balance: off");
  EXPECT_TRUE(std::isnan(shot.values[PHOTOPIC_OVERLAY_VALUE_SCENE_K]));
}

}  // namespace
