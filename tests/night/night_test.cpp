// SPDX-License-Identifier: MIT
// Tests of colours at night against their formulas in double, in pictures.
#include <array>
#include <cmath>
#include <span>

#include "adapt/handover_rig.h"
#include "finish/tone_map_rig.h"
#include "gpu/arguments_rig.h"
#include "night/night.h"
#include "reference/display/primaries.h"
#include "reference/effects/night.h"
#include "unit/reference/eye_oracles.h"

namespace {

using nlohmann::json;
using photopic::NightModel;
using reference::Rgb;
using test::LdrTexel;

/// Relative, of a half-float picture: its 11 bits, which devices may truncate (2^-10), and float's error in what is
/// between.
constexpr double kNightTolerance = 1.2e-3;
/// Of m: linear between 64 nodes of a curve.
constexpr double kNodeTolerance = 5e-5;
/// Of the view's m: 24 steps of bisection in float, of a luminance that comes of an EV in float.
constexpr double kMesopicTolerance = 2e-6;
constexpr double kLeastOfHalves = 0x1p-24;

photopic::MadeFor night_info(photopic::MadeFor info = {}) {
  info.max_extent = {64, 64};
  info.ldr_format = test::kHalf;
  info.tone_mappers = photopic::tone_mapper_bit(photopic::ToneMapper::none);
  info.effects = photopic::kEffectNight;
  return info;
}

/// The exposure of a view that is adapted to this.
double exposure_of(double cd_m2) { return 12.5 / (120.0 * cd_m2); }

class Night : public testing::Test {
 protected:
  Night() {
    settings.tone_map.tone_mapper = photopic::ToneMapper::none;
    settings.exposure.mode = photopic::ExposureMode::manual;
    settings.view.cd_m2_per_unit = 1.0f;
    settings.night.night_strength = 1.0f;
    settings.night.local_adaptation = 0.0f;
    settings.night.scene_s_over_p = float(reference::kSOverPOfD65);
  }

  /// Adapted to this, by a buffer of the host's. Divided by the exposure, in float.
  std::vector<Rgb> seen(photopic::PostProcess& post, const std::vector<Rgb>& colors, double adapted_cd_m2) {
    const engine::Buffer exposure =
        test::make_exposure(float(exposure_of(adapted_cd_m2 / double(settings.view.cd_m2_per_unit))));
    return exposed_colors(post, colors, exposure.handle(),
                          exposure_of(adapted_cd_m2 / double(settings.view.cd_m2_per_unit)));
  }

  std::vector<Rgb> exposed_colors(photopic::PostProcess& post, const std::vector<Rgb>& colors, VkBuffer exposure,
                                  double by) {
    const VkExtent2D extent = {std::uint32_t(colors.size()), 1};
    const test::HdrImage hdr = test::make_hdr(VK_FORMAT_R32G32B32A32_SFLOAT, extent,
                                              [&](std::uint32_t x, std::uint32_t) { return colors[x]; });
    const engine::Image ldr = test::make_ldr(extent, test::kHalf);
    test::submit([&](VkCommandBuffer command_buffer) {
      test::context().check(post.record_finish(
          command_buffer, {.hdr = {hdr.view()}, .ldr = {ldr.view()}, .extent = extent, .exposure = {exposure}},
          settings));
    });
    std::vector<Rgb> result;
    for (const LdrTexel& texel : test::read_ldr(ldr)) result.push_back({texel[0] / by, texel[1] / by, texel[2] / by});
    return result;
  }

  /// One for all tests: making its pipelines takes longer than they do.
  static photopic::PostProcess& made() { return *made_; }
  static void SetUpTestSuite() { made_ = new photopic::PostProcess(test::make(night_info())); }
  static void TearDownTestSuite() {
    delete made_;
    made_ = nullptr;
  }

  static void expect_color(Rgb value, Rgb expected, double exposure, double more = 0.0) {
    const double least = kLeastOfHalves / exposure + more;
    EXPECT_NEAR(value.r, expected.r, kNightTolerance * std::abs(expected.r) + least);
    EXPECT_NEAR(value.g, expected.g, kNightTolerance * std::abs(expected.g) + least);
    EXPECT_NEAR(value.b, expected.b, kNightTolerance * std::abs(expected.b) + least);
  }

  photopic::Settings settings;

 private:
  inline static photopic::PostProcess* made_ = nullptr;
};

/// What a wrong m does: colours move by its error times about their luminance.
double node_error(Rgb color) { return kNodeTolerance * 2.0 * (color.r + color.g + color.b); }

TEST_F(Night, ColorsAreThoseOfTheVectors) {
  photopic::PostProcess& post = made();
  eye_test::with_vectors([&](const json& eye) {
    ASSERT_GE(eye.at("night").at("cases").size(), 25U);
    for (const json& vector : eye.at("night").at("cases")) {
      SCOPED_TRACE(vector.dump());
      const double adapted = vector.at("adapt_cd_m2");
      const Rgb color = eye_test::rgb_of(vector.at("rgb"));
      expect_color(seen(post, {color}, adapted)[0], eye_test::rgb_of(vector.at("out")), exposure_of(adapted),
                   node_error(color));
    }
  });
}

/// m by the texel's own luminance, under several lights, and in other units than cd/m^2.
TEST_F(Night, LocalAdaptationIsTheFormula) {
  photopic::PostProcess& post = made();
  const std::vector<Rgb> colors = {
      {1e-4, 2e-4, 1e-4}, {0.02, 0.01, 0.005}, {0.1, 0.2, 0.3}, {3.0, 1.0, 0.2}, {40.0, 50.0, 30.0}};
  settings.night.local_adaptation = 0.7f;
  for (const float unit : {1.0f, 250.0f}) {
    settings.view.cd_m2_per_unit = unit;
    std::vector<Rgb> stored;
    for (const Rgb& color : colors) stored.push_back(scale(color, 1.0 / double(unit)));
    for (const double s_over_p : {0.65, 2.4633, 4.0}) {
      settings.night.scene_s_over_p = float(s_over_p);
      for (const double adapted : {0.003, 0.5}) {
        const std::vector<Rgb> results = seen(post, stored, adapted);
        for (std::size_t i = 0; i < colors.size(); ++i) {
          const double local = std::pow(reference::luminance_bt709(colors[i]), 0.7) * std::pow(adapted, 0.3);
          const double m = reference::mes2_m(local, s_over_p);
          const Rgb expected = reference::mesopic_color(colors[i], m, s_over_p, reference::rod_tint());
          SCOPED_TRACE(testing::Message() << i << ", " << adapted << " cd/m^2, S/P " << s_over_p << ", m " << m);
          expect_color(scale(results[i], double(unit)), expected, exposure_of(adapted), node_error(colors[i]));
        }
      }
    }
  }
}

/// 0: nothing; between: a mix.
TEST_F(Night, StrengthMixes) {
  photopic::PostProcess& post = made();
  const std::vector<Rgb> colors = {{0.02, 0.01, 0.005}, {0.0, 0.0, 0.3}};
  const std::vector<Rgb> full = seen(post, colors, 0.02);
  settings.night.night_strength = 0.25f;
  const std::vector<Rgb> mixed = seen(post, colors, 0.02);
  settings.night.night_strength = 0.0f;
  const std::vector<Rgb> off = seen(post, colors, 0.02);
  for (std::size_t i = 0; i < colors.size(); ++i) {
    expect_color(off[i], colors[i], exposure_of(0.02));
    expect_color(mixed[i], lerp(colors[i], full[i], 0.25), exposure_of(0.02), 1e-3 * full[i].b);
  }
}

/// Where cones alone see, every bit stays; and what has no luminance stays what it is without the effect.
TEST_F(Night, DaylightAndWhatIsNoColorStay) {
  photopic::PostProcess& post = made();
  const std::vector<Rgb> day = {{0.3, 20.0, 7.0}, {65504.0, 65504.0, 65504.0}, {65504.0, 0.0, 0.0}, {1e-6, 1e-6, 0.0}};
  const std::vector<Rgb> odd = {{0.0, 0.0, 0.0},
                                {double(test::kNanF), 0.2, 0.2},
                                {double(test::kInfinityF), 0.2, 0.2},
                                {-1.0, -2.0, 0.5},
                                {1e-42, 1e-42, 1e-42}};
  const auto in_both = [&](const std::vector<Rgb>& colors, double adapted) {
    settings.night.night_strength = 1.0f;
    const std::vector<Rgb> on = seen(post, colors, adapted);
    settings.night.night_strength = 0.0f;
    const std::vector<Rgb> off = seen(post, colors, adapted);
    for (std::size_t i = 0; i < colors.size(); ++i) {
      SCOPED_TRACE(i);
      EXPECT_EQ(on[i].r, off[i].r);
      EXPECT_EQ(on[i].g, off[i].g);
      EXPECT_EQ(on[i].b, off[i].b);
    }
  };
  in_both(day, 10.0);
  in_both(odd, 10.0);
  in_both(odd, 1e-3);
  settings.night.local_adaptation = 1.0f;
  in_both({day[0], day[1], day[2]}, 1e-3);
  for (const NightModel model : {NightModel::mesopic, NightModel::lmsr_opponent}) {  // numbers come of numbers
    settings.night.night_model = model;
    settings.night.night_strength = 1.0f;
    settings.night.night_noise = 1.0f;
    for (const Rgb& color : seen(post, {{65504.0, 0.0, 65504.0}, {1e-30, 0.0, 1e-30}, {0.0, 65504.0, 0.0}}, 1e-6)) {
      EXPECT_TRUE(color.r >= 0.0 && color.g >= 0.0 && color.b >= 0.0);
    }
  }
}

TEST_F(Night, OpponentColorsAreThoseOfTheVectors) {
  photopic::PostProcess& post = made();
  settings.night.night_model = NightModel::lmsr_opponent;
  eye_test::with_vectors([&](const json& eye) {
    for (const json& vector : eye.at("lmsr_reference")) {
      SCOPED_TRACE(vector.dump());
      settings.night.night_strength = vector.at("night");
      const Rgb color = eye_test::rgb_of(vector.at("rgb_cd_m2"));
      const double adapted = reference::luminance_bt709(color);
      // Small differences of large numbers, in float: of the colour's sum.
      expect_color(seen(post, {color}, adapted)[0], eye_test::rgb_of(vector.at("out")), exposure_of(adapted),
                   2e-6 * (color.r + color.g + color.b));
    }
  });
}

/// Of the object's own state, a table for each view; in every call that finishes a picture.
TEST_F(Night, ViewsAreAdaptedEachToItsOwn) {
  photopic::PostProcess post = test::make(
      night_info({.view_count = 2, .steps = photopic::kMeterStep | photopic::kToneMapStep | photopic::kFusedStep}));
  constexpr VkExtent2D kSides = {4, 4};
  const Rgb color = {0.02, 0.01, 0.005};
  const test::HdrImage hdr =
      test::make_hdr(VK_FORMAT_R32G32B32A32_SFLOAT, kSides, [&](std::uint32_t, std::uint32_t) { return color; });
  const engine::Image ldr[] = {test::make_ldr(kSides, test::kHalf), test::make_ldr(kSides, test::kHalf)};
  const double adapted[] = {0.005, 1.0};
  for (const auto call : {&photopic::PostProcess::record, &photopic::PostProcess::record_fused}) {
    for (int frame = 0; frame < 2; ++frame) {
      test::submit([&](VkCommandBuffer command_buffer) {
        for (std::uint32_t view = 0; view < 2; ++view) {
          settings.exposure.manual_ev100 = float(std::log2(adapted[view]) + 3.0);
          test::context().check(
              (post.*call)(command_buffer,
                           {.hdr = {hdr.view()}, .ldr = {ldr[view].view()}, .extent = kSides, .view = view}, settings));
        }
      });
    }
    for (std::uint32_t view = 0; view < 2; ++view) {
      const double by = exposure_of(adapted[view]);
      const LdrTexel texel = test::read_ldr(ldr[view])[5];
      const double m = reference::mes2_m(adapted[view], reference::kSOverPOfD65);
      expect_color({texel[0] / by, texel[1] / by, texel[2] / by},
                   reference::mesopic_color(color, m, reference::kSOverPOfD65, reference::rod_tint()), by,
                   node_error(color));
      EXPECT_NEAR(test::state_of(post, view).night.mesopic_m, m, kMesopicTolerance);
    }
  }
}

/// The state's m: of pictures with the effect, exported and imported without receptors too, and gone with a reset.
TEST_F(Night, TheStateSaysHowFarConesSee) {
  photopic::PostProcess& post = made();
  constexpr VkExtent2D kSides = {4, 4};
  const test::HdrImage hdr = test::make_uniform_hdr(kSides, 0.05);
  const engine::Image ldr = test::make_ldr(kSides, test::kHalf);
  const auto run = [&](bool reset) {
    test::submit([&](VkCommandBuffer command_buffer) {
      test::context().check(post.record(
          command_buffer, {.hdr = {hdr.view()}, .ldr = {ldr.view()}, .extent = kSides, .cut = reset}, settings));
    });
    return test::state_of(post);
  };
  for (const double adapted : {1e-4, 0.004, 0.05, 2.0, 1e4}) {
    for (const float s_over_p : {0.5f, 2.4633f}) {
      settings.exposure.manual_ev100 = float(std::log2(adapted) + 3.0);
      settings.night.scene_s_over_p = s_over_p;
      EXPECT_NEAR(run(false).night.mesopic_m, reference::mes2_m(adapted, double(s_over_p)), kMesopicTolerance);
    }
  }
  settings.exposure.manual_ev100 = float(std::log2(0.1) + 3.0);
  const test::State before = run(false);
  ASSERT_GT(before.night.mesopic_m, 0.4f);
  settings.night.night_strength = 0.0f;
  EXPECT_EQ(run(false).night.mesopic_m, before.night.mesopic_m);  // the last picture with the effect
  EXPECT_EQ(run(true).night.mesopic_m, 0.0f);
  const engine::Buffer copy = test::make_state_buffer(sizeof(test::State));
  test::submit([&](VkCommandBuffer command_buffer) {
    test::context().check(post.record_import(command_buffer, 0, before));
    test::context().check(post.record_export(command_buffer, 0, {copy.handle(), 0}));
  });
  EXPECT_EQ(test::state_in(copy, 0).night.mesopic_m, before.night.mesopic_m);
  EXPECT_EQ(test::state_in(copy, 0).night.cone_ev, 0.0f);
}

/// Effects report to one state, of pictures so small that glare has no pass behind the one that reports, too.
TEST_F(Night, EffectsShareTheState) {
  photopic::MadeFor info = night_info();
  info.effects |= photopic::kEffectGlare | photopic::kEffectLocalExposure;
  photopic::PostProcess post = test::make(info);
  constexpr VkExtent2D kSides = {16, 9};
  const test::HdrImage hdr = test::make_uniform_hdr(kSides, 0.05);
  const engine::Image ldr = test::make_ldr(kSides, test::kHalf);
  settings.exposure.manual_ev100 = float(std::log2(0.05) + 3.0);
  settings.glare.glare = photopic::GlareProfile::camera;
  settings.glare.veil_fraction = 0.25f;
  settings.glare.glare_min_deg = 0.0f;
  for (const auto local : {photopic::LocalExposure::off, photopic::LocalExposure::on}) {
    settings.local_exposure.local_exposure = local;
    test::submit([&](VkCommandBuffer command_buffer) {
      test::context().check(
          post.record(command_buffer, {.hdr = {hdr.view()}, .ldr = {ldr.view()}, .extent = kSides}, settings));
    });
    const test::State state = test::state_of(post);
    EXPECT_NEAR(state.glare_scattered_fraction, 0.25f, 1e-3f);
    EXPECT_NEAR(state.night.mesopic_m, reference::mes2_m(0.05, reference::kSOverPOfD65), kMesopicTolerance);
  }
}

/// The light that automatic white balance has measured says what rods see of it.
TEST_F(Night, TheMeasuredLightHasItsSOverP) {
  photopic::PostProcess post = test::make(night_info({.auto_white_balance = true}));
  constexpr VkExtent2D kSides = {32, 16};
  const Rgb light = {2.267, 1.0, 0.2747};  // of 2823 K, near the locus
  const test::HdrImage hdr =
      test::make_hdr(VK_FORMAT_R32G32B32A32_SFLOAT, kSides, [&](std::uint32_t x, std::uint32_t y) {
        return scale(light, 0.05 * std::exp2(4.0 * test::noise(x, y, 5) - 2.0));
      });
  settings.white_balance.white_balance = photopic::WhiteBalance::automatic;
  settings.night.scene_s_over_p = 0.0f;
  settings.exposure.manual_ev100 = float(std::log2(0.05) + 3.0);
  const engine::Image ldr = test::make_ldr(kSides, test::kHalf);
  test::submit([&](VkCommandBuffer command_buffer) {
    test::context().check(
        post.record(command_buffer, {.hdr = {hdr.view()}, .ldr = {ldr.view()}, .extent = kSides}, settings));
  });
  const photopic::gpu::WhiteBalanceState measured = test::state_of(post).white_balance;
  const Rgb estimate = {std::exp2(double(measured.estimate_rg)), 1.0, std::exp2(double(measured.estimate_bg))};
  const double s_over_p = reference::scotopic_bt709(estimate) / reference::luminance_bt709(estimate);
  EXPECT_NEAR(s_over_p, 1.41, 0.15);  // tungsten
  const double by = exposure_of(0.05);
  const LdrTexel texel = test::read_ldr(ldr)[7];
  const auto& m_of = measured.matrix;
  const reference::Matrix balance = {{{double(m_of[0]), double(m_of[1]), double(m_of[2])},
                                      {double(m_of[3]), double(m_of[4]), double(m_of[5])},
                                      {double(m_of[6]), double(m_of[7]), double(m_of[8])}}};
  const Rgb color = multiply(balance, scale(light, 0.05 * std::exp2(4.0 * test::noise(7, 0, 5) - 2.0)));
  const double m = reference::mes2_m(0.05, s_over_p);
  expect_color({texel[0] / by, texel[1] / by, texel[2] / by},
               reference::mesopic_color(color, m, s_over_p, reference::rod_tint()), by, node_error(color));
}

/// Zero mean, as strong as documented, in 2 x 2 texels, another one for each seed; none where cones see.
TEST_F(Night, NoiseIsAsDocumented) {
  photopic::PostProcess& post = made();
  constexpr VkExtent2D kSides = {64, 64};
  const auto picture = [&](double cd_m2, std::uint32_t seed) {
    settings.tone_map.dither_seed = seed;
    const test::HdrImage hdr = test::make_uniform_hdr(kSides, cd_m2);
    const engine::Image ldr = test::make_ldr(kSides, test::kHalf);
    const engine::Buffer exposure = test::make_exposure(float(exposure_of(cd_m2)));
    test::submit([&](VkCommandBuffer command_buffer) {
      test::context().check(post.record_finish(
          command_buffer, {.hdr = {hdr.view()}, .ldr = {ldr.view()}, .extent = kSides, .exposure = {exposure.handle()}},
          settings));
    });
    return test::read_ldr(ldr);
  };
  settings.night.night_noise = 0.0f;
  const std::vector<LdrTexel> without = picture(0.01, 1);
  settings.night.night_noise = 0.5f;
  const std::vector<LdrTexel> noisy = picture(0.01, 1);
  EXPECT_EQ(noisy, picture(0.01, 1));
  EXPECT_NE(noisy, picture(0.01, 2));
  double sum = 0.0;
  double squares = 0.0;
  for (std::size_t i = 0; i < noisy.size(); ++i) {
    const double relative = noisy[i][1] / without[i][1] - 1.0;
    sum += relative;
    squares += relative * relative;
    const std::size_t corner = i / 128 * 128 + i % 64 / 2 * 2;  // of its 2 x 2 texels
    EXPECT_EQ(noisy[i], noisy[corner]);
  }
  const double m = reference::mes2_m(0.01, reference::kSOverPOfD65);
  const double deviation = 0.5 * reference::rod_threshold(0.01) / 0.01 * (1.0 - m);
  const auto count = double(noisy.size());
  // Of 1024 independent values: three standard errors of mean and deviation.
  EXPECT_NEAR(sum / count, 0.0, 3.0 * deviation / 32.0);
  EXPECT_NEAR(std::sqrt(squares / count), deviation, 3.0 * deviation / 45.0);
  settings.night.night_noise = 1.0f;
  for (const LdrTexel& texel : picture(1e-4, 3)) EXPECT_GE(texel[1], 0.0);
  const std::vector<LdrTexel> day = picture(10.0, 1);
  EXPECT_EQ(day, picture(10.0, 2));
}

/// No texel depends on others: regions of a picture may be finished one by one.
TEST_F(Night, RegionsOfAPictureJoin) {
  photopic::PostProcess& post = made();
  constexpr VkExtent2D kSides = {24, 10};
  const test::HdrImage hdr =
      test::make_hdr(VK_FORMAT_R32G32B32A32_SFLOAT, kSides, [](std::uint32_t x, std::uint32_t y) -> Rgb {
        return {0.02 * test::noise(x, y, 1), 0.02 * test::noise(x, y, 2), 0.02 * test::noise(x, y, 3)};
      });
  const engine::Buffer exposure = test::make_exposure(float(exposure_of(0.01)));
  settings.night.local_adaptation = 0.7f;
  settings.night.night_noise = 0.3f;
  const auto finished = [&](VkRect2D region) {
    const engine::Image ldr = test::make_ldr(region.extent, test::kHalf);
    test::submit([&](VkCommandBuffer command_buffer) {
      test::context().check(post.record_finish(command_buffer,
                                               {.hdr = {hdr.view()},
                                                .ldr = {ldr.view()},
                                                .extent = region.extent,
                                                .offset = region.offset,
                                                .picture = {{0, 0}, kSides},
                                                .exposure = {exposure.handle()}},
                                               settings));
    });
    return test::read_ldr(ldr);
  };
  const std::vector<LdrTexel> whole = finished({{0, 0}, kSides});
  const std::vector<LdrTexel> part = finished({{5, 3}, {7, 6}});
  for (std::size_t i = 0; i < part.size(); ++i) EXPECT_EQ(part[i], whole[(i / 7 + 3) * 24 + i % 7 + 5]) << i;
}

/// Of other primaries: the same light.
TEST_F(Night, ParametersFollowThePrimariesOfTheScene) {
  settings.input.primaries = photopic::Primaries::bt2020;
  settings.display.transform = photopic::DisplayTransform::baked;
  const photopic::gpu::NightParams wide = photopic::night::params(settings);
  const Rgb color = {0.3, 0.2, 0.7};
  const Rgb bt709 = multiply(conversion(reference::kBt2020, reference::kBt709), color);
  const auto product = [&](const float* row) {
    return double(row[0]) * color.r + double(row[1]) * color.g + double(row[2]) * color.b;
  };
  EXPECT_NEAR(product(wide.photopic), reference::luminance_bt709(bt709), 1e-6);
  EXPECT_NEAR(product(wide.rods) * reference::kSOverPOfD65, reference::scotopic_bt709(bt709), 1e-6);
  const Rgb tint = multiply(conversion(reference::kBt2020, reference::kBt709),
                            Rgb{double(wide.tint[0]), double(wide.tint[1]), double(wide.tint[2])});
  EXPECT_NEAR(tint.b, reference::rod_tint().b, 1e-6);
  EXPECT_NEAR(reference::luminance_bt709(tint), 1.0, 1e-6);
}

class NightPictureArguments : public test::RecordArguments {};

TEST_F(NightPictureArguments, AreChecked) {
  photopic::Settings settings;
  settings.night.night_strength = 1.0f;
  settings.view.cd_m2_per_unit = 1.0f;
  photopic::PostProcess plain = make_single_pass({});
  const auto whole = [&](photopic::PostProcess& post) {
    return [&](VkCommandBuffer c) { return post.record(c, frame(), settings); };
  };
  expect_refused(whole(plain), {"record:", "night needs effect night, which is not prepared"},
                 photopic::Status::not_prepared);
  photopic::PostProcess post = make_single_pass({.effects = photopic::kEffectNight});
  settings.view.cd_m2_per_unit = 0.0f;
  expect_refused(whole(post), {"record:", "night_strength", "needs cd_m2_per_unit"});
  settings.view.cd_m2_per_unit = test::kNanF;
  expect_refused(whole(post), {"cd_m2_per_unit"});
  settings.view.cd_m2_per_unit = 1.0f;
  settings.night.scene_s_over_p = 0.1f;
  expect_refused(whole(post), {"scene_s_over_p", "0 or from 0.2 to 4"});
  settings.night.scene_s_over_p = 0.0f;
  settings.night.night_tint_blue = 0.0f;
  expect_refused(whole(post), {"night_tint_blue"});
}

}  // namespace
