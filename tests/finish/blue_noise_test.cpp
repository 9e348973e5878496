// SPDX-License-Identifier: MIT
// Tests of dither with blue noise: mean, variance, channels, what is refused; alone, fused and of baked looks.
#include <cmath>

#include "finish/fused_rig.h"
#include "finish/tone_map_rig.h"
#include "reference/display/transfer.h"

namespace {

using photopic::DitherNoise;
using photopic::MadeFor;
using photopic::ToneMapper;
using test::LdrTexel;

constexpr VkExtent2D kTiles = {128, 128};

photopic::Settings blue(std::uint32_t seed) {
  photopic::Settings settings;
  settings.tone_map = {.tone_mapper = ToneMapper::none, .dither = true, .dither_noise = DitherNoise::blue};
  settings.tone_map.dither_seed = seed;
  return settings;
}

class BlueNoise : public testing::Test {
 protected:
  std::vector<LdrTexel> show(photopic::PostProcess& post, double linear, const photopic::Settings& settings) {
    const test::HdrImage hdr = test::make_uniform_hdr(kTiles, linear);
    const engine::Image ldr = test::make_ldr(kTiles, test::k8Bit);
    test::submit([&](VkCommandBuffer commands) {
      const photopic::Frame frame = {
          .hdr = {hdr.view()}, .ldr = {ldr.view()}, .extent = kTiles, .exposure = {one_.handle()}};
      test::context().check(post.record_finish(commands, frame, settings));
    });
    return test::read_ldr(ldr);
  }
  static photopic::MadeFor info() {
    return {.max_extent = kTiles,
            .steps = photopic::kToneMapStep,
            .tone_mappers = photopic::tone_mapper_bit(ToneMapper::none),
            .blue_noise = true};
  }
  engine::Buffer one_ = test::make_exposure(1.0f);
};

TEST_F(BlueNoise, KeepsMeanAndVarianceAndChannelsApart) {
  photopic::PostProcess post = test::make(info());
  for (const double code : {3.0, 20.25, 77.5, 128.1, 200.9, 251.75}) {
    SCOPED_TRACE(code);
    const std::vector<LdrTexel> texels = show(post, reference::srgb_decode(code / 255.0), blue(3));
    const auto count = double(texels.size());
    double between[3] = {};
    for (std::size_t channel = 0; channel < 3; ++channel) {
      double sum = 0.0;
      double squares = 0.0;
      for (const LdrTexel& texel : texels) {
        const double error = texel[channel] - code;
        ASSERT_LE(std::abs(error), 1.5 + 1.0 / 255.0);
        sum += error;
        squares += error * error;
        between[channel] += error * (texel[(channel + 1) % 3] - code);
      }
      // Whole tiles: every rank as often. The signal itself is off by 1/255 code; each of 4096 ranks is 1/4096.
      EXPECT_NEAR(sum / count, 0.0, 0.01);
      EXPECT_NEAR(squares / count, 0.25, 0.01);
    }
    // Of 4096 pairs that come again in each tile: deviation 1/4 / 64, five of them allowed.
    for (const double sum : between) EXPECT_NEAR(sum / count, 0.0, 5.0 * 0.25 / 64.0);
  }
}

/// What low frequencies have of the error's variance, in means of 8 x 8 texels.
double low_variance(const std::vector<LdrTexel>& texels, double code) {
  constexpr std::uint32_t kBlock = 8;
  double squares = 0.0;
  for (std::uint32_t y = 0; y < kTiles.height; y += kBlock) {
    for (std::uint32_t x = 0; x < kTiles.width; x += kBlock) {
      double sum = 0.0;
      for (std::uint32_t i = 0; i < kBlock * kBlock; ++i) {
        sum += texels[(y + i / kBlock) * kTiles.width + x + i % kBlock][1] - code;
      }
      squares += sum * sum / (kBlock * kBlock);
    }
  }
  return squares / (kTiles.width * kTiles.height / (kBlock * kBlock));
}

TEST_F(BlueNoise, HasLessAtLowFrequenciesThanTheHashAndFollowsItsSeed) {
  photopic::PostProcess post = test::make(info());
  const double code = 100.5;
  const double linear = reference::srgb_decode(code / 255.0);
  const std::vector<LdrTexel> texels = show(post, linear, blue(1));
  photopic::Settings hash = blue(1);
  hash.tone_map.dither_noise = DitherNoise::hash;
  EXPECT_LT(low_variance(texels, code), 0.2 * low_variance(show(post, linear, hash), code));
  EXPECT_EQ(show(post, linear, blue(1)), texels);
  EXPECT_NE(show(post, linear, blue(2)), texels);
  // 64 moves by (19, 29) are a whole number of tiles.
  EXPECT_EQ(show(post, linear, blue(65)), texels);
}

TEST_F(BlueNoise, IsTheSameInAllSlotsOfSettings) {
  photopic::PostProcess post = test::make(info());
  const std::vector<LdrTexel> texels = show(post, 0.2, blue(1));
  for (int i = 1; i <= 20; ++i) {  // as many as one view has
    photopic::Settings settings = blue(1);
    settings.display.paper_white_nits += float(i);  // changes no 8-bit picture
    ASSERT_EQ(show(post, 0.2, settings), texels) << i;
  }
}

TEST_F(BlueNoise, StaysWithinTheCodes) {
  photopic::PostProcess post = test::make(info());
  for (const double value : {0.0, 1.0, 2.0}) {
    for (const LdrTexel& texel : show(post, value, blue(5))) {
      ASSERT_NEAR(texel[0], 255.0 * std::min(value, 1.0), 1.0);
    }
  }
}

TEST_F(BlueNoise, BakedLooksHaveIt) {
  photopic::MadeFor baked = info();
  baked.lut_size = 17;
  baked.exact = false;
  photopic::PostProcess post = test::make(baked);
  photopic::Settings settings = blue(3);
  settings.display.transform = photopic::DisplayTransform::baked;
  const std::vector<LdrTexel> texels = show(post, 0.2, settings);
  settings.tone_map.dither_noise = DitherNoise::hash;
  const std::vector<LdrTexel> hash = show(post, 0.2, settings);
  double sum = 0.0, hash_sum = 0.0;
  for (const LdrTexel& texel : texels) sum += texel[1];
  for (const LdrTexel& texel : hash) hash_sum += texel[1];
  const auto count = double(texels.size());
  EXPECT_NEAR(sum / count, hash_sum / count, 5.0 * 0.5 / std::sqrt(count));
  EXPECT_LT(low_variance(texels, sum / count), 0.2 * low_variance(hash, sum / count));
}

TEST_F(BlueNoise, FusedFramesHaveIt) {
  const test::HdrImage hdr =
      test::make_hdr(VK_FORMAT_R32G32B32A32_SFLOAT, VkExtent2D{75, 52}, test::wide_noise(-6.0, 4.0, 5));
  test::FusedRig rig(
      {.max_extent = {75, 52}, .tone_mappers = photopic::tone_mapper_bit(ToneMapper::none), .blue_noise = true});
  for (std::uint32_t frame = 0; frame < 2; ++frame) rig.expect_shot({.hdr = &hdr, .settings = blue(frame)});
}

TEST_F(BlueNoise, IsRefusedWhereTheObjectHasNone) {
  photopic::MadeFor without = info();
  without.blue_noise = false;
  photopic::PostProcess post = test::make(without);
  const test::HdrImage hdr = test::make_uniform_hdr({1, 1}, 1.0);
  const engine::Image ldr = test::make_ldr({1, 1}, test::k8Bit);
  test::submit([&](VkCommandBuffer commands) {
    const photopic::Frame frame = {
        .hdr = {hdr.view()}, .ldr = {ldr.view()}, .extent = {1, 1}, .exposure = {one_.handle()}};
    EXPECT_EQ(post.record_finish(commands, frame, blue(0)), photopic::Status::not_prepared);
  });
  EXPECT_NE(test::context().last_message().find("tone_map.dither_noise needs blue noise, which is not prepared"),
            std::string::npos)
      << test::context().last_message();
}

}  // namespace
