// SPDX-License-Identifier: MIT
// Tests of film grain against the reference in double, and of what it must not change: means, black, white, alpha.
#include <algorithm>
#include <cmath>
#include <memory>

#include "lens/lens_rig.h"
#include "reference/display/transfer.h"

namespace {

using photopic::OutputEncoding;
using test::LdrTexel;
using test::LensPicture;
using test::Rgba;

constexpr float kMostGrain = 0.2f;
/// Of a signal in halves: cut off at 2^-11 below 1 before, in the reference's, and after; float arithmetic.
constexpr double kGrainTolerance = 2.0 * 0x1p-11 + 2e-6;

photopic::Settings grain_settings(OutputEncoding encoding, float grain, bool is_color = false, std::uint32_t seed = 7) {
  photopic::Settings all = test::lens_settings(encoding);
  all.grain.grain = grain;
  all.grain.grain_color = is_color;
  all.tone_map.dither_seed = seed;
  return all;
}

photopic::MadeFor grain_info(OutputEncoding encoding, std::uint32_t effects = photopic::kEffectGrain) {
  return {.max_extent = {1024, 1024}, .encodings = photopic::encoding_bit(encoding), .effects = effects};
}

LensPicture constant_picture(VkExtent2D extent, float light) {
  return test::lens_picture(extent, [=](std::uint32_t, std::uint32_t) { return Rgba{light, light, light, 1.0f}; });
}

// ---- the noise itself, of the reference ----

/// Mean and variance, and what 1 2 1 makes of neighbours: 2/3 beside, 1/6 two away, 4/9 across; frames have nothing in
/// common. Each within 5 standard deviations of its estimate from 2^18 texels, sums of correlated ones: 2.7 / 2^9 for
/// the mean, less than twice that for products.
TEST(GrainNoise, HasTheStatedMoments) {
  constexpr std::uint32_t kSide = 512;
  std::vector<std::array<double, 3>> noise(kSide * kSide), next(kSide * kSide);
  for (std::uint32_t i = 0; i < kSide * kSide; ++i) {
    noise[i] = reference::grain_noise(i % kSide, i / kSide, 1);
    next[i] = reference::grain_noise(i % kSide, i / kSide, 2);
  }
  const auto mean_of = [&](auto function) {
    double sum = 0.0;
    for (std::uint32_t y = 0; y + 2 < kSide; ++y) {
      for (std::uint32_t x = 0; x + 2 < kSide; ++x) sum += function(y * kSide + x);
    }
    return sum / double((kSide - 2) * (kSide - 2));
  };
  constexpr double kMeanError = 5.0 * 2.7 / kSide, kProductError = 2.0 * kMeanError;
  for (std::size_t c = 0; c < 3; ++c) {
    EXPECT_NEAR(mean_of([&](std::size_t i) { return noise[i][c]; }), 0.0, kMeanError);
    EXPECT_NEAR(mean_of([&](std::size_t i) { return noise[i][c] * noise[i][c]; }), 1.0, kProductError);
    EXPECT_NEAR(mean_of([&](std::size_t i) { return noise[i][c] * noise[i + 1][c]; }), 2.0 / 3.0, kProductError);
    EXPECT_NEAR(mean_of([&](std::size_t i) { return noise[i][c] * noise[i + kSide][c]; }), 2.0 / 3.0, kProductError);
    EXPECT_NEAR(mean_of([&](std::size_t i) { return noise[i][c] * noise[i + 2][c]; }), 1.0 / 6.0, kProductError);
    EXPECT_NEAR(mean_of([&](std::size_t i) { return noise[i][c] * noise[i + kSide + 1][c]; }), 4.0 / 9.0,
                kProductError);
    EXPECT_NEAR(mean_of([&](std::size_t i) { return noise[i][c] * noise[i][(c + 1) % 3]; }), 0.0, kProductError);
    EXPECT_NEAR(mean_of([&](std::size_t i) { return noise[i][c] * next[i][c]; }), 0.0, kProductError);
  }
}

// ---- on the device ----

class Grain : public testing::Test {
 public:
  static void SetUpTestSuite() {
    halves_ = std::make_unique<test::LensRig>(test::store_of("rgba16f"), grain_info(OutputEncoding::srgb));
    codes_ = std::make_unique<test::LensRig>(test::store_of("rgba8"), grain_info(OutputEncoding::srgb));
  }
  static void TearDownTestSuite() {
    halves_.reset();
    codes_.reset();
  }

 protected:
  static void expect_grain(const std::vector<LdrTexel>& result, const std::vector<LdrTexel>& plain, VkExtent2D extent,
                           double amount, bool is_color, VkOffset2D origin = {}, std::uint32_t seed = 7) {
    for (std::size_t i = 0; i < result.size(); ++i) {
      const auto noise = reference::grain_noise(std::uint32_t(origin.x) + std::uint32_t(i % extent.width),
                                                std::uint32_t(origin.y) + std::uint32_t(i / extent.width), seed);
      for (std::size_t channel = 0; channel < 3; ++channel) {
        const double expected = reference::with_grain(plain[i][channel], amount, noise[is_color ? channel : 0]);
        ASSERT_NEAR(result[i][channel], expected, kGrainTolerance)
            << i % extent.width << ", " << i / extent.width << " channel " << channel;
        ASSERT_GE(result[i][channel], 0.0);
        ASSERT_LE(result[i][channel], 1.0);
      }
      ASSERT_EQ(result[i][3], plain[i][3]) << i;
    }
  }

  static inline std::unique_ptr<test::LensRig> halves_;
  static inline std::unique_ptr<test::LensRig> codes_;
};

TEST_F(Grain, IsTheReference) {
  for (const VkExtent2D extent : test::kLensExtents) {
    for (const bool is_color : {false, true}) {
      for (const float grain : {0.05f, kMostGrain}) {
        SCOPED_TRACE(testing::Message() << extent.width << "x" << extent.height << ", " << grain);
        const LensPicture picture = test::random_lens_picture(extent, extent.width);
        const auto plain = halves_->finished(picture, grain_settings(OutputEncoding::srgb, 0.0f));
        expect_grain(halves_->finished(picture, grain_settings(OutputEncoding::srgb, grain, is_color)), plain, extent,
                     double(grain), is_color);
      }
    }
  }
}

/// The noise is that of the HDR image's texels.
TEST_F(Grain, RegionsOfAPictureJoin) {
  constexpr VkRect2D kRegion = {{13, 29}, {33, 17}};
  const LensPicture picture = test::random_lens_picture({97, 61}, 2);
  const auto plain = halves_->finished(picture, grain_settings(OutputEncoding::srgb, 0.0f), kRegion);
  expect_grain(halves_->finished(picture, grain_settings(OutputEncoding::srgb, 0.1f), kRegion), plain, kRegion.extent,
               double(0.1f), false, kRegion.offset);
}

/// Seeds 0 to 15 have the tile in 16 places, and mirrored in all four ways. The picture is wider and higher than the
/// tile.
TEST_F(Grain, SeedsMoveAndMirrorTheTile) {
  for (const VkExtent2D extent : {VkExtent2D{530, 3}, VkExtent2D{3, 530}}) {
    const LensPicture picture = test::random_lens_picture(extent, 3);
    const auto plain = halves_->finished(picture, grain_settings(OutputEncoding::srgb, 0.0f));
    for (std::uint32_t seed = 0; seed < 16; ++seed) {
      SCOPED_TRACE(seed);
      const photopic::Settings all = grain_settings(OutputEncoding::srgb, 0.1f, true, seed);
      expect_grain(halves_->finished(picture, all), plain, extent, double(0.1f), true, {}, seed);
    }
  }
}

/// Over 4 million texels: the estimate's standard deviation is 2.7 grain / 2048, and half a code of dither nothing.
TEST_F(Grain, KeepsTheMean) {
  constexpr VkExtent2D kExtent = {512, 512};
  constexpr std::uint32_t kFrames = 4;
  for (const double signal : {0.01, 0.05, 0.5, 0.95}) {
    const LensPicture picture = constant_picture(kExtent, float(reference::srgb_decode(signal)));
    for (const float grain : {0.05f, kMostGrain}) {
      std::array<double, 3> sum = {};
      double squares = 0.0;
      for (std::uint32_t frame = 0; frame < kFrames; ++frame) {
        photopic::Settings all = grain_settings(OutputEncoding::srgb, grain, frame % 2 == 1, frame);
        all.tone_map.dither = true;
        for (const LdrTexel& texel : codes_->finished(picture, all)) {
          for (std::size_t i = 0; i < 3; ++i) sum[i] += texel[i] / 255.0;
          squares += (texel[0] / 255.0 - signal) * (texel[0] / 255.0 - signal);
        }
      }
      const double texels = double(kFrames) * kExtent.width * kExtent.height;
      for (const double channel : sum) EXPECT_NEAR(channel / texels, signal, 1e-3) << signal << ", " << grain;
      // Grain is as strong as it says, beside the triangular dither and rounding: a variance of a quarter of a code's.
      const double deviation =
          std::min(double(grain) * std::sqrt(4.0 * signal * (1.0 - signal)), std::min(signal, 1.0 - signal) / 3.0);
      const double variance = deviation * deviation + 0.25 / (255.0 * 255.0);
      EXPECT_NEAR(squares / texels, variance, 0.02 * variance) << signal << ", " << grain;
    }
  }
}

TEST_F(Grain, OffIsThePictureWithoutIt) {
  test::LensRig without(test::store_of("rgba8"), grain_info(OutputEncoding::srgb, 0));
  const LensPicture picture = test::random_lens_picture({97, 61}, 1, 1.2f);
  EXPECT_EQ(codes_->finished(picture, grain_settings(OutputEncoding::srgb, 0.0f)),
            without.finished(picture, grain_settings(OutputEncoding::srgb, 0.0f)));
}

/// Black, NaN and white, suns and infinity have no grain: to the bit in codes. In halves, a white that its curve leaves
/// a rounding below 1 may be cut off to another one.
TEST_F(Grain, EndsStay) {
  for (const float light : {0.0f, -1.0f, test::kNanF, 1.0f, 65504.0f, test::kInfinityF}) {
    SCOPED_TRACE(light);
    const LensPicture picture = constant_picture({33, 17}, light);
    const photopic::Settings with = grain_settings(OutputEncoding::srgb, kMostGrain);
    const photopic::Settings without = grain_settings(OutputEncoding::srgb, 0.0f);
    EXPECT_EQ(codes_->finished(picture, with), codes_->finished(picture, without));
    const auto result = halves_->finished(picture, with), plain = halves_->finished(picture, without);
    for (std::size_t i = 0; i < plain.size(); ++i) ASSERT_NEAR(result[i][0], plain[i][0], 0x1p-11) << i;
  }
}

/// Of HDR, as visible in middle grey as SDR's: the standard deviation in stops is the same, within 4 % of the estimate
/// from 2^14 texels and of the curvature.
TEST_F(Grain, IsAsVisibleInHdr) {
  constexpr VkExtent2D kExtent = {128, 128};
  const float grey = 0.18f;
  const LensPicture picture = constant_picture(kExtent, grey);
  const auto deviation_stops = [&](OutputEncoding encoding) {
    test::LensRig rig(test::store_of("rgba16f"), grain_info(encoding));
    const photopic::Settings all = grain_settings(encoding, 0.02f);
    const double nits_of_one = encoding == OutputEncoding::scrgb ? 80.0 : double(all.display.paper_white_nits);
    double squares = 0.0;
    for (const LdrTexel& texel : rig.finished(picture, all)) {
      double nits = texel[1] * nits_of_one;
      if (encoding == OutputEncoding::srgb) nits = reference::srgb_decode(texel[1]) * nits_of_one;
      if (encoding == OutputEncoding::hdr10) nits = reference::pq_decode(texel[1]);
      if (encoding == OutputEncoding::hlg) nits = reference::hlg_decode(reference::grey(texel[1]), 1000.0).g;
      const double stops = std::log2(nits / (double(grey) * double(all.display.paper_white_nits)));
      squares += stops * stops;
    }
    return std::sqrt(squares / double(kExtent.width * kExtent.height));
  };
  const double sdr = deviation_stops(OutputEncoding::srgb);
  EXPECT_GT(sdr, 0.05);
  for (const OutputEncoding encoding : {OutputEncoding::automatic, OutputEncoding::linear, OutputEncoding::scrgb,
                                        OutputEncoding::hdr10, OutputEncoding::hlg}) {
    EXPECT_NEAR(deviation_stops(encoding) / sdr, 1.0, 0.04) << int(encoding);
  }
}

/// Through a LUT, and behind sharpening, it is the same noise: both end with it.
TEST_F(Grain, LutsAndSharpeningKeepIt) {
  constexpr VkExtent2D kExtent = {97, 61};
  photopic::MadeFor info = grain_info(OutputEncoding::srgb, photopic::kEffectGrain | photopic::kEffectSharpening);
  info.lut_size = 33;
  test::LensRig rig(test::store_of("rgba16f"), info);
  const LensPicture picture = constant_picture(kExtent, 0.25f);
  for (const auto transform : {photopic::DisplayTransform::exact, photopic::DisplayTransform::baked}) {
    for (const float sharpening : {0.0f, 1.0f}) {
      photopic::Settings all = grain_settings(OutputEncoding::srgb, 0.0f);
      all.display.transform = transform;
      all.sharpening.sharpening = sharpening;
      const auto plain = rig.finished(picture, all);
      all.grain.grain = 0.1f;
      expect_grain(rig.finished(picture, all), plain, kExtent, double(0.1f), false);
    }
  }
}

TEST_F(Grain, FusedFramesHaveIt) {
  constexpr VkExtent2D kExtent = {97, 61};
  photopic::MadeFor info = grain_info(OutputEncoding::srgb);
  info.max_extent = kExtent;
  info.steps = photopic::kMeterStep | photopic::kToneMapStep | photopic::kFusedStep;
  info.tone_mappers = photopic::tone_mapper_bit(photopic::ToneMapper::none);
  const test::HdrImage hdr = test::make_hdr(VK_FORMAT_R32G32B32A32_SFLOAT, kExtent, test::wide_noise(-4.0, 0.0));
  photopic::Settings all = grain_settings(OutputEncoding::srgb, 0.1f);
  all.exposure.mode = photopic::ExposureMode::manual;
  std::vector<std::vector<LdrTexel>> results;
  for (const auto call : {&photopic::PostProcess::record, &photopic::PostProcess::record_fused}) {
    photopic::PostProcess post = test::make(info);
    for (int frame = 0; frame < 2; ++frame) {                // record_fused() tone maps apart first
      all.display.paper_white_nits = 100.0f + float(frame);  // another slot of settings, and the same picture
      const engine::Image ldr = test::make_ldr(kExtent, test::k8Bit);
      test::submit([&](VkCommandBuffer command_buffer) {
        test::context().check(
            (post.*call)(command_buffer, {.hdr = {hdr.view()}, .ldr = {ldr.view()}, .extent = kExtent}, all));
      });
      results.push_back(test::read_ldr(ldr));
    }
  }
  for (const auto& result : results) EXPECT_EQ(result, results.front());
}

TEST_F(Grain, SettingsAreChecked) {
  test::LensRig without(test::store_of("rgba8"), grain_info(OutputEncoding::srgb, 0));
  const engine::Image ldr = test::make_ldr({16, 16}, test::k8Bit);
  const test::HdrImage hdr = test::make_uniform_hdr({16, 16}, 1.0);
  const engine::Buffer exposure = test::make_exposure(1.0f);
  test::submit([&](VkCommandBuffer command_buffer) {
    const photopic::Frame frame = {
        .hdr = {hdr.view()}, .ldr = {ldr.view()}, .extent = {16, 16}, .exposure = {exposure.handle()}};
    for (const float grain : {-0.1f, 0.21f, test::kNanF}) {
      EXPECT_EQ(codes_->post().record_finish(command_buffer, frame, grain_settings(OutputEncoding::srgb, grain)),
                photopic::Status::invalid_argument);
      EXPECT_NE(test::context().last_message().find("grain"), std::string::npos);
    }
    EXPECT_EQ(without.post().record_finish(command_buffer, frame, grain_settings(OutputEncoding::srgb, 0.1f)),
              photopic::Status::not_prepared);
    EXPECT_NE(test::context().last_message().find("grain needs effect grain"), std::string::npos);
  });
}

}  // namespace
