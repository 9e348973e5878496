// SPDX-License-Identifier: MIT
// Tests of pre-exposed pictures: what is measured and shown is what the scene itself would give.
#include <photopic/debug_overlay.h>

#include <cmath>
#include <cstdlib>

#include "gpu/fixture.h"
#include "gpu/hdr_image.h"

namespace test {
namespace {

constexpr VkExtent2D kPreExtent = {96, 64};
/// No power of two: every texel is rounded anew.
constexpr float kFactors[] = {0.0123f, 37.0f};
/// Of a mean: texels are rounded (2^-24, 9e-8 stops), their logarithms (1e-6), the shift of up to 7 stops (5e-7), and
/// quantised ones (5e-7); a histogram adds what its bins' positions are rounded to, 32 stops / 255 / 512.
constexpr double kStops = 4e-6;
constexpr double kHistogramStops = 2.6e-4;

using photopic::Frame;
using photopic::MadeFor;
using photopic::PostProcess;
using photopic::Settings;

/// Twelve stops, dark enough for rods on the left, a lamp that scatters, and texels that count as invalid.
reference::Rgb scene_color(std::uint32_t x, std::uint32_t y) {
  const double luminance = std::exp2(12.0 * x / kPreExtent.width - 9.0 + noise(x, y, 5));
  if (x >= 70 && x < 74 && y >= 20 && y < 24) return {900.0, 700.0, 300.0};
  if (x == 3 && y == 3) return {-1.0, 0.0, 0.0};
  return {luminance * 1.3, luminance, luminance * 0.6};
}

HdrImage make_scene(float factor) {
  return make_hdr(VK_FORMAT_R32G32B32A32_SFLOAT, kPreExtent, [factor](std::uint32_t x, std::uint32_t y) {
    const reference::Rgb color = scene_color(x, y);
    return reference::Rgb{color.r * double{factor}, color.g * double{factor}, color.b * double{factor}};
  });
}

struct PreShot {
  State state;
  std::vector<std::byte> picture;
};

/// Two frames, the first a cut; the second moves the state.
PreShot shoot(PostProcess& post, const Settings& settings, const HdrImage& scene, float pre_exposure,
              bool is_fused = false) {
  const engine::Image ldr = make_ldr(kPreExtent, VK_FORMAT_R8G8B8A8_UNORM);
  submit([&](VkCommandBuffer commands) {
    for (int i = 0; i < 2; ++i) {
      const Frame frame = {.hdr = {scene.view()},
                           .ldr = {ldr.view()},
                           .extent = kPreExtent,
                           .delta_time_s = 0.1f,
                           .cut = i == 0,
                           .pre_exposure = pre_exposure};
      context().check(is_fused ? post.record_fused(commands, frame, settings) : post.record(commands, frame, settings));
    }
  });
  return {state_of(post), engine::read_back(context(), ldr)};
}

/// Mean, EV, exposure, limits and counts; and pictures, by a code where a value lies between two.
void expect_same(const PreShot& plain, const PreShot& pre, double stops) {
  const State& a = plain.state;
  const State& b = pre.state;
  EXPECT_NEAR(a.mean_log2_luminance, b.mean_log2_luminance, kStops);
  EXPECT_NEAR(a.metered_log2_luminance, b.metered_log2_luminance, stops);
  EXPECT_NEAR(a.scene_ev100, b.scene_ev100, stops);
  EXPECT_NEAR(a.target_ev100, b.target_ev100, stops);
  EXPECT_NEAR(a.adapted_ev100, b.adapted_ev100, stops);
  EXPECT_NEAR(a.low_percentile_log2, b.low_percentile_log2, 40.0 * stops);  // texels on the border of an interval
  EXPECT_NEAR(a.high_percentile_log2, b.high_percentile_log2, 40.0 * stops);
  EXPECT_NEAR(b.exposure / a.exposure, 1.0, stops);
  EXPECT_NEAR(b.adapted_luminance / a.adapted_luminance, 1.0, stops);
  EXPECT_NEAR(b.previous_exposure_ratio, a.previous_exposure_ratio, stops);
  EXPECT_NEAR(b.dlss_exposure / a.dlss_exposure, 1.0, stops);
  EXPECT_NEAR(a.min_luminance, b.min_luminance, 1e-6 * double{a.min_luminance});
  EXPECT_NEAR(a.max_luminance, b.max_luminance, 1e-6 * double{a.max_luminance});
  EXPECT_EQ(a.invalid_texels, b.invalid_texels);
  EXPECT_EQ(a.under_texels, b.under_texels);
  EXPECT_NEAR(a.glare_scattered_fraction, b.glare_scattered_fraction, 1e-5);
  EXPECT_NEAR(a.glare_removed_fraction, b.glare_removed_fraction, 1e-5);
  EXPECT_NEAR(a.night.mesopic_m, b.night.mesopic_m, 1e-5);
  EXPECT_NEAR(a.night.pupil_mm, b.night.pupil_mm, 1e-5);
  ASSERT_EQ(plain.picture.size(), pre.picture.size());
  std::size_t differing = 0;
  for (std::size_t i = 0; i < plain.picture.size(); ++i) {
    const int difference = std::abs(int(plain.picture[i]) - int(pre.picture[i]));
    ASSERT_LE(difference, 1) << i / 4 % kPreExtent.width << ", " << i / 4 / kPreExtent.width;
    differing += difference != 0;
  }
  EXPECT_LT(differing, plain.picture.size() / 100);
}

void expect_pre_exposed(PostProcess& post, const Settings& settings, double stops, bool is_fused = false) {
  const PreShot plain = shoot(post, settings, make_scene(1.0f), 1.0f, is_fused);
  for (const float factor : kFactors) {
    SCOPED_TRACE(factor);
    expect_same(plain, shoot(post, settings, make_scene(factor), factor, is_fused), stops);
  }
  // What isn't said isn't known.
  const PreShot untold = shoot(post, settings, make_scene(kFactors[0]), 1.0f, is_fused);
  EXPECT_GT(std::abs(plain.state.scene_ev100 - untold.state.scene_ev100), 0.5f);
}

/// Curves and limits that cut.
void set_limits(photopic::ExposureSettings* exposure) {
  exposure->compensation_curve = {2, {{-6.0f, -1.0f}, {8.0f, 0.5f}}};
  exposure->max_ev100 = 1.0f;
}

/// All effects whose thresholds are of the scene, the weight that looks at luminance, the state's receptors.
TEST(PreExposure, EffectsAndWindowSeeTheScene) {
  Settings settings;
  set_limits(&settings.exposure);
  settings.meter.window_min_log2 = -8.0f;
  settings.meter.window_max_log2 = 2.0f;
  settings.glare.glare = photopic::GlareProfile::camera;
  settings.glare.veil_fraction = 0.2f;
  settings.glare.glare_source = photopic::GlareSource::excess;
  settings.glare.firefly_limit_ev = 3.0f;
  settings.view.cd_m2_per_unit = 0.5f;
  settings.night.night_strength = 1.0f;
  settings.night.dark_adaptation = photopic::DarkAdaptation::rods_and_cones;
  settings.night.pupil = true;
  settings.acuity.acuity_loss = 1.0f;
  settings.local_exposure.local_exposure = photopic::LocalExposure::on;
  settings.local_exposure.local_source = photopic::LocalSource::after_glare;
  settings.local_exposure.highlight_contrast = 0.6f;
  settings.local_exposure.shadow_contrast = 0.7f;
  const MadeFor info = {.max_extent = kPreExtent,
                        .weights = photopic::kWeightWindow,
                        .histogram = true,
                        .forces_histogram = true,
                        .dark_adaptation = true,
                        .effects = photopic::effects_of(settings),
                        .dither = false};
  PostProcess post = make(info);
  expect_pre_exposed(post, settings, kHistogramStops);
  settings.night.night_model = photopic::NightModel::lmsr_opponent;
  expect_pre_exposed(post, settings, kHistogramStops);
}

TEST(PreExposure, SinglePassSeesTheScene) {
  Settings settings;
  set_limits(&settings.exposure);
  PostProcess post = make({.max_extent = kPreExtent,
                           .steps = photopic::kMeterStep | photopic::kToneMapStep | photopic::kFusedStep,
                           .extrema = true,
                           .dither = false});
  expect_pre_exposed(post, settings, kStops);
  expect_pre_exposed(post, settings, kStops, /*is_fused=*/true);
  // A range of luminance that is so wide, shifted, that four of its products leave a float's.
  settings.meter.min_log2_luminance = -30.0f;
  settings.meter.max_log2_luminance = 30.0f;
  expect_pre_exposed(post, settings, kStops);
}

TEST(PreExposure, PyramidSeesTheScene) {
  Settings settings;
  set_limits(&settings.exposure);
  // Levels are sums of floats: docs/metering.md.
  PostProcess post = make({.max_extent = kPreExtent, .meter_method = photopic::MeterMethod::pyramid, .dither = false});
  expect_pre_exposed(post, settings, 2.0 * kStops);
}

TEST(PreExposure, NaiveMeterSeesTheScene) {
  photopic::NaiveMeter meter = make(photopic::NaiveMeterInfo{
      .max_extent = kPreExtent, .method = photopic::NaiveMethod::pyramid, .pyramid_tap = photopic::PyramidTap::gather});
  const HdrImage scene = make_scene(1.0f), pre = make_scene(kFactors[0]);
  const State a = meter_once(meter, {.hdr = {scene.view()}, .extent = kPreExtent, .cut = VK_TRUE});
  const State b =
      meter_once(meter, {.hdr = {pre.view()}, .extent = kPreExtent, .cut = VK_TRUE, .pre_exposure = kFactors[0]});
  EXPECT_NEAR(a.scene_ev100, b.scene_ev100, 2.0 * kStops);
  EXPECT_NEAR(a.max_luminance, b.max_luminance, 1e-6 * double{a.max_luminance});
}

/// The host's own exposure multiplies the scene's colour. What the overlay draws is of the scene, too.
TEST(PreExposure, HostsExposureAndOverlay) {
  PostProcess post = make({.max_extent = kPreExtent, .dither = false});
  photopic::DebugOverlay overlay;
  context().check(photopic::DebugOverlay::create(context().lend(), {.max_extent = kPreExtent}, &overlay));
  const engine::Image ldr = make_ldr(kPreExtent, VK_FORMAT_R8G8B8A8_UNORM);
  const auto shot = [&](float factor) {
    const HdrImage scene = make_scene(factor);
    submit([&](VkCommandBuffer commands) {
      const Frame frame = {
          .hdr = {scene.view()}, .ldr = {ldr.view()}, .extent = kPreExtent, .cut = VK_TRUE, .pre_exposure = factor};
      context().check(post.record_meter(
          commands, {.hdr = {scene.view()}, .extent = kPreExtent, .cut = VK_TRUE, .pre_exposure = factor}, Settings{}));
      engine::full_barrier(context(), commands);
      context().check(post.record_finish(commands,
                                         {.hdr = {scene.view()},
                                          .ldr = {ldr.view()},
                                          .extent = kPreExtent,
                                          .pre_exposure = factor,
                                          .exposure = {post.state_buffer()}},
                                         Settings{}));
      context().check(overlay.record(commands, post, frame, Settings{},
                                     {.views = photopic::kOverlayFalseColor | photopic::kOverlayHistogram}));
    });
    return engine::read_back(context(), ldr);
  };
  const std::vector<std::byte> plain = shot(1.0f), pre = shot(kFactors[1]);
  std::size_t differing = 0;
  for (std::size_t i = 0; i < plain.size(); ++i) differing += plain[i] != pre[i];
  // A texel on the border of two colours, a bar's edge.
  EXPECT_LT(differing, plain.size() / 200);
  std::size_t from_untold = 0;
  const std::vector<std::byte> other = shot(4.0f);
  for (std::size_t i = 0; i < plain.size(); ++i) from_untold += plain[i] != other[i];
  EXPECT_LT(from_untold, plain.size() / 200);
}

TEST(PreExposure, NumbersThatAreNoneAreRefused) {
  std::string said;
  photopic::Device device = context().lend();
  device.message = [](photopic::Status, const char* text, void* user) { *static_cast<std::string*>(user) = text; };
  device.message_user = &said;
  PostProcess post = make(device, {.max_extent = kPreExtent, .dither = false});
  const HdrImage scene = make_scene(1.0f);
  const engine::Image ldr = make_ldr(kPreExtent, VK_FORMAT_R8G8B8A8_UNORM);
  submit([&](VkCommandBuffer commands) {
    for (const float wrong : {-1.0f, kNanF, kInfinityF, 1e-12f, 1e12f}) {
      SCOPED_TRACE(wrong);
      const VkRect2D region = {{0, 0}, kPreExtent};
      said.clear();
      EXPECT_EQ(post.record(commands,
                            {.hdr = {scene.view()}, .ldr = {ldr.view()}, .extent = kPreExtent, .pre_exposure = wrong},
                            Settings{}),
                photopic::Status::invalid_argument);
      EXPECT_NE(said.find("record: pre_exposure = "), std::string::npos) << said;
      EXPECT_NE(said.find("must be within [2.32831e-10, 4.29497e+09]"), std::string::npos) << said;
      EXPECT_EQ(post.record_meter(
                    commands,
                    {.hdr = {scene.view()}, .extent = region.extent, .pre_exposure = wrong, .offset = region.offset},
                    Settings{}),
                photopic::Status::invalid_argument);
      EXPECT_EQ(post.record_finish(commands,
                                   {.hdr = {scene.view()},
                                    .ldr = {ldr.view()},
                                    .extent = region.extent,
                                    .pre_exposure = wrong,
                                    .offset = region.offset},
                                   {}),
                photopic::Status::invalid_argument);
    }
  });
}

}  // namespace
}  // namespace test
