// SPDX-License-Identifier: MIT
// Tests of the naive meters: each must be as wrong as documented, and no more.
#include <algorithm>
#include <cmath>
#include <limits>

#include "meter/poisoned_meter.h"
#include "reference/metering.h"

namespace {

using photopic::NaiveFactor;
using photopic::NaiveMethod;
using photopic::PyramidTap;
using test::HdrImage;
using test::PoisonedNaiveMeter;
using test::State;

constexpr VkExtent2D kSizes[] = {{1, 1},   {2, 2},    {3, 3},     {5, 64},    {33, 33},   {64, 64},    {70, 65},
                                 {127, 1}, {1, 1025}, {513, 257}, {640, 360}, {800, 600}, {1280, 720}, {1366, 768}};

HdrImage make_content(VkExtent2D extent) {
  return test::make_hdr(VK_FORMAT_R16G16B16A16_SFLOAT, extent, test::gradient_with_noise(extent, 7));
}

HdrImage make_scaled_content(VkExtent2D extent, double scale) {
  const test::TexelFn content = test::gradient_with_noise(extent, 7);
  const auto scaled = [&](std::uint32_t x, std::uint32_t y) {
    const reference::Rgb c = content(x, y);
    return reference::Rgb{c.r * scale, c.g * scale, c.b * scale};
  };
  return test::make_hdr(VK_FORMAT_R32G32B32A32_SFLOAT, extent, scaled);
}

testing::Message size_text(VkExtent2D extent) { return testing::Message() << extent.width << " x " << extent.height; }

class NaiveMeters : public testing::Test {
 protected:
  void expect_within(double error, double tolerance) {
    EXPECT_TRUE(error <= tolerance) << error;  // NaN must fail
    worst_ = std::max(worst_, error);
  }
  void TearDown() override { std::printf("worst error %.3g stops\n", worst_); }

 private:
  double worst_ = 0.0;
};

/// The bound of LevelFormat::r16f. Level 0 and up to three passes each round, or truncate, to 11 bits: 4 * 2^-10 of the
/// mean magnitude. Where the factor is 1e6 (1025x1), the stored mean is subnormal: half its quantum times the factor,
/// 2^-25 * 1.05e6, and as much again for truncation, is 4.5e-2 with what level 0 adds.
double half_level_bound(const HdrImage& hdr) {
  double magnitude = 0.0;
  for (const double value : hdr.log2_luminances()) magnitude += std::abs(value);
  const VkExtent2D extent = hdr.extent();
  const bool is_extreme = std::max(extent.width, extent.height) >= 64 * std::min(extent.width, extent.height);
  return std::ldexp(magnitude / double(hdr.texels.size()), -8) + (is_extreme ? 4.5e-2 : 0.0);
}

double half_level_error(const HdrImage& hdr) {
  constexpr std::uint32_t kTwoNanHalves = 0x7e007e00;
  PoisonedNaiveMeter meter({.max_extent = hdr.extent(),
                            .method = NaiveMethod::pyramid,
                            .level_format = photopic::LevelFormat::r16f,
                            .pyramid_tap = PyramidTap::gather,
                            .pyramid_factor = NaiveFactor::block_counts});
  const State state = meter.meter(hdr, {{0, 0}, hdr.extent()}, {}, kTwoNanHalves);
  return std::abs(double(state.mean_log2_luminance) - reference::meter(hdr.texels).mean_log2_luminance);
}

TEST_F(NaiveMeters, HalfLevelsStayWithinTheDocumentedBound) {
  if (!test::context().lend().shader_storage_image_extended_formats) {
    GTEST_SKIP() << "no shaderStorageImageExtendedFormats";
  }
  for (const VkExtent2D extent : kSizes) {
    SCOPED_TRACE(size_text(extent));
    for (const double scale : {0x1p-9, 1.0, 0x1p9}) {
      const HdrImage hdr = make_scaled_content(extent, scale);
      const double error = half_level_error(hdr);
      expect_within(error, half_level_bound(hdr));
      // Around a mean near 0 the rounding errors of either sign cancel: 2e-3 is what was measured, and must stay.
      const bool is_extreme = std::max(extent.width, extent.height) >= 64 * std::min(extent.width, extent.height);
      if (scale == 1.0) expect_within(error, is_extreme ? 4.5e-2 : 2e-3);
    }
  }
}

/// With unused texels that are finite, the published tap differs by the rounding of its sampling positions alone.
TEST_F(NaiveMeters, LinearTap) {
  for (const VkExtent2D extent : kSizes) {
    SCOPED_TRACE(size_text(extent));
    const HdrImage hdr = make_content(extent);
    const double expected = reference::meter(hdr.texels).mean_log2_luminance;
    for (const std::uint32_t side : {8u, 16u}) {
      PoisonedNaiveMeter meter({.max_extent = extent,
                                .method = NaiveMethod::pyramid,
                                .workgroup_side = side,
                                .pyramid_factor = NaiveFactor::corrected});
      const State state = meter.meter(hdr, {{0, 0}, extent}, {}, 0);
      const double error = std::abs(double(state.mean_log2_luminance) - expected);
      expect_within(error, 1e-4);
    }
  }
}

/// ... and with NaN in them, it is NaN times 0: what the gather tap is there for. Hardware may skip neighbours of
/// weight 0 (NVIDIA's does); then the mean is right. Either way the state takes no NaN.
TEST_F(NaiveMeters, LinearTapMayTakeNanFromUnusedTexels) {
  constexpr VkExtent2D kExtent = {33, 33};
  const HdrImage hdr = make_content(kExtent);
  const auto meter_with = [&](PyramidTap tap) {
    PoisonedNaiveMeter meter({.max_extent = {64, 64},
                              .method = NaiveMethod::pyramid,
                              .pyramid_tap = tap,
                              .pyramid_factor = NaiveFactor::block_counts});
    return meter.meter(hdr);
  };
  const State linear = meter_with(PyramidTap::linear);
  const double truth = reference::meter(hdr.texels).mean_log2_luminance;
  const bool is_fallback = linear.mean_log2_luminance == 0.0f && linear.scene_ev100 == 3.0f;
  EXPECT_TRUE(is_fallback || std::abs(double(linear.mean_log2_luminance) - truth) < 1e-4) << test::to_string(linear);
  EXPECT_TRUE(std::isfinite(linear.exposure));
  const State gather = meter_with(PyramidTap::gather);
  EXPECT_NEAR(gather.mean_log2_luminance, reference::meter(hdr.texels).mean_log2_luminance, 5e-6);
}

TEST_F(NaiveMeters, PublishedFactorIsOffByTheMissingPasses) {
  std::uint32_t differing = 0;
  for (const VkExtent2D extent : kSizes) {
    SCOPED_TRACE(size_text(extent));
    const HdrImage hdr = make_content(extent);
    for (const std::uint32_t side : {8u, 16u}) {
      const std::uint32_t block = 4 * side;
      const double ratio = reference::published_factor(extent.width, extent.height, block) /
                           reference::corrected_factor(extent.width, extent.height, block);
      differing += ratio != 1.0;
      const double expected = reference::meter(hdr.texels).mean_log2_luminance * ratio;
      PoisonedNaiveMeter meter({.max_extent = extent,
                                .method = NaiveMethod::pyramid,
                                .workgroup_side = side,
                                .pyramid_tap = PyramidTap::gather});
      expect_within(std::abs(double(meter.meter(hdr).mean_log2_luminance) - expected), 5e-6);
    }
  }
  EXPECT_GE(differing, 6u);
}

class BlitChain : public NaiveMeters, public testing::WithParamInterface<bool> {
 protected:
  static NaiveMethod method() { return GetParam() ? NaiveMethod::blit_chain_even_crop : NaiveMethod::blit_chain; }
  /// vkCmdBlitImage may round its filter weights to 2^-subTexelPrecisionBits. Where all weights are 1/2 or 1 that
  /// changes nothing, and 1e-5 is for rounded positions. Else a weight is off by up to half of that, times the
  /// difference of neighbours, averaged: well below 1e-2 at 8 bits.
  static double tolerance_stops() { return GetParam() ? 1e-5 : 1e-2; }

  static double expected_mean(const HdrImage& hdr) {
    return reference::blit_chain_mean(hdr.log2_luminances(), hdr.extent().width, hdr.extent().height, GetParam());
  }
};

TEST_P(BlitChain, EqualsTheChainInDouble) {
  for (const VkExtent2D extent : kSizes) {
    SCOPED_TRACE(size_text(extent));
    const HdrImage hdr = make_content(extent);
    PoisonedNaiveMeter meter({.max_extent = extent, .method = method()});
    const State state = meter.meter(hdr);
    expect_within(std::abs(double(state.mean_log2_luminance) - expected_mean(hdr)), tolerance_stops());
  }
}

/// docs/metering.md: invalid texels count as log2 luminance 0.
TEST_P(BlitChain, TakesInvalidTexelsAsLuminanceOne) {
  constexpr VkExtent2D kExtent = {64, 32};
  const test::TexelFn content = test::gradient_with_noise(kExtent);
  const auto with = [&](double value) {
    return test::make_hdr(VK_FORMAT_R16G16B16A16_SFLOAT, kExtent, [&](std::uint32_t x, std::uint32_t y) {
      return (x + y) % 5 == 0 ? reference::Rgb{value, value, value} : content(x, y);
    });
  };
  PoisonedNaiveMeter meter({.max_extent = kExtent, .method = method()});
  const State invalid = meter.meter(with(std::numeric_limits<double>::quiet_NaN()));
  expect_within(std::abs(double(invalid.mean_log2_luminance) - expected_mean(with(1.0))), 1e-5);
  EXPECT_GT(invalid.invalid_texels, 0u);
}

/// Without the poison: where one side has shrunk to 1 before the other, the filter's second tap lies beside the part in
/// use, with weight 0, and 0 * NaN is NaN. It can't be helped from outside vkCmdBlitImage.
TEST_P(BlitChain, WorksOnAPartOfItsLevels) {
  PoisonedNaiveMeter meter({.max_extent = {256, 128}, .method = method()});
  for (const VkExtent2D extent : {VkExtent2D{1, 1}, {7, 5}, {100, 128}, {256, 1}, {255, 127}}) {
    SCOPED_TRACE(size_text(extent));
    const HdrImage hdr = make_content(extent);
    const State state = meter.meter(hdr, {{0, 0}, extent}, {}, 0);
    expect_within(std::abs(double(state.mean_log2_luminance) - expected_mean(hdr)), tolerance_stops());
    EXPECT_EQ(state.valid_texels, extent.width * extent.height);
  }
}

INSTANTIATE_TEST_SUITE_P(Methods, BlitChain, testing::Bool(),
                         [](const auto& chain) { return chain.param ? "EvenCrop" : "Plain"; });

}  // namespace
