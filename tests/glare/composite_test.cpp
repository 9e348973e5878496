// SPDX-License-Identifier: MIT
// Tests of glare in the final pass of PostProcess: the picture, off, fused frames, exposure and state, other effects,
// primaries, what is refused.
#include <algorithm>
#include <cmath>

#include "adapt/handover_rig.h"
#include "finish/tone_map_rig.h"
#include "glare/glare_rig.h"

namespace {

using test::LdrTexel;

constexpr VkExtent2D kGlarePictureExtent = {150, 83};  // no multiple of a tile
constexpr VkRect2D kGlareWhole = {{0, 0}, kGlarePictureExtent};
/// Relative, of half floats as levels and as the picture: roundings of 2^-11, or 2^-10 where devices truncate.
constexpr double kGlarePictureTolerance = 3e-3;

reference::Rgb glare_texel(std::uint32_t x, std::uint32_t y) {
  const double value = double(float(std::exp2(6.0 * test::noise(x, y, 5) - 5.0)));
  return {value, x == 31 && y == 17 ? 300.0 : 0.5, 0.25};
}

class GlarePicture : public testing::Test {
 protected:
  static photopic::MadeFor info(std::uint32_t effects) {
    return {.max_extent = kGlarePictureExtent,
            .steps = photopic::kMeterStep | photopic::kToneMapStep | photopic::kFusedStep,
            .ldr_format = test::kHalf,
            .encodings = photopic::encoding_bit(photopic::OutputEncoding::linear),
            .tone_mappers = photopic::tone_mapper_bit(photopic::ToneMapper::none),
            .effects = effects,
            .dither = false};
  }

 public:
  static void SetUpTestSuite() { post_ = test::make(info(photopic::kEffectGlare)); }
  static void TearDownTestSuite() { post_ = {}; }

 protected:
  static photopic::Settings settings(photopic::GlareProfile profile = photopic::GlareProfile::eye) {
    photopic::Settings all = test::glare_settings(kGlarePictureExtent);
    all.glare.glare = profile;
    all.tone_map.tone_mapper = photopic::ToneMapper::none;
    all.tone_map.dither = false;
    all.display.encoding = photopic::OutputEncoding::linear;
    all.display.paper_white_nits = 1.0f;  // nothing is brighter than the display
    all.display.peak_nits = 10000.0f;
    return all;
  }

  std::vector<LdrTexel> finished(photopic::PostProcess& of, const photopic::Settings& all, VkRect2D region,
                                 float exposure = 1.0f) {
    const engine::Image ldr = test::make_ldr(region.extent, test::kHalf);
    const engine::Buffer exposed = test::make_exposure(exposure);
    test::submit([&](VkCommandBuffer command_buffer) {
      test::context().check(of.record_finish(command_buffer,
                                             {.hdr = {hdr_.view()},
                                              .ldr = {ldr.view()},
                                              .extent = region.extent,
                                              .offset = region.offset,
                                              .exposure = {exposed.handle()}},
                                             all));
    });
    return test::read_ldr(ldr);
  }

  /// Linear and not clipped.
  void expect_glare(const std::vector<LdrTexel>& texels, const photopic::Settings& all, VkRect2D region,
                    double exposure) const {
    const auto weights = test::weights_of(all, region.extent);
    for (std::size_t channel = 0; channel < 3; ++channel) {
      reference::glare::Picture picture(region.extent.width, region.extent.height);
      for (std::uint32_t y = 0; y < region.extent.height; ++y) {
        for (std::uint32_t x = 0; x < region.extent.width; ++x) {
          const reference::Rgb texel = hdr_.texels[(y + std::uint32_t(region.offset.y)) * kGlarePictureExtent.width +
                                                   x + std::uint32_t(region.offset.x)];
          picture.at(x, y) = exposure * (channel == 0 ? texel.r : channel == 1 ? texel.g : texel.b);
        }
      }
      const auto expected = reference::glare::with_glare(picture, weights, test::chain_of(all));
      for (std::size_t i = 0; i < texels.size(); ++i) {
        ASSERT_NEAR(texels[i][channel], expected.texels[i], kGlarePictureTolerance * expected.texels[i])
            << i % region.extent.width << ", " << i / region.extent.width << " channel " << channel;
      }
    }
  }

  static inline photopic::PostProcess post_;
  test::HdrImage hdr_ = test::make_hdr(VK_FORMAT_R32G32B32A32_SFLOAT, kGlarePictureExtent, glare_texel);
};

TEST_F(GlarePicture, IsTheReference) {
  for (const photopic::GlareProfile profile : {photopic::GlareProfile::eye, photopic::GlareProfile::camera}) {
    const photopic::Settings all = settings(profile);
    expect_glare(finished(post_, all, kGlareWhole, 0.5f), all, kGlareWhole, 0.5);
  }
}

/// Of level 2 and of level 3, where those before have no weight.
TEST_F(GlarePicture, OfCoarserLevelsIsTheReference) {
  for (const float least_deg : {0.03f, 0.05f}) {
    photopic::Settings all = settings();
    all.glare.glare_min_deg = least_deg;
    expect_glare(finished(post_, all, kGlareWhole, 0.5f), all, kGlareWhole, 0.5);
  }
}

/// Any rectangle of the image, of any size up to the largest: nothing outside of it counts.
TEST_F(GlarePicture, RegionsAreWholePictures) {
  const photopic::Settings all = settings();
  for (const VkRect2D region : {VkRect2D{{11, 3}, {64, 64}}, VkRect2D{{1, 80}, {149, 3}}, VkRect2D{{40, 20}, {1, 1}}}) {
    expect_glare(finished(post_, all, region), all, region, 1.0);
  }
}

TEST_F(GlarePicture, OffIsThePictureWithoutIt) {
  photopic::PostProcess without = test::make(info(0));
  const photopic::Settings off = settings(photopic::GlareProfile::off);
  EXPECT_EQ(finished(post_, off, kGlareWhole), finished(without, off, kGlareWhole));
  photopic::Settings zero = settings();
  zero.glare.bloom_scale = 0.0f;
  EXPECT_EQ(finished(post_, zero, kGlareWhole), finished(without, zero, kGlareWhole));
  EXPECT_GT(post_.memory_bytes(), without.memory_bytes());
}

/// record() and record_fused() alike, with the exposure of the same frame; the state says what was scattered.
TEST_F(GlarePicture, WholeFramesHaveItAndTheStateSaysHowMuch) {
  const photopic::Settings all = settings();
  for (const auto call : {&photopic::PostProcess::record, &photopic::PostProcess::record_fused}) {
    std::vector<LdrTexel> texels;
    for (int frame = 0; frame < 2; ++frame) {
      const engine::Image ldr = test::make_ldr(kGlarePictureExtent, test::kHalf);
      test::submit([&](VkCommandBuffer command_buffer) {
        test::context().check((post_.*call)(command_buffer,
                                            {.hdr = {hdr_.view()},
                                             .ldr = {ldr.view()},
                                             .extent = kGlarePictureExtent,
                                             .delta_time_s = 0.1f,
                                             .cut = frame == 0},
                                            all));
      });
      texels = test::read_ldr(ldr);
    }
    const test::State state = test::state_of(post_);
    expect_glare(texels, all, kGlareWhole, double(state.exposure));
    EXPECT_NEAR(double(state.glare_scattered_fraction),
                photopic::glare::level_weights(all, kGlarePictureExtent).scattered, 1e-3);
    EXPECT_EQ(state.glare_removed_fraction, 0.0f);
    EXPECT_FALSE(post_.shows_previous_exposure(0));
  }
}

/// The lens dims what it scatters itself with the picture. An eye is behind it: its veil is as without the vignette.
TEST_F(GlarePicture, VignetteDimsTheVeilOfALensAlone) {
  photopic::PostProcess with_lens = test::make(info(photopic::kEffectGlare | photopic::kEffectLens));
  for (const photopic::GlareProfile profile : {photopic::GlareProfile::eye, photopic::GlareProfile::camera}) {
    photopic::Settings all = settings(profile);
    all.view.field_of_view_vertical_deg = 90.0f;
    all.lens.vignette = 1.0f;
    const std::vector<LdrTexel> texels = finished(with_lens, all, kGlareWhole);
    const double direct = 1.0 - photopic::glare::level_weights(all, kGlarePictureExtent).scattered;
    EXPECT_LT(direct, 0.96);
    reference::glare::Picture picture(kGlarePictureExtent.width, kGlarePictureExtent.height);
    for (std::size_t i = 0; i < texels.size(); ++i) picture.texels[i] = hdr_.texels[i].g;
    const auto with_glare =
        reference::glare::with_glare(picture, test::weights_of(all, kGlarePictureExtent), test::chain_of(all));
    for (std::size_t i = 0; i < texels.size(); ++i) {
      const double half_height = 0.5 * kGlarePictureExtent.height;
      const double x = double(i % kGlarePictureExtent.width) + 0.5 - 0.5 * kGlarePictureExtent.width;
      const double y = double(i / kGlarePictureExtent.width) + 0.5 - half_height;
      const double left = std::pow(1.0 + (x * x + y * y) / (half_height * half_height), -2.0);  // tan(45 degrees) = 1
      const double stays = left * direct * picture.texels[i];
      const double veil = with_glare.texels[i] - direct * picture.texels[i];
      const double expected = stays + (profile == photopic::GlareProfile::eye ? 1.0 : left) * veil;
      ASSERT_NEAR(texels[i][1], expected, kGlarePictureTolerance * expected) << i << " profile " << int(profile);
    }
  }
}

/// Converted to other primaries, the veil is what the direct light is.
TEST_F(GlarePicture, PrimariesOfTheInputAreConverted) {
  photopic::MadeFor converting = info(photopic::kEffectGlare);
  converting.convert_input = true;
  photopic::PostProcess of = test::make(converting);
  // Within BT.709, which the display's colours end at.
  hdr_ = test::make_hdr(VK_FORMAT_R32G32B32A32_SFLOAT, kGlarePictureExtent,
                        [](std::uint32_t x, std::uint32_t y) -> reference::Rgb {
                          const double value = glare_texel(x, y).g;
                          return {value, 0.75 * value, 0.5 * value};
                        });
  photopic::Settings all = settings();
  all.input.primaries = photopic::Primaries::bt2020;
  photopic::Settings off = all;
  off.glare.glare = photopic::GlareProfile::off;
  const auto sum_of = [](const std::vector<LdrTexel>& texels) {
    std::array<double, 3> sum = {};
    for (const LdrTexel& texel : texels) {
      for (std::size_t c = 0; c < 3; ++c) sum[c] += texel[c];
    }
    return sum;
  };
  const auto with = sum_of(finished(of, all, kGlareWhole)), without = sum_of(finished(of, off, kGlareWhole));
  for (std::size_t c = 0; c < 3; ++c) EXPECT_NEAR(with[c], without[c], kGlarePictureTolerance * std::abs(without[c]));
}

/// Texels that are no number, or infinite, spoil themselves alone.
TEST_F(GlarePicture, InvalidTexelsSpoilNothing) {
  hdr_ = test::make_hdr(VK_FORMAT_R32G32B32A32_SFLOAT, kGlarePictureExtent,
                        [](std::uint32_t x, std::uint32_t y) -> reference::Rgb {
                          if (x == 50 && y == 40) return {test::kNanF, test::kNanF, test::kNanF};
                          if (x == 90 && y == 70) return {test::kInfinityF, test::kInfinityF, test::kInfinityF};
                          return {0.5, 0.5, 0.5};
                        });
  const std::vector<LdrTexel> texels = finished(post_, settings(), kGlareWhole);
  const double share = photopic::glare::level_weights(settings(), kGlarePictureExtent).scattered;
  for (std::size_t i = 0; i < texels.size(); ++i) {
    const bool is_nan = i == 40 * kGlarePictureExtent.width + 50;
    if (i == 70 * kGlarePictureExtent.width + 90) {
      EXPECT_GT(texels[i][1], 9900.0);  // as bright as it is without
    } else if (is_nan) {
      EXPECT_GT(texels[i][1], 0.0);  // what others scatter
      EXPECT_LT(texels[i][1], 0.5 * share);
    } else {
      ASSERT_LE(texels[i][1], 0.5 * (1.0 + kGlarePictureTolerance)) << i;
      ASSERT_GT(texels[i][1], 0.5 * (1.0 - share)) << i;
    }
  }
}

TEST_F(GlarePicture, ExposuresThatShowNothingStayBlack) {
  for (const float exposure : {0.0f, -1.0f}) {
    for (const LdrTexel& texel : finished(post_, settings(), kGlareWhole, exposure)) ASSERT_EQ(texel[1], 0.0);
  }
}

TEST_F(GlarePicture, PartsOfAPictureAreRefused) {
  const engine::Image ldr = test::make_ldr(kGlarePictureExtent, test::kHalf);
  const engine::Buffer exposure = test::make_exposure(1.0f);
  test::submit([&](VkCommandBuffer command_buffer) {
    const photopic::Frame frame = {.hdr = {hdr_.view()},
                                   .ldr = {ldr.view()},
                                   .extent = {64, 64},
                                   .picture = kGlareWhole,
                                   .exposure = {exposure.handle()}};
    EXPECT_EQ(post_.record_finish(command_buffer, frame, settings()), photopic::Status::invalid_argument);
    EXPECT_NE(test::context().last_message().find("region"), std::string::npos);
  });
}

TEST_F(GlarePicture, FormatsOfLevelsAreChecked) {
  photopic::MadeFor wrong = info(photopic::kEffectGlare);
  wrong.glare_levels = VK_FORMAT_R8G8B8A8_UNORM;
  photopic::PostProcess made;
  EXPECT_EQ(test::create(test::context().lend(), wrong, &made), photopic::Status::invalid_argument);
  EXPECT_NE(test::context().last_message().find("glare_levels"), std::string::npos);
  wrong.effects = 0;  // counts for glare alone
  EXPECT_EQ(test::create(test::context().lend(), wrong, &made), photopic::Status::ok);
}

TEST_F(GlarePicture, ResizingKeepsIt) {
  photopic::PostProcess of = test::make(info(photopic::kEffectGlare));
  test::context().check(of.resize({16, 16}));
  test::context().check(of.resize(kGlarePictureExtent));
  expect_glare(finished(of, settings(), kGlareWhole), settings(), kGlareWhole, 1.0);
}

}  // namespace
