// SPDX-License-Identifier: MIT
// Tests of what ImageMetrics refuses, and in which words.
#include <algorithm>
#include <functional>
#include <limits>

#include "metrics/metrics_rig.h"
#include "unit/reference/reference_metrics_fixtures.h"

namespace {

using namespace photopic;

MetricsCreateInfo plain_info() {
  MetricsCreateInfo info;
  info.max_extent = {256, 256};
  info.metrics = kMetricErrors | kMetricSsim | kMetricMsSsim;
  return info;
}

std::string refusal_of_create(const std::function<void(MetricsCreateInfo&)>& spoil) {
  MetricsCreateInfo info = plain_info();
  spoil(info);
  ImageMetrics metrics;
  const Status status = ImageMetrics::create(test::context().lend(), info, &metrics);
  EXPECT_EQ(status, Status::invalid_argument);
  EXPECT_EQ(metrics.memory_bytes(), 0u);
  return test::context().last_message();
}

TEST(MetricsArguments, Create) {
  const std::string metrics_rule = ": must be within [1, " + std::to_string(kAllMetrics) + "]";
  const struct {
    std::function<void(MetricsCreateInfo&)> spoil;
    std::string message;
  } kCases[] = {
      {[](auto& info) { info.max_extent.width = 0; }, "max_extent.width = 0: must be within"},
      {[](auto& info) { info.max_extent.height = 1u << 20; }, "max_extent.height = 1.04858e+06: must be within"},
      {[](auto& info) { info.metrics = 0; }, "metrics = 0" + metrics_rule},
      {[](auto& info) { info.metrics = kAllMetrics + 1; },
       "metrics = " + std::to_string(kAllMetrics + 1) + metrics_rule},
      {[](auto& info) { info.maps = 32; }, "maps = 32: must be within [0, 31]"},
      {[](auto& info) { info.maps = kMapFlip; }, "maps: has one whose metric isn't among metrics"},
      {[](auto& info) { info.slots = 0; }, "slots = 0: must be within [1, 8]"},
      {[](auto& info) { info.slots = 9; }, "slots = 9: must be within [1, 8]"},
      {[](auto& info) { info.format = VK_FORMAT_R8G8B8A8_SRGB; }, "format: can't be compared"},
      {[](auto& info) { info.bits = 9; }, "format: can't be compared, or hasn't as many bits"},
      {[](auto& info) { info.chroma = Chroma::c420; }, "chroma: isn't 4:4:4, and the format isn't planes"},
      {[](auto& info) { info.format = VK_FORMAT_R16G16B16A16_SFLOAT; },
       "metrics: has one that the format doesn't have"},
      {[](auto& info) {
         info.metrics = kMetricFlip;
         info.max_pixels_per_degree = 3.0f;
       },
       "max_pixels_per_degree = 3: must be within [4, 110]"},
  };
  for (const auto& [spoil, message] : kCases) {
    EXPECT_NE(refusal_of_create(spoil).find(message), std::string::npos) << message << "\n"
                                                                         << test::context().last_message();
  }
  EXPECT_EQ(ImageMetrics::create(test::context().lend(), plain_info(), nullptr), Status::invalid_argument);
}

TEST(MetricsArguments, Record) {
  const test::Picture picture = test::picture_of(metrics_test::picture(200, 190));
  const test::Picture small = test::picture_of(metrics_test::picture(175, 200));
  const test::Picture tiny = test::picture_of(metrics_test::picture(10, 11));
  const test::Picture large = test::picture_of(metrics_test::picture(257, 20));
  const struct {
    const test::Picture* picture;
    std::function<void(MetricsSettings&)> spoil;
    const char* message;
  } kCases[] = {
      {&small, [](auto&) {}, "extent: MS-SSIM needs at least 176 x 176 pixels"},
      {&tiny, [](auto& s) { s.metrics = kMetricSsim; }, "extent: SSIM needs at least 11 x 11 pixels"},
      {&large, [](auto& s) { s.metrics = kMetricErrors; }, "extent.width = 257: must be within [1, 256]"},
      {&picture, [](auto& s) { s.metrics = kMetricPsnr; }, "metrics: has one that wasn't created"},
      {&picture, [](auto& s) { s.maps = kMapSsim; }, "maps: has one that wasn't created"},
      {&picture, [](auto& s) { s.slot = 1; }, "slot = 1: must be within [0, 0]"},
      {&picture, [](auto& s) { s.error_threshold = -1.0f; }, "error_threshold = -1: must be within"},
      {&picture, [](auto& s) { s.error_threshold = std::numeric_limits<float>::quiet_NaN(); }, "error_threshold = "},
      {&picture, [](auto& s) { s.shift_radius = 5; }, "shift_radius = 5: must be within [0, 4]"},
  };
  for (const auto& [shown, spoil, message] : kCases) {
    test::MetricsRig rig(plain_info());
    spoil(rig.settings);
    try {
      (void)rig.compare(*shown, *shown);
      ADD_FAILURE() << message << ": not refused";
    } catch (const engine::Error& error) {
      EXPECT_NE(std::string(error.what()).find(message), std::string::npos) << error.what();
    }
  }
  test::MetricsRig rig(plain_info());
  EXPECT_THROW((void)rig.compare(picture, picture, std::vector<std::uint8_t>(200 * 190, 1)), engine::Error);
}

TEST(MetricsArguments, EveryPlaneHasAView) {
  MetricsCreateInfo info = plain_info();
  info.format = VK_FORMAT_R8_UNORM;
  info.chroma = Chroma::c420;
  ImageMetrics metrics;
  ASSERT_EQ(ImageMetrics::create(test::context().lend(), info, &metrics), Status::ok);
  MetricsPair pair;
  pair.extent = {201, 191};
  Status status = Status::ok;
  test::submit([&](VkCommandBuffer commands) { status = metrics.record(commands, pair, {}); });
  EXPECT_EQ(status, Status::invalid_argument);
  EXPECT_NE(test::context().last_message().find("reference: is VK_NULL_HANDLE"), std::string::npos);
}

TEST(MetricsArguments, Finish) {
  ImageMetrics metrics;
  MetricsResult result;
  EXPECT_EQ(metrics.finish(0, &result), Status::invalid_argument);  // not created
  ASSERT_EQ(ImageMetrics::create(test::context().lend(), plain_info(), &metrics), Status::ok);
  EXPECT_EQ(metrics.finish(0, &result), Status::invalid_argument);
  EXPECT_NE(test::context().last_message().find("slot 0: nothing was recorded for it"), std::string::npos);
  EXPECT_EQ(metrics.finish(1, &result), Status::invalid_argument);
  EXPECT_EQ(metrics.finish(0, nullptr), Status::invalid_argument);
}

TEST(MetricsArguments, WhatFormatsAndSizesHave) {
  EXPECT_EQ(supported_metrics(VK_FORMAT_R8G8B8A8_UNORM), kAllMetrics);
  EXPECT_EQ(supported_metrics(VK_FORMAT_R16G16B16A16_SFLOAT), kMetricErrors | kMetricFlip | kMetricFlipTiles);
  EXPECT_EQ(supported_metrics(VK_FORMAT_R8_UNORM), kAllMetrics & ~std::uint32_t{kMetricFlip | kMetricFlipTiles});
  EXPECT_EQ(supported_metrics(VK_FORMAT_R16_UNORM, 16),
            kAllMetrics & ~std::uint32_t{kMetricFlip | kMetricFlipTiles | kMetricPsnrHvs});
  EXPECT_EQ(supported_metrics(VK_FORMAT_R8G8B8A8_SRGB), 0u);
  EXPECT_EQ(metrics_for({176, 176}), kAllMetrics);
  EXPECT_EQ(metrics_for({175, 176}), kAllMetrics & ~std::uint32_t{kMetricMsSsim});
  EXPECT_EQ(metrics_for({10, 400}) & (kMetricSsim | kMetricSsimAuto | kMetricMsSsim | kMetricSsimTiles), 0u);
  EXPECT_EQ(metrics_for({14, 40}, Chroma::c420) & kMetricPsnrHvs, 0u);
  EXPECT_NE(metrics_for({16, 40}, Chroma::c420) & kMetricPsnrHvs, 0u);
}

/// Largest allocation that the driver takes.
VkDeviceSize most_allocation_bytes() {
  VkPhysicalDeviceMaintenance3Properties maintenance = {};
  maintenance.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_MAINTENANCE_3_PROPERTIES;
  VkPhysicalDeviceProperties2 properties = {};
  properties.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_PROPERTIES_2;
  properties.pNext = &maintenance;
  test::context().vk().vkGetPhysicalDeviceProperties2(test::context().physical_device(), &properties);
  return maintenance.maxMemoryAllocationSize;
}

TEST(MetricsArguments, AnySizeIsCreated) {
  ImageMetrics metrics;
  MetricsCreateInfo info;
  for (const std::uint32_t metric : {kMetricErrors, kMetricPsnr, kMetricSsim, kMetricSsimAuto, kMetricMsSsim,
                                     kMetricCiede2000, kMetricDeltaE2000, kMetricPsnrHvs, kMetricFlip}) {
    info.metrics = metric;
    info.max_extent = {1, 1};  // for which some have nothing to do
    EXPECT_EQ(ImageMetrics::create(test::context().lend(), info, &metrics), Status::ok) << metric;
  }
  // Sums alone need little memory; a number for each pixel needs more than buffers of llvmpipe hold.
  const std::uint32_t side = std::min(test::context().properties().limits.maxImageDimension2D, 16384u);
  info.max_extent = {side, side};
  info.metrics = kMetricErrors | kMetricPsnr | kMetricCiede2000 | kMetricPsnrHvs;
  EXPECT_EQ(ImageMetrics::create(test::context().lend(), info, &metrics), Status::ok) << test::context().last_message();
  EXPECT_LT(metrics.memory_bytes(), 64u << 20);
  info.maps = kMapAbsolute;
  const bool holds = test::context().properties().limits.maxStorageBufferRange / sizeof(float) / side >= side;
  // Maps share an allocation with small buffers, and SwiftShader's largest is 1 GiB, the map of 16384 x 16384 pixels.
  const bool is_small = most_allocation_bytes() / sizeof(float) / side > side;
  EXPECT_EQ(ImageMetrics::create(test::context().lend(), info, &metrics),
            holds ? is_small ? Status::ok : Status::out_of_memory : Status::unsupported)
      << side << ' ' << most_allocation_bytes() << ' ' << test::context().last_message();
}

TEST(MetricsArguments, MovedObjects) {
  ImageMetrics one;
  ASSERT_EQ(ImageMetrics::create(test::context().lend(), plain_info(), &one), Status::ok);
  const VkDeviceSize bytes = one.memory_bytes();
  EXPECT_GT(bytes, 0u);
  ImageMetrics other = std::move(one);
  EXPECT_EQ(other.memory_bytes(), bytes);
  EXPECT_EQ(one.memory_bytes(), 0u);  // NOLINT: a moved-from object is empty
  one = std::move(other);
  EXPECT_EQ(one.memory_bytes(), bytes);
  EXPECT_EQ(one.map_buffer(kMapSsim), VkBuffer{VK_NULL_HANDLE});
}

}  // namespace
