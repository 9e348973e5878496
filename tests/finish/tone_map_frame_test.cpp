// SPDX-License-Identifier: MIT
// Tests of a tone mapped frame: places read and written, the exposure's source, dither.
#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>

#include "finish/tone_map_rig.h"
#include "reference/tone_map.h"

namespace {

using photopic::ToneMapper;
using test::HdrImage;
using test::k8Bit;
using test::kHalf;
using test::LdrTexel;
using test::Rgba;

constexpr VkExtent2D kFrameExtent = {64, 48};

class Frame : public testing::Test {
 protected:
  static std::vector<LdrTexel> map(const HdrImage& hdr, const photopic::Frame& frame,
                                   const photopic::ToneMapSettings& settings, VkExtent2D ldr_extent,
                                   VkFormat format = k8Bit) {
    const engine::Image ldr = test::make_ldr(ldr_extent, format);
    test::submit([&](VkCommandBuffer command_buffer) {
      photopic::Frame with_images = frame;
      with_images.hdr.view = hdr.view();
      with_images.ldr.view = ldr.view();
      test::context().check(
          test::tone_map_rig(format).post().record_finish(command_buffer, with_images, {.tone_map = settings}));
    });
    return test::read_ldr(ldr);
  }

  HdrImage hdr_ = test::make_hdr(VK_FORMAT_R16G16B16A16_SFLOAT, kFrameExtent, test::gradient_with_noise(kFrameExtent));
  engine::Buffer one_ = test::make_exposure(1.0f);
};

TEST_F(Frame, RegionLandsAtItsOffsetAndNowhereElse) {
  constexpr VkExtent2D kTarget = {80, 70};
  const photopic::ToneMapSettings settings = {.tone_mapper = ToneMapper::reinhard};
  const std::vector<LdrTexel> whole =
      map(hdr_, {.extent = kFrameExtent, .exposure = {one_.handle()}}, settings, kFrameExtent);
  struct Placing {
    VkRect2D region;
    VkOffset2D offset;
  };
  for (const Placing& p : {Placing{{{0, 0}, {64, 48}}, {16, 22}},
                           {{{3, 5}, {17, 9}}, {0, 0}},
                           {{{63, 47}, {1, 1}}, {79, 69}},
                           {{{10, 0}, {8, 48}}, {31, 7}}}) {
    const photopic::Frame frame = {
        .extent = p.region.extent, .offset = p.region.offset, .ldr_offset = p.offset, .exposure = {one_.handle()}};
    const std::vector<LdrTexel> mapped = map(hdr_, frame, settings, kTarget);
    for (std::int32_t y = 0; y < std::int32_t(kTarget.height); ++y) {
      for (std::int32_t x = 0; x < std::int32_t(kTarget.width); ++x) {
        const std::int32_t in_x = x - p.offset.x;
        const std::int32_t in_y = y - p.offset.y;
        const bool is_inside = in_x >= 0 && in_y >= 0 && in_x < std::int32_t(p.region.extent.width) &&
                               in_y < std::int32_t(p.region.extent.height);
        const std::int32_t source =
            (in_y + p.region.offset.y) * std::int32_t(kFrameExtent.width) + in_x + p.region.offset.x;
        const LdrTexel expected = is_inside ? whole[std::size_t(source)] : LdrTexel{};
        ASSERT_EQ(mapped[std::size_t(y) * kTarget.width + std::size_t(x)], expected) << x << ", " << y;
      }
    }
  }
}

TEST_F(Frame, EveryHdrFormat) {
  for (const VkFormat format : test::kHdrFormats) {
    SCOPED_TRACE(test::format_name(format));
    const HdrImage hdr = test::make_hdr(format, kFrameExtent, test::gradient_with_noise(kFrameExtent));
    const photopic::Frame frame = {.extent = kFrameExtent, .exposure = {one_.handle()}};
    const std::vector<LdrTexel> mapped = map(hdr, frame, {.tone_mapper = ToneMapper::hable}, kFrameExtent);
    for (std::size_t i = 0; i < mapped.size(); ++i) {
      const reference::Rgb expected = reference::tone_map(reference::ToneMapper::hable, hdr.texels[i]);
      ASSERT_NEAR(mapped[i][0], 255.0 * reference::srgb_encode(expected.r), 0.5 + 1.0 / 255.0);
      ASSERT_NEAR(mapped[i][2], 255.0 * reference::srgb_encode(expected.b), 0.5 + 1.0 / 255.0);
      ASSERT_EQ(mapped[i][3], 255.0);  // also of the format without alpha
    }
  }
}

TEST_F(Frame, HostsOwnExposureAtAnyAlignedOffset) {
  const VkDeviceSize alignment = test::context().properties().limits.minStorageBufferOffsetAlignment;
  const HdrImage hdr = test::make_uniform_hdr({1, 1}, 0.5);
  for (const float exposure : {0.0f, 1e-6f, 0.25f, 1.0f, 1.9f}) {
    for (const VkDeviceSize offset : {VkDeviceSize{0}, alignment, 5 * alignment}) {
      const engine::Buffer buffer = test::make_exposure(exposure, offset);
      const photopic::Frame frame = {.extent = {1, 1}, .exposure = {buffer.handle(), offset}};
      const LdrTexel mapped = map(hdr, frame, {.tone_mapper = ToneMapper::none}, {1, 1})[0];
      const double expected = 255.0 * reference::srgb_encode(0.5 * double(exposure));
      EXPECT_NEAR(mapped[1], expected, 0.5 + 1.0 / 255.0);
    }
  }
}

/// The host's own buffer may hold anything. NaN and negative products are 0, infinite ones the largest.
TEST_F(Frame, AnyExposureIsDefined) {
  const HdrImage hdr = test::make_uniform_hdr({1, 1}, 0.5);
  for (const auto& [exposure, expected] : {std::pair{std::numeric_limits<float>::quiet_NaN(), 0.0},
                                           {-1.0f, 0.0},
                                           {-test::kInfinityF, 0.0},
                                           {test::kInfinityF, 1.0},
                                           {3e38f, 1.0}}) {
    const engine::Buffer buffer = test::make_exposure(exposure);
    const photopic::Frame frame = {.extent = {1, 1}, .exposure = {buffer.handle()}};
    EXPECT_EQ(map(hdr, frame, {.tone_mapper = ToneMapper::none}, {1, 1})[0][1], 255.0 * expected);
    EXPECT_NEAR(map(hdr, frame, {.tone_mapper = ToneMapper::aces_narkowicz}, {1, 1})[0][1], 255.0 * expected, 0.5);
  }
}

// ---- dither ---------------------------------------------------------------------------------------------------------

constexpr VkExtent2D kDitherExtent = {256, 256};

class Dither : public Frame {
 protected:
  std::vector<LdrTexel> dithered(const HdrImage& hdr, std::uint32_t seed, VkFormat format = k8Bit) {
    const photopic::Frame frame = {.extent = hdr.extent(), .exposure = {one_.handle()}};
    return map(hdr, frame, {.tone_mapper = ToneMapper::none, .dither = true, .dither_seed = seed}, hdr.extent(),
               format);
  }
  std::vector<LdrTexel> plain(const HdrImage& hdr, VkFormat format = k8Bit) {
    const photopic::Frame frame = {.extent = hdr.extent(), .exposure = {one_.handle()}};
    return map(hdr, frame, {.tone_mapper = ToneMapper::none}, hdr.extent(), format);
  }
};

TEST_F(Dither, IsOffByDefaultAndWithoutItNothingVaries) {
  const std::vector<LdrTexel> first = plain(hdr_);
  EXPECT_EQ(plain(hdr_), first);
  const photopic::Frame frame = {.extent = hdr_.extent(), .exposure = {one_.handle()}};
  EXPECT_EQ(map(hdr_, frame, {.tone_mapper = ToneMapper::none, .dither_seed = 7}, hdr_.extent()), first);
}

TEST_F(Dither, IsDeterministicAndFollowsItsSeed) {
  const HdrImage hdr = test::make_uniform_hdr(kDitherExtent, 0.2);
  const std::vector<LdrTexel> first = dithered(hdr, 1);
  EXPECT_EQ(dithered(hdr, 1), first);
  const std::vector<LdrTexel> second = dithered(hdr, 2);
  std::size_t equal = 0;
  for (std::size_t i = 0; i < first.size(); ++i) equal += first[i][0] == second[i][0];
  // Independent draws from about three code values agree in 4 to 6 of 10 texels.
  EXPECT_LT(equal, first.size() * 7 / 10);
}

/// Bands of a picture, as a caller with little memory maps them, join without a repeat of the noise.
TEST_F(Dither, BelongsToTheTexelOfThePictureNotToTheDispatch) {
  const HdrImage hdr = test::make_uniform_hdr(kDitherExtent, 0.2);
  const photopic::ToneMapSettings settings = {.tone_mapper = ToneMapper::none, .dither = true, .dither_seed = 1};
  const std::vector<LdrTexel> whole = dithered(hdr, 1);
  const VkExtent2D band = {kDitherExtent.width, kDitherExtent.height / 2};
  const photopic::Frame lower = {.extent = band, .offset = {0, std::int32_t(band.height)}, .exposure = {one_.handle()}};
  const std::vector<LdrTexel> mapped = map(hdr, lower, settings, band);
  EXPECT_TRUE(std::equal(mapped.begin(), mapped.end(), whole.begin() + std::ptrdiff_t(mapped.size())));
}

/// The code's mean is the unrounded value, and no code is further off than the noise's +-1 and the rounding's 1/2.
TEST_F(Dither, KeepsTheMean) {
  for (const double code : {3.0, 20.25, 77.5, 128.1, 200.9, 251.75}) {
    SCOPED_TRACE(code);
    const double linear = reference::srgb_decode(code / 255.0);
    const HdrImage hdr = test::make_uniform_hdr(kDitherExtent, linear);
    const std::vector<LdrTexel> mapped = dithered(hdr, 3);
    for (std::size_t channel = 0; channel < 3; ++channel) {
      double sum = 0.0;
      double squares = 0.0;
      for (const LdrTexel& texel : mapped) {
        const double error = texel[channel] - code;
        ASSERT_LE(std::abs(error), 1.5 + 1.0 / 255.0);
        sum += error;
        squares += error * error;
      }
      const auto count = double(mapped.size());
      // Variance 1/6 of the noise and 1/12 of the rounding, whatever the signal; deviation of the mean 0.5 / 256.
      EXPECT_NEAR(sum / count, 0.0, 5.0 * 0.5 / 256.0);
      EXPECT_NEAR(squares / count, 0.25, 0.01);
    }
    for (const LdrTexel& texel : mapped) ASSERT_EQ(texel[3], 255.0);
  }
}

TEST_F(Dither, ChannelsAndNeighboursAreUncorrelated) {
  const double code = 100.0;
  const std::vector<LdrTexel> mapped =
      dithered(test::make_uniform_hdr(kDitherExtent, reference::srgb_decode(code / 255.0)), 9);
  double between_channels = 0.0;
  double between_columns = 0.0;
  double between_rows = 0.0;
  for (std::size_t i = 0; i + kDitherExtent.width < mapped.size(); ++i) {
    between_channels += (mapped[i][0] - code) * (mapped[i][1] - code);
    between_columns += (mapped[i][0] - code) * (mapped[i + 1][0] - code);
    between_rows += (mapped[i][0] - code) * (mapped[i + kDitherExtent.width][0] - code);
  }
  // Sums of 65280 products of variance 1/16: deviation 64, five of them allowed.
  for (const double sum : {between_channels, between_columns, between_rows}) EXPECT_NEAR(sum, 0.0, 5.0 * 64.0);
}

TEST_F(Dither, LeavesHalfFloatOutputAlone) { EXPECT_EQ(dithered(hdr_, 1, kHalf), plain(hdr_, kHalf)); }

TEST_F(Dither, StaysWithinTheCodes) {
  for (const double value : {0.0, 1.0, 2.0}) {
    for (const LdrTexel& texel : dithered(test::make_uniform_hdr({64, 64}, value), 5)) {
      ASSERT_NEAR(texel[0], 255.0 * std::min(value, 1.0), 1.0);
    }
  }
}

// ---- metering and tone mapping in one command buffer ----------------------------------------------------------------

class WholeFrame : public Frame {
 protected:
  photopic::PostProcess make_post() {
    return test::make(
        {.max_extent = kFrameExtent, .meter_method = photopic::MeterMethod::pyramid, .tone_mappers = 1u << 1});
  }

  struct Result {
    test::State state;
    std::vector<LdrTexel> ldr;
  };

  Result record(photopic::PostProcess& post, const HdrImage& hdr, photopic::Frame frame) {
    const engine::Image ldr = test::make_ldr(kFrameExtent, k8Bit);
    frame.hdr.view = hdr.view();
    frame.ldr.view = ldr.view();
    frame.extent = kFrameExtent;
    test::submit(
        [&](VkCommandBuffer command_buffer) { test::context().check(post.record(command_buffer, frame, kSettings)); });
    return {test::state_of(post), test::read_ldr(ldr)};
  }

  /// The picture that this exposure gives.
  std::vector<LdrTexel> exposed(const HdrImage& hdr, float exposure) {
    const engine::Buffer buffer = test::make_exposure(exposure);
    return map(hdr, {.extent = kFrameExtent, .exposure = {buffer.handle()}}, kSettings.tone_map, kFrameExtent);
  }

  static constexpr photopic::Settings kSettings = {
      .meter = {}, .exposure = {}, .tone_map = {.tone_mapper = ToneMapper::reinhard}};
  HdrImage bright_ = test::make_hdr(VK_FORMAT_R32G32B32A32_SFLOAT, kFrameExtent, test::wide_noise(6.0, 12.0));
};

TEST_F(WholeFrame, ThePictureHasTheExposureThatItsOwnFrameMeasured) {
  photopic::PostProcess post = make_post();
  const Result first = record(post, hdr_, {});
  EXPECT_EQ(first.state.adapted_ev100, first.state.target_ev100);
  EXPECT_EQ(first.ldr, exposed(hdr_, first.state.exposure));

  const Result adapting = record(post, bright_, {.delta_time_s = 0.1f});
  EXPECT_NEAR(adapting.state.adapted_ev100 - first.state.adapted_ev100, 0.3, 1e-5);
  EXPECT_EQ(adapting.ldr, exposed(bright_, adapting.state.exposure));

  const Result cut = record(post, bright_, {.delta_time_s = 0.1f, .cut = true});
  EXPECT_EQ(cut.state.adapted_ev100, cut.state.target_ev100);
  EXPECT_EQ(cut.ldr, exposed(bright_, cut.state.exposure));
}

TEST_F(WholeFrame, MetersAPartOfThePicture) {
  photopic::PostProcess post = make_post();
  photopic::PostProcess part_only = test::make(
      {.max_extent = kFrameExtent, .steps = photopic::kMeterStep, .meter_method = photopic::MeterMethod::pyramid});
  const VkRect2D part = {{20, 7}, {31, 18}};
  const Result result = record(post, hdr_, {.metered = part});
  const test::State expected =
      test::meter_once(part_only, {.hdr = {hdr_.view()}, .extent = part.extent, .offset = part.offset});
  EXPECT_TRUE(test::same_bits(result.state, expected));
  EXPECT_EQ(result.ldr, exposed(hdr_, result.state.exposure));
}

TEST_F(WholeFrame, ViewsHaveTheirOwnExposure) {
  photopic::PostProcess post = test::make({.max_extent = kFrameExtent,
                                           .view_count = 2,
                                           .meter_method = photopic::MeterMethod::pyramid,
                                           .tone_mappers = 1u << 1});
  const Result first = record(post, hdr_, {.view = 0});
  record(post, bright_, {.view = 1});
  const engine::Image ldr = test::make_ldr(kFrameExtent, k8Bit);
  test::submit([&](VkCommandBuffer command_buffer) {
    const photopic::Frame frame = {.hdr = {bright_.view()}, .ldr = {ldr.view()}, .extent = kFrameExtent, .view = 1};
    test::context().check(post.record_finish(command_buffer, frame, {.tone_map = kSettings.tone_map}));
  });
  const test::State second = test::state_of(post, 1);
  EXPECT_NE(second.exposure, first.state.exposure);
  EXPECT_EQ(test::read_ldr(ldr), exposed(bright_, second.exposure));
}

/// A picture of NaN alone holds the exposure, and is black.
TEST_F(WholeFrame, InvalidPictureIsBlackAndForgotten) {
  photopic::PostProcess post = make_post();
  const Result before = record(post, hdr_, {});
  const HdrImage nan = test::make_uniform_hdr(kFrameExtent, std::numeric_limits<double>::quiet_NaN());
  const Result invalid = record(post, nan, {.delta_time_s = 0.1f});
  EXPECT_EQ(invalid.state.exposure, before.state.exposure);
  for (const LdrTexel& texel : invalid.ldr) ASSERT_EQ(texel, (LdrTexel{0.0, 0.0, 0.0, 255.0}));
  EXPECT_EQ(record(post, hdr_, {.delta_time_s = 0.1f}).ldr, before.ldr);
}

}  // namespace
