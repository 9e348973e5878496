// SPDX-License-Identifier: MIT
// Tests of the debug overlay's views of glare.
#include <algorithm>
#include <cmath>
#include <memory>
#include <string>
#include <vector>

#include "glare/spread.h"
#include "glare/tables.h"
#include "overlay/overlay_rig.h"

namespace {

using test::LdrTexel;
using test::OverlayRig;
using test::OverlayShot;

constexpr VkExtent2D kGlareViewExtent = {397, 211};

/// Code of a channel that is grey of 0.22 at 0 and `end` at 1.
double glare_view_code(double share, double end) {
  return 255.0 * (0.22 + (end - 0.22) * std::min(std::abs(share), 1.0));
}

class OverlayGlare : public testing::Test {
 protected:
  static void SetUpTestSuite() {
    photopic::MadeFor info = test::overlay_info(kGlareViewExtent);
    info.effects = photopic::kEffectGlare;
    info.glare_levels = VK_FORMAT_R32G32B32A32_SFLOAT;
    shared_ = std::make_unique<OverlayRig>(info);  // compiling it takes longer than all tests
  }
  static void TearDownTestSuite() { shared_.reset(); }

  OverlayGlare() {
    rig_.settings = {};
    rig_.settings.exposure.mode = photopic::ExposureMode::manual;
    rig_.settings.exposure.manual_ev100 = 3.0f;
    rig_.settings.glare.glare = photopic::GlareProfile::camera;
    rig_.settings.glare.veil_fraction = 0.2f;
    rig_.settings.glare.glare_min_deg = 0.0f;
    rig_.settings.tone_map.dither = false;
  }

  /// Even light: its veil is a fifth of it, everywhere.
  static test::HdrImage even() { return test::make_uniform_hdr(kGlareViewExtent, 0.5); }
  /// The same with a sun of one texel.
  static test::HdrImage with_sun(VkOffset2D sun, double light) {
    return test::make_hdr(VK_FORMAT_R32G32B32A32_SFLOAT, kGlareViewExtent, [=](std::uint32_t x, std::uint32_t y) {
      const double grey = int(x) == sun.x && int(y) == sun.y ? light : 0.5;
      return reference::Rgb{grey, grey, grey};
    });
  }

  static std::unique_ptr<OverlayRig> shared_;
  OverlayRig& rig_ = *shared_;
};
std::unique_ptr<OverlayRig> OverlayGlare::shared_;

/// At every place, also at borders: the overlay gathers the veil in a way of its own.
TEST_F(OverlayGlare, EvenLightHasTheVeilOfItsShare) {
  for (const auto kernel : {photopic::GlareKernel::b6, photopic::GlareKernel::j}) {
    rig_.settings.glare.glare_kernel = kernel;
    rig_.overlay = {.views = photopic::kOverlayGlare};
    const OverlayShot shot = rig_.shoot(even());
    const double scattered = photopic::glare::level_weights(rig_.settings, kGlareViewExtent).scattered;
    ASSERT_NEAR(scattered, 0.2, 0.01);
    const double ev = std::log2(scattered / (1.0 - scattered));
    for (std::uint32_t y = 0; y < kGlareViewExtent.height; ++y) {
      for (std::uint32_t x = 0; x < kGlareViewExtent.width; ++x) {
        if (shot.is_in_panel(x, y)) continue;
        ASSERT_NEAR(shot.drawn_at(x, y)[0], glare_view_code(ev / 8.0, 0.10), 1.0) << x << ", " << y;
        ASSERT_NEAR(shot.drawn_at(x, y)[2], glare_view_code(ev / 8.0, 0.95), 1.0) << x << ", " << y;
      }
    }
    EXPECT_NEAR(shot.values[PHOTOPIC_OVERLAY_VALUE_GLARE_SCATTERED], 100.0 * scattered, 0.01);
    EXPECT_EQ(shot.values[PHOTOPIC_OVERLAY_VALUE_GLARE_REMOVED], 0.0f);
  }
}

/// Orange around a sun, and where limits take light away red stripes there alone, with the share in numbers.
TEST_F(OverlayGlare, ASunIsSeenAndWhatLimitsTakeOfIt) {
  constexpr VkOffset2D kSun = {301, 150};
  rig_.overlay = {.views = photopic::kOverlayGlare};
  const OverlayShot all = rig_.shoot(with_sun(kSun, 20000.0));
  EXPECT_GT(all.drawn_at(kSun.x + 3, kSun.y)[0], 100.0);
  EXPECT_LT(all.drawn_at(kSun.x + 3, kSun.y)[2], 50.0);
  EXPECT_EQ(all.values[PHOTOPIC_OVERLAY_VALUE_GLARE_REMOVED], 0.0f);
  rig_.settings.glare.firefly_limit_ev = 2.0f;
  const auto red_texels = [](const OverlayShot& shot) {
    std::vector<std::size_t> found;
    for (std::size_t i = 0; i < shot.drawn.size(); ++i) {
      const LdrTexel& texel = shot.drawn[i];
      if (texel[0] == 255.0 && texel[1] < 60.0 && texel[2] < 60.0) found.push_back(i);
    }
    return found;
  };
  std::size_t hatched = 0;
  for (const int shift : {0, 1, 2, 3, 4, 5, 6, 7}) {  // stripes are 8 texels apart
    const OverlayShot limited = rig_.shoot(with_sun({kSun.x + shift, kSun.y}, 20000.0));
    const double removed = (20000.0 - 2.0) / (20000.0 + 0.5 * 397 * 211);
    EXPECT_NEAR(limited.values[PHOTOPIC_OVERLAY_VALUE_GLARE_REMOVED], 100.0 * removed, 0.1);
    for (const std::size_t i : red_texels(limited)) {
      EXPECT_EQ(i, std::size_t(kSun.y) * 397 + std::size_t(kSun.x + shift));
      ++hatched;
    }
  }
  EXPECT_EQ(hatched, 2u);
}

TEST_F(OverlayGlare, PlotsLevelsAndTheEye) {
  rig_.settings.glare.glare = photopic::GlareProfile::eye;
  rig_.overlay = {.views = photopic::kOverlayGlareSpread};
  const OverlayShot eye = rig_.shoot(with_sun({301, 150}, 20000.0));
  test::keep_picture(eye, "glare_spread");
  rig_.settings.glare.glare = photopic::GlareProfile::camera;
  const OverlayShot camera = rig_.shoot(with_sun({301, 150}, 20000.0));
  const auto texels_of = [](const OverlayShot& shot, LdrTexel color) {
    return std::count_if(shot.drawn.begin(), shot.drawn.end(), [&](const LdrTexel& texel) {
      return std::abs(texel[0] - 255.0 * color[0]) <= 1.0 && std::abs(texel[1] - 255.0 * color[1]) <= 1.0 &&
             std::abs(texel[2] - 255.0 * color[2]) <= 1.0;
    });
  };
  const LdrTexel line = {0.3, 0.9, 0.95}, dots = {1.0, 0.72, 0.2};
  EXPECT_GE(texels_of(eye, line), 200);
  EXPECT_GE(texels_of(eye, dots), 60);
  EXPECT_GE(texels_of(camera, line), 200);
  EXPECT_EQ(texels_of(camera, dots), 0);
}

TEST_F(OverlayGlare, AreOffWithoutTheEffect) {
  rig_.settings.glare.glare = photopic::GlareProfile::off;
  rig_.overlay = {.views = photopic::kOverlayGlare | photopic::kOverlayGlareSpread};
  const OverlayShot shot = rig_.shoot(even());
  EXPECT_EQ(shot.text(PHOTOPIC_OVERLAY_PANEL_GLARE).at(0), "glare is off: nothing to show");
  EXPECT_EQ(shot.text(PHOTOPIC_OVERLAY_PANEL_GLARE_SPREAD).at(0), "glare is off: nothing to show");
  for (std::uint32_t y = 0; y < kGlareViewExtent.height; ++y) {
    for (std::uint32_t x = 0; x < kGlareViewExtent.width; ++x) {
      if (!shot.is_in_panel(x, y)) {
        ASSERT_EQ(shot.drawn_at(x, y), shot.plain_at(x, y)) << x << ", " << y;
      }
    }
  }
}

/// The published function, and how near the levels come to it where they are to stand for it.
TEST(GlareSpread, IsTheEyes) {
  const auto total = [](double angle_deg) { return photopic::glare::eye_per_sr(25.0, 0.5, angle_deg) * 1.0213; };
  EXPECT_NEAR(total(0.1), 11685.0, 12.0);
  EXPECT_NEAR(total(1.0), 19.27, 0.02);
  EXPECT_NEAR(total(10.0), 0.0616, 1e-4);
  EXPECT_NEAR(total(30.0), 0.00777, 1e-5);
  photopic::Settings settings;
  settings.glare.glare = photopic::GlareProfile::eye;
  settings.glare.glare_min_deg = 0.0f;
  constexpr VkExtent2D kPicture = {1920, 1080};
  const double texel_deg = photopic::glare::deg_per_texel(60.0, kPicture.height);
  for (double angle_deg = 8.0 * texel_deg; angle_deg < 30.0; angle_deg *= 1.1) {
    const double ratio = photopic::glare::chain_per_sr(settings, kPicture, angle_deg) /
                         photopic::glare::eye_per_sr(25.0, 0.5, angle_deg);
    EXPECT_LE(std::abs(std::log2(ratio)), 0.2) << angle_deg;  // 0.125 of the kernels, and Gaussians in their place
  }
}

}  // namespace
