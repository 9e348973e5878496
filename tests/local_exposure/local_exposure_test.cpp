// SPDX-License-Identifier: MIT
// Tests of local exposure in the calls that finish a picture.
#include <algorithm>
#include <cmath>
#include <memory>

#include "adapt/handover_rig.h"
#include "finish/tone_map_rig.h"
#include "local_exposure/local_rig.h"

namespace {

using reference::CurveGrid;
using reference::LogPicture;
using test::LdrTexel;

constexpr VkExtent2D kLocalExtent = {203, 149};  // no multiple of a tile
constexpr std::size_t kLocalSide = 2;            // of the module's build

/// EV: halves of the curves, fractions of 8 bits between them, and the half that the picture is stored as (2^-10).
constexpr double kAppliedToleranceEv = 2e-3 + 1.5e-3;

LogPicture exposed_picture(VkExtent2D extent) {
  LogPicture picture = {extent.width, extent.height, {}};
  for (std::uint32_t y = 0; y < extent.height; ++y) {
    for (std::uint32_t x = 0; x < extent.width; ++x) {
      const double noise = test::noise(x, y, 5);
      const double l = -3.0 + (2 * x > extent.width + y ? 5.0 : 0.0) + 0.01 * double(y) + noise;
      picture.log2_luminance.push_back(std::log2(double(float(std::exp2(l)))));
    }
  }
  return picture;
}

/// With an object for all tests, and one without the effect: making them is what takes long.
class LocalExposure : public testing::Test {
 protected:
  static void SetUpTestSuite() {
    with_ = std::make_unique<photopic::PostProcess>(make_post(photopic::kEffectLocalExposure));
    without_ = std::make_unique<photopic::PostProcess>(make_post(0));
  }
  static void TearDownTestSuite() {
    with_.reset();
    without_.reset();
  }
  static photopic::PostProcess make_post(std::uint32_t effects) {
    return test::make({.max_extent = kLocalExtent,
                       .steps = photopic::kMeterStep | photopic::kToneMapStep | photopic::kFusedStep,
                       .max_workgroups = 5,  // each takes several tiles, and CPU devices build the grid in the meter
                       .ldr_format = test::kHalf,
                       .tone_mappers = photopic::tone_mapper_bit(photopic::ToneMapper::none),
                       .effects = effects});
  }

  static photopic::Settings settings(double contrast = 0.6) {
    reference::LocalExposure local;
    local.highlight_contrast = local.shadow_contrast = contrast;
    photopic::Settings result = test::local_settings_of(local);
    result.tone_map.tone_mapper = photopic::ToneMapper::none;
    return result;
  }

  /// With an exposure of the host's.
  static std::vector<LdrTexel> finished(photopic::PostProcess& post, const photopic::Settings& all,
                                        const test::HdrImage& hdr, VkRect2D region, float exposure = kExposure) {
    const engine::Image ldr = test::make_ldr(region.extent, test::kHalf);
    const engine::Buffer buffer = test::make_exposure(exposure);
    test::submit([&](VkCommandBuffer command_buffer) {
      test::context().check(post.record_finish(command_buffer,
                                               {.hdr = {hdr.view()},
                                                .ldr = {ldr.view()},
                                                .extent = region.extent,
                                                .offset = region.offset,
                                                .exposure = {buffer.handle()}},
                                               all));
    });
    return test::read_ldr(ldr);
  }

  /// Log2 luminance that this exposure is made for: what keeps it.
  static double anchor_of(double exposure) { return -std::log2(1.2 * exposure) - std::log2(100.0 / 12.5); }

  static void expect_applied(const std::vector<LdrTexel>& texels, const LogPicture& picture, double exposure,
                             double contrast = 0.6) {
    reference::LocalExposure local;
    local.anchor_log2 = anchor_of(exposure);
    local.highlight_contrast = local.shadow_contrast = contrast;
    const CurveGrid grid(picture, local, kLocalSide);
    ASSERT_EQ(texels.size(), picture.log2_luminance.size());
    double worst = 0.0;
    for (std::size_t y = 0; y < picture.height; ++y) {
      for (std::size_t x = 0; x < picture.width; ++x) {
        const double l = picture.at(x, y);
        const double applied = std::log2(texels[y * picture.width + x][1] / exposure) - l;
        worst = std::max(worst, std::abs(applied - grid.ev_at(x, y, l)));
      }
    }
    EXPECT_LE(worst, kAppliedToleranceEv);
  }

  static constexpr float kExposure = 0.25f;
  static constexpr VkRect2D kWholePicture = {{0, 0}, kLocalExtent};
  static inline std::unique_ptr<photopic::PostProcess> with_, without_;
  LogPicture picture_ = exposed_picture(kLocalExtent);
  test::HdrImage hdr_ = test::make_local_hdr(picture_);
};

TEST_F(LocalExposure, IsTheReferencesAtEveryTexel) {
  photopic::PostProcess& post = *with_;
  for (const float exposure : {0.05f, 0.25f, 1.5f}) {
    expect_applied(finished(post, settings(), hdr_, kWholePicture, exposure), picture_, double(exposure));
  }
}

/// Every extent up to the largest; whatever lies around the region is not read.
TEST_F(LocalExposure, FollowsTheRegion) {
  photopic::PostProcess& post = *with_;
  for (const VkExtent2D extent : {VkExtent2D{64, 64}, {65, 128}, {127, 33}, {1, 1}, {129, 100}}) {
    const LogPicture picture = exposed_picture(extent);
    const VkOffset2D offset = {17, 9};
    const test::HdrImage hdr = test::make_local_hdr(picture, offset);
    expect_applied(finished(post, settings(), hdr, {offset, extent}), picture, double(kExposure));
  }
}

TEST_F(LocalExposure, IdentityIsExact) {
  photopic::PostProcess& with = *with_;
  photopic::PostProcess& without = *without_;
  photopic::Settings off = settings(1.0);
  off.local_exposure.local_exposure = photopic::LocalExposure::off;
  for (const VkExtent2D extent : {kLocalExtent, VkExtent2D{64, 64}, {65, 1}, {3, 130}}) {
    const VkRect2D region = {{0, 0}, extent};
    const std::vector<LdrTexel> plain = finished(without, off, hdr_, region);
    EXPECT_EQ(finished(with, settings(1.0), hdr_, region), plain);
    EXPECT_EQ(finished(with, off, hdr_, region), plain);
  }
}

/// What keeps its exposure is what the frame adapted to, in the same frame.
TEST_F(LocalExposure, WholeFramesAnchorAtTheAdaptedLuminance) {
  for (const auto call : {&photopic::PostProcess::record, &photopic::PostProcess::record_fused}) {
    photopic::PostProcess& post = *with_;
    photopic::Settings all = settings();
    all.exposure.compensation_ev = 1.0f;  // doesn't move it
    all.exposure.calibration_k = 11.0f;
    for (int frame = 0; frame < 2; ++frame) {  // the second could be fused
      const engine::Image ldr = test::make_ldr(kLocalExtent, test::kHalf);
      test::submit([&](VkCommandBuffer command_buffer) {
        test::context().check((post.*call)(
            command_buffer, {.hdr = {hdr_.view()}, .ldr = {ldr.view()}, .extent = kLocalExtent, .delta_time_s = 0.1f},
            all));
      });
      const test::State state = test::state_of(post);
      std::vector<LdrTexel> texels = test::read_ldr(ldr);
      // expect_applied() takes the exposure for its anchor: of this luminance, without compensation, K of 12.5.
      const double exposure = 1.0 / (1.2 * double(state.adapted_luminance) * 100.0 / 12.5);
      for (LdrTexel& texel : texels) texel[1] *= exposure / double(state.exposure);
      expect_applied(texels, picture_, exposure);
    }
  }
}

/// record() builds the grid in the meter's read, record_finish() in one of its own.
TEST_F(LocalExposure, IsTheSameInTheMetersReadAndApart) {
  photopic::PostProcess& post = *with_;
  const test::HdrImage hdr =
      test::make_hdr(VK_FORMAT_R32G32B32A32_SFLOAT, kLocalExtent, [&](std::uint32_t x, std::uint32_t y) {
        constexpr double kInvalid[] = {reference::kNan, reference::kInfinity, -5.0};
        const std::size_t i = (x * 7 + y * 13) % 23;
        return reference::grey(i < std::size(kInvalid) ? kInvalid[i] : std::exp2(picture_.at(x, y)));
      });
  photopic::Settings all = settings();
  for (const VkExtent2D extent : {kLocalExtent, VkExtent2D{64, 128}, {67, 1}}) {
    all.local_exposure.blurred_luminance_blend = 0.6f - all.local_exposure.blurred_luminance_blend;  // on and off
    const VkRect2D region = {{0, 0}, extent};
    const engine::Image whole = test::make_ldr(extent, test::kHalf), apart = test::make_ldr(extent, test::kHalf);
    test::submit([&](VkCommandBuffer command_buffer) {
      test::context().check(post.record(
          command_buffer, {.hdr = {hdr.view()}, .ldr = {whole.view()}, .extent = extent, .cut = VK_TRUE}, all));
    });
    const test::State state_of_whole = test::state_of(post);
    test::submit([&](VkCommandBuffer command_buffer) {
      test::context().check(post.record_meter(
          command_buffer, {.hdr = {hdr.view()}, .extent = region.extent, .cut = VK_TRUE, .offset = region.offset},
          all));
      test::context().check(post.record_finish(
          command_buffer,
          {.hdr = {hdr.view()}, .ldr = {apart.view()}, .extent = region.extent, .offset = region.offset}, all));
    });
    const test::State state = test::state_of(post);
    EXPECT_EQ(state_of_whole.invalid_texels, state.invalid_texels);
    // Sums of floats in another order: a mean of log2 luminances within 1e-5.
    EXPECT_NEAR(state_of_whole.adapted_luminance / state.adapted_luminance, 1.0f, 1e-5f);
    const std::vector<LdrTexel> texels_of_whole = test::read_ldr(whole), texels = test::read_ldr(apart);
    for (std::size_t i = 0; i < texels.size(); ++i) {
      constexpr double kHalfUnit = 0x1p-10;  // relative: either side of a half's rounding
      ASSERT_NEAR(texels_of_whole[i][1], texels[i][1], kHalfUnit * texels[i][1]) << i;
    }
  }
}

TEST_F(LocalExposure, BiasMovesTheAnchor) {
  photopic::PostProcess& post = *with_;
  photopic::Settings all = settings();
  all.local_exposure.middle_grey_bias_ev = 1.5f;
  std::vector<LdrTexel> texels = finished(post, all, hdr_, kWholePicture);
  const double exposure = double(kExposure) * std::exp2(-1.5);
  for (LdrTexel& texel : texels) texel[1] *= exposure / double(kExposure);
  expect_applied(texels, picture_, exposure);
}

/// Textures, NaN and infinities, suns, black: every texel of the picture is defined.
TEST_F(LocalExposure, StaysFinite) {
  photopic::PostProcess& post = *with_;
  constexpr double kValues[] = {
      reference::kNan, reference::kInfinity, -reference::kInfinity, -5.0, 0.0, 65504.0, 1e-30};
  for (const double only : kValues) {
    const test::HdrImage hdr = test::make_hdr(VK_FORMAT_R32G32B32A32_SFLOAT, {66, 40},
                                              [&](std::uint32_t, std::uint32_t) { return reference::grey(only); });
    for (const LdrTexel& texel : finished(post, settings(0.0), hdr, {{0, 0}, {66, 40}})) {
      ASSERT_TRUE(std::isfinite(texel[0]) && texel[0] >= 0.0) << only << ' ' << texel[0];
    }
  }
  const test::HdrImage mixed =
      test::make_hdr(VK_FORMAT_R32G32B32A32_SFLOAT, kLocalExtent, [&](std::uint32_t x, std::uint32_t y) {
        const std::size_t i = (x * 7 + y * 13) % 23;
        return reference::grey(i < std::size(kValues) ? kValues[i] : std::exp2(picture_.at(x, y)));
      });
  for (const LdrTexel& texel : finished(post, settings(), mixed, kWholePicture)) {
    ASSERT_TRUE(std::isfinite(texel[0]) && texel[0] >= 0.0) << texel[0];
  }
}

/// Recordings that were dropped, or submitted twice and out of order.
TEST_F(LocalExposure, RecordingsStandAlone) {
  photopic::PostProcess& post = *with_;
  const engine::Buffer exposure = test::make_exposure(kExposure);
  test::Recorded recorded;
  std::vector<engine::Image> pictures;
  std::vector<VkCommandBuffer> recordings;
  const double contrasts[] = {0.3, 0.6, 1.0};
  for (const double contrast : contrasts) {
    pictures.push_back(test::make_ldr(kLocalExtent, test::kHalf));
    recordings.push_back(recorded.record([&](VkCommandBuffer command_buffer) {
      test::context().check(post.record_finish(command_buffer,
                                               {.hdr = {hdr_.view()},
                                                .ldr = {pictures.back().view()},
                                                .extent = kWholePicture.extent,
                                                .offset = kWholePicture.offset,
                                                .exposure = {exposure.handle()}},
                                               settings(contrast)));
    }));
  }
  test::Recorded::submit(recordings[1]);  // the first was never submitted
  expect_applied(test::read_ldr(pictures[1]), picture_, double(kExposure), contrasts[1]);
  test::Recorded::submit(recordings[2]);
  test::Recorded::submit(recordings[0]);
  test::Recorded::submit(recordings[2]);
  expect_applied(test::read_ldr(pictures[0]), picture_, double(kExposure), contrasts[0]);
  expect_applied(test::read_ldr(pictures[2]), picture_, double(kExposure), contrasts[2]);
}

TEST_F(LocalExposure, IsRefused) {
  photopic::PostProcess& with = *with_;
  photopic::PostProcess& without = *without_;
  const engine::Image ldr = test::make_ldr(kLocalExtent, test::kHalf);
  const auto expect_refused = [&](photopic::PostProcess& post, const photopic::Frame& frame,
                                  const photopic::Settings& all, const char* words,
                                  photopic::Status status = photopic::Status::invalid_argument) {
    test::submit([&](VkCommandBuffer command_buffer) {
      EXPECT_EQ(post.record_finish(command_buffer, frame, all), status) << words;
      EXPECT_NE(test::context().last_message().find(words), std::string::npos) << test::context().last_message();
    });
  };
  photopic::Frame frame = {
      .hdr = {hdr_.view()}, .ldr = {ldr.view()}, .extent = kWholePicture.extent, .offset = kWholePicture.offset};
  expect_refused(without, frame, settings(), "local_exposure needs effect local_exposure",
                 photopic::Status::not_prepared);
  photopic::Settings all = settings();
  all.local_exposure.highlight_contrast = 1.01f;
  expect_refused(with, frame, all, "highlight_contrast");
  all = settings();
  all.local_exposure.detail = test::kNanF;
  expect_refused(with, frame, all, "detail");
  all = settings();
  all.local_exposure.local_time_constant_s = -1.0f;
  expect_refused(with, frame, all, "local_time_constant_s");
  frame.picture = {{0, 0}, {kLocalExtent.width + 1, kLocalExtent.height}};
  expect_refused(with, frame, settings(), "must be the whole picture");
}

TEST_F(LocalExposure, TakesMemoryOnlyIfAskedFor) {
  photopic::PostProcess& with = *with_;
  photopic::PostProcess& without = *without_;
  const std::uint64_t nodes = 5 * 4, tiles = 4 * 3;
  const std::uint64_t needed = tiles * 4 * PHOTOPIC_LOCAL_COLUMN_PAIRS * 8 + nodes * PHOTOPIC_LOCAL_NODE_WORDS * 4 +
                               nodes * PHOTOPIC_LOCAL_INTERVALS * 8;
  EXPECT_GE(with.memory_bytes(), without.memory_bytes() + needed);
}

}  // namespace
