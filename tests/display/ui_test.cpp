// SPDX-License-Identifier: MIT
// Tests of an image that is drawn over the picture: vectors, blend spaces, exact and baked looks, what is refused.
#include <cmath>
#include <cstring>
#include <nlohmann/json.hpp>
#include <string>

#include "adapt/handover_rig.h"
#include "display/display_rig.h"
#include "finish/fused_rig.h"
#include "reference/display/transfer.h"
#include "unit/reference/display/display_oracles.h"

namespace {

using photopic::OutputEncoding;
using photopic::ToneMapper;
using photopic::UiBlend;
using reference::Rgb;
using test::LdrTexel;

constexpr VkExtent2D kUiExtent = {4, 2};

/// Codes of 8 bits: colour times alpha, and alpha.
struct UiTexel {
  std::uint8_t r, g, b, a;
};

class DisplayUi : public testing::Test {
 protected:
  static photopic::PostProcess make_post(OutputEncoding encoding, VkFormat format, std::uint32_t lut_size = 0) {
    return test::make({.max_extent = kUiExtent,
                       .steps = photopic::kToneMapStep,
                       .convert_input = true,
                       .ldr_format = format,
                       .encodings = photopic::encoding_bit(encoding),
                       .tone_mappers = photopic::tone_mapper_bit(ToneMapper::agx_hdr),
                       .lut_size = lut_size,
                       .dither = false,
                       .ui = true});
  }
  static engine::Image make_ui(UiTexel texel) {
    std::vector<std::byte> bytes(kUiExtent.width * kUiExtent.height * sizeof texel);
    for (std::size_t i = 0; i < bytes.size(); i += sizeof texel) std::memcpy(bytes.data() + i, &texel, sizeof texel);
    engine::Image image(test::context(), kUiExtent, VK_FORMAT_R8G8B8A8_UNORM,
                        VK_IMAGE_USAGE_SAMPLED_BIT | VK_IMAGE_USAGE_TRANSFER_DST_BIT);
    engine::upload(test::context(), image, bytes);
    return image;
  }
  /// The first texel, as numbers of halves. All must be alike.
  static LdrTexel show(photopic::PostProcess& post, Rgb scene, const engine::Image* ui,
                       const photopic::Settings& settings) {
    std::vector<std::byte> bytes;
    for (std::uint32_t i = 0; i < kUiExtent.width * kUiExtent.height; ++i) {
      const float texel[] = {float(scene.r), float(scene.g), float(scene.b), 0.25f};
      const auto* from = reinterpret_cast<const std::byte*>(texel);
      bytes.insert(bytes.end(), from, from + sizeof texel);
    }
    const test::HdrImage hdr = test::make_hdr(VK_FORMAT_R32G32B32A32_SFLOAT, kUiExtent, bytes);
    const engine::Image ldr = test::make_ldr(kUiExtent, photopic::made_for(post).ldr_format);
    const engine::Buffer exposure = test::make_exposure(1.0f);
    test::submit([&](VkCommandBuffer commands) {
      const photopic::Frame frame = {.hdr = {hdr.view()},
                                     .ldr = {ldr.view()},
                                     .extent = kUiExtent,
                                     .ui = {ui != nullptr ? ui->view() : VK_NULL_HANDLE},
                                     .exposure = {exposure.handle()}};
      test::context().check(post.record_finish(commands, frame, settings));
    });
    const std::vector<LdrTexel> texels = test::read_ldr(ldr);
    for (const LdrTexel& texel : texels) EXPECT_EQ(texel, texels.front());
    return texels.front();
  }
  static photopic::Settings settings_of(OutputEncoding encoding) {
    photopic::Settings settings;
    settings.tone_map.tone_mapper = ToneMapper::agx_hdr;
    settings.display = {.encoding = encoding, .peak_nits = 1000, .limit_primaries = photopic::LimitPrimaries::bt2020};
    return settings;
  }
};

std::uint8_t code(double value) { return std::uint8_t(std::lround(255.0 * reference::saturate(value))); }

/// Of premultiplied codes, as the specification of the format reads them: linear, then times alpha.
Rgb premultiplied_light(UiTexel texel) {
  const double a = texel.a / 255.0;
  const auto light = [&](double c) { return a > 0.0 ? a * reference::srgb_decode(c / 255.0 / a) : 0.0; };
  return {light(texel.r), light(texel.g), light(texel.b)};
}

/// PQ of nits that are blended in light; and blended in PQ where that is asked for. The picture's part is what is shown
/// without UI; the vectors' alphas and colours are rounded to codes.
TEST_F(DisplayUi, EqualsTheVectorsOverHdr10) {
  photopic::PostProcess post = make_post(OutputEncoding::hdr10, test::kHalf);
  const reference::Matrix to_bt2020 = conversion(reference::kBt709, reference::kBt2020);
  display_test::for_each_oracle("ui.json", [&](const nlohmann::json& all) {
    for (const nlohmann::json& vector : all) {
      SCOPED_TRACE(vector.dump());
      const Rgb light = display_test::rgb_of(vector.at("ui_linear_bt709"));
      const double alpha = vector.at("alpha");
      const auto premultiplied = [&](double c) { return code(alpha * reference::srgb_encode(c)); };
      const UiTexel texel = {premultiplied(light.r), premultiplied(light.g), premultiplied(light.b), code(alpha)};
      const engine::Image ui = make_ui(texel);
      photopic::Settings settings = settings_of(OutputEncoding::hdr10);
      settings.display.ui_white_nits = vector.at("ui_white_nits").get<float>();
      // A scene of 1000 nits is at the peak's end of the curve: any that is bright enough shows the arithmetic.
      for (const Rgb scene : {Rgb{8.0, 5.0, 2.0}, Rgb{0.1, 0.1, 0.1}, Rgb{0, 0, 0}}) {
        const LdrTexel under = show(post, scene, nullptr, settings);
        for (const UiBlend blend : {UiBlend::automatic, UiBlend::linear, UiBlend::encoded}) {
          settings.display.ui_blend = blend;
          const LdrTexel over = show(post, scene, &ui, settings);
          const double a = texel.a / 255.0;
          const Rgb own = scale(multiply(to_bt2020, premultiplied_light(texel)), vector.at("ui_white_nits"));
          const double added[] = {own.r, own.g, own.b};
          for (std::size_t channel = 0; channel < 3; ++channel) {
            const double signal =
                blend == UiBlend::encoded
                    ? (1.0 - a) * under[channel] + (a > 0.0 ? a * reference::pq_encode(added[channel] / a) : 0.0)
                    : reference::pq_encode((1.0 - a) * reference::pq_decode(under[channel]) + added[channel]);
            // One step of a half, of what is under it and of the result; PQ to 2e-5.
            EXPECT_NEAR(over[channel], signal, 0x1p-10 * (under[channel] + signal) + 4e-5) << int(blend);
          }
          EXPECT_EQ(over[3], 0.25);
        }
      }
      // The vector itself, where the picture's nits are known: none.
      if (alpha == 1.0) {
        settings.display.ui_blend = UiBlend::linear;
        const LdrTexel over = show(post, {1, 1, 1}, &ui, settings);
        EXPECT_NEAR(over[0], vector.at("out_pq").at(0).get<double>(), 0x1p-10);
      }
    }
  });
}

TEST_F(DisplayUi, IsBlendedAsEncodedOverSdr) {
  photopic::PostProcess post = make_post(OutputEncoding::srgb, test::k8Bit);
  photopic::Settings settings = settings_of(OutputEncoding::srgb);
  for (const UiTexel texel : {UiTexel{128, 64, 0, 128}, UiTexel{255, 255, 255, 255}, UiTexel{0, 0, 0, 200},
                              UiTexel{20, 0, 10, 0}, UiTexel{0, 0, 0, 0}}) {
    const engine::Image ui = make_ui(texel);
    const LdrTexel under = show(post, {0.3, 0.2, 0.05}, nullptr, settings);
    settings.display.ui_blend = UiBlend::automatic;
    const LdrTexel encoded = show(post, {0.3, 0.2, 0.05}, &ui, settings);
    settings.display.ui_blend = UiBlend::linear;
    const LdrTexel linear = show(post, {0.3, 0.2, 0.05}, &ui, settings);
    const double a = texel.a / 255.0;
    const double own[] = {double(texel.r), double(texel.g), double(texel.b)};
    const Rgb light = premultiplied_light(texel);
    const double lights[] = {light.r, light.g, light.b};
    for (std::size_t channel = 0; channel < 3; ++channel) {
      // Half a code of what is under it, and half of the result.
      EXPECT_NEAR(encoded[channel], std::min((1.0 - a) * under[channel] + own[channel], 255.0), 1.01) << channel;
      if (texel.a == 0 && own[channel] > 0.0) continue;  // light that covers nothing has no colour of its own
      const double sum = (1.0 - a) * reference::srgb_decode(under[channel] / 255.0) + lights[channel];
      EXPECT_NEAR(linear[channel], 255.0 * reference::srgb_encode(std::min(sum, 1.0)), 1.01) << channel;
    }
    if (texel.a == 0 && texel.r == 0) {
      EXPECT_EQ(encoded, under);  // to the bit
      EXPECT_EQ(linear, under);
    }
  }
}

/// What a baked look shows under it may be off by the LUT; what is drawn over it isn't.
TEST_F(DisplayUi, BakedLooksHaveItToo) {
  for (const auto& [encoding, format] : {std::pair{OutputEncoding::hdr10, test::kHalf},
                                         {OutputEncoding::scrgb, test::kHalf},
                                         {OutputEncoding::automatic, test::kHalf},
                                         {OutputEncoding::srgb, test::k8Bit}}) {
    SCOPED_TRACE(int(encoding));
    const bool is_usual = encoding == OutputEncoding::hdr10 || encoding == OutputEncoding::srgb;
    if (!is_usual && !test::full_wanted()) continue;  // nonlinear and in nits; nonlinear and relative to white
    photopic::PostProcess post = make_post(encoding, format, 17);
    photopic::Settings settings = settings_of(encoding);
    const engine::Image ui = make_ui({200, 100, 50, 255});
    const engine::Image half = make_ui({100, 50, 25, 128});
    const LdrTexel exact = show(post, {0.3, 0.2, 0.1}, &ui, settings);
    settings.display.transform = photopic::DisplayTransform::baked;
    EXPECT_EQ(show(post, {0.3, 0.2, 0.1}, &ui, settings), exact);
    const LdrTexel under = show(post, {0.3, 0.2, 0.1}, nullptr, settings);
    const LdrTexel over = show(post, {0.3, 0.2, 0.1}, &half, settings);
    for (std::size_t i = 0; i < 3; ++i) EXPECT_NE(over[i], under[i]);
  }
}

TEST_F(DisplayUi, TheSceneIsDarkenedUnderIt) {
  photopic::PostProcess post = make_post(OutputEncoding::hdr10, test::kHalf);
  photopic::Settings settings = settings_of(OutputEncoding::hdr10);
  const Rgb bright = {30, 30, 30};
  const double before = reference::pq_decode(show(post, bright, nullptr, settings)[0]);
  ASSERT_GT(before, 900.0);
  const engine::Image shade = make_ui({0, 0, 0, 128});
  settings.display.ui_scene_limit_nits = 100.0f;
  const double a = 128.0 / 255.0;
  const double limit = (1.0 - a) * 1000.0 + a * 100.0;
  EXPECT_NEAR(reference::pq_decode(show(post, bright, &shade, settings)[0]), (1.0 - a) * std::min(before, limit), 3.0);
  // What is darker stays.
  const Rgb dark = {0.1, 0.1, 0.1};
  const double grey = reference::pq_decode(show(post, dark, nullptr, settings)[0]);
  EXPECT_NEAR(reference::pq_decode(show(post, dark, &shade, settings)[0]), (1.0 - a) * grey, 0.2);
}

TEST_F(DisplayUi, AlphaIsCopiedOrOne) {
  photopic::PostProcess post = make_post(OutputEncoding::hdr10, test::kHalf);
  photopic::Settings settings = settings_of(OutputEncoding::hdr10);
  EXPECT_EQ(show(post, {1, 1, 1}, nullptr, settings)[3], 0.25);
  settings.display.alpha = photopic::OutputAlpha::one;
  EXPECT_EQ(show(post, {1, 1, 1}, nullptr, settings)[3], 1.0);
}

TEST_F(DisplayUi, IsRefusedWhereItCannotBeDrawn) {
  const engine::Image ui = make_ui({0, 0, 0, 0});
  const test::HdrImage hdr = test::make_uniform_hdr({1, 1}, 1.0);
  const engine::Image ldr = test::make_ldr({1, 1}, test::k8Bit);
  const photopic::MadeFor info = {.max_extent = {1, 1},
                                  .steps = photopic::kMeterStep | photopic::kToneMapStep | photopic::kFusedStep,
                                  .tone_mappers = photopic::tone_mapper_bit(ToneMapper::none)};
  const auto expect_refused = [&](photopic::MadeFor with, test::RecordCall call, photopic::Frame frame,
                                  const char* words) {
    photopic::PostProcess post = test::make(with);
    frame.hdr.view = hdr.view();
    frame.ldr.view = ldr.view();
    frame.extent = {1, 1};
    photopic::Settings settings;
    settings.tone_map.tone_mapper = ToneMapper::none;
    test::submit([&](VkCommandBuffer commands) {
      EXPECT_EQ((post.*call)(commands, frame, settings), photopic::Status::invalid_argument);
    });
    EXPECT_NE(test::context().last_message().find(words), std::string::npos) << test::context().last_message();
  };
  photopic::MadeFor with = info;
  with.ui = true;
  with.content_light = true;
  const engine::Buffer light = test::make_exposure(0.0f);
  expect_refused(info, &photopic::PostProcess::record, {.ui = {ui.view()}}, "ui: needs CreateInfo::with = kWithUi");
  expect_refused(with, &photopic::PostProcess::record_fused, {.ui = {ui.view()}}, "ui: isn't drawn by the fused pass");
  expect_refused(info, &photopic::PostProcess::record, {.content_light = {light.handle()}},
                 "content_light: needs CreateInfo::with = kWithContentLight");
  expect_refused(with, &photopic::PostProcess::record_fused, {.content_light = {light.handle()}},
                 "content_light: isn't measured by the fused pass");
}

}  // namespace
