// SPDX-License-Identifier: MIT
// Tests of code that GPUs run and CPU devices don't, on a device that says that it is a GPU.
#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <iterator>
#include <vector>

#include "finish/tone_map_rig.h"
#include "gpu/fixture.h"
#include "gpu/hdr_image.h"
#include "gpu/loader_shim.h"

namespace test {
namespace {

using photopic::CreateInfo;
using photopic::Frame;
using photopic::PostProcess;
using photopic::Settings;

/// Picture and state of a frame.
struct ShownBytes {
  std::vector<std::byte> picture;
  State state = {};
};

class GpuVariants : public testing::Test {
 protected:
  GpuVariants() { shim_.changes().is_gpu = true; }

  PostProcess make_for(VkExtent2D max_extent, const std::vector<Settings>& uses, const photopic::Tuning& tuning,
                       bool has_halves = false) {
    CreateInfo info = {.max_extent = max_extent, .tuning = &tuning};
    std::copy(uses.begin(), uses.end(), std::begin(info.uses));
    photopic::Device device = shim_.device();
    device.shader_float16 = device.shader_float16 && has_halves;
    return make_used(device, info);
  }

  /// The next frame.
  static ShownBytes show(PostProcess& post, const HdrImage& hdr, VkExtent2D extent, const Settings& settings) {
    const engine::Image ldr = make_ldr(extent, VK_FORMAT_R8G8B8A8_UNORM);
    const Frame frame = {.hdr = {hdr.view()}, .ldr = {ldr.view()}, .extent = extent, .delta_time_s = 0.1f};
    submit([&](VkCommandBuffer commands) { context().check(post.record(commands, frame, settings)); });
    return {engine::read_back(context(), ldr), state_of(post)};
  }

  LoaderShim shim_{context()};
};

/// The largest tails, tails of one texel and of odd sides, in every format of levels.
TEST_F(GpuVariants, WideTailOfGlareHasTheSameBits) {
  constexpr VkExtent2D kMost = {250, 128};
  Settings eye;
  eye.glare.glare = photopic::GlareProfile::eye;
  eye.view.field_of_view_vertical_deg = 5.0f;  // so that fine levels have weights, too
  Settings camera;
  camera.glare.glare = photopic::GlareProfile::camera;
  camera.glare.glare_border = photopic::GlareBorder::dark;
  camera.glare.firefly_limit_ev = 1.0f;
  const HdrImage hdr = make_hdr(VK_FORMAT_R16G16B16A16_SFLOAT, kMost, wide_noise(-9.0, 7.0, 1));
  for (const VkFormat format :
       {VK_FORMAT_R16G16B16A16_SFLOAT, VK_FORMAT_R32G32B32A32_SFLOAT, VK_FORMAT_B10G11R11_UFLOAT_PACK32}) {
    const photopic::Tuning tuning = {.glare_levels = format};
    shim_.change_limits([](VkPhysicalDeviceLimits& limits) { limits.maxComputeWorkGroupInvocations = 256; });
    PostProcess own_post = make_for(kMost, {eye, camera}, tuning);
    shim_.change_limits(nullptr);
    PostProcess wide_post = make_for(kMost, {eye, camera}, tuning);
    for (const VkExtent2D extent :
         {VkExtent2D{128, 128}, VkExtent2D{250, 127}, VkExtent2D{2, 1}, VkExtent2D{1, 77}, VkExtent2D{65, 3}}) {
      for (const Settings& settings : {eye, camera}) {
        SCOPED_TRACE(testing::Message() << extent.width << " x " << extent.height << ", format " << format);
        const ShownBytes own = show(own_post, hdr, extent, settings);
        const ShownBytes wide = show(wide_post, hdr, extent, settings);
        EXPECT_EQ(own.picture, wide.picture);
        EXPECT_EQ(own.state.glare_scattered_fraction, wide.state.glare_scattered_fraction);
        EXPECT_EQ(own.state.glare_removed_fraction, wide.state.glare_removed_fraction);
      }
    }
  }
}

/// Of codes of red, green and blue.
struct CodeDifference {
  int most = 0;
  double share = 0.0;  ///< of codes that differ
  double mean = 0.0;
};
CodeDifference difference_of(const std::vector<std::byte>& a, const std::vector<std::byte>& b) {
  CodeDifference difference;
  for (std::size_t i = 0; i < a.size(); ++i) {
    const int codes = std::to_integer<int>(b[i]) - std::to_integer<int>(a[i]);
    difference.most = std::max(difference.most, std::abs(codes));
    difference.share += codes != 0 ? 1.0 : 0.0;
    difference.mean += codes;
  }
  difference.share /= 0.75 * static_cast<double>(a.size());  // alpha is the same
  difference.mean /= 0.75 * static_cast<double>(a.size());
  return difference;
}

/// A picture in which every code between black and white comes, by floats and by halves. Where a sum is rounded to
/// halves, one code in some hundred falls to the other side of a half.
TEST_F(GpuVariants, GlareInHalvesIsWithinACode) {
  if (!context().lend().shader_float16) GTEST_SKIP() << "the device has no shaderFloat16";
  constexpr VkExtent2D kExtent = {301, 170};
  const HdrImage hdr = make_hdr(VK_FORMAT_R16G16B16A16_SFLOAT, kExtent, gradient_with_noise(kExtent, 2));
  Settings near;  // level 1 is the first with a weight; level 3 with a wide field of view
  near.glare.glare = photopic::GlareProfile::eye;
  near.view.field_of_view_vertical_deg = 5.0f;
  Settings far = near;
  far.view.field_of_view_vertical_deg = 60.0f;
  for (const VkFormat format : {VK_FORMAT_R16G16B16A16_SFLOAT, VK_FORMAT_B10G11R11_UFLOAT_PACK32}) {
    const photopic::Tuning tuning = {.glare_levels = format};
    PostProcess floats = make_for(kExtent, {near, far}, tuning);
    PostProcess halves = make_for(kExtent, {near, far}, tuning, true);
    for (const Settings& settings : {near, far}) {
      const ShownBytes a = show(floats, hdr, kExtent, settings), b = show(halves, hdr, kExtent, settings);
      const CodeDifference difference = difference_of(a.picture, b.picture);
      EXPECT_LE(difference.most, 1);
      EXPECT_GT(difference.share, 0.0) << "halves didn't run";
      EXPECT_LT(difference.share, 0.01);
      EXPECT_LT(std::abs(difference.mean), 0.005);
    }
  }
}

/// Their light is beyond halves.
TEST_F(GpuVariants, LevelsOfFloatsStayFloats) {
  constexpr VkExtent2D kExtent = {130, 66};
  const HdrImage hdr = make_hdr(VK_FORMAT_R16G16B16A16_SFLOAT, kExtent, gradient_with_noise(kExtent, 2));
  Settings settings;
  settings.glare.glare = photopic::GlareProfile::eye;
  const photopic::Tuning tuning = {.glare_levels = VK_FORMAT_R32G32B32A32_SFLOAT};
  PostProcess without = make_for(kExtent, {settings}, tuning);
  PostProcess with = make_for(kExtent, {settings}, tuning, true);
  EXPECT_EQ(show(without, hdr, kExtent, settings).picture, show(with, hdr, kExtent, settings).picture);
}

/// Averages of four texels gathered at once, beside what the meter doesn't count, at odd ends and in a part of the
/// image. Sums are in another order.
TEST_F(GpuVariants, AcuityGathersWhatItReadsByTexels) {
  constexpr VkExtent2D kExtent = {131, 67};
  const HdrImage hdr =
      make_hdr(VK_FORMAT_R16G16B16A16_SFLOAT, kExtent, [](std::uint32_t x, std::uint32_t y) -> reference::Rgb {
        if (x % 19 == 3 && y % 11 == 5) return {double(kNanF), 1.0, 1.0};
        if (x % 23 == 4 && y % 7 == 2) return {-1.0, -1.0, 0.5};
        if (x % 29 == 6 && y % 13 == 1) return {double(kInfinityF), 1.0, 1.0};
        return {noise(x, y, 1), noise(x, y, 2), noise(x, y, 3)};
      });
  Settings settings;
  settings.acuity.acuity_loss = 1.0f;
  settings.view.cd_m2_per_unit = 0.001f;
  settings.view.field_of_view_vertical_deg = 1.0f;  // texels as fine as a screen's
  PostProcess gathers = make_for(kExtent, {settings}, {});
  shim_.changes().is_gpu = false;
  PostProcess texels = make_for(kExtent, {settings}, {});
  const ShownBytes a = show(texels, hdr, kExtent, settings), b = show(gathers, hdr, kExtent, settings);
  const CodeDifference difference = difference_of(a.picture, b.picture);
  EXPECT_LE(difference.most, 1);
  EXPECT_LT(difference.share, 2e-3);
  settings.acuity.acuity_loss = 0.0f;
  EXPECT_NE(show(texels, hdr, kExtent, settings).picture, a.picture) << "nothing was blurred";
}

/// Fractions of a filter may have 8 bits. Around what isn't finite, texels go the exact way; where the picture is a
/// part of the image, nothing outside of it counts.
TEST_F(GpuVariants, AberrationByTheFilterIsWithinACode) {
  constexpr VkExtent2D kExtent = {131, 67};
  const auto picture = [&](bool has_odd) {
    return make_hdr(VK_FORMAT_R16G16B16A16_SFLOAT, kExtent, [=](std::uint32_t x, std::uint32_t y) -> reference::Rgb {
      if (has_odd && x % 19 == 3 && y % 11 == 5) return {double(kNanF), 1.0, 1.0};
      if (has_odd && x % 29 == 6 && y % 13 == 1) return {double(kInfinityF), 1.0, 1.0};
      if (has_odd && x % 23 == 4 && y % 7 == 2) return {-1.0, -1.0, 0.5};
      return {noise(x, y, 1), noise(x, y, 2), noise(x, y, 3)};
    });
  };
  Settings settings;
  settings.aberration.chromatic_aberration_texels = 2.0f;
  Settings lens = settings;  // another order of the final pass
  lens.lens.vignette = 0.5f;
  const std::vector<Settings> uses = {settings, lens};
  PostProcess filters = make_for(kExtent, uses, {});
  shim_.changes().is_gpu = false;
  PostProcess texels = make_for(kExtent, uses, {});
  double all_shares = 0.0;
  for (const bool has_odd : {false, true}) {
    const HdrImage hdr = picture(has_odd);
    for (const Settings& one : uses) {
      const ShownBytes a = show(texels, hdr, kExtent, one), b = show(filters, hdr, kExtent, one);
      const CodeDifference difference = difference_of(a.picture, b.picture);
      EXPECT_LE(difference.most, 1) << has_odd;
      EXPECT_LT(difference.share, 0.03) << has_odd;
      all_shares += difference.share;
      EXPECT_LT(std::abs(difference.mean), 0.01) << has_odd;
    }
  }
  // A GPU has filtered both.
  const bool is_cpu = context().properties().deviceType == VK_PHYSICAL_DEVICE_TYPE_CPU;
  EXPECT_EQ(all_shares > 0.0, is_cpu) << "nothing was filtered";
}

/// As photopic-bench has it: 8 stops over the picture, a stop of noise on either side, and tints from 0.5 to 1.5.
TexelFn noise_of_the_bench(VkExtent2D extent) {
  return [=](std::uint32_t x, std::uint32_t y) -> reference::Rgb {
    const double position = 0.5 * (double(x) / extent.width + double(y) / extent.height);
    const double value = std::exp2(8.0 * (position - 0.5) + 2.0 * noise(x, y, 1) - 1.0);
    return {value * (0.5 + noise(x, y, 2)), value * (0.5 + noise(x, y, 3)), value * (0.5 + noise(x, y, 4))};
  };
}

/// Beside the way through a picture of signals, whose halves are those nearest to codes. Halves of a signal are off by
/// up to a sixteenth of a code near white, and a lobe makes three times that of differences.
TEST_F(GpuVariants, SharpeningInTilesIsThatOfSignals) {
  if (!context().lend().shader_float16) GTEST_SKIP() << "the device has no shaderFloat16";
  shim_.changes().driver_id = VK_DRIVER_ID_NVIDIA_PROPRIETARY;
  constexpr VkExtent2D kMost = {131, 67};
  const HdrImage hdr = make_hdr(VK_FORMAT_R16G16B16A16_SFLOAT, kMost, noise_of_the_bench(kMost));
  Settings plain;
  plain.sharpening.sharpening = 1.0f;
  Settings grain = plain;
  grain.grain.grain = 0.05f;
  grain.tone_map.dither = true;
  Settings all = grain;
  all.grain.grain_color = true;
  all.lens.vignette = 0.5f;
  all.aberration.chromatic_aberration_texels = 5.0f;  // the exact way in both
  const std::vector<Settings> uses = {plain, grain, all};
  PostProcess signals = make_for(kMost, uses, {});
  PostProcess tiles = make_for(kMost, uses, {}, true);
  EXPECT_LT(tiles.memory_bytes(), signals.memory_bytes()) << "signals have an image";
  for (const Settings& settings : uses) {
    // Fewer texels than a tile, a tile, one more, and several.
    for (const VkExtent2D extent :
         {VkExtent2D{1, 1}, VkExtent2D{62, 30}, VkExtent2D{63, 31}, VkExtent2D{5, 67}, VkExtent2D{131, 67}}) {
      const ShownBytes a = show(signals, hdr, extent, settings), b = show(tiles, hdr, extent, settings);
      const CodeDifference difference = difference_of(a.picture, b.picture);
      SCOPED_TRACE(testing::Message() << extent.width << " x " << extent.height);
      EXPECT_LE(difference.most, 2);
      if (extent.width < kMost.width) continue;
      EXPECT_LT(difference.share, 0.03) << difference.mean;
      EXPECT_LT(std::abs(difference.mean), 0.01);
    }
  }
}

/// By settings, not by what an object is made for: with glare off, the bits of an object without glare.
TEST_F(GpuVariants, SharpeningInTilesIsThatOfObjectsWithoutOtherEffects) {
  if (!context().lend().shader_float16) GTEST_SKIP() << "the device has no shaderFloat16";
  shim_.changes().driver_id = VK_DRIVER_ID_NVIDIA_PROPRIETARY;
  constexpr VkExtent2D kExtent = {70, 40};
  const HdrImage hdr = make_hdr(VK_FORMAT_R16G16B16A16_SFLOAT, kExtent, noise_of_the_bench(kExtent));
  Settings sharp;
  sharp.sharpening.sharpening = 1.0f;
  Settings glare = sharp;
  glare.glare.glare = photopic::GlareProfile::eye;
  PostProcess alone = make_for(kExtent, {sharp}, {}, true), both = make_for(kExtent, {glare, sharp}, {}, true);
  const ShownBytes expected = show(alone, hdr, kExtent, sharp);
  EXPECT_EQ(show(both, hdr, kExtent, sharp).picture, expected.picture);
  EXPECT_NE(show(both, hdr, kExtent, glare).picture, expected.picture);
}

/// With glare on, the picture of signals stands between, so that one image may be both.
TEST_F(GpuVariants, SharpeningInTilesNeedsTwoImagesUnlessGlareIsOn) {
  if (!context().lend().shader_float16) GTEST_SKIP() << "the device has no shaderFloat16";
  shim_.changes().driver_id = VK_DRIVER_ID_NVIDIA_PROPRIETARY;
  constexpr VkExtent2D kExtent = {70, 40};
  constexpr VkFormat kFormat = VK_FORMAT_R8G8B8A8_UNORM;
  std::vector<std::byte> texels(std::size_t{4} * kExtent.width * kExtent.height);
  for (std::uint32_t i = 0; i < texels.size(); ++i) texels[i] = std::byte(255.0 * noise(i, 0, 1));
  const auto usage = VK_IMAGE_USAGE_SAMPLED_BIT | VK_IMAGE_USAGE_STORAGE_BIT | VK_IMAGE_USAGE_TRANSFER_DST_BIT |
                     VK_IMAGE_USAGE_TRANSFER_SRC_BIT;
  const engine::Image scene(context(), kExtent, kFormat, usage), both(context(), kExtent, kFormat, usage);
  const engine::Image ldr = make_ldr(kExtent, kFormat);
  for (const engine::Image* const image : {&scene, &both}) engine::upload(context(), *image, texels);
  Settings sharp;
  sharp.sharpening.sharpening = 1.0f;
  Settings glare = sharp;
  glare.glare.glare = photopic::GlareProfile::eye;
  const auto make_both = [&] { return make_for(kExtent, {sharp, glare}, {}, true); };
  PostProcess apart = make_both(), in_place = make_both();
  constexpr photopic::ImageState kUploaded = {VK_PIPELINE_STAGE_TRANSFER_BIT, VK_ACCESS_TRANSFER_WRITE_BIT,
                                              VK_IMAGE_LAYOUT_SHADER_READ_ONLY_OPTIMAL};
  constexpr photopic::ImageState kCopied = {VK_PIPELINE_STAGE_TRANSFER_BIT, VK_ACCESS_TRANSFER_READ_BIT,
                                            VK_IMAGE_LAYOUT_GENERAL};
  const Frame two = {.hdr = {scene.view()}, .ldr = {ldr.view()}, .extent = kExtent};
  const Frame one = {.hdr = {.view = both.view(), .layout = VK_IMAGE_LAYOUT_GENERAL},
                     .ldr = {both.view(), both.handle(), kUploaded, kCopied},
                     .extent = kExtent};
  submit([&](VkCommandBuffer commands) {
    EXPECT_EQ(in_place.record(commands, one, sharp), photopic::Status::invalid_argument);
    EXPECT_NE(context().last_message().find("in which sharpening looks around"), std::string::npos);
    context().check(apart.record(commands, two, glare));
    context().check(in_place.record(commands, one, glare));
  });
  const std::vector<std::byte> picture = engine::read_back(context(), ldr);
  EXPECT_NE(picture, texels);
  EXPECT_EQ(engine::read_back(context(), both), picture);
}

/// Where nothing is to be sharpened, a texel has the code that it has without sharpening, whatever halves make of it.
TEST_F(GpuVariants, SharpeningInTilesKeepsConstants) {
  if (!context().lend().shader_float16) GTEST_SKIP() << "the device has no shaderFloat16";
  shim_.changes().driver_id = VK_DRIVER_ID_NVIDIA_PROPRIETARY;
  constexpr std::uint32_t kBar = 4, kPerRow = 64, kRows = 100;  // 6400 greys over a stop, bars of 4 x 3 texels
  constexpr VkExtent2D kExtent = {kBar * kPerRow, 3 * kRows};
  const HdrImage hdr =
      make_hdr(VK_FORMAT_R32G32B32A32_SFLOAT, kExtent, [](std::uint32_t x, std::uint32_t y) -> reference::Rgb {
        const double grey = 0.1 + 0.1 * double(x / kBar + y / 3 * kPerRow) / double(kPerRow * kRows);
        return {grey, 2.0 * grey, 0.5 * grey};
      });
  Settings with;
  with.sharpening.sharpening = 1.0f;
  with.exposure.mode = photopic::ExposureMode::manual;
  Settings without = with;
  without.sharpening.sharpening = 0.0f;
  PostProcess tiles = make_for(kExtent, {with}, {}, true);
  const ShownBytes sharp = show(tiles, hdr, kExtent, with), plain = show(tiles, hdr, kExtent, without);
  EXPECT_NE(sharp.picture, plain.picture) << "edges of bars";
  constexpr std::size_t kTexelBytes = 4;
  std::size_t counted = 0;
  for (std::size_t i = 0; i < plain.picture.size(); ++i) {
    const std::size_t x = i / kTexelBytes % kExtent.width, y = i / kTexelBytes / kExtent.width;
    if (x % kBar == 0 || x % kBar == kBar - 1 || y % 3 != 1) continue;
    ASSERT_EQ(sharp.picture[i], plain.picture[i]) << x << ", " << y;
    ++counted;
  }
  EXPECT_EQ(counted, std::size_t(2) * kPerRow * kRows * kTexelBytes);
}

}  // namespace
}  // namespace test
