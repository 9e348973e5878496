// SPDX-License-Identifier: MIT
// Tests of the debug overlay's views of local exposure.
#include <algorithm>
#include <cmath>
#include <memory>
#include <string>

#include "local_exposure/local_rig.h"
#include "overlay/overlay_rig.h"

namespace {

using test::LdrTexel;
using test::OverlayRig;
using test::OverlayShot;

constexpr VkExtent2D kLocalViewExtent = {384, 216};
constexpr double kCodeError = 1.5;  // of sRGB codes of 8 bits: rounding, and 0.01 EV of 4

/// Left half dark, right half bright, 8 EV apart, with stripes of +-0.5 EV.
reference::LogPicture halves() {
  reference::LogPicture picture = {kLocalViewExtent.width, kLocalViewExtent.height, {}};
  for (std::uint32_t y = 0; y < kLocalViewExtent.height; ++y) {
    for (std::uint32_t x = 0; x < kLocalViewExtent.width; ++x) {
      picture.log2_luminance.push_back((x < kLocalViewExtent.width / 2 ? -4.0 : 4.0) + (y / 4 % 2 == 0 ? 0.5 : -0.5));
    }
  }
  return picture;
}

/// Code of a channel that is grey of 0.22 at 0 and `end` at 1.
double diverging_code(double share, double end) {
  return 255.0 * (0.22 + (end - 0.22) * std::min(std::abs(share), 1.0));
}

class OverlayLocal : public testing::Test {
 protected:
  static void SetUpTestSuite() {
    photopic::MadeFor info = test::overlay_info(kLocalViewExtent);
    info.effects = photopic::kEffectLocalExposure;
    shared_ = std::make_unique<OverlayRig>(info);  // compiling it takes longer than all tests
  }
  static void TearDownTestSuite() { shared_.reset(); }

  OverlayLocal() {
    local_.highlight_contrast = local_.shadow_contrast = 0.6;
    local_.anchor_log2 = 0.0;
    rig_.settings = test::local_settings_of(local_);
    rig_.settings.exposure.mode = photopic::ExposureMode::manual;
    rig_.settings.exposure.manual_ev100 = 3.0f;  // a luminance of 1
    rig_.settings.tone_map.dither = false;
  }

  static std::unique_ptr<OverlayRig> shared_;
  OverlayRig& rig_ = *shared_;
  reference::LocalExposure local_;
  reference::LogPicture picture_ = halves();
  test::HdrImage hdr_ = test::make_local_hdr(picture_);
};
std::unique_ptr<OverlayRig> OverlayLocal::shared_;

TEST_F(OverlayLocal, ColorsAreTheReferences) {
  const reference::CurveGrid grid(picture_, local_, 2);
  rig_.overlay = {.views = photopic::kOverlayLocalExposure};
  const OverlayShot change = rig_.shoot(hdr_);
  test::keep_picture(change, "local_exposure");
  rig_.overlay = {.views = photopic::kOverlayLocalDetail};
  const OverlayShot detail = rig_.shoot(hdr_);
  for (const std::uint32_t x : {60u, 350u}) {  // far from the edge
    const std::uint32_t y = 121;
    const double l = picture_.at(x, y), ev = grid.ev_at(x, y, l);
    const LdrTexel& texel = change.drawn_at(x, y);
    EXPECT_NEAR(texel[0], diverging_code(ev / 4.0, ev < 0.0 ? 0.10 : 1.00), kCodeError) << x;
    EXPECT_NEAR(texel[2], diverging_code(ev / 4.0, ev < 0.0 ? 0.95 : 0.10), kCodeError) << x;
    // With a detail of 1, the change is the base's: (0.6 - 1) (b - g).
    const double difference = l - ev / (0.6 - 1.0);
    EXPECT_NEAR(detail.drawn_at(x, y)[2], diverging_code(difference / 2.0, difference < 0.0 ? 0.95 : 0.10), kCodeError);
  }
}

TEST_F(OverlayLocal, BaseHasTheColorsOfEv) {
  rig_.overlay = {.views = photopic::kOverlayLocalBase};
  const OverlayShot base = rig_.shoot(hdr_);
  rig_.overlay = {.views = photopic::kOverlayFalseColor};
  // Without stripes, luminances are their own base.
  reference::LogPicture plain = picture_;
  for (double& l : plain.log2_luminance) l = l < 0.0 ? -4.0 : 4.0;
  for (double& l : plain.log2_luminance) l += 0.25;  // within a step of colours
  const OverlayShot colors = rig_.shoot(test::make_local_hdr(plain));
  for (const std::uint32_t x : {60u, 350u}) EXPECT_EQ(base.drawn_at(x, 122), colors.drawn_at(x, 122)) << x;
}

TEST_F(OverlayLocal, AreOffWithoutTheEffect) {
  rig_.settings.local_exposure.local_exposure = photopic::LocalExposure::off;
  rig_.overlay = {.views = photopic::kOverlayLocalExposure};
  const OverlayShot shot = rig_.shoot(hdr_);
  EXPECT_EQ(shot.text(PHOTOPIC_OVERLAY_PANEL_LOCAL).at(0), "local exposure is off: nothing to show");
  for (std::uint32_t y = 60; y < kLocalViewExtent.height; ++y) {
    for (std::uint32_t x = 0; x < kLocalViewExtent.width; ++x) {
      ASSERT_EQ(shot.drawn_at(x, y), shot.plain_at(x, y)) << x << ", " << y;
    }
  }
}

TEST_F(OverlayLocal, HistogramHasTheCurveOfANode) {
  rig_.overlay = {.views = photopic::kOverlayHistogram, .local_x = 0.1f};
  const OverlayShot with = rig_.shoot(hdr_);
  test::keep_picture(with, "local_histogram");
  rig_.overlay.local_x = 0.9f;
  const OverlayShot elsewhere = rig_.shoot(hdr_);
  rig_.settings.local_exposure.local_exposure = photopic::LocalExposure::off;
  const OverlayShot without = rig_.shoot(hdr_);
  // Orange as nothing else there.
  const auto curve_texels = [](const OverlayShot& shot) {
    return std::count_if(shot.drawn.begin(), shot.drawn.end(), [](const LdrTexel& texel) {
      return std::abs(texel[0] - 255.0) <= 1.0 && std::abs(texel[1] - 255.0 * 0.72) <= 1.0 &&
             std::abs(texel[2] - 255.0 * 0.2) <= 1.0;
    });
  };
  EXPECT_GE(curve_texels(with), 100);
  EXPECT_EQ(curve_texels(without), 0);
  EXPECT_NE(with.drawn, elsewhere.drawn);
}

}  // namespace
