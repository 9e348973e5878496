// SPDX-License-Identifier: MIT
// Tests of lateral chromatic aberration against the reference in double, and of what it must not change.
#include <algorithm>
#include <array>
#include <cmath>
#include <memory>

#include "lens/lens_rig.h"

namespace {

using test::LdrTexel;
using test::LensPicture;
using test::Rgba;

constexpr float kAberrationTexels[] = {0.5f, 2.0f, 7.5f, 32.0f};
/// Relative, of a half-float picture: its 11 bits, which devices may truncate.
constexpr double kAberratedHalf = 0x1p-10;
/// Absolute, of the brightest around: places are floats of 8 bits before the binary point at most, so of 2^-16 texels,
/// and three of them make one; 43 samples are added up.
constexpr double kPlaceTolerance = 1e-4;

class Aberration : public testing::Test {
 public:
  static void SetUpTestSuite() {
    with_ = std::make_unique<test::LensRig>(test::store_of("rgba16f"),
                                            photopic::MadeFor{.effects = photopic::kEffectAberration, .dither = false});
  }
  static void TearDownTestSuite() { with_.reset(); }

 protected:
  static photopic::Settings settings(float texels) {
    photopic::Settings all = test::lens_settings();
    all.aberration.chromatic_aberration_texels = texels;
    return all;
  }

  static void expect_reference(const LensPicture& picture, float texels, const std::vector<LdrTexel>& result,
                               double brightest) {
    const reference::LensPlane expected = reference::aberrated(picture.plane(), double(texels));
    for (std::size_t i = 0; i < result.size(); ++i) {
      const double channels[] = {expected.texels[i].r, expected.texels[i].g, expected.texels[i].b};
      for (std::size_t channel = 0; channel < 3; ++channel) {
        const double shown = std::clamp(channels[channel], 0.0, 65504.0);
        ASSERT_NEAR(result[i][channel], shown, kAberratedHalf * shown + kPlaceTolerance * brightest)
            << i % picture.extent.width << ", " << i / picture.extent.width << " channel " << channel;
      }
    }
  }

  static inline std::unique_ptr<test::LensRig> with_;
};

TEST_F(Aberration, IsTheReference) {
  for (const VkExtent2D extent : test::kLensExtents) {
    for (const float texels : kAberrationTexels) {
      SCOPED_TRACE(testing::Message() << extent.width << "x" << extent.height << ", " << texels << " texels");
      const LensPicture picture = test::random_lens_picture(extent, extent.width);
      expect_reference(picture, texels, with_->finished(picture, settings(texels)), 1.0);
    }
  }
}

/// Nothing outside of the rectangle counts, whatever it is.
TEST_F(Aberration, RegionsAreWholePictures) {
  constexpr VkExtent2D kExtent = {97, 61};
  for (const VkRect2D region : {VkRect2D{{13, 29}, {33, 17}}, VkRect2D{{5, 60}, {92, 1}}, VkRect2D{{96, 60}, {1, 1}}}) {
    const LensPicture part = test::random_lens_picture(region.extent, 3);
    LensPicture whole = test::lens_picture(kExtent, [&](std::uint32_t, std::uint32_t) {
      return Rgba{test::kNanF, test::kInfinityF, -test::kInfinityF, 1.0f};
    });
    for (std::uint32_t y = 0; y < region.extent.height; ++y) {
      std::copy_n(part.texels.begin() + y * region.extent.width, region.extent.width,
                  whole.texels.begin() + (y + std::uint32_t(region.offset.y)) * kExtent.width + region.offset.x);
    }
    expect_reference(part, 7.5f, with_->finished(whole, settings(7.5f), region), 1.0);
  }
}

TEST_F(Aberration, OffIsThePictureWithoutIt) {
  test::LensRig without(test::store_of("rgba16f"), {.dither = false});
  const LensPicture picture = test::random_lens_picture({97, 61}, 1, 4.0f);
  EXPECT_EQ(with_->finished(picture, settings(0.0f)), without.finished(picture, settings(0.0f)));
}

/// To the bit: weights of each channel add up to 1.
TEST_F(Aberration, ConstantPicturesStay) {
  for (const Rgba color :
       {Rgba{0.0f, 0.0f, 0.0f, 1.0f}, Rgba{0.3f, 1e-5f, 1.7f, 0.2f}, Rgba{65504.0f, 1.0f, 0.1f, 0.0f}}) {
    const LensPicture picture = test::lens_picture({97, 61}, [&](std::uint32_t, std::uint32_t) { return color; });
    const std::vector<LdrTexel> plain = with_->finished(picture, settings(0.0f));
    for (const float texels : kAberrationTexels) EXPECT_EQ(with_->finished(picture, settings(texels)), plain) << texels;
  }
}

TEST_F(Aberration, AlphaAndTheCentreStay) {
  constexpr VkExtent2D kExtent = {97, 61};
  constexpr std::size_t kCenter = 30 * 97 + 48;
  const LensPicture picture = test::random_lens_picture(kExtent, 2);
  const std::vector<LdrTexel> plain = with_->finished(picture, settings(0.0f));
  for (const float texels : kAberrationTexels) {
    const std::vector<LdrTexel> result = with_->finished(picture, settings(texels));
    EXPECT_EQ(result[kCenter], plain[kCenter]) << texels;
    for (std::size_t i = 0; i < plain.size(); ++i) ASSERT_EQ(result[i][3], plain[i][3]) << i;
  }
}

/// On a ramp, samples about a place average to what is there: red is the picture larger by texels over half a diagonal,
/// blue smaller, green as it is.
TEST_F(Aberration, RampsAreScaled) {
  constexpr VkExtent2D kExtent = {97, 61};
  constexpr float kTexels = 2.0f;
  const auto ramp = [](double x, double y) { return 1.0 + 0.01 * x - 0.005 * y; };  // about the centre
  const LensPicture picture = test::lens_picture(kExtent, [&](std::uint32_t x, std::uint32_t y) {
    const float value = float(ramp(x - 48.0, y - 30.0));
    return Rgba{value, value, value, 1.0f};
  });
  const std::vector<LdrTexel> result = with_->finished(picture, settings(kTexels));
  const double scale = double(kTexels) / (0.5 * std::hypot(97.0, 61.0));
  constexpr std::uint32_t kBorder = 4;  // samples from beyond it are held
  for (std::uint32_t y = kBorder; y < kExtent.height - kBorder; ++y) {
    for (std::uint32_t x = kBorder; x < kExtent.width - kBorder; ++x) {
      for (int channel = 0; channel < 3; ++channel) {
        const double larger = 1.0 - scale * (1 - channel);
        const double expected = ramp(larger * (x - 48.0), larger * (y - 30.0));
        ASSERT_NEAR(result[std::size_t(y) * kExtent.width + x][std::size_t(channel)], expected,
                    kAberratedHalf * expected)
            << x << ", " << y << " channel " << channel;
      }
    }
  }
}

/// NaN is black, infinity and suns are suns, and no picture gets a NaN.
TEST_F(Aberration, AnyTexelIsDefined) {
  constexpr VkExtent2D kExtent = {33, 17};
  for (const float value : {test::kNanF, test::kInfinityF, -test::kInfinityF, -1.0f, 65504.0f}) {
    SCOPED_TRACE(value);
    LensPicture picture = test::random_lens_picture(kExtent, 5);
    picture.texels[3 * 33 + 4] = picture.texels[12 * 33 + 30] = {value, value, value, 1.0f};
    const std::vector<LdrTexel> result = with_->finished(picture, settings(2.0f));
    // Around a sun, its share counts.
    const double brightest = std::isfinite(value) ? std::abs(double(value)) : 1.0;
    if (!std::isinf(value)) expect_reference(picture, 2.0f, result, std::max(brightest, 1.0));
    for (const LdrTexel& texel : result) {
      for (const double channel : texel) ASSERT_TRUE(channel >= 0.0 && channel <= 65504.0) << channel;
    }
    const LensPicture all =
        test::lens_picture(kExtent, [&](std::uint32_t, std::uint32_t) { return picture.texels[3 * 33 + 4]; });
    EXPECT_EQ(with_->finished(all, settings(2.0f)), with_->finished(all, settings(0.0f)));
  }
}

/// Light that glare scatters comes of the picture before the lens, what stays of it after.
TEST_F(Aberration, GlareKeepsLight) {
  test::LensRig rig(test::store_of("rgba16f"),
                    {.effects = photopic::kEffectAberration | photopic::kEffectGlare, .dither = false});
  constexpr VkExtent2D kExtent = {97, 61};
  const LensPicture picture = test::random_lens_picture(kExtent, 6, 4.0f);
  const auto sum_of = [&](float texels, bool has_glare) {
    photopic::Settings all = settings(texels);
    if (has_glare) all.glare.glare = photopic::GlareProfile::camera;
    all.glare.veil_fraction = 0.25f;
    all.glare.glare_min_deg = 0.0f;
    std::array<double, 3> sum = {};
    for (const LdrTexel& texel : rig.finished(picture, all)) {
      for (std::size_t i = 0; i < 3; ++i) sum[i] += texel[i];
    }
    return sum;
  };
  const auto plain = sum_of(0.0f, false), aberrated = sum_of(7.5f, false), both = sum_of(7.5f, true);
  const auto glare = sum_of(0.0f, true);
  for (std::size_t i = 0; i < 3; ++i) {
    EXPECT_NEAR(glare[i] / plain[i], 1.0, 2e-3);  // half-float levels, as tests/glare has it
    const double least = std::min(plain[i], aberrated[i]), most = std::max(plain[i], aberrated[i]);
    EXPECT_GE(both[i], least * (1.0 - 2e-3)) << i;
    EXPECT_LE(both[i], most * (1.0 + 2e-3)) << i;
  }
}

TEST_F(Aberration, PartsOfAPictureAreRefused) {
  const engine::Image ldr = test::make_ldr({16, 16}, test::kHalf);
  const test::HdrImage hdr = test::make_uniform_hdr({64, 64}, 1.0);
  const engine::Buffer exposure = test::make_exposure(1.0f);
  test::submit([&](VkCommandBuffer command_buffer) {
    const photopic::Frame tile = {.hdr = {hdr.view()},
                                  .ldr = {ldr.view()},
                                  .extent = {16, 16},
                                  .offset = {16, 16},
                                  .picture = {{0, 0}, {64, 64}},
                                  .exposure = {exposure.handle()}};
    EXPECT_EQ(with_->post().record_finish(command_buffer, tile, settings(1.0f)), photopic::Status::invalid_argument);
    EXPECT_NE(test::context().last_message().find("region: must be the whole picture"), std::string::npos);
    EXPECT_EQ(with_->post().record_finish(command_buffer, tile, settings(-1.0f)), photopic::Status::invalid_argument);
    EXPECT_NE(test::context().last_message().find("chromatic_aberration_texels"), std::string::npos);
  });
}

}  // namespace
