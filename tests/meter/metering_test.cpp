// SPDX-License-Identifier: MIT
// Tests of the pyramid against the double-precision reference on the same rounded texels. All memory is NaN beforehand.
#include <algorithm>
#include <cmath>
#include <random>
#include <vector>

#include "meter/poisoned_meter.h"
#include "reference/metering.h"

namespace {

using test::HdrImage;
using test::PoisonedMeter;
using test::State;

/// The bar that LevelFormat::r32f promises, stops.
constexpr double kToleranceStops = 5e-6;
/// Relative, of one luminance: three products and two sums in float, 2^-24 each, and weights rounded to float.
constexpr double kLuminanceTolerance = 5e-7;

struct SizeCase {
  VkExtent2D extent;
  VkFormat format = VK_FORMAT_R16G16B16A16_SFLOAT;
};

std::string size_name(const testing::TestParamInfo<SizeCase>& info) {
  return std::to_string(info.param.extent.width) + "x" + std::to_string(info.param.extent.height) + "_" +
         test::format_name(info.param.format);
}

class Metering : public testing::Test {
 protected:
  /// The whole state against the reference over `texels`.
  void expect_metered(const State& state, const std::vector<reference::Rgb>& texels, double min_log2 = -16.0,
                      double max_log2 = 16.0) {
    const reference::MeterResult expected = reference::meter(texels, min_log2, max_log2);
    const double error = std::abs(double(state.mean_log2_luminance) - expected.mean_log2_luminance);
    EXPECT_TRUE(error <= kToleranceStops) << error << ": " << test::to_string(state);  // NaN must fail
    worst_stops_ = std::max(worst_stops_, error);
    EXPECT_EQ(state.valid_texels, expected.valid_texels);
    EXPECT_EQ(state.invalid_texels, expected.invalid_texels);
    EXPECT_NEAR(state.min_luminance, expected.min_luminance, kLuminanceTolerance * expected.min_luminance);
    EXPECT_NEAR(state.max_luminance, expected.max_luminance, kLuminanceTolerance * expected.max_luminance);
    // EV100 is the mean plus 3, in float below 32: up to 2^-20 more.
    EXPECT_NEAR(state.scene_ev100, expected.ev100, kToleranceStops + 1e-6);
  }

  void TearDown() override { std::printf("worst error %.3g stops\n", worst_stops_); }

 private:
  double worst_stops_ = 0.0;
};

class MeteringSize : public Metering, public testing::WithParamInterface<SizeCase> {
 protected:
  void expect_both_sides(const HdrImage& hdr) {
    for (const std::uint32_t workgroup_side : test::workgroup_sides()) {
      PoisonedMeter meter({.max_extent = hdr.extent(),
                           .meter_method = photopic::MeterMethod::pyramid,
                           .workgroup_side = workgroup_side});
      SCOPED_TRACE(workgroup_side);
      expect_metered(meter.meter(hdr), hdr.texels);
    }
  }
};

TEST_P(MeteringSize, GradientOfEightStopsWithNoise) {
  const VkExtent2D extent = GetParam().extent;
  expect_both_sides(test::make_hdr(GetParam().format, extent, test::gradient_with_noise(extent)));
}

TEST_P(MeteringSize, NoiseOverTheWholeRange) {
  // Below and above what the meter clamps at where the format can, without reaching infinity.
  const double high = GetParam().format == VK_FORMAT_R32G32B32A32_SFLOAT ? 20.0 : 15.0;
  expect_both_sides(test::make_hdr(GetParam().format, GetParam().extent, test::wide_noise(-20.0, high)));
}

INSTANTIATE_TEST_SUITE_P(Small, MeteringSize,
                         testing::Values(SizeCase{{1, 1}}, SizeCase{{1025, 1}}, SizeCase{{1, 4097}},
                                         SizeCase{{16384, 3}}, SizeCase{{1023, 1023}},
                                         SizeCase{{513, 257}, VK_FORMAT_B10G11R11_UFLOAT_PACK32},
                                         SizeCase{{1025, 1}, VK_FORMAT_R32G32B32A32_SFLOAT},
                                         SizeCase{{640, 480}, VK_FORMAT_R32G32B32A32_SFLOAT}),
                         size_name);
INSTANTIATE_TEST_SUITE_P(Frame, MeteringSize,
                         testing::Values(SizeCase{{1280, 720}, VK_FORMAT_R32G32B32A32_SFLOAT}, SizeCase{{1366, 768}},
                                         SizeCase{{1600, 900}, VK_FORMAT_B10G11R11_UFLOAT_PACK32},
                                         SizeCase{{1920, 1080}}, SizeCase{{2560, 1440}}),
                         size_name);
INSTANTIATE_TEST_SUITE_P(Large, MeteringSize,
                         testing::Values(SizeCase{{2047, 2047}}, SizeCase{{3440, 1440}}, SizeCase{{3840, 2160}}),
                         size_name);

TEST_F(Metering, EveryFormat) {
  constexpr VkExtent2D kExtent = {201, 143};
  for (const VkFormat format : test::kHdrFormats) {
    SCOPED_TRACE(test::format_name(format));
    const HdrImage hdr = test::make_hdr(format, kExtent, test::gradient_with_noise(kExtent));
    PoisonedMeter meter({.max_extent = kExtent, .meter_method = photopic::MeterMethod::pyramid});
    expect_metered(meter.meter(hdr), hdr.texels);
  }
}

TEST_F(Metering, RegionsOfALargerImage) {
  constexpr VkExtent2D kExtent = {300, 200};
  std::mt19937 random(1);
  for (const VkFormat format : test::kHdrFormats) {
    SCOPED_TRACE(test::format_name(format));
    const HdrImage hdr = test::make_hdr(format, kExtent, test::gradient_with_noise(kExtent));
    PoisonedMeter meter({.max_extent = {256, 180}, .meter_method = photopic::MeterMethod::pyramid});
    for (int i = 0; i < 60; ++i) {
      const auto width = std::uint32_t(1 + random() % 256);
      const auto height = std::uint32_t(1 + random() % 180);
      const VkOffset2D offset = {std::int32_t(random() % (kExtent.width - width + 1)),
                                 std::int32_t(random() % (kExtent.height - height + 1))};
      SCOPED_TRACE(testing::Message() << offset.x << ", " << offset.y << ": " << width << " x " << height);
      const VkRect2D region = {offset, {width, height}};
      expect_metered(meter.meter(hdr, region), hdr.region(region));
    }
  }
}

TEST_F(Metering, ObjectsLargerThanTheImage) {
  constexpr VkExtent2D kExtent = {97, 61};
  const HdrImage hdr = test::make_hdr(VK_FORMAT_R16G16B16A16_SFLOAT, kExtent, test::gradient_with_noise(kExtent));
  for (const VkExtent2D max_extent : {VkExtent2D{97, 61}, {98, 61}, {128, 64}, {4096, 61}, {97, 4096}, {3840, 2160}}) {
    PoisonedMeter meter({.max_extent = max_extent, .meter_method = photopic::MeterMethod::pyramid});
    expect_metered(meter.meter(hdr), hdr.texels);
  }
}

TEST_F(Metering, LuminanceLimits) {
  constexpr VkExtent2D kExtent = {130, 70};
  const HdrImage hdr = test::make_hdr(VK_FORMAT_R32G32B32A32_SFLOAT, kExtent, test::wide_noise(-60.0, 60.0));
  PoisonedMeter meter({.max_extent = kExtent, .meter_method = photopic::MeterMethod::pyramid});
  for (const auto& [low, high] :
       {std::pair{-16.0f, 16.0f}, {-4.0f, 3.0f}, {0.0f, 1.0f}, {-8.5f, -8.25f}, {-1.f, 9.f}}) {
    SCOPED_TRACE(testing::Message() << low << " to " << high);
    expect_metered(meter.meter(hdr, {{0, 0}, kExtent}, {low, high}), hdr.texels, double(low), double(high));
  }
}

/// The widest limits there are. Float sums of terms of size 64 err four times as much as terms of size 16.
TEST_F(Metering, WidestLuminanceLimits) {
  constexpr VkExtent2D kExtent = {130, 70};
  const HdrImage hdr = test::make_hdr(VK_FORMAT_R32G32B32A32_SFLOAT, kExtent, test::wide_noise(-66.0, 66.0));
  PoisonedMeter meter({.max_extent = kExtent, .meter_method = photopic::MeterMethod::pyramid});
  const State state = meter.meter(hdr, {{0, 0}, kExtent}, {-64.0f, 64.0f});
  const reference::MeterResult expected = reference::meter(hdr.texels, -64.0, 64.0);
  EXPECT_NEAR(state.mean_log2_luminance, expected.mean_log2_luminance, 4.0 * kToleranceStops);
}

TEST_F(Metering, UniformImages) {
  constexpr VkExtent2D kExtent = {77, 45};
  PoisonedMeter meter({.max_extent = kExtent, .meter_method = photopic::MeterMethod::pyramid});
  const State black = meter.meter(test::make_uniform_hdr(kExtent, 0.0));
  EXPECT_NEAR(black.mean_log2_luminance, -16.0, kToleranceStops);
  EXPECT_EQ(black.min_luminance, 0.0f);
  EXPECT_EQ(black.max_luminance, 0.0f);
  const State bright = meter.meter(test::make_uniform_hdr(kExtent, 1e9));
  EXPECT_NEAR(bright.mean_log2_luminance, 16.0, kToleranceStops);
  EXPECT_NEAR(bright.max_luminance, 1e9, kLuminanceTolerance * 1e9);
  EXPECT_NEAR(meter.meter(test::make_uniform_hdr(kExtent, 1.0)).mean_log2_luminance, 0.0, kToleranceStops);
}

TEST_F(Metering, SameInputGivesTheSameBits) {
  constexpr VkExtent2D kExtent = {517, 333};
  const HdrImage hdr = test::make_hdr(VK_FORMAT_R16G16B16A16_SFLOAT, kExtent, test::gradient_with_noise(kExtent));
  PoisonedMeter meter({.max_extent = kExtent, .meter_method = photopic::MeterMethod::pyramid});
  const State first = meter.meter(hdr);
  for (int i = 0; i < 20; ++i) EXPECT_TRUE(test::same_bits(meter.meter(hdr), first));
}

/// `width` x `height` texels of one level of the log-luminance image.
std::vector<float> level_of(const photopic::PostProcess& post, std::uint32_t level, VkExtent2D extent) {
  const engine::Buffer copy(test::context(), extent.width * extent.height * sizeof(float),
                            VK_BUFFER_USAGE_TRANSFER_DST_BIT, engine::MemoryUse::readback);
  test::submit([&](VkCommandBuffer command_buffer) {
    engine::image_barrier(test::context(), command_buffer, post.log_luminance_image(), VK_IMAGE_LAYOUT_GENERAL,
                          VK_IMAGE_LAYOUT_TRANSFER_SRC_OPTIMAL, engine::kComputeWrite, engine::kTransferRead);
    VkBufferImageCopy region = {};
    region.imageSubresource = {VK_IMAGE_ASPECT_COLOR_BIT, level, 0, 1};
    region.imageExtent = {extent.width, extent.height, 1};
    test::context().vk().vkCmdCopyImageToBuffer(command_buffer, post.log_luminance_image(),
                                                VK_IMAGE_LAYOUT_TRANSFER_SRC_OPTIMAL, copy.handle(), 1, &region);
    engine::image_barrier(test::context(), command_buffer, post.log_luminance_image(),
                          VK_IMAGE_LAYOUT_TRANSFER_SRC_OPTIMAL, VK_IMAGE_LAYOUT_GENERAL, engine::kTransferRead,
                          engine::kComputeWrite);
    engine::memory_barrier(test::context(), command_buffer, engine::kTransferWrite, engine::kHostRead);
  });
  const auto* texels = reinterpret_cast<const float*>(copy.mapped().data());
  return {texels, texels + extent.width * extent.height};
}

TEST_F(Metering, LevelsAreThereForDebugViews) {
  constexpr VkExtent2D kExtent = {100, 40};
  const HdrImage hdr = test::make_hdr(VK_FORMAT_R32G32B32A32_SFLOAT, kExtent, test::gradient_with_noise(kExtent));
  PoisonedMeter meter({.max_extent = kExtent, .meter_method = photopic::MeterMethod::pyramid});
  const State state = meter.meter(hdr);
  EXPECT_EQ(meter.post().log_luminance_levels(), 7u);
  const std::vector<float> level = level_of(meter.post(), 0, kExtent);
  for (std::size_t i = 0; i < hdr.texels.size(); ++i) {
    // One logarithm of size 4: its rounding, 2^-22, and the luminance's own error.
    ASSERT_NEAR(level[i], std::log2(reference::luminance(hdr.texels[i])), 1.5e-6);
  }
  EXPECT_EQ(level_of(meter.post(), 6, {1, 1})[0], state.mean_log2_luminance);
}

}  // namespace
