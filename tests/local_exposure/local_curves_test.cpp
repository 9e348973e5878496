// SPDX-License-Identifier: MIT
// Tests of local exposure's build and solve against double precision: curves, before they become halves.
#include <algorithm>
#include <cmath>
#include <memory>

#include "finish/tone_map_rig.h"
#include "local_exposure/local_rig.h"
#include "local_exposure/local_vectors.h"

namespace {

using reference::CurveGrid;
using reference::LogPicture;
using test::GpuCurves;

/// EV. Of specs for 32-bit curves and sums of integers: llvmpipe's and other devices' logarithms, float sums of a
/// column of texels, and units of 2^-16 of a texel.
constexpr double kCurveToleranceEv = 2e-4;

constexpr VkExtent2D kLocalMost = {320, 200};

/// An edge, a gradient, noise of 2 EV, and a bright spot.
LogPicture mixed_picture(std::size_t width, std::size_t height) {
  LogPicture picture = {width, height, {}};
  for (std::size_t y = 0; y < height; ++y) {
    for (std::size_t x = 0; x < width; ++x) {
      const double noise = 2.0 * test::noise(std::uint32_t(x), std::uint32_t(y), 7);
      const bool is_spot = x % 50 == 20 && y % 37 == 11;
      picture.log2_luminance.push_back(is_spot ? 14.3 : -5.0 + (3 * x > width ? 6.0 : 0.0) + 0.02 * double(y) + noise);
    }
  }
  return picture;
}

reference::LocalExposure strong() {
  reference::LocalExposure settings;
  settings.anchor_log2 = 0.7;
  settings.highlight_contrast = 0.5;
  settings.shadow_contrast = 0.6;
  settings.detail = 1.3;
  return settings;
}

/// As floats hold it.
LogPicture rounded(LogPicture picture) {
  for (double& l : picture.log2_luminance) l = std::log2(double(float(std::exp2(l))));
  return picture;
}

/// Of averages of side x side texels; one rig for each.
class LocalCurves : public testing::TestWithParam<std::uint32_t> {
 protected:
  static void TearDownTestSuite() {
    for (auto& rig : rigs_) rig.reset();
  }
  static test::LocalRig& rig() {
    std::unique_ptr<test::LocalRig>& rig = rigs_[GetParam() / 2];
    if (rig == nullptr) rig = std::make_unique<test::LocalRig>(kLocalMost, GetParam(), 2u);
    return *rig;
  }
  static GpuCurves curves_of(const LogPicture& picture, const reference::LocalExposure& settings) {
    return rig().curves(test::make_local_hdr(picture), test::local_settings_of(settings), settings.anchor_log2);
  }

 private:
  static inline std::unique_ptr<test::LocalRig> rigs_[3];
};

TEST(LocalCurvesVectors, AreMet) {
  const nlohmann::json vectors = local_test::local_vectors();
  const LogPicture whole = local_test::local_picture(vectors);
  const LogPicture picture = local_test::local_picture_with_invalid(vectors);
  test::LocalRig rig(kLocalMost, 1);
  for (const nlohmann::json& test_case : vectors.at("cases")) {
    const reference::LocalExposure settings = local_test::local_settings(test_case);
    const GpuCurves curves =
        rig.curves(test::make_local_hdr(picture), test::local_settings_of(settings), settings.anchor_log2);
    std::size_t found = 0;
    for (const auto& [key, values] : test_case.items()) {
      if (key.rfind("node_curve_", 0) != 0) continue;
      for (std::size_t k = 0; k < CurveGrid::kSlices; ++k) {
        EXPECT_NEAR(curves.at(std::size_t(key.at(13) - '0'), std::size_t(key.at(11) - '0'), k),
                    values.at(k).get<double>(), kCurveToleranceEv)
            << key << ' ' << k;
      }
      ++found;
    }
    EXPECT_EQ(found, 2u);
    // Of which all texels follow: the reference meets the vectors' `ev_at`.
    EXPECT_LE(worst_difference_ev(curves, CurveGrid(picture, settings)), kCurveToleranceEv);
  }
}

TEST_P(LocalCurves, AreTheReferencesAtEverySize) {
  constexpr VkExtent2D kSizes[] = {{1, 1},   {2, 3},    {63, 5},   {64, 64},   {65, 64},  {64, 65},
                                   {127, 1}, {129, 67}, {191, 66}, {320, 200}, {257, 193}};
  for (const VkExtent2D size : kSizes) {
    const LogPicture picture = rounded(mixed_picture(size.width, size.height));
    const CurveGrid grid(picture, strong(), GetParam());
    EXPECT_LE(worst_difference_ev(curves_of(picture, strong()), grid), kCurveToleranceEv)
        << size.width << " x " << size.height;
  }
}

TEST_P(LocalCurves, FollowEverySetting) {
  const LogPicture picture = rounded(mixed_picture(257, 193));
  const auto check = [&](const reference::LocalExposure& settings, const char* name) {
    EXPECT_LE(worst_difference_ev(curves_of(picture, settings), CurveGrid(picture, settings, GetParam())),
              kCurveToleranceEv)
        << name;
  };
  reference::LocalExposure settings = strong();
  settings.blurred_luminance_blend = 0.6;
  check(settings, "blend");
  settings = strong();
  settings.highlight_threshold_ev = 1.5;
  settings.shadow_threshold_ev = 0.75;
  check(settings, "thresholds");
  settings = strong();
  settings.max_ev = 0.5;
  check(settings, "bound");
  settings = strong();
  settings.detail = 3.5;
  check(settings, "detail");
  settings.detail = 0.0;
  settings.highlight_contrast = settings.shadow_contrast = 0.0;
  check(settings, "flat");
}

/// Luminances anywhere: no column stays in an interval, and the monotone step has much to do.
TEST_P(LocalCurves, OfWideNoise) {
  LogPicture picture = {130, 130, {}};
  for (std::uint32_t i = 0; i < 130 * 130; ++i) {
    picture.log2_luminance.push_back(-18.0 + 36.0 * test::noise(i % 130, i / 130, 3));
  }
  picture = rounded(picture);
  EXPECT_LE(worst_difference_ev(curves_of(picture, strong()), CurveGrid(picture, strong(), GetParam())),
            kCurveToleranceEv);
}

TEST_P(LocalCurves, IdentityIsExact) {
  reference::LocalExposure settings;
  settings.highlight_contrast = settings.shadow_contrast = 1.0;
  settings.anchor_log2 = 0.3;
  for (const VkExtent2D size : {VkExtent2D{1, 1}, {64, 65}, {129, 67}, {320, 200}}) {
    const GpuCurves curves = curves_of(mixed_picture(size.width, size.height), settings);
    EXPECT_TRUE(std::all_of(curves.ev.begin(), curves.ev.end(), [](float ev) { return ev == 0.0f; }))
        << size.width << " x " << size.height;
  }
}

TEST_P(LocalCurves, AreTheSameBitsAgainAndInARegion) {
  const photopic::Settings settings = test::local_settings_of(strong());
  const LogPicture picture = mixed_picture(150, 131);
  const GpuCurves curves = rig().curves(test::make_local_hdr(picture), settings, 0.7);
  for (int i = 0; i < 3; ++i) EXPECT_EQ(rig().curves(test::make_local_hdr(picture), settings, 0.7), curves);
  EXPECT_EQ(rig().curves(test::make_local_hdr(picture, {13, 29}), settings, 0.7,
                         {.region = {{13, 29}, {150, 131}}, .view = 1}),
            curves);
}

/// As if invalid texels weren't there; what is beyond the range counts as its end.
TEST_P(LocalCurves, OfTexelsThatAreNoLight) {
  LogPicture picture = rounded(mixed_picture(140, 90));
  constexpr VkExtent2D kExtent = {140, 90};
  const auto value_of = [&](std::uint32_t x, std::uint32_t y) {
    switch ((x + 3 * y) % 11) {
      case 0:
        return reference::kNan;
      case 1:
        return reference::kInfinity;
      case 2:
        return -1.0;
      case 3:
        return 0.0;
      case 4:
        return 65504.0;
      default:
        return std::exp2(picture.at(x, y));
    }
  };
  const test::HdrImage hdr =
      test::make_hdr(VK_FORMAT_R32G32B32A32_SFLOAT, kExtent,
                     [&](std::uint32_t x, std::uint32_t y) { return reference::grey(value_of(x, y)); });
  for (std::uint32_t y = 0; y < kExtent.height; ++y) {
    for (std::uint32_t x = 0; x < kExtent.width; ++x) {
      const double value = value_of(x, y);
      picture.log2_luminance[y * picture.width + x] =
          std::isfinite(value) && value >= 0.0 ? std::log2(value) : reference::kNan;
    }
  }
  const GpuCurves curves = rig().curves(hdr, test::local_settings_of(strong()), 0.7);
  EXPECT_LE(worst_difference_ev(curves, CurveGrid(picture, strong(), GetParam())), kCurveToleranceEv);
}

TEST_P(LocalCurves, OfFramesWithoutAnyLight) {
  for (const double value : {0.0, reference::kNan, reference::kInfinity, 65504.0}) {
    const test::HdrImage hdr = test::make_hdr(VK_FORMAT_R32G32B32A32_SFLOAT, {70, 70},
                                              [&](std::uint32_t, std::uint32_t) { return reference::grey(value); });
    for (const double anchor_log2 : {-130.0, 0.0, 130.0}) {  // exposures of infinity and 0 among them
      const GpuCurves curves = rig().curves(hdr, test::local_settings_of(strong()), anchor_log2);
      EXPECT_TRUE(std::all_of(curves.ev.begin(), curves.ev.end(),
                              [](float ev) { return std::isfinite(ev) && std::abs(ev) <= 16.0f; }))
          << value << ' ' << anchor_log2;
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Side, LocalCurves, testing::Values(1u, 2u, 4u),
                         [](const auto& side) { return std::to_string(side.param); });

/// What a time constant leaves of two pictures that alternate.
class LocalCurvesInTime : public testing::Test {
 protected:
  static constexpr float kTimeConstantS = 0.5f;

  LocalCurvesInTime() { settings_.local_exposure.local_time_constant_s = kTimeConstantS; }

  GpuCurves next(const test::HdrImage& hdr, float delta_time_s, bool reset = false, std::uint32_t view = 0) {
    return rig_.curves(hdr, settings_, 0.0, {.view = view, .delta_time_s = delta_time_s, .reset_history = reset});
  }
  GpuCurves at_once(const test::HdrImage& hdr) {
    photopic::Settings settings = settings_;
    settings.local_exposure.local_time_constant_s = 0.0f;
    return test::LocalRig({128, 128}, 2).curves(hdr, settings, 0.0);
  }
  static double worst(const GpuCurves& a, const GpuCurves& from, const GpuCurves& to, double share) {
    double worst = a.ev.size() == to.ev.size() ? 0.0 : reference::kInfinity;
    for (std::size_t i = 0; i < a.ev.size(); ++i) {
      const double expected = from.ev[i] + (double(to.ev[i]) - from.ev[i]) * share;
      worst = std::max(worst, std::abs(a.ev[i] - expected));
    }
    return worst;
  }

  test::LocalRig rig_{{128, 128}, 2, 2};
  photopic::Settings settings_ = test::local_settings_of(strong());
  test::HdrImage dark_ = test::make_uniform_hdr({100, 100}, 0.01);
  test::HdrImage bright_ = test::make_uniform_hdr({100, 100}, 30.0);
};

TEST_F(LocalCurvesInTime, ApproachWhatTheyWouldBe) {
  constexpr double kRoundingEv = 1e-5;
  const GpuCurves dark = at_once(dark_), bright = at_once(bright_);
  EXPECT_EQ(next(dark_, 0.1f), dark);  // a first frame
  const double share = 1.0 - std::exp(-0.1 / kTimeConstantS);
  const GpuCurves once = next(bright_, 0.1f);
  EXPECT_LE(worst(once, dark, bright, share), kRoundingEv);
  EXPECT_LE(worst(next(bright_, 0.1f), once, bright, share), kRoundingEv);
  for (int i = 0; i < 9; ++i) next(bright_, 0.0125f);  // any split of a time is that time
  EXPECT_LE(worst(next(bright_, 0.0875f), dark, bright, 1.0 - std::exp(-0.4 / kTimeConstantS)), kRoundingEv);
  EXPECT_EQ(next(bright_, 0.1f, false, 1), bright);  // another view
  EXPECT_EQ(next(dark_, 0.1f, true), dark);          // a cut
  const test::HdrImage smaller = test::make_uniform_hdr({65, 100}, 30.0);
  EXPECT_EQ(next(smaller, 0.1f), at_once(smaller));  // nodes are elsewhere in the picture
  rig_.resize({256, 256});
  EXPECT_EQ(next(smaller, 0.1f), at_once(smaller));
}

}  // namespace
