// SPDX-License-Identifier: MIT
// Tests of the pass to the window on images of its formats: codes are kept, light is converted, the interface has its
// white.
#include "viewer/window/presenter.h"

#include <photopic/display.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <functional>
#include <memory>
#include <optional>

#include "arguments/errors.h"
#include "cli/cli_test.h"
#include "engine/transfer/commands.h"
#include "engine/transfer/image_transfer.h"
#include "reference/display/primaries.h"
#include "reference/display/transfer.h"
#include "reference/texel_formats.h"
#include "session/calibration.h"
#include "session/output/coded_picture.h"

namespace {

using photopic::OutputEncoding;
using reference::Rgb;

constexpr VkExtent2D kWindowExtent = {24, 10};
constexpr VkFormat kTenBits = VK_FORMAT_A2B10G10R10_UNORM_PACK32;

class Presenter : public testing::Test {
 protected:
  static void SetUpTestSuite() {
    engine::ContextOptions options;
    options.validation = true;
    context_ = std::make_unique<engine::Context>(options);
    presenter_ = std::make_unique<viewer::Presenter>(*context_);
  }
  static void TearDownTestSuite() {
    presenter_.reset();
    EXPECT_EQ(context_->take_validation_messages(), std::vector<std::string>());
    context_.reset();
  }

  /// Texels as session::picture_format() has them.
  struct Picture {
    OutputEncoding encoding;
    VkExtent2D extent;
    std::vector<std::byte> texels;
  };

  /// Signals of a channel at a column; others are this one's halved and quartered.
  static Picture ramp(OutputEncoding encoding, VkExtent2D extent, double most) {
    Picture picture = {encoding, extent, {}};
    for (std::uint32_t i = 0; i < extent.width * extent.height; ++i) {
      const double signal = most * (0.5 + double(i % extent.width)) / extent.width;
      const Rgb c = {signal, 0.5 * signal, 0.25 * signal};
      append(picture.texels, session::picture_format(encoding), c);
    }
    return picture;
  }

  static void append(std::vector<std::byte>& texels, VkFormat format, Rgb c) {
    const auto add = [&](const auto& value) {
      const auto* bytes = reinterpret_cast<const std::byte*>(&value);
      texels.insert(texels.end(), bytes, bytes + sizeof value);
    };
    if (format == VK_FORMAT_R16G16B16A16_SFLOAT) {
      for (const double channel : {c.r, c.g, c.b, 1.0}) add(reference::double_to_half(channel));
    } else if (format == VK_FORMAT_R32_UINT) {
      add(reference::full_code(c.r, 10) | reference::full_code(c.g, 10) << 10 | reference::full_code(c.b, 10) << 20 |
          3u << 30);
    } else {
      add(reference::full_code(c.r, 8) | reference::full_code(c.g, 8) << 8 | reference::full_code(c.b, 8) << 16 |
          255u << 24);
    }
  }

  /// What is in the window's texels, each a signal.
  static std::vector<Rgb> signals(const std::vector<std::byte>& texels, VkFormat format) {
    std::vector<Rgb> result;
    const std::size_t bytes = engine::texel_bytes(format);
    for (std::size_t at = 0; at < texels.size(); at += bytes) {
      if (format == VK_FORMAT_R16G16B16A16_SFLOAT) {
        std::uint16_t halves[3];
        std::memcpy(halves, texels.data() + at, sizeof halves);
        result.push_back({reference::half_to_double(halves[0]), reference::half_to_double(halves[1]),
                          reference::half_to_double(halves[2])});
        continue;
      }
      std::uint32_t word;
      std::memcpy(&word, texels.data() + at, sizeof word);
      const unsigned bits = format == kTenBits ? 10 : 8;
      const double most = (1u << bits) - 1;
      const auto channel = [&](unsigned i) { return (word >> bits * i & ((1u << bits) - 1)) / most; };
      result.push_back({channel(0), channel(1), channel(2)});
    }
    return result;
  }

  /// Composes a window of `format`, whose numbers are `surface`, over all of which `ui` lies.
  std::vector<std::byte> present(const Picture& picture, OutputEncoding surface, VkFormat format,
                                 viewer::gpu::PresentParams params, std::array<std::uint8_t, 4> ui,
                                 const Picture* other = nullptr) {
    const engine::Image target(*context_, kWindowExtent, format,
                               VK_IMAGE_USAGE_COLOR_ATTACHMENT_BIT | VK_IMAGE_USAGE_TRANSFER_SRC_BIT);
    VkImageViewCreateInfo view_info = {};
    view_info.sType = VK_STRUCTURE_TYPE_IMAGE_VIEW_CREATE_INFO;
    view_info.image = target.handle();
    view_info.viewType = VK_IMAGE_VIEW_TYPE_2D;
    view_info.format = format;
    view_info.subresourceRange = {VK_IMAGE_ASPECT_COLOR_BIT, 0, 1, 0, 1};
    std::vector<engine::ImageView> views;
    views.emplace_back(*context_, view_info);
    presenter_->set_targets(format, views, kWindowExtent);
    const auto make_shown = [](const Picture& from) {
      engine::Image image(*context_, from.extent, session::picture_format(from.encoding),
                          VK_IMAGE_USAGE_SAMPLED_BIT | VK_IMAGE_USAGE_TRANSFER_DST_BIT);
      engine::upload(*context_, image, from.texels);
      return image;
    };
    const engine::Image shown = make_shown(picture);
    std::optional<engine::Image> beside;
    if (other != nullptr) beside = make_shown(*other);
    const engine::Image interface(*context_, kWindowExtent, VK_FORMAT_R8G8B8A8_UNORM,
                                  VK_IMAGE_USAGE_SAMPLED_BIT | VK_IMAGE_USAGE_TRANSFER_DST_BIT);
    std::vector<std::byte> covering;
    for (std::uint32_t i = 0; i < kWindowExtent.width * kWindowExtent.height; ++i) {
      for (const std::uint8_t code : ui) covering.push_back(std::byte{code});
    }
    engine::upload(*context_, interface, covering);
    params.picture.picture_width = picture.extent.width;
    params.picture.picture_height = picture.extent.height;
    params.picture_encoding = std::uint32_t(picture.encoding);
    params.surface_encoding = std::uint32_t(surface);
    constexpr engine::Scope kWritten = {VK_PIPELINE_STAGE_COLOR_ATTACHMENT_OUTPUT_BIT,
                                        VK_ACCESS_COLOR_ATTACHMENT_WRITE_BIT};
    constexpr engine::Scope kFragments = {VK_PIPELINE_STAGE_FRAGMENT_SHADER_BIT, VK_ACCESS_SHADER_READ_BIT};
    engine::submit_and_wait(*context_, [&](VkCommandBuffer commands) {
      const auto turn = [&](const engine::Image& image) {
        engine::image_barrier(*context_, commands, image.handle(), VK_IMAGE_LAYOUT_SHADER_READ_ONLY_OPTIMAL,
                              VK_IMAGE_LAYOUT_GENERAL, engine::kComputeRead, engine::kComputeWrite);
      };
      turn(shown);
      if (beside) turn(*beside);
      engine::image_barrier(*context_, commands, interface.handle(), VK_IMAGE_LAYOUT_SHADER_READ_ONLY_OPTIMAL,
                            VK_IMAGE_LAYOUT_SHADER_READ_ONLY_OPTIMAL, engine::kComputeRead, kFragments);
      presenter_->record(commands, 0, shown, beside ? &*beside : nullptr, interface, params);
      engine::image_barrier(*context_, commands, target.handle(), VK_IMAGE_LAYOUT_COLOR_ATTACHMENT_OPTIMAL,
                            VK_IMAGE_LAYOUT_GENERAL, kWritten, engine::kComputeWrite);
    });
    return engine::read_back(*context_, target);
  }

  static constexpr std::array<std::uint8_t, 4> kNoUi = {0, 0, 0, 0};
  static viewer::gpu::PresentParams filling() {
    viewer::gpu::PresentParams params = {};
    params.picture.width = kWindowExtent.width;
    params.picture.height = kWindowExtent.height;
    params.paper_white_nits = params.ui_white_nits = params.surface_white_nits = 203.0f;
    params.scrgb_reference_nits = 80.0f;
    params.clip_width = kWindowExtent.width;
    params.clip_height = kWindowExtent.height;
    return params;
  }

  static std::unique_ptr<engine::Context> context_;
  static std::unique_ptr<viewer::Presenter> presenter_;
};
std::unique_ptr<engine::Context> Presenter::context_;
std::unique_ptr<viewer::Presenter> Presenter::presenter_;

/// A picture in the window's own encoding and size: its bits.
TEST_F(Presenter, KeepsCodes) {
  const struct {
    OutputEncoding encoding;
    VkFormat format;
    double most;
  } cases[] = {{OutputEncoding::hdr10, kTenBits, 1.0},
               {OutputEncoding::hlg, kTenBits, 1.0},
               {OutputEncoding::display_p3, kTenBits, 1.0},
               {OutputEncoding::scrgb, VK_FORMAT_R16G16B16A16_SFLOAT, 12.5},
               {OutputEncoding::srgb, VK_FORMAT_R8G8B8A8_UNORM, 1.0}};
  for (const auto& one : cases) {
    const Picture picture = ramp(one.encoding, kWindowExtent, one.most);
    EXPECT_EQ(present(picture, one.encoding, one.format, filling(), kNoUi), picture.texels)
        << session::word_of(one.encoding);
  }
}

/// An HDR picture on an SDR window, as the preview of files shows it.
TEST_F(Presenter, PreviewsHdr) {
  photopic::DisplaySettings display;
  for (const OutputEncoding encoding :
       {OutputEncoding::hdr10, OutputEncoding::hlg, OutputEncoding::scrgb, OutputEncoding::linear}) {
    display.encoding = encoding;
    const Picture picture = ramp(encoding, kWindowExtent, encoding == OutputEncoding::hdr10 ? 0.8 : 1.0);
    const auto shown = signals(present(picture, OutputEncoding::srgb, VK_FORMAT_R8G8B8A8_UNORM, filling(), kNoUi),
                               VK_FORMAT_R8G8B8A8_UNORM);
    const auto expected = signals(session::sdr_preview(picture.texels, display), VK_FORMAT_R8G8B8A8_UNORM);
    for (std::size_t i = 0; i < shown.size(); ++i) {
      // One code: floats against doubles, at the edge between two.
      EXPECT_NEAR(shown[i].r, expected[i].r, 1.01 / 255.0) << session::word_of(encoding) << " " << i;
      EXPECT_NEAR(shown[i].b, expected[i].b, 1.01 / 255.0) << session::word_of(encoding) << " " << i;
    }
  }
}

/// HDR10 on a window that has scRGB alone: 1 is 80 nits, BT.709.
TEST_F(Presenter, ConvertsBetweenHdrWindows) {
  const Picture picture = ramp(OutputEncoding::hdr10, kWindowExtent, 0.75);
  const auto from = signals(picture.texels, kTenBits);
  const auto shown = signals(present(picture, OutputEncoding::scrgb, VK_FORMAT_R16G16B16A16_SFLOAT, filling(), kNoUi),
                             VK_FORMAT_R16G16B16A16_SFLOAT);
  const reference::Matrix to_bt709 = reference::conversion(reference::kBt2020, reference::kBt709);
  for (std::size_t i = 0; i < shown.size(); ++i) {
    const Rgb expected = reference::scale(reference::multiply(to_bt709, reference::pq_decode(from[i])), 1.0 / 80.0);
    // PQ in floats is within 1.4e-5 of signal, 3e-4 of light; halves have 11 bits.
    const double tolerance = 1e-3 * reference::max_channel(expected) + 1e-4;
    EXPECT_NEAR(shown[i].r, expected.r, tolerance) << i;
    EXPECT_NEAR(shown[i].g, expected.g, tolerance) << i;
    EXPECT_NEAR(shown[i].b, expected.b, tolerance) << i;
  }
}

/// White of the interface is ui_white_nits on HDR; half covered, light is mixed: ui.json's (1000, 800, 600) nits under
/// white of 203 nits, at 0.5, is (601.5, 501.5, 401.5).
TEST_F(Presenter, DrawsTheInterfaceInLight) {
  Picture picture = {OutputEncoding::hdr10, kWindowExtent, {}};
  const Rgb scene = {1000.0, 800.0, 600.0};
  for (std::uint32_t i = 0; i < kWindowExtent.width * kWindowExtent.height; ++i) {
    append(picture.texels, VK_FORMAT_R32_UINT, reference::pq_encode(scene));
  }
  const auto code = [](double signal) { return std::lround(1023.0 * signal); };
  const auto white =
      signals(present(picture, OutputEncoding::hdr10, kTenBits, filling(), {255, 255, 255, 255}), kTenBits);
  for (const Rgb& c : white) {
    EXPECT_EQ(code(c.r), 594);  // PQ of 203 nits
    EXPECT_EQ(code(c.b), 594);
  }
  const double alpha = 128.0 / 255.0;
  const auto half =
      signals(present(picture, OutputEncoding::hdr10, kTenBits, filling(), {128, 128, 128, 128}), kTenBits);
  const Rgb mixed = reference::lerp(scene, {203.0, 203.0, 203.0}, alpha);
  for (const Rgb& c : half) {
    // The scene's own codes are off by up to half of one.
    EXPECT_NEAR(c.r * 1023.0, reference::pq_encode(mixed).r * 1023.0, 1.05);
    EXPECT_NEAR(c.g * 1023.0, reference::pq_encode(mixed).g * 1023.0, 1.05);
    EXPECT_NEAR(c.b * 1023.0, reference::pq_encode(mixed).b * 1023.0, 1.05);
  }
}

/// Stored values on SDR, as everywhere.
TEST_F(Presenter, DrawsTheInterfaceInCodesOnSdr) {
  const Picture picture = ramp(OutputEncoding::srgb, kWindowExtent, 1.0);
  const auto from = signals(picture.texels, VK_FORMAT_R8G8B8A8_UNORM);
  const auto shown =
      signals(present(picture, OutputEncoding::srgb, VK_FORMAT_R8G8B8A8_UNORM, filling(), {102, 51, 0, 102}),
              VK_FORMAT_R8G8B8A8_UNORM);
  for (std::size_t i = 0; i < shown.size(); ++i) {
    EXPECT_NEAR(shown[i].r, 0.6 * from[i].r + 0.4, 0.51 / 255.0) << i;
    EXPECT_NEAR(shown[i].g, 0.6 * from[i].g + 0.2, 0.51 / 255.0) << i;
  }
}

/// Half as large, in light: each pixel is the mean of four texels. Beside it is the ground.
TEST_F(Presenter, ScalesInLight) {
  const VkExtent2D large = {24, 12};
  const Picture picture = ramp(OutputEncoding::scrgb, large, 8.0);
  viewer::gpu::PresentParams params = filling();
  params.picture.left = 6;
  params.picture.top = 2;
  params.picture.width = 12;
  params.picture.height = 6;
  const auto from = signals(picture.texels, VK_FORMAT_R16G16B16A16_SFLOAT);
  const auto shown = signals(present(picture, OutputEncoding::scrgb, VK_FORMAT_R16G16B16A16_SFLOAT, params, kNoUi),
                             VK_FORMAT_R16G16B16A16_SFLOAT);
  const auto at = [&](std::uint32_t x, std::uint32_t y) { return shown[y * kWindowExtent.width + x]; };
  for (std::uint32_t x = 0; x < params.picture.width; ++x) {
    const double expected = 0.5 * (from[2 * x].r + from[2 * x + 1].r);
    EXPECT_NEAR(at(6 + x, 4).r, expected, 1e-3 * expected) << x;
  }
  const double ground = reference::srgb_decode(0.086) * 203.0 / 80.0;
  EXPECT_NEAR(at(0, 0).r, ground, 1e-3 * ground);
  EXPECT_NEAR(at(18, 4).g, ground, 1e-3 * ground);
}

/// As grey: codes of the channel itself, luminance of light, alpha as a share of white.
TEST_F(Presenter, ShowsOneChannel) {
  const Picture picture = ramp(OutputEncoding::srgb, kWindowExtent, 1.0);
  const auto from = signals(picture.texels, VK_FORMAT_R8G8B8A8_UNORM);
  const auto shown_by = [&](std::uint32_t channel) {
    viewer::gpu::PresentParams params = filling();
    params.channel = channel;
    return signals(present(picture, OutputEncoding::srgb, VK_FORMAT_R8G8B8A8_UNORM, params, kNoUi),
                   VK_FORMAT_R8G8B8A8_UNORM);
  };
  const auto green = shown_by(2), alpha = shown_by(VIEWER_CHANNEL_ALPHA), light = shown_by(VIEWER_CHANNEL_LUMINANCE);
  for (std::size_t i = 0; i < from.size(); ++i) {
    for (const double channel : {green[i].r, green[i].g, green[i].b}) EXPECT_EQ(channel, from[i].g) << i;
    EXPECT_EQ(alpha[i].g, 1.0);
    const double luminance = 0.2126 * reference::srgb_decode(from[i].r) + 0.7152 * reference::srgb_decode(from[i].g) +
                             0.0722 * reference::srgb_decode(from[i].b);
    EXPECT_NEAR(reference::srgb_decode(light[i].r), luminance, 0.005) << i;  // a code of 8 bits
    EXPECT_EQ(light[i].r, light[i].b);
  }
  // On an HDR window, of light as well.
  const Picture bright = ramp(OutputEncoding::hdr10, kWindowExtent, 0.7);
  viewer::gpu::PresentParams params = filling();
  params.channel = VIEWER_CHANNEL_ALPHA;
  const auto hdr = signals(present(bright, OutputEncoding::hdr10, kTenBits, params, kNoUi), kTenBits);
  EXPECT_NEAR(hdr[0].g, reference::pq_encode(203.0), 0.001);
}

/// Left of the line another picture, of another size, lies where it is said to; codes are its own.
TEST_F(Presenter, WipesToAnotherPicture) {
  const Picture picture = ramp(OutputEncoding::srgb, kWindowExtent, 1.0);
  const VkExtent2D small = {8, 4};
  const Picture other = ramp(OutputEncoding::srgb, small, 0.5);
  viewer::gpu::PresentParams params = filling();
  params.other = {2, 1, 8, 4, small.width, small.height, 0, 0};
  params.wipe = 7;
  const auto of_picture = signals(picture.texels, VK_FORMAT_R8G8B8A8_UNORM);
  const auto of_other = signals(other.texels, VK_FORMAT_R8G8B8A8_UNORM);
  const auto shown = signals(present(picture, OutputEncoding::srgb, VK_FORMAT_R8G8B8A8_UNORM, params, kNoUi, &other),
                             VK_FORMAT_R8G8B8A8_UNORM);
  const double ground = std::round(0.086 * 255.0) / 255.0;
  for (std::uint32_t y = 0; y < kWindowExtent.height; ++y) {
    for (std::uint32_t x = 0; x < kWindowExtent.width; ++x) {
      const bool is_other = x < 7, is_inside = x >= 2 && y >= 1 && y < 5;
      const double expected = !is_other   ? of_picture[y * kWindowExtent.width + x].r
                              : is_inside ? of_other[(y - 1) * small.width + x - 2].r
                                          : ground;
      EXPECT_EQ(shown[y * kWindowExtent.width + x].r, expected) << x << ", " << y;
    }
  }
}

/// Four times as large and beyond the window's edge: squares of the texels' own codes, in the room alone.
TEST_F(Presenter, ShowsTexelsAsSquares) {
  const VkExtent2D small = {12, 6};
  const Picture picture = ramp(OutputEncoding::srgb, small, 1.0);
  viewer::gpu::PresentParams params = filling();
  params.picture.left = -8;
  params.picture.top = -4;
  params.picture.width = 48;
  params.picture.height = 24;
  params.is_nearest = 1;
  params.clip_left = 2;
  params.clip_width = 10;
  const auto from = signals(picture.texels, VK_FORMAT_R8G8B8A8_UNORM);
  const auto shown = signals(present(picture, OutputEncoding::srgb, VK_FORMAT_R8G8B8A8_UNORM, params, kNoUi),
                             VK_FORMAT_R8G8B8A8_UNORM);
  for (std::uint32_t x = 0; x < kWindowExtent.width; ++x) {
    const double ground = std::round(0.086 * 255.0) / 255.0;
    const double expected = x < 2 || x >= 12 ? ground : from[small.width + (x + 8) / 4].r;
    EXPECT_NEAR(shown[x].r, expected, 0.51 / 255.0) << x;
  }
}

/// What the screens are, in codes.
TEST(Calibration, Codes) {
  using session::CalibrationScreen;
  photopic::DisplaySettings display;
  display.encoding = OutputEncoding::hdr10;
  display.peak_nits = 1000.0f;
  constexpr VkExtent2D kScreen = {64, 40};
  const auto code = [&](CalibrationScreen screen, std::uint32_t x, std::uint32_t y) {
    const std::vector<std::byte> texels = session::calibration_texels(screen, kScreen, display);
    std::uint32_t word;
    std::memcpy(&word, texels.data() + 4 * (std::size_t{y} * kScreen.width + x), sizeof word);
    EXPECT_EQ(word & 1023u, word >> 10 & 1023u);
    EXPECT_EQ(word & 1023u, word >> 20 & 1023u);
    return word & 1023u;
  };
  EXPECT_EQ(code(CalibrationScreen::peak, 0, 0), 0u);
  EXPECT_EQ(code(CalibrationScreen::peak, 25, 13), 1023u);  // a corner of the field
  EXPECT_EQ(code(CalibrationScreen::peak, 27, 20), 769u);   // the emblem
  EXPECT_EQ(code(CalibrationScreen::peak, 32, 20), 1023u);  // its hole
  EXPECT_EQ(code(CalibrationScreen::black, 0, 0), 0u);
  EXPECT_EQ(code(CalibrationScreen::black, 24, 20), 15u);  // 0.005 nits
  EXPECT_EQ(code(CalibrationScreen::paper_white, 32, 5), 594u);
  EXPECT_EQ(code(CalibrationScreen::paper_white, 0, 0), reference::full_code(reference::pq_encode(0.18 * 203.0), 10));
  display.encoding = OutputEncoding::srgb;
  const std::vector<std::byte> texels = session::calibration_texels(CalibrationScreen::peak, kScreen, display);
  EXPECT_EQ(texels.size(), std::size_t{4} * kScreen.width * kScreen.height);
  EXPECT_EQ(texels[4 * (20 * kScreen.width + 27)], std::byte{255});  // SDR ends at paper white
}

}  // namespace
