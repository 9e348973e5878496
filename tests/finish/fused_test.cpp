// SPDX-License-Identifier: MIT
// Tests of record_fused(): tone mapping and metering in one read, with the exposure of the frame before.
#include <cmath>
#include <limits>

#include "adapt/handover_rig.h"
#include "finish/fused_rig.h"
#include "gpu/loader_shim.h"
#include "reference/adaptation.h"

namespace {

using photopic::ExposureSettings;
using photopic::MadeFor;
using photopic::PostProcess;
using photopic::Status;
using photopic::ToneMapper;
using test::FusedRig;
using test::HdrImage;
using test::k8Bit;
using test::kHalf;
using test::LdrTexel;
using test::Shot;
using test::ShotResult;
using test::State;

constexpr VkFormat kFloat = VK_FORMAT_R32G32B32A32_SFLOAT;
constexpr VkExtent2D kPartialTiles = {75, 52};
constexpr std::uint32_t kAllSteps = photopic::kMeterStep | photopic::kToneMapStep | photopic::kFusedStep;

std::uint32_t bit(ToneMapper tone_mapper) { return 1u << std::uint32_t(tone_mapper); }

HdrImage make_scene(VkExtent2D extent, std::uint32_t seed) {
  const double middle = double(seed * 5 % 11) - 5.0;
  return test::make_hdr(kFloat, extent, test::wide_noise(middle - 3.0, middle + 3.0, seed));
}

class Fused : public testing::Test {
 protected:
  static photopic::MadeFor info(VkExtent2D extent, VkFormat format = k8Bit,
                                ToneMapper tone_mapper = ToneMapper::reinhard) {
    return {.max_extent = extent,
            .steps = kAllSteps,
            .meter_method = photopic::MeterMethod::single_pass,
            .ldr_format = format,
            .tone_mappers = bit(tone_mapper)};
  }
  /// Of the `index`-th frame of a sequence, over scenes_.
  Shot shot(std::uint32_t index, ToneMapper tone_mapper = ToneMapper::reinhard) const {
    Shot result = {.hdr = &scenes_[index % std::size(scenes_)]};
    result.frame.delta_time_s = 0.25f;
    result.settings.tone_map.tone_mapper = tone_mapper;
    result.settings.exposure.compensation_ev = 0.5f;
    return result;
  }

  const HdrImage scenes_[4] = {make_scene(kPartialTiles, 1), make_scene(kPartialTiles, 2), make_scene(kPartialTiles, 3),
                               make_scene(kPartialTiles, 4)};
};

// ---- every way of it ------------------------------------------------------------------------------------------------

/// The operators' own code is that of the tone mapping pass: daily one of each kind, whole in --full.
std::vector<ToneMapper> fused_tone_mappers(VkFormat format) {
  if (format == kHalf) return {ToneMapper::reinhard_extended, ToneMapper::agx};  // formats differ behind the operator
  if (test::full_wanted()) return test::all_tone_mappers();
  return {ToneMapper::none,    ToneMapper::reinhard_extended,
          ToneMapper::hable,   ToneMapper::agx,
          ToneMapper::agx_hdr, ToneMapper::bt2390,
          ToneMapper::gt7,     ToneMapper::aces2};
}

TEST_F(Fused, EveryToneMapper) {
  for (const VkFormat format : {k8Bit, kHalf}) {
    SCOPED_TRACE(test::format_name(format));
    photopic::MadeFor all = info(kPartialTiles, format);
    all.tone_mappers = bit(ToneMapper::none);
    for (const ToneMapper tone_mapper : fused_tone_mappers(format)) all.tone_mappers |= bit(tone_mapper);
    FusedRig rig(all);
    rig.expect_shot(shot(0, ToneMapper::none));
    std::uint32_t index = 1;
    for (const ToneMapper tone_mapper : fused_tone_mappers(format)) {
      SCOPED_TRACE(photopic::tone_mapper_name(tone_mapper));
      Shot next = shot(index++, tone_mapper);
      next.settings.tone_map.reinhard_white = 3.0f;
      next.settings.tone_map.hable_white = 8.0f;
      next.settings.tone_map.dither = format == k8Bit;
      next.settings.tone_map.dither_seed = index;
      rig.expect_shot(next);
    }
  }
}

struct Variant {
  const char* name;
  photopic::MadeFor info;
};
void PrintTo(const Variant& variant, std::ostream* out) { *out << variant.name; }

class FusedVariant : public Fused, public testing::WithParamInterface<Variant> {};

/// The first frame, ones that adapt, a part of the frame, a cut.
TEST_P(FusedVariant, Sequence) {
  photopic::MadeFor create_info = GetParam().info;
  create_info.max_extent = kPartialTiles;
  create_info.tone_mappers = bit(ToneMapper::reinhard);
  FusedRig rig(create_info);
  for (std::uint32_t i = 0; i < 8; ++i) {
    SCOPED_TRACE(i);
    Shot next = shot(i);
    next.frame.cut = i == 5;
    if (create_info.weights != 0) {
      next.frame.weights.mask.view = scenes_[3].view();
      next.settings.meter.centre = next.settings.meter.mask = true;
      next.settings.meter.window_max_log2 = 7.0f;
    }
    if (i == 2 || i == 6) next.frame.metered = {{11, 7}, {45, 30}};
    if (i == 3) next.frame.metered = {{74, 51}, {1, 1}};
    if (i == 4) next.frame.extent = {41, 33};
    if (create_info.histogram) {
      next.settings.meter.low_percentile = 20.0f;
      next.settings.meter.high_percentile = 90.0f;
      next.settings.meter.median_blend = 0.25f;
    }
    next.settings.exposure.compensation_curve.count = i % 2;
    next.settings.tone_map.dither = i == 7;
    const ShotResult result = rig.expect_shot(next);
    EXPECT_EQ(result.state.adapted_ev100 == result.state.target_ev100, i == 0 || i == 5);
  }
}

constexpr std::uint32_t kSomeWeights = photopic::kWeightCentre | photopic::kWeightMask | photopic::kWeightWindow;
INSTANTIATE_TEST_SUITE_P(Variants, FusedVariant,
                         testing::Values(Variant{"Mean", {}}, Variant{"MeanHalf", {.ldr_format = kHalf}},
                                         Variant{"OneWorkgroup", {.max_workgroups = 1}},
                                         Variant{"ManyWorkgroups", {.max_workgroups = 2047}},
                                         Variant{"Extrema", {.extrema = true}},
                                         Variant{"ExtremaHalf", {.extrema = true, .ldr_format = kHalf}},
                                         Variant{"Histogram", {.histogram = true}},
                                         Variant{"Weighted", {.weights = kSomeWeights}},
                                         Variant{"WeightedHistogramHalf",
                                                 {.weights = kSomeWeights, .histogram = true, .ldr_format = kHalf}}),
                         [](const auto& variant) { return std::string(variant.param.name); });

/// Also frames that are smaller than the maximum: what is beyond stays as it was.
TEST_F(Fused, EverySize) {
  for (const VkExtent2D extent : {VkExtent2D{64, 64}, {333, 217}, {640, 360}}) {
    SCOPED_TRACE(testing::Message() << extent.width << " x " << extent.height);
    const HdrImage scenes[] = {make_scene(extent, 7), make_scene(extent, 8)};
    FusedRig rig(info(extent));
    for (std::uint32_t i = 0; i < 4; ++i) {
      Shot next = shot(i);
      next.hdr = &scenes[i % 2];
      if (i >= 2) next.frame.extent = {extent.width - 31, extent.height - 17 * (i - 1)};
      const ShotResult result = rig.expect_shot(next);
      const VkExtent2D used = i >= 2 ? next.frame.extent : extent;
      for (std::uint32_t y = 0; y < extent.height; ++y) {
        for (std::uint32_t x = 0; x < extent.width; ++x) {
          const bool is_inside = x < used.width && y < used.height;  // opaque there, zero elsewhere
          ASSERT_EQ(result.picture[std::size_t(y) * extent.width + x][3], is_inside ? 255.0 : 0.0) << x << ", " << y;
        }
      }
    }
  }
}

TEST_F(Fused, EveryHdrFormat) {
  for (const VkFormat format : test::kHdrFormats) {
    SCOPED_TRACE(test::format_name(format));
    const HdrImage hdr = test::make_hdr(format, kPartialTiles, test::gradient_with_noise(kPartialTiles));
    FusedRig rig(info(kPartialTiles));
    for (std::uint32_t i = 0; i < 3; ++i) {
      Shot next = shot(i);
      if (i != 1) next.hdr = &hdr;
      rig.expect_shot(next);
    }
  }
}

/// What a texel is must not matter to any other.
TEST_F(Fused, InvalidTexelsStayWhereTheyAre) {
  const double bad[] = {std::numeric_limits<double>::quiet_NaN(), std::numeric_limits<double>::infinity(), -3.0};
  const test::TexelFn content = test::wide_noise(-2.0, 2.0, 5);
  const auto is_bad = [](std::uint32_t x, std::uint32_t y) { return (x * 7 + y * 3) % 11 == 0; };
  const HdrImage spoilt = test::make_hdr(kFloat, kPartialTiles, [&](std::uint32_t x, std::uint32_t y) {
    const double value = bad[(x + y) % 3];
    return is_bad(x, y) ? reference::Rgb{value, value, value} : content(x, y);
  });
  const HdrImage clean = test::make_hdr(kFloat, kPartialTiles, content);
  FusedRig rig(info(kPartialTiles, kHalf));
  const State before = rig.expect_shot(shot(0)).state;
  Shot next = shot(1);
  next.hdr = &spoilt;
  const ShotResult result = rig.expect_shot(next);
  EXPECT_GT(result.state.invalid_texels, 0u);
  next.hdr = &clean;
  const std::vector<LdrTexel> expected = test::exposed_shot(next, before.exposure, kHalf);
  for (std::uint32_t i = 0; i < expected.size(); ++i) {
    const std::uint32_t x = i % kPartialTiles.width, y = i / kPartialTiles.width;
    for (const double value : result.picture[i]) ASSERT_TRUE(value >= 0.0 && value <= 1.0) << value;
    ASSERT_TRUE(is_bad(x, y) || result.picture[i] == expected[i]) << x << ", " << y;
  }
  // A picture of nothing else holds the exposure.
  const HdrImage nan = test::make_uniform_hdr(kPartialTiles, bad[0]);
  next.hdr = &nan;
  EXPECT_EQ(rig.expect_shot(next).state.exposure, result.state.exposure);
}

// ---- whose exposure it is -------------------------------------------------------------------------------------------

/// Halves of exposure times texel: an error of 2^-11.
void expect_exposed(const HdrImage& hdr, const std::vector<LdrTexel>& picture, double exposure) {
  for (std::size_t i = 0; i < picture.size(); ++i) {
    const double expected = exposure * hdr.texels[i].g;
    ASSERT_NEAR(picture[i][1], expected, 1e-3 * expected) << i;
  }
}

struct Dropped {
  ExposureSettings exposure;
  double ev100;  ///< of luminance 1, as these settings see it
};

class FusedState : public Fused {
 protected:
  ShotResult run(PostProcess& post, const Shot& next, VkFormat format = kHalf) {
    return test::run_shot(post, &PostProcess::record_fused, next, format);
  }
  Shot linear_shot(std::uint32_t index) const { return shot(index, ToneMapper::none); }
  photopic::MadeFor linear_info() const { return info(kPartialTiles, kHalf, ToneMapper::none); }
  /// Never to be submitted.
  VkCommandBuffer record(PostProcess& post, const Shot& next, const engine::Image& ldr) {
    return recorded_.record([&](VkCommandBuffer c) {
      test::context().check(post.record_fused(c, test::complete(next, ldr.view()), next.settings));
    });
  }
  test::Recorded recorded_;
};

TEST_F(FusedState, ADroppedFirstFrameIsExposedAsForLuminanceOne) {
  ExposureSettings limited = {.min_ev100 = 5.0f};
  ExposureSettings curved = {.compensation_ev = -1.0f, .calibration_k = 25.0f};
  curved.target_curve = {.count = 2, .points = {{0.0f, 1.0f}, {10.0f, 21.0f}}};
  ExposureSettings manual = {.mode = photopic::ExposureMode::manual, .manual_ev100 = 4.5f};
  ExposureSettings manual_with_curves = manual;
  manual_with_curves.max_curve = {.count = 1, .points = {{0.0f, 2.0f}}};
  const engine::Image ldr = test::make_ldr(kPartialTiles, kHalf);
  for (const Dropped& dropped :
       {Dropped{{}, 3.0}, {limited, 5.0}, {curved, 5.0 + 1.0}, {manual, 4.5}, {manual_with_curves, 4.5}}) {
    PostProcess post = test::make(linear_info());
    Shot next = linear_shot(0);
    next.settings.exposure = dropped.exposure;
    record(post, next, ldr);
    const ShotResult first = run(post, next);
    const double exposure = reference::exposure_from_ev100(dropped.ev100);
    expect_exposed(*next.hdr, first.picture, exposure);
    // It measures; the one after it is exposed for that, and adapts from there.
    EXPECT_EQ(first.state.adapted_ev100, first.state.target_ev100);
    EXPECT_EQ(first.state.frames, 1u);
    next.hdr = &scenes_[1];
    const ShotResult second = run(post, next);
    expect_exposed(*next.hdr, second.picture, double(first.state.exposure));
    EXPECT_EQ(second.state.frames, 2u);
    EXPECT_EQ(second.state.previous_exposure, first.state.exposure);
  }
}

TEST_F(FusedState, AFirstFrameWithoutAMeasurement) {
  PostProcess post = test::make(linear_info());
  const HdrImage nan = test::make_uniform_hdr(kPartialTiles, std::numeric_limits<double>::quiet_NaN());
  Shot next = linear_shot(0);
  next.settings.exposure = {};
  next.hdr = &nan;
  const ShotResult first = run(post, next);
  for (const LdrTexel& texel : first.picture) ASSERT_EQ(texel, (LdrTexel{0.0, 0.0, 0.0, 1.0}));
  next.hdr = &scenes_[0];
  const ShotResult second = run(post, next);
  expect_exposed(*next.hdr, second.picture, reference::exposure_from_ev100(3.0));
  EXPECT_EQ(second.state.adapted_ev100, second.state.target_ev100);
  next.hdr = &scenes_[1];
  expect_exposed(*next.hdr, run(post, next).picture, double(second.state.exposure));
}

/// The next frame makes up for the measurement, and shows what it still has.
TEST_F(FusedState, ADroppedCut) {
  PostProcess post = test::make(linear_info());
  const State before = run(post, linear_shot(0)).state;
  const engine::Image ldr = test::make_ldr(kPartialTiles, kHalf);
  Shot cut = linear_shot(1);
  cut.frame.cut = true;
  record(post, cut, ldr);
  const ShotResult next = run(post, linear_shot(1));
  expect_exposed(scenes_[1], next.picture, double(before.exposure));
  EXPECT_EQ(next.state.adapted_ev100, next.state.target_ev100);
  EXPECT_EQ(next.state.frames, 1u);
}

TEST_F(FusedState, HoldLocksThePicture) {
  PostProcess post = test::make(linear_info());
  const float exposure = run(post, linear_shot(0)).state.exposure;
  Shot held = linear_shot(1);
  held.settings.exposure.hold = true;
  for (int i = 0; i < 3; ++i) {
    const ShotResult result = run(post, held);
    EXPECT_EQ(result.state.exposure, exposure);
    EXPECT_EQ(test::first_difference(result.picture, test::exposed_shot(held, exposure, kHalf), kPartialTiles.width),
              "");
  }
  EXPECT_NE(run(post, linear_shot(1)).state.exposure, exposure);
}

/// Whoever measured: the next fused frame takes it.
TEST_F(FusedState, FollowsOtherCalls) {
  PostProcess post = test::make(linear_info());
  const photopic::Frame meter_frame = {.hdr = {scenes_[0].view()}, .extent = kPartialTiles};
  const State metered = test::meter_once(post, meter_frame);
  const ShotResult fused = run(post, linear_shot(1));
  expect_exposed(scenes_[1], fused.picture, double(metered.exposure));
  const ShotResult whole = test::run_shot(post, &PostProcess::record, linear_shot(2), kHalf);
  EXPECT_EQ(whole.state.previous_exposure, fused.state.exposure);
  expect_exposed(scenes_[3], run(post, linear_shot(3)).picture, double(whole.state.exposure));
}

/// An import is as good as a measurement: the first frame needs no other.
TEST_F(FusedState, AnImportMakesTheFirstFrameFused) {
  PostProcess source = test::make(linear_info());
  const State state = run(source, linear_shot(0)).state;
  for (const bool from_cpu : {false, true}) {
    PostProcess post = test::make(linear_info());
    const engine::Buffer buffer = test::make_state_buffer(sizeof state);
    test::submit([&](VkCommandBuffer c) {
      test::context().check(source.record_export(c, 0, {buffer.handle(), 0}));
      engine::memory_barrier(test::context(), c, engine::kTransferWrite, engine::kTransferRead);
      test::context().check(from_cpu ? post.record_import(c, 0, state)
                                     : post.record_import(c, 0, photopic::Buffer{buffer.handle(), 0}));
    });
    const ShotResult result = run(post, linear_shot(1));
    EXPECT_EQ(test::first_difference(result.picture, test::exposed_shot(linear_shot(1), state.exposure, kHalf),
                                     kPartialTiles.width),
              "");
    EXPECT_EQ(result.state.previous_exposure, state.exposure);
    EXPECT_EQ(result.state.frames, 2u);
  }
}

TEST_F(FusedState, ViewsHaveTheirOwn) {
  photopic::MadeFor two = info(kPartialTiles);
  two.view_count = 2;
  FusedRig rig(two);
  for (std::uint32_t i = 0; i < 8; ++i) {
    SCOPED_TRACE(i);
    Shot next = shot(i);
    next.frame.view = i % 3 == 0 ? 1 : 0;
    next.frame.cut = i == 6;
    rig.expect_shot(next);
  }
}

/// Pictures and states of frames that overlap, against those of frames that don't.
TEST_F(FusedState, FramesInFlight) {
  constexpr std::uint32_t kFrames = 12;
  PostProcess alone = test::make(linear_info());
  std::vector<ShotResult> expected;
  for (std::uint32_t i = 0; i < kFrames; ++i) expected.push_back(run(alone, linear_shot(i)));
  PostProcess post = test::make(linear_info());
  test::StateLog log(kFrames);
  std::vector<engine::Image> ldrs;
  for (std::uint32_t i = 0; i < kFrames; ++i) ldrs.push_back(test::make_ldr(kPartialTiles, kHalf));
  engine::CommandRing ring(test::context(), 3);
  for (std::uint32_t i = 0; i < kFrames; ++i) {
    const Shot next = linear_shot(i);
    VkCommandBuffer command_buffer = ring.begin();
    test::context().check(post.record_fused(command_buffer, test::complete(next, ldrs[i].view()), next.settings));
    log.record(command_buffer, post);
    ring.submit();
  }
  ring.wait();
  const std::vector<State> states = log.take();
  for (std::uint32_t i = 0; i < kFrames; ++i) {
    EXPECT_TRUE(test::same_but_owner(states[i], expected[i].state)) << i;
    EXPECT_EQ(test::first_difference(test::read_ldr(ldrs[i]), expected[i].picture, kPartialTiles.width), "") << i;
  }
}

TEST_F(FusedState, HandsTheExposureOn) {
  photopic::MadeFor handing = linear_info();
  handing.statistics_slots = 2;
  handing.exposure_image = photopic::ExposureImage::multiplier;
  PostProcess post = test::make(handing);
  test::ExposureImageLog images(4);
  for (std::uint32_t i = 0; i < 4; ++i) {
    const State state = run(post, linear_shot(i)).state;
    State latest = {};
    ASSERT_EQ(post.statistics(0, &latest), Status::ok);
    EXPECT_TRUE(test::same_bytes(latest, state));
    test::submit([&](VkCommandBuffer command_buffer) { images.record(command_buffer, post.exposure_image(0)); });
    EXPECT_EQ(images.at(i), state.exposure);
  }
}

/// One dispatch, and as many barriers as metering alone.
TEST_F(FusedState, IsOneDispatch) {
  test::LoaderShim shim(test::context());
  PostProcess post = test::make(shim.device(), linear_info());
  const engine::Image ldr = test::make_ldr(kPartialTiles, kHalf);
  const auto dispatches = [&] {
    const auto found = shim.calls().find("vkCmdDispatch");
    return found == shim.calls().end() ? 0u : found->second;
  };
  record(post, linear_shot(0), ldr);
  EXPECT_EQ(dispatches(), 2u);
  record(post, linear_shot(1), ldr);
  EXPECT_EQ(dispatches(), 3u);
}

}  // namespace
