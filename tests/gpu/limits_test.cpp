// SPDX-License-Identifier: MIT
// Tests of devices with lower limits: what a pass lacks is refused by name, before memory and pipelines are made.
#include <photopic/content_light_meter.h>
#include <photopic/debug_overlay.h>
#include <photopic/exposure_scan.h>
#include <photopic/flash_analyser.h>
#include <photopic/image_metrics.h>

#include <cstring>
#include <functional>
#include <string>
#include <vector>

#include "gpu/arguments_rig.h"
#include "gpu/fixture.h"
#include "gpu/loader_shim.h"
#include "gpu/passes/device_needs.h"

namespace test {
namespace {

using photopic::Device;
using photopic::NeededLimit;
using photopic::PostProcess;
using photopic::Status;
using Limits = VkPhysicalDeviceLimits;
using Create = std::function<Status(const Device&)>;

constexpr VkExtent2D kLimitsExtent = {64, 64};

Status create_post_process(const Device& device) {
  PostProcess post;
  return post.create(device, {.max_extent = kLimitsExtent});
}
Status create_metrics(const Device& device, std::uint32_t metrics) {
  photopic::ImageMetrics made;
  return photopic::ImageMetrics::create(device, {.max_extent = kLimitsExtent, .metrics = metrics}, &made);
}

class LoweredLimits : public testing::Test {
 protected:
  /// `create` must refuse with these words, without memory and without pipelines.
  void expect_refused(const Create& create, const std::vector<std::string>& words) {
    const auto alive = shim_.alive();
    const auto calls = [&](const char* name) {
      const auto found = shim_.calls().find(name);
      return found == shim_.calls().end() ? 0u : found->second;
    };
    const std::uint32_t allocations = calls("vkAllocateMemory"), pipelines = calls("vkCreateComputePipelines");
    EXPECT_EQ(create(shim_.device()), Status::unsupported) << context().last_message();
    expect_message(words);
    EXPECT_EQ(shim_.alive(), alive);
    EXPECT_EQ(calls("vkAllocateMemory"), allocations);
    EXPECT_EQ(calls("vkCreateComputePipelines"), pipelines);
  }

  LoaderShim shim_{context()};
};

/// Each limit, one below what the default object needs.
TEST_F(LoweredLimits, AreNamed) {
  struct Row {
    NeededLimit limit;
    void (*lower)(Limits&);
    const char* there;
  };
  const Row rows[] = {
      {NeededLimit::invocations, [](Limits& l) { l.maxComputeWorkGroupInvocations = 31; }, "is 31"},
      {NeededLimit::group_width, [](Limits& l) { l.maxComputeWorkGroupSize[0] = 30; }, "is 30"},
      {NeededLimit::group_height, [](Limits& l) { l.maxComputeWorkGroupSize[1] = 0; }, "is 0"},
      {NeededLimit::group_depth, [](Limits& l) { l.maxComputeWorkGroupSize[2] = 0; }, "is 0"},
      {NeededLimit::shared_bytes, [](Limits& l) { l.maxComputeSharedMemorySize = 8; }, "is 8"},
      {NeededLimit::push_bytes, [](Limits& l) { l.maxPushConstantsSize = 16; }, "is 16"},
      {NeededLimit::storage_buffers, [](Limits& l) { l.maxPerStageDescriptorStorageBuffers = 1; }, "is 1"},
      {NeededLimit::storage_images, [](Limits& l) { l.maxPerStageDescriptorStorageImages = 0; }, "is 0"},
      {NeededLimit::sampled_images, [](Limits& l) { l.maxPerStageDescriptorSampledImages = 0; }, "is 0"},
      {NeededLimit::samplers, [](Limits& l) { l.maxPerStageDescriptorSamplers = 0; }, "is 0"},
      {NeededLimit::resources, [](Limits& l) { l.maxPerStageResources = 2; }, "is 2"},
  };
  static_assert(std::size(rows) == photopic::kNeededLimitCount);
  for (const Row& row : rows) {
    shim_.change_limits(row.lower);
    const std::string name = photopic::limit_info(row.limit).name;
    expect_refused(create_post_process,
                   {"create: the device's " + name + " " + row.there + ", and the pass ", " needs ", ": leave out "});
  }
}

/// Each class, and what its message tells to leave out.
TEST_F(LoweredLimits, AreMetByNoClass) {
  shim_.change_limits([](Limits& limits) { limits.maxComputeSharedMemorySize = 3; });
  const Create with_overlay = [](const Device& device) {
    photopic::DebugOverlay overlay;
    return photopic::DebugOverlay::create(device, {.max_extent = kLimitsExtent}, &overlay);
  };
  expect_refused(with_overlay, {"DebugOverlay::create: ", "pass overlay_gather needs", ": leave out DebugOverlay"});
  expect_refused(
      [](const Device& device) {
        photopic::FlashAnalyser flashes;
        return photopic::FlashAnalyser::create(device, {}, &flashes);
      },
      {"FlashAnalyser::create: ", "pass flash_cells needs", ": leave out FlashAnalyser"});
  expect_refused(
      [](const Device& device) {
        photopic::ContentLightMeter meter;
        return photopic::ContentLightMeter::create(device, {}, &meter);
      },
      {"ContentLightMeter::create: ", "pass content_light_sums needs", ": leave out ContentLightMeter"});
  expect_refused(
      [](const Device& device) {
        photopic::ExposureScan scan;
        return photopic::ExposureScan::create(device, {}, &scan);
      },
      {"ExposureScan::create: ", "pass adapt_scan needs", ": leave out ExposureScan"});
  expect_refused(
      [](const Device& device) {
        photopic::NaiveMeter meter;
        return photopic::NaiveMeter::create(device, {.max_extent = kLimitsExtent}, &meter);
      },
      {"NaiveMeter::create: ", "pass log_luminance_r32f needs"});
  struct Row {
    std::uint32_t metrics;
    const char* words;
  };
  const Row rows[] = {{photopic::kMetricErrors, "leave out the metric errors"},
                      {photopic::kMetricPsnr, "leave out the metric psnr"},
                      {photopic::kMetricSsim, "leave out the metrics ssim"},
                      {photopic::kMetricFlip, "leave out the metrics flip"},
                      {photopic::kMetricCiede2000, "leave out the metric ciede2000"},
                      {photopic::kMetricDeltaE2000, "leave out the metric delta-e2000"},
                      {photopic::kMetricPsnrHvs, "leave out the metric psnr-hvs"},
                      {photopic::kMetricCluster, "leave out the metric cluster"}};
  for (const Row& row : rows) {
    expect_refused([&](const Device& device) { return create_metrics(device, row.metrics); },
                   {"ImageMetrics::create: ", row.words});
  }
}

TEST_F(LoweredLimits, AreNamedByPrepare) {
  PostProcess post;
  shim_.change_limits([](Limits& limits) { limits.maxPerStageDescriptorSampledImages = 1; });
  ASSERT_EQ(post.create(shim_.device(), {.max_extent = kLimitsExtent}), Status::ok) << context().last_message();
  photopic::Settings local;
  local.local_exposure.local_exposure = photopic::LocalExposure::on;
  EXPECT_EQ(post.prepare(local), Status::unsupported);
  expect_message(
      {"prepare: the device's maxPerStageDescriptorSampledImages is 1, and the pass tone_map_", "leave out effects"});
}

/// Everything that the final pass reads at once: effects, ACES 2, a grade, a baked look, blue noise, light.
TEST_F(LoweredLimits, OfFourStorageBuffersSuffice) {
  photopic::Settings exact;
  exact.glare.glare = photopic::GlareProfile::eye;
  exact.acuity.acuity_loss = 1.0f;
  exact.local_exposure.local_exposure = photopic::LocalExposure::on;
  exact.night.night_strength = 1.0f;
  exact.view.cd_m2_per_unit = 1.0f;
  exact.tone_map.tone_mapper = photopic::ToneMapper::aces2;
  exact.tone_map.dither_noise = photopic::DitherNoise::blue;
  exact.tone_map.dither = true;
  exact.grade.saturation = 1.25f;
  photopic::Settings baked = exact;
  baked.display.transform = photopic::DisplayTransform::baked;
  photopic::Settings fused;
  fused.tone_map = exact.tone_map;
  fused.meter.high_percentile = 95.0f;
  const HdrImage scene = make_hdr(VK_FORMAT_R16G16B16A16_SFLOAT, kLimitsExtent, gradient_with_noise(kLimitsExtent, 1));
  const auto pictures = [&] {
    PostProcess post;
    EXPECT_EQ(post.create(shim_.device(), {.max_extent = kLimitsExtent,
                                           .uses = {exact, baked, fused},
                                           .with = photopic::kWithContentLight | photopic::kWithFused}),
              Status::ok)
        << context().last_message();
    const engine::Image ldr = make_ldr(kLimitsExtent, VK_FORMAT_R8G8B8A8_UNORM);
    const engine::Buffer light(context(), sizeof(photopic::gpu::ContentLightSums),
                               VK_BUFFER_USAGE_STORAGE_BUFFER_BIT | VK_BUFFER_USAGE_TRANSFER_DST_BIT,
                               engine::MemoryUse::readback);
    std::memset(light.mapped().data(), 0, light.mapped().size());
    std::vector<std::vector<std::byte>> all;
    const auto add = [&](const auto& record) {
      submit([&](VkCommandBuffer commands) { EXPECT_EQ(record(commands), Status::ok) << context().last_message(); });
      all.push_back(engine::read_back(context(), ldr));
    };
    photopic::Frame frame = {.hdr = {scene.view()}, .ldr = {ldr.view()}, .extent = kLimitsExtent, .delta_time_s = 0.1f};
    for (int i = 0; i < 2; ++i) {
      add([&](VkCommandBuffer commands) { return post.record_fused(commands, frame, fused); });
    }
    frame.content_light = {light.handle()};
    add([&](VkCommandBuffer commands) { return post.record(commands, frame, exact); });
    add([&](VkCommandBuffer commands) { return post.record(commands, frame, baked); });
    const auto sums = light.mapped();
    all.emplace_back(sums.begin(), sums.end());
    return all;
  };
  const std::vector<std::vector<std::byte>> usual = pictures();
  shim_.change_limits([](Limits& limits) { limits.maxPerStageDescriptorStorageBuffers = 4; });
  EXPECT_EQ(pictures(), usual);
}

/// A layout of a device with few buffers has only the bindings that its variants use: the picture is the same.
TEST_F(LoweredLimits, OfStorageBuffersAreMetByThePlainFinalPass) {
  const HdrImage scene = make_hdr(VK_FORMAT_R16G16B16A16_SFLOAT, kLimitsExtent, gradient_with_noise(kLimitsExtent, 1));
  const auto picture = [&] {
    PostProcess post;
    EXPECT_EQ(post.create(shim_.device(), {.max_extent = kLimitsExtent}), Status::ok) << context().last_message();
    const engine::Image ldr = make_ldr(kLimitsExtent, VK_FORMAT_R8G8B8A8_UNORM);
    submit([&](VkCommandBuffer commands) {
      EXPECT_EQ(post.record(commands, {.hdr = {scene.view()}, .ldr = {ldr.view()}, .extent = kLimitsExtent}, {}),
                Status::ok);
    });
    return engine::read_back(context(), ldr);
  };
  const std::vector<std::byte> usual = picture();
  shim_.change_limits([](Limits& limits) { limits.maxPerStageDescriptorStorageBuffers = 3; });
  EXPECT_EQ(picture(), usual);
}

/// A device with what every pass needs is asked for nothing else.
TEST_F(LoweredLimits, ThatAreAmpleCostNothing) {
  shim_.change_limits([](Limits& limits) {
    limits.maxComputeWorkGroupInvocations = photopic::kMostNeeds[NeededLimit::invocations];
    limits.maxComputeWorkGroupSize[0] = photopic::kMostNeeds[NeededLimit::group_width];
    limits.maxComputeWorkGroupSize[1] = photopic::kMostNeeds[NeededLimit::group_height];
    limits.maxComputeWorkGroupSize[2] = photopic::kMostNeeds[NeededLimit::group_depth];
    limits.maxComputeSharedMemorySize = photopic::kMostNeeds[NeededLimit::shared_bytes];
    limits.maxPushConstantsSize = photopic::kMostNeeds[NeededLimit::push_bytes];
    limits.maxPerStageDescriptorStorageBuffers = photopic::kMostNeeds[NeededLimit::storage_buffers];
    limits.maxPerStageDescriptorStorageImages = photopic::kMostNeeds[NeededLimit::storage_images];
    limits.maxPerStageDescriptorSampledImages = photopic::kMostNeeds[NeededLimit::sampled_images];
    limits.maxPerStageDescriptorSamplers = photopic::kMostNeeds[NeededLimit::samplers];
    limits.maxPerStageResources = photopic::kMostNeeds[NeededLimit::resources];
  });
  photopic::Gpu gpu;
  ASSERT_EQ(gpu.init(shim_.device()), Status::ok);
  EXPECT_TRUE(gpu.has_ample_limits);
  shim_.make_no_pipelines();
  EXPECT_EQ(create_metrics(shim_.device(), photopic::kAllMetrics), Status::ok) << context().last_message();
}

}  // namespace
}  // namespace test
