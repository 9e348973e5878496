// SPDX-License-Identifier: MIT
// Tests of sharpening against the reference in double, and of what it must not change.
#include <algorithm>
#include <cmath>
#include <cstring>
#include <memory>

#include "lens/lens_rig.h"
#include "reference/display/transfer.h"

namespace {

using photopic::OutputEncoding;
using test::LdrTexel;
using test::LensPicture;
using test::Rgba;

constexpr float kSharpeningAmounts[] = {0.25f, 1.0f};
/// Of a signal in halves that is computed of halves: cut off at 2^-11 below 1, and float arithmetic.
constexpr double kSharpeningTolerance = 0x1p-11 + 2e-6;

photopic::MadeFor sharpening_info(OutputEncoding encoding, bool dither = false) {
  return {.encodings = photopic::encoding_bit(encoding), .effects = photopic::kEffectSharpening, .dither = dither};
}

photopic::Settings sharpening_settings(OutputEncoding encoding, float amount) {
  photopic::Settings all = test::lens_settings(encoding);
  all.sharpening.sharpening = amount;
  return all;
}

/// What the final pass leaves in halves is what it stores in them: the reference begins with that.
class Sharpening : public testing::Test {
 public:
  static void SetUpTestSuite() {
    halves_ = std::make_unique<test::LensRig>(test::store_of("rgba16f"), sharpening_info(OutputEncoding::srgb));
    codes_ = std::make_unique<test::LensRig>(test::store_of("rgba8"), sharpening_info(OutputEncoding::srgb));
  }
  static void TearDownTestSuite() {
    halves_.reset();
    codes_.reset();
  }

 protected:
  static std::vector<LdrTexel> halves(const LensPicture& picture, float amount) {
    return halves_->finished(picture, sharpening_settings(OutputEncoding::srgb, amount));
  }
  static std::vector<LdrTexel> codes(const LensPicture& picture, float amount) {
    return codes_->finished(picture, sharpening_settings(OutputEncoding::srgb, amount));
  }

  static void expect_same_colors(const std::vector<LdrTexel>& result, const reference::LensPlane& expected, double most,
                                 double tolerance) {
    for (std::size_t i = 0; i < result.size(); ++i) {
      const double channels[] = {expected.texels[i].r, expected.texels[i].g, expected.texels[i].b};
      for (std::size_t channel = 0; channel < 3; ++channel) {
        ASSERT_NEAR(result[i][channel] / most, channels[channel], tolerance)
            << i % std::size_t(expected.width) << ", " << i / std::size_t(expected.width) << " channel " << channel;
      }
    }
  }

  static inline std::unique_ptr<test::LensRig> halves_;
  static inline std::unique_ptr<test::LensRig> codes_;
};

/// Squares of random numbers: dark neighbours and bright ones, which leave room for lobes.
LensPicture sharpening_picture(VkExtent2D extent, std::uint32_t seed) {
  LensPicture picture = test::random_lens_picture(extent, seed);
  for (Rgba& texel : picture.texels) texel = {texel.r * texel.r, 0.2f + 0.3f * texel.g, 0.1f + 0.1f * texel.b, texel.a};
  return picture;
}

TEST_F(Sharpening, IsTheReference) {
  for (const VkExtent2D extent : test::kLensExtents) {
    for (const float amount : kSharpeningAmounts) {
      SCOPED_TRACE(testing::Message() << extent.width << "x" << extent.height << ", " << amount);
      const LensPicture picture = sharpening_picture(extent, extent.width);
      const reference::LensPlane plain = test::plane_of(halves(picture, 0.0f), extent);
      const reference::LensPlane expected = reference::sharpened(plain, double(amount));
      expect_same_colors(halves(picture, amount), expected, 1.0, kSharpeningTolerance);
    }
  }
}

/// Codes are rounded once more: half a code, and what halves of the signal are off. A lobe of 3/16 makes four times the
/// error of the centre, and 3/4 of that of each neighbour.
TEST_F(Sharpening, CodesAreTheReference) {
  constexpr VkExtent2D kExtent = {33, 17};
  constexpr double kHalfError = 0x1p-11;
  const LensPicture picture = sharpening_picture(kExtent, 4);
  reference::LensPlane signal = picture.plane();
  for (reference::Rgb& texel : signal.texels) {
    texel = {reference::srgb_encode(texel.r), reference::srgb_encode(texel.g), reference::srgb_encode(texel.b)};
  }
  for (const float amount : kSharpeningAmounts) {
    const double tolerance = 0.5 / 255.0 + 7.0 * kHalfError + 2e-6;
    expect_same_colors(codes(picture, amount), reference::sharpened(signal, double(amount)), 255.0, tolerance);
  }
}

TEST_F(Sharpening, StaysWithinItsBounds) {
  constexpr VkExtent2D kExtent = {130, 61};
  for (const bool is_harsh : {false, true}) {
    LensPicture picture = test::random_lens_picture(kExtent, 8);
    if (is_harsh) {  // black, white, and hardly anything between
      for (Rgba& texel : picture.texels) texel = {std::round(texel.r), std::round(texel.g), std::round(texel.b), 1.0f};
    }
    const reference::LensPlane plain = test::plane_of(halves(picture, 0.0f), kExtent);
    for (const float amount : kSharpeningAmounts) {
      const std::vector<LdrTexel> result = halves(picture, amount);
      for (int y = 0; y < plain.height; ++y) {
        for (int x = 0; x < plain.width; ++x) {
          const double center = plain.at(x, y).g;
          const double mean =
              0.25 * (plain.at(x, y - 1).g + plain.at(x - 1, y).g + plain.at(x + 1, y).g + plain.at(x, y + 1).g);
          const double value = result[std::size_t(y) * kExtent.width + std::size_t(x)][1];
          ASSERT_GE(value, 0.0);
          ASSERT_LE(value, 1.0);
          ASSERT_LE(std::abs(value - center),
                    reference::sharpening_bound(center, mean, double(amount)) + kSharpeningTolerance)
              << x << ", " << y;
        }
      }
    }
  }
}

/// To the bit, in every format: all greys that 10 bits tell apart, four of each, and a colour.
TEST_F(Sharpening, ConstantPicturesStay) {
  constexpr std::uint32_t kSide = 4, kGreys = 2048;
  for (const test::Store& store : test::kStores) {
    if (!test::can_store(store)) continue;
    SCOPED_TRACE(store.name);
    for (const OutputEncoding encoding : {OutputEncoding::automatic, OutputEncoding::hdr10}) {
      const bool is_usual = encoding == OutputEncoding::automatic || store.format == VK_FORMAT_A2B10G10R10_UNORM_PACK32;
      if (!is_usual && !test::full_wanted()) continue;
      test::LensRig rig(store, sharpening_info(encoding));
      for (std::uint32_t block = 0; block < 3; ++block) {
        const float grey = block == 0 ? 0.0f : block == 1 ? 1.0f : 0.21404f;
        const LensPicture picture = test::lens_picture({33, 17}, [&](std::uint32_t, std::uint32_t) {
          return Rgba{grey, 0.5f * grey, 0.3f, 0.61f};
        });
        EXPECT_EQ(rig.finished(picture, sharpening_settings(encoding, 1.0f)),
                  rig.finished(picture, sharpening_settings(encoding, 0.0f)));
      }
      // Wide bars: their middle has neighbours like itself.
      const LensPicture bars =
          test::lens_picture({256, 3 * kGreys * kSide / 256}, [&](std::uint32_t x, std::uint32_t y) {
            const float grey = float(x / kSide + y / 3 * (256 / kSide)) / float(kGreys);
            return Rgba{grey * grey, grey, 0.5f * grey, grey};
          });
      const std::vector<LdrTexel> plain = rig.finished(bars, sharpening_settings(encoding, 0.0f));
      const std::vector<LdrTexel> sharp = rig.finished(bars, sharpening_settings(encoding, 1.0f));
      for (std::size_t i = 0; i < plain.size(); ++i) {
        ASSERT_EQ(sharp[i][3], plain[i][3]) << i;
        const bool is_middle = i % kSide != 0 && i % kSide != kSide - 1 && i / 256 % 3 == 1;
        if (!is_middle) continue;
        ASSERT_EQ(sharp[i], plain[i]) << i;
      }
    }
  }
}

/// Light in halves: its 2.2th root is sharpened, up to the peak; what is beyond stays.
TEST_F(Sharpening, LightIsSharpenedAsItsRoot) {
  constexpr VkExtent2D kExtent = {33, 17};
  for (const OutputEncoding encoding : {OutputEncoding::automatic, OutputEncoding::linear, OutputEncoding::scrgb}) {
    SCOPED_TRACE(int(encoding));
    test::LensRig rig(test::store_of("rgba16f"), sharpening_info(encoding));
    const bool is_hdr = encoding != OutputEncoding::automatic;
    photopic::Settings all = sharpening_settings(encoding, 1.0f);
    const double headroom = is_hdr ? double(all.display.peak_nits / all.display.paper_white_nits) : 1.0;
    const double white = encoding == OutputEncoding::scrgb ? double(all.display.paper_white_nits) / 80.0 : 1.0;
    const LensPicture picture = test::random_lens_picture(kExtent, 9, float(headroom) * 0.9f);
    const std::vector<LdrTexel> plain = rig.finished(picture, sharpening_settings(encoding, 0.0f));
    reference::LensPlane roots = test::plane_of(plain, kExtent, headroom * white);
    for (reference::Rgb& texel : roots.texels) {
      const auto root = [](double x) { return std::pow(std::clamp(x, 0.0, 1.0), 1.0 / 2.2); };
      texel = {root(texel.r), root(texel.g), root(texel.b)};
    }
    const reference::LensPlane expected = reference::sharpened(roots, 1.0);
    const std::vector<LdrTexel> result = rig.finished(picture, all);
    for (std::size_t i = 0; i < result.size(); ++i) {
      const double light = std::pow(expected.texels[i].g, 2.2) * headroom * white;
      // pow() of llvmpipe and of GPUs: 1e-5, 2.2 times; four times what that is of neighbours.
      ASSERT_NEAR(result[i][1], light, 0x1p-10 * light + 2e-4 * headroom * white) << i;
    }
  }
  test::LensRig rig(test::store_of("rgba16f"), sharpening_info(OutputEncoding::automatic));
  const LensPicture suns = test::lens_picture(kExtent, [](std::uint32_t x, std::uint32_t) {
    const float light = x % 2 == 0 ? 65504.0f : 3.0f;
    return Rgba{light, light, light, 1.0f};
  });
  EXPECT_EQ(rig.finished(suns, sharpening_settings(OutputEncoding::automatic, 1.0f)),
            rig.finished(suns, sharpening_settings(OutputEncoding::automatic, 0.0f)));
}

TEST_F(Sharpening, AnyTexelIsDefined) {
  for (const float value : {test::kNanF, test::kInfinityF, -1.0f, 65504.0f}) {
    LensPicture picture = test::random_lens_picture({33, 17}, 5);
    picture.texels[3 * 33 + 4] = picture.texels[12 * 33 + 30] = {value, value, value, 1.0f};
    const reference::LensPlane plain = test::plane_of(halves(picture, 0.0f), picture.extent);
    expect_same_colors(halves(picture, 1.0f), reference::sharpened(plain, 1.0), 1.0, kSharpeningTolerance);
  }
}

/// Only the rectangle counts; it may land anywhere.
TEST_F(Sharpening, RegionsAreWholePictures) {
  constexpr VkRect2D kRegion = {{13, 29}, {33, 17}};
  const LensPicture whole = sharpening_picture({97, 61}, 3);
  const LensPicture part = test::lens_picture(
      kRegion.extent, [&](std::uint32_t x, std::uint32_t y) { return whole.texels[(y + 29) * 97 + x + 13]; });
  EXPECT_EQ(halves_->finished(whole, sharpening_settings(OutputEncoding::srgb, 1.0f), kRegion), halves(part, 1.0f));
  const engine::Image ldr = test::make_ldr({64, 64}, test::k8Bit);
  const test::HdrImage hdr = test::make_uniform_hdr({64, 64}, 0.25);
  const engine::Buffer exposure = test::make_exposure(1.0f);
  test::submit([&](VkCommandBuffer command_buffer) {
    photopic::Frame frame = {.hdr = {hdr.view()},
                             .ldr = {ldr.view()},
                             .extent = {16, 16},
                             .ldr_offset = {40, 41},
                             .exposure = {exposure.handle()}};
    test::context().check(
        codes_->post().record_finish(command_buffer, frame, sharpening_settings(OutputEncoding::srgb, 1.0f)));
    frame.picture = {{0, 0}, {64, 64}};
    EXPECT_EQ(codes_->post().record_finish(command_buffer, frame, sharpening_settings(OutputEncoding::srgb, 1.0f)),
              photopic::Status::invalid_argument);
    EXPECT_NE(test::context().last_message().find("region: must be the whole picture"), std::string::npos);
  });
  const std::vector<LdrTexel> texels = test::read_ldr(ldr);
  for (std::uint32_t y = 0; y < 64; ++y) {
    for (std::uint32_t x = 0; x < 64; ++x) {
      const bool is_inside = x >= 40 && x < 56 && y >= 41 && y < 57;
      ASSERT_EQ(texels[y * 64 + x][0], is_inside ? 137.0 : 0.0) << x << ", " << y;  // sRGB of 0.25
    }
  }
}

/// What is drawn over the picture isn't sharpened, and the light of what is stored is measured.
TEST_F(Sharpening, UiAndLightComeAfter) {
  constexpr VkExtent2D kExtent = {33, 17};
  photopic::MadeFor info = sharpening_info(OutputEncoding::srgb);
  info.ui = info.content_light = true;
  test::LensRig rig(test::store_of("rgba8"), info);
  const LensPicture picture = sharpening_picture(kExtent, 2);
  const std::vector<std::byte> opaque_bytes = [&] {
    std::vector<std::byte> bytes;
    for (std::uint32_t i = 0; i < kExtent.width * kExtent.height; ++i) {
      const bool is_drawn = i % 2 == 0;
      const int texel[] = {is_drawn ? int(i % 256) : 0, 0, 0, is_drawn ? 255 : 0};
      for (const int channel : texel) bytes.push_back(std::byte(channel));
    }
    return bytes;
  }();
  const engine::Image ui(test::context(), kExtent, VK_FORMAT_R8G8B8A8_UNORM,
                         VK_IMAGE_USAGE_SAMPLED_BIT | VK_IMAGE_USAGE_TRANSFER_DST_BIT);
  engine::upload(test::context(), ui, opaque_bytes);
  std::vector<std::byte> bytes(picture.texels.size() * sizeof(Rgba));
  std::memcpy(bytes.data(), picture.texels.data(), bytes.size());
  const test::HdrImage hdr = test::make_hdr(VK_FORMAT_R32G32B32A32_SFLOAT, kExtent, bytes);
  const engine::Image ldr = test::make_ldr(kExtent, test::k8Bit);
  const engine::Buffer exposure = test::make_exposure(1.0f);
  const engine::Buffer sums(test::context(), sizeof(photopic::gpu::ContentLightSums),
                            VK_BUFFER_USAGE_STORAGE_BUFFER_BIT, engine::MemoryUse::upload);
  std::memset(sums.mapped().data(), 0, sizeof(photopic::gpu::ContentLightSums));
  test::submit([&](VkCommandBuffer command_buffer) {
    const photopic::Frame frame = {.hdr = {hdr.view()},
                                   .ldr = {ldr.view()},
                                   .extent = kExtent,
                                   .ui = {ui.view()},
                                   .exposure = {exposure.handle()},
                                   .content_light = {sums.handle()}};
    test::context().check(
        rig.post().record_finish(command_buffer, frame, sharpening_settings(OutputEncoding::srgb, 1.0f)));
  });
  const std::vector<LdrTexel> drawn = test::read_ldr(ldr), under = codes(picture, 1.0f);
  for (std::size_t i = 0; i < drawn.size(); ++i) {
    if (i % 2 == 0) {
      ASSERT_NEAR(drawn[i][0], double(i % 256), 1.0) << i;
      ASSERT_EQ(drawn[i][1], 0.0) << i;
    } else {
      ASSERT_NEAR(drawn[i][1], under[i][1], 1.0) << i;  // through light, and back
    }
  }
  photopic::gpu::ContentLightSums measured;
  std::memcpy(&measured, sums.mapped().data(), sizeof measured);
  EXPECT_EQ(measured.texels, kExtent.width * kExtent.height);
  EXPECT_GT(measured.max_nits_bits, 0u);
}

/// record_fused() tone maps apart with it.
TEST_F(Sharpening, FusedAndWholeFramesHaveIt) {
  constexpr VkExtent2D kExtent = {97, 61};
  photopic::MadeFor info = sharpening_info(OutputEncoding::srgb);
  info.max_extent = kExtent;
  info.steps = photopic::kMeterStep | photopic::kToneMapStep | photopic::kFusedStep;
  info.tone_mappers = photopic::tone_mapper_bit(photopic::ToneMapper::none);
  const test::HdrImage hdr = test::make_hdr(VK_FORMAT_R32G32B32A32_SFLOAT, kExtent, test::wide_noise(-4.0, 0.0));
  photopic::Settings all = sharpening_settings(OutputEncoding::srgb, 1.0f);
  all.exposure.mode = photopic::ExposureMode::manual;
  std::vector<std::vector<LdrTexel>> results;
  for (const auto call : {&photopic::PostProcess::record, &photopic::PostProcess::record_fused}) {
    photopic::PostProcess post = test::make(info);
    for (int frame = 0; frame < 2; ++frame) {
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

/// Made anew for another size, the image of signals is of that size.
TEST_F(Sharpening, ObjectsAreResized) {
  photopic::MadeFor info = sharpening_info(OutputEncoding::srgb);
  info.max_extent = {16, 16};
  test::LensRig rig(test::store_of("rgba8"), info);
  const VkDeviceSize bytes_before = rig.post().memory_bytes();
  test::context().check(rig.post().resize({128, 64}));
  if (rig.post().memory_bytes() == bytes_before) {
    // In tiles there is no such image.
    EXPECT_EQ(test::context().driver().driverID, VK_DRIVER_ID_NVIDIA_PROPRIETARY);
  }
  const LensPicture picture = sharpening_picture({97, 61}, 11);
  EXPECT_EQ(rig.finished(picture, sharpening_settings(OutputEncoding::srgb, 1.0f)), codes(picture, 1.0f));
}

}  // namespace
