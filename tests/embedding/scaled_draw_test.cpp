// SPDX-License-Identifier: MIT
// Tests of pictures that are drawn in another number of texels than they have: against mixes, in double, of the light
// that their texels show where they are drawn as they are.
#include <algorithm>
#include <cmath>
#include <cstring>
#include <string>

#include "embedding/draw_rig.h"
#include "finish/tone_map_rig.h"
#include "gpu/hdr_image.h"
#include "reference/effects/lens.h"
#include "reference/tone_map.h"

namespace test {
namespace {

constexpr VkExtent2D kAttached = {96, 80};
constexpr VkExtent2D kHdrExtent = {70, 50};
constexpr VkFormat kFloats = VK_FORMAT_R32G32B32A32_SFLOAT;
constexpr float kExposure = 0.3f;
/// Of light up to 1: floats of shares, and of curves back and forth.
constexpr double kLightTolerance = 1e-4;

using photopic::CreateInfo;
using photopic::Frame;
using photopic::MadeFor;
using photopic::OutputEncoding;
using photopic::PostProcess;
using photopic::Settings;
using photopic::Status;

/// Numbers of a float attachment, or codes of one of 8 bits.
using Picture = std::vector<LdrTexel>;

Picture picture_of(VkFormat format, const std::vector<std::byte>& bytes) {
  const std::size_t texel_bytes = format == kFloats ? 16 : 4;
  Picture picture(bytes.size() / texel_bytes);
  for (std::size_t i = 0; i < bytes.size() * 4 / texel_bytes; ++i) {
    double& number = picture[i / 4][i % 4];
    if (format == kFloats) {
      float value = 0.0f;
      std::memcpy(&value, bytes.data() + i * sizeof value, sizeof value);
      number = double(value);
    } else {
      number = double(bytes[i]);
    }
  }
  return picture;
}

/// The whole attachment, cleared around the picture.
Picture drawn(MadeFor info, const AttachmentInfo& attached, const Settings& settings, const Frame& frame) {
  const Attachment attachment(attached);
  info.steps = (frame.exposure.buffer == VK_NULL_HANDLE ? photopic::kMeterStep : 0u) | photopic::kDrawStep;
  info.ldr_format = attached.format;
  info.render_target = attachment.target();
  info.scaled_draw = true;
  PostProcess post = make(info);
  submit([&](VkCommandBuffer commands) {
    engine::full_barrier(context(), commands);
    const bool meters = frame.exposure.buffer == VK_NULL_HANDLE;
    context().check(meters ? post.record(commands, frame, settings) : post.record_finish(commands, frame, settings));
    attachment.record(commands, [&] { context().check(post.record_draw(commands, frame, settings)); });
  });
  return picture_of(attached.format, attachment.read());
}

Picture drawn(const Settings& settings, const Frame& frame, VkFormat format = kFloats) {
  return drawn(made_for_drawing(kHdrExtent, settings), {.extent = kAttached, .format = format}, settings, frame);
}

const LdrTexel& texel_at(const Picture& picture, VkOffset2D offset, std::uint32_t x, std::uint32_t y,
                         std::uint32_t width = kAttached.width) {
  return picture[(std::size_t(offset.y) + y) * width + std::size_t(offset.x) + x];
}

/// As the header of the module says it. `light`: of a picture that is drawn as it is.
LdrTexel mixed(const Picture& light, const Frame& frame, VkExtent2D shown, std::uint32_t x, std::uint32_t y,
               std::uint32_t width = kAttached.width) {
  struct Axis {
    std::uint32_t first, second;
    double share;
  };
  const auto axis_of = [](std::uint32_t i, std::uint32_t texels, std::uint32_t shown_texels) -> Axis {
    const double place = (i + 0.5) * texels / shown_texels - 0.5, first = std::floor(place);
    const auto inside = [&](double at) { return std::uint32_t(std::clamp(at, 0.0, texels - 1.0)); };
    return {inside(first), inside(first + 1.0), place - first};
  };
  const Axis across = axis_of(x, frame.extent.width, shown.width), down = axis_of(y, frame.extent.height, shown.height);
  LdrTexel mean = {};
  for (std::size_t channel = 0; channel < 4; ++channel) {
    const auto at = [&](std::uint32_t i, std::uint32_t j) {
      return texel_at(light, frame.ldr_offset, i, j, width)[channel];
    };
    const double upper = std::lerp(at(across.first, down.first), at(across.second, down.first), across.share);
    const double lower = std::lerp(at(across.first, down.second), at(across.second, down.second), across.share);
    mean[channel] = std::lerp(upper, lower, down.share);
  }
  return mean;
}

/// Calls `test(x, y)` for each texel that shows the picture; all others are as they were cleared.
void for_each_shown(const Picture& picture, const Frame& frame, VkExtent2D shown,
                    const std::function<void(std::uint32_t, std::uint32_t)>& test) {
  const auto left = std::uint32_t(frame.ldr_offset.x), top = std::uint32_t(frame.ldr_offset.y);
  for (std::uint32_t y = 0; y < kAttached.height; ++y) {
    for (std::uint32_t x = 0; x < kAttached.width; ++x) {
      const bool is_inside = x >= left && y >= top && x < left + shown.width && y < top + shown.height;
      if (is_inside) {
        test(x - left, y - top);
      } else {
        ASSERT_EQ(texel_at(picture, {}, x, y), picture.back()) << "beyond the picture, " << x << ' ' << y;
      }
    }
  }
}

void expect_mixed(const Picture& scaled, const Picture& light, const Frame& frame, VkExtent2D shown,
                  const std::function<double(double)>& stored, double tolerance) {
  for_each_shown(scaled, frame, shown, [&](std::uint32_t x, std::uint32_t y) {
    const LdrTexel expected = mixed(light, frame, shown, x, y);
    const LdrTexel& texel = texel_at(scaled, frame.ldr_offset, x, y);
    for (std::size_t channel = 0; channel < 3; ++channel) {
      ASSERT_NEAR(texel[channel], stored(expected[channel]), tolerance) << x << ' ' << y << ", channel " << channel;
    }
  });
}

double as_light(double light) { return light; }
double as_srgb_code(double light) { return 255.0 * reference::srgb_encode(std::clamp(light, 0.0, 1.0)); }

/// Lights beside the dark, NaN and infinity among them.
HdrImage scaled_scene() {
  const TexelFn lights = wide_noise(-8.0, 8.0, 41);
  return make_hdr(VK_FORMAT_R16G16B16A16_SFLOAT, kHdrExtent, [=](std::uint32_t x, std::uint32_t y) -> reference::Rgb {
    if (x % 13 == 5 && y % 11 == 4) return {double(kInfinityF), 1.0, 2.0};
    if (x % 17 == 6 && y % 7 == 3) return {1.0, double(kNanF), 2.0};
    if (x % 19 == 7 && y % 5 == 2) return {-3.0, 0.5, -0.1};
    return lights(x, y);
  });
}

struct Scale {
  const char* name;
  VkRect2D region;
  VkExtent2D shown;
};
constexpr Scale kScales[] = {{"half", {{3, 5}, {36, 30}}, {72, 60}},   {"three_quarters", {{0, 0}, {60, 42}}, {80, 56}},
                             {"odd", {{9, 2}, {41, 37}}, {87, 29}},    {"one", {{3, 5}, {61, 39}}, {61, 39}},
                             {"double", {{0, 0}, {70, 50}}, {35, 25}}, {"one_texel", {{8, 8}, {1, 1}}, {7, 3}}};

class ScaledDraw : public testing::TestWithParam<Scale> {
 protected:
  Frame frame() const {
    return {.hdr = {scene_.view()},
            .extent = GetParam().region.extent,
            .offset = GetParam().region.offset,
            .ldr_offset = {4, 7},
            .picture = {{0, 0}, kHdrExtent},
            .exposure = {exposure_.handle()}};
  }
  Frame scaled_frame() const {
    Frame scaled = frame();
    scaled.ldr_extent = GetParam().shown;
    return scaled;
  }

  HdrImage scene_ = scaled_scene();
  engine::Buffer exposure_ = make_exposure(kExposure);
};

TEST_P(ScaledDraw, MixesTheLightOfFourTexels) {
  for (const photopic::ToneMapper tone_mapper : {photopic::ToneMapper::reinhard, photopic::ToneMapper::agx}) {
    SCOPED_TRACE(int(tone_mapper));
    Settings settings;
    settings.tone_map.tone_mapper = tone_mapper;
    settings.tone_map.dither = false;
    settings.lens.vignette = 1.0f;
    const Picture light = drawn(settings, frame());
    expect_mixed(drawn(settings, scaled_frame()), light, frame(), GetParam().shown, as_light, kLightTolerance);
    // Half a code for the rounding, and the tolerance of light where sRGB's curve is steepest.
    const double code = 0.5 + 255.0 * 12.92 * kLightTolerance;
    for (const VkFormat format : {VK_FORMAT_R8G8B8A8_UNORM, VK_FORMAT_R8G8B8A8_SRGB}) {
      expect_mixed(drawn(settings, scaled_frame(), format), light, frame(), GetParam().shown, as_srgb_code, code);
    }
  }
}

/// Places are exact far from the corner, too: there, floats would be off by a thousandth of a texel.
TEST(ScaledDraws, AreExactInLargePictures) {
  constexpr VkExtent2D kWide = {5001, 2}, kShown = {7680, 3};
  const HdrImage scene = make_hdr(VK_FORMAT_R16G16B16A16_SFLOAT, kWide, wide_noise(-8.0, 8.0, 12));
  const engine::Buffer exposure = make_exposure(kExposure);
  Settings settings;
  settings.tone_map.dither = false;
  MadeFor info = made_for_drawing(kHdrExtent, settings);
  info.max_extent = kWide;
  Frame frame = {.hdr = {scene.view()}, .extent = kWide, .exposure = {exposure.handle()}};
  const Picture light = drawn(info, {.extent = kWide, .format = kFloats}, settings, frame);
  frame.ldr_extent = kShown;
  const Picture scaled = drawn(info, {.extent = kShown, .format = kFloats}, settings, frame);
  double worst = 0.0;
  for (std::uint32_t i = 0; i < kShown.width * kShown.height; ++i) {
    const LdrTexel expected = mixed(light, frame, kShown, i % kShown.width, i / kShown.width, kWide.width);
    for (std::size_t channel = 0; channel < 3; ++channel) {
      worst = std::max(worst, std::abs(scaled[i][channel] - expected[channel]));
    }
  }
  EXPECT_LE(worst, 4e-6);  // sums of floats up to 1
}

/// Grain and dither go by the attachment's texels, and so does the user interface: over a uniform scene they are those
/// of one that has as many texels.
TEST_P(ScaledDraw, HasNoiseAndUiOfTheAttachment) {
  const HdrImage uniform = make_uniform_hdr(kAttached, 1.0);
  std::vector<std::byte> texels(std::size_t{4} * kAttached.width * kAttached.height);
  for (std::size_t i = 0; i < texels.size(); ++i) texels[i] = std::byte(i % 4 == 3 ? 200 : i * 7 % 190);
  const engine::Image ui(context(), kAttached, VK_FORMAT_R8G8B8A8_UNORM,
                         VK_IMAGE_USAGE_SAMPLED_BIT | VK_IMAGE_USAGE_TRANSFER_DST_BIT);
  engine::upload(context(), ui, texels);
  Settings settings;
  settings.tone_map.dither_seed = 3;
  settings.grain.grain = 0.1f;
  MadeFor info = made_for_drawing(kHdrExtent, settings);
  info.max_extent = kAttached;
  info.ui = true;
  const AttachmentInfo attached = {.extent = kAttached, .format = VK_FORMAT_R8G8B8A8_UNORM};
  Frame scaled = scaled_frame();
  scaled.hdr.view = uniform.view();
  scaled.ui.view = ui.view();
  scaled.picture = {};
  Frame plain = scaled;
  plain.extent = scaled.ldr_extent;
  const Picture expected = drawn(info, attached, settings, plain), picture = drawn(info, attached, settings, scaled);
  std::size_t differing = 0;
  for (std::size_t i = 0; i < picture.size(); ++i) {
    for (std::size_t channel = 0; channel < 4; ++channel) {
      ASSERT_NEAR(picture[i][channel], expected[i][channel], 1.0) << i << ", channel " << channel;
      differing += picture[i][channel] != expected[i][channel] ? 1 : 0;
    }
  }
  EXPECT_LE(differing, picture.size() / 50);  // sRGB's curve back and forth: codes that are on the edge of two
}

INSTANTIATE_TEST_SUITE_P(By, ScaledDraw, testing::ValuesIn(kScales),
                         [](const auto& scale) { return std::string(scale.param.name); });

Settings all_effects() {
  Settings settings = with_passes();
  settings.tone_map.dither = false;
  settings.aberration.chromatic_aberration_texels = 2.0f;
  settings.lens.vignette = 0.7f;
  return settings;
}

/// Effects are of the picture's own texels: each shows what it shows unscaled. In encodings whose numbers aren't light.
TEST(ScaledDraws, HaveEffectsOfThePicture) {
  const HdrImage scene = make_hdr(VK_FORMAT_R16G16B16A16_SFLOAT, kHdrExtent, gradient_with_noise(kHdrExtent, 3));
  const Settings settings = all_effects();
  Frame frame = {.hdr = {scene.view()}, .extent = {60, 40}, .cut = VK_TRUE, .offset = {7, 3}, .ldr_offset = {2, 1}};
  const Picture light = drawn(settings, frame);
  for (const VkExtent2D shown : {VkExtent2D{90, 60}, VkExtent2D{47, 31}}) {
    frame.ldr_extent = shown;
    expect_mixed(drawn(settings, frame), light, frame, shown, as_light, kLightTolerance);
  }
}

/// The attachment's texels are sharpened, once they are scaled.
TEST(ScaledDraws, AreSharpened) {
  const HdrImage scene = make_hdr(VK_FORMAT_R16G16B16A16_SFLOAT, kHdrExtent, gradient_with_noise(kHdrExtent, 6));
  const engine::Buffer exposure = make_exposure(kExposure);
  constexpr VkExtent2D kShown = {80, 60};
  const Frame frame = {.hdr = {scene.view()},
                       .extent = {48, 36},
                       .ldr_offset = {3, 5},
                       .ldr_extent = kShown,
                       .exposure = {exposure.handle()}};
  Settings settings;
  settings.display.encoding = OutputEncoding::srgb;
  settings.tone_map.dither = false;
  const Picture plain = drawn(settings, frame);
  reference::LensPlane signal = {.width = kShown.width, .height = kShown.height, .texels = {}};
  for (std::uint32_t i = 0; i < kShown.width * kShown.height; ++i) {
    const LdrTexel& texel = texel_at(plain, frame.ldr_offset, i % kShown.width, i / kShown.width);
    signal.texels.push_back({texel[0], texel[1], texel[2]});
  }
  constexpr double kAmount = 0.8;
  const reference::LensPlane expected = reference::sharpened(signal, kAmount);
  settings.sharpening.sharpening = float(kAmount);
  for (const VkFormat format : {kFloats, VK_FORMAT_R8G8B8A8_UNORM}) {
    const Picture sharp = drawn(settings, frame, format);
    const double one = format == kFloats ? 1.0 : 255.0;
    // Halves of the signal, of which a lobe makes seven times the error; of codes their rounding.
    const double tolerance = 7 * 0x1p-11 * one + (format == kFloats ? 0.0 : 0.5);
    double most = 0.0;
    for_each_shown(sharp, frame, kShown, [&](std::uint32_t x, std::uint32_t y) {
      const reference::Rgb& color = expected.at(int(x), int(y));
      const double channels[] = {color.r, color.g, color.b};
      for (std::size_t channel = 0; channel < 3; ++channel) {
        const double value = texel_at(sharp, frame.ldr_offset, x, y)[channel];
        ASSERT_NEAR(value, channels[channel] * one, tolerance) << x << ' ' << y;
        most = std::max(most, std::abs(value - one * texel_at(plain, frame.ldr_offset, x, y)[channel]));
      }
    });
    EXPECT_GT(most, 10 * tolerance);
  }
}

/// PQ is decoded and encoded again.
TEST(ScaledDraws, MixLightOfOtherEncodings) {
  const HdrImage scene = make_hdr(VK_FORMAT_R16G16B16A16_SFLOAT, kHdrExtent, wide_noise(-6.0, 6.0, 9));
  const engine::Buffer exposure = make_exposure(kExposure);
  Settings settings;
  settings.tone_map.dither = false;
  settings.tone_map.tone_mapper = photopic::ToneMapper::bt2390;
  settings.display.encoding = OutputEncoding::hdr10;
  settings.display.peak_nits = 1000.0f;
  Frame frame = {.hdr = {scene.view()}, .extent = {50, 40}, .exposure = {exposure.handle()}};
  Picture light = drawn(settings, frame);
  for (LdrTexel& texel : light) {
    for (std::size_t channel = 0; channel < 3; ++channel) texel[channel] = reference::pq_decode(texel[channel]);
  }
  frame.ldr_extent = {90, 61};
  Picture scaled = drawn(settings, frame);
  for_each_shown(scaled, frame, frame.ldr_extent, [&](std::uint32_t x, std::uint32_t y) {
    const LdrTexel expected = mixed(light, frame, frame.ldr_extent, x, y);
    for (std::size_t channel = 0; channel < 3; ++channel) {
      constexpr double kQuarterCode = 0.25 / 1023.0;  // of ten bits: float powers, four times there and back
      ASSERT_NEAR(texel_at(scaled, {}, x, y)[channel], reference::pq_encode(expected[channel]), kQuarterCode)
          << x << ' ' << y;
    }
  });
}

/// Each view shows its layer as a picture of its own is drawn.
TEST(ScaledDraws, ShowLayersAsViews) {
  const Frame region = {.extent = {50, 33}, .offset = {3, 5}, .ldr_offset = {4, 7}, .ldr_extent = {85, 60}};
  Settings settings;
  settings.tone_map.dither = false;
  std::vector<std::byte> texels;
  std::vector<HdrImage> eyes;
  for (std::uint32_t layer = 0; layer < 2; ++layer) {
    eyes.push_back(make_hdr(VK_FORMAT_R16G16B16A16_SFLOAT, kHdrExtent, wide_noise(-3.0, 4.0, 20 + layer)));
    const std::vector<std::byte> eye =
        texels_of(VK_FORMAT_R16G16B16A16_SFLOAT, kHdrExtent, wide_noise(-3.0, 4.0, 20 + layer));
    texels.insert(texels.end(), eye.begin(), eye.end());
  }
  const engine::Image layers = make_layers(kHdrExtent, VK_FORMAT_R16G16B16A16_SFLOAT, 2, texels);
  const engine::Buffer exposure = make_exposure(kExposure);
  for (const std::uint32_t layer : {0u, 1u}) {  // both at once: docs/adr/0027-drawing.md
    SCOPED_TRACE(layer);
    Frame frame = region;
    frame.exposure.buffer = exposure.handle();
    frame.hdr.view = eyes[layer].view();
    const Picture one = drawn(settings, frame);
    frame.hdr.view = layers.view();
    const AttachmentInfo attached = {.extent = kAttached, .format = kFloats, .layers = 2, .view_mask = 1u << layer};
    const Picture both = drawn(made_for_drawing(kHdrExtent, settings), attached, settings, frame);
    for (std::size_t i = 0; i < one.size(); ++i) {
      for (std::size_t channel = 0; channel < 4; ++channel) {
        ASSERT_NEAR(both[one.size() * layer + i][channel], one[i][channel], 1e-6) << i;
      }
    }
  }
}

/// ... so that an object that may scale costs a picture that isn't scaled nothing.
TEST(ScaledDraws, LeaveEqualExtentsAsTheyAre) {
  const HdrImage scene = scaled_scene();
  const engine::Buffer exposure = make_exposure(kExposure);
  Settings settings = all_effects();
  settings.sharpening.sharpening = 0.5f;
  std::vector<std::vector<std::byte>> pictures;
  for (const Settings& shown : {Settings{}, settings}) {
    for (const std::uint32_t with : {0u, std::uint32_t{photopic::kWithScaledDraw}}) {
      const Attachment attachment({.extent = kAttached, .format = VK_FORMAT_R8G8B8A8_SRGB});
      CreateInfo info;
      info.max_extent = kHdrExtent;
      info.output = attachment.target();
      info.steps = photopic::kFinish;
      info.with = with;
      info.uses[0] = shown;
      PostProcess post = make_used(info);
      const Frame frame = {.hdr = {scene.view()},
                           .extent = kHdrExtent,
                           .ldr_extent = with != 0 ? kHdrExtent : VkExtent2D{},
                           .exposure = {exposure.handle()}};
      submit([&](VkCommandBuffer commands) {
        engine::full_barrier(context(), commands);
        context().check(post.record_finish(commands, frame, shown));
        attachment.record(commands, [&] { context().check(post.record_draw(commands, frame, shown)); });
      });
      pictures.push_back(attachment.read());
    }
  }
  EXPECT_EQ(pictures[0], pictures[1]);
  EXPECT_EQ(pictures[2], pictures[3]);
  EXPECT_NE(pictures[0], pictures[2]);
}

TEST(ScaledDraws, ErrorsSayWhatIsNeeded) {
  const HdrImage scene = make_uniform_hdr(kHdrExtent, 1.0);
  const engine::Image ldr = make_ldr(kHdrExtent, VK_FORMAT_R8G8B8A8_UNORM);
  const Attachment attachment({.extent = kAttached, .format = VK_FORMAT_R8G8B8A8_UNORM});
  CreateInfo info;
  info.max_extent = kHdrExtent;
  info.with = photopic::kWithScaledDraw;
  PostProcess post;
  EXPECT_EQ(post.create(context().lend(), info), Status::invalid_argument);
  EXPECT_EQ(context().last_message(),
            "create: with: has kWithScaledDraw, which is for pictures that are drawn: output.is_drawn");
  info.with = 0;
  PostProcess storing = make_used(info);
  info.output = attachment.target();
  PostProcess plain = make_used(info);
  info.with = photopic::kWithScaledDraw;
  PostProcess scaling = make_used(info);
  submit([&](VkCommandBuffer commands) {
    const auto expect_refused = [&](PostProcess& object, const Frame& frame, const std::string& words) {
      EXPECT_EQ(object.record(commands, frame, Settings{}), Status::invalid_argument);
      EXPECT_EQ(context().last_message(), "record: " + words);
    };
    Frame frame = {.hdr = {scene.view()}, .extent = kHdrExtent, .ldr_extent = {90, 70}};
    expect_refused(plain, frame, "ldr_extent: isn't that of extent, which needs CreateInfo::with = kWithScaledDraw");
    frame.ldr_extent = {90, 0};
    expect_refused(scaling, frame,
                   "ldr_extent.height = 0: must be within [1, " +
                       std::to_string(context().properties().limits.maxImageDimension2D) + "]");
    frame.ldr.view = ldr.view();
    frame.ldr_extent = {90, 70};
    expect_refused(storing, frame, "ldr_extent: must be 0 or that of extent: only a drawn picture is scaled");
  });
}

}  // namespace
}  // namespace test
