// SPDX-License-Identifier: MIT
// Tests of allocations, their time, and memory_bytes().
#include <finish/interface.h>
#include <photopic/aces2.h>

#include <algorithm>
#include <bit>
#include <cmath>

#include "adapt/handover_rig.h"
#include "chain/chain.h"
#include "finish/tone_map_rig.h"
#include "gpu/loader_shim.h"

namespace {

using photopic::MadeFor;
using photopic::MeterMethod;
using photopic::PostProcess;
using test::LoaderShim;

constexpr VkBufferUsageFlags kTransfer = VK_BUFFER_USAGE_TRANSFER_SRC_BIT | VK_BUFFER_USAGE_TRANSFER_DST_BIT;

/// What this device allocates for such a buffer.
VkDeviceSize buffer_bytes(VkDeviceSize size_bytes, VkBufferUsageFlags usage) {
  VkBufferCreateInfo info = {};
  info.sType = VK_STRUCTURE_TYPE_BUFFER_CREATE_INFO;
  info.size = size_bytes;
  info.usage = usage;
  VkBuffer buffer = VK_NULL_HANDLE;
  engine::check(test::context().vk().vkCreateBuffer(test::context().device(), &info, nullptr, &buffer),
                "vkCreateBuffer");
  VkMemoryRequirements needs;
  test::context().vk().vkGetBufferMemoryRequirements(test::context().device(), buffer, &needs);
  test::context().vk().vkDestroyBuffer(test::context().device(), buffer, nullptr);
  return needs.size;
}

/// ... for `count` images with all their mip levels, one behind the other.
VkDeviceSize image_bytes(VkExtent2D extent, VkFormat format, VkImageUsageFlags usage, std::uint32_t count = 1,
                         bool has_levels = true) {
  VkImageCreateInfo info = {};
  info.sType = VK_STRUCTURE_TYPE_IMAGE_CREATE_INFO;
  info.imageType = VK_IMAGE_TYPE_2D;
  info.format = format;
  info.extent = {extent.width, extent.height, 1};
  info.mipLevels = has_levels ? std::uint32_t(std::bit_width(std::max(extent.width, extent.height))) : 1u;
  info.arrayLayers = 1;
  info.samples = VK_SAMPLE_COUNT_1_BIT;
  info.usage = usage;
  VkImage image = VK_NULL_HANDLE;
  engine::check(test::context().vk().vkCreateImage(test::context().device(), &info, nullptr, &image), "vkCreateImage");
  VkMemoryRequirements needs;
  test::context().vk().vkGetImageMemoryRequirements(test::context().device(), image, &needs);
  test::context().vk().vkDestroyImage(test::context().device(), image, nullptr);
  const VkDeviceSize stride = (needs.size + needs.alignment - 1) / needs.alignment * needs.alignment;
  return stride * (count - 1) + needs.size;
}

bool is_pyramid_without_level_0(const photopic::MadeFor& info) {
  return info.meter_method == MeterMethod::pyramid && info.pyramid_factor == photopic::PyramidFactor::block_counts &&
         !info.pyramid_level_0 && std::max(info.max_extent.width, info.max_extent.height) > 1;
}

/// A level image and what is counted.
std::vector<VkDeviceSize> level_allocations(VkExtent2D extent, VkFormat format, VkImageUsageFlags extra_usage) {
  const VkImageUsageFlags usage =
      VK_IMAGE_USAGE_SAMPLED_BIT | VK_IMAGE_USAGE_STORAGE_BIT | VK_IMAGE_USAGE_TRANSFER_SRC_BIT | extra_usage;
  return {image_bytes(extent, format, usage),
          buffer_bytes(sizeof(photopic::gpu::MeterStats),
                       VK_BUFFER_USAGE_STORAGE_BUFFER_BIT | VK_BUFFER_USAGE_TRANSFER_DST_BIT)};
}

/// What the method keeps between its passes, one entry per allocation.
std::vector<VkDeviceSize> method_allocations(const photopic::MadeFor& info) {
  if (info.meter_method == MeterMethod::single_pass) {
    std::vector<VkDeviceSize> all = {
        buffer_bytes(sizeof(photopic::gpu::MeterAccumulators), VK_BUFFER_USAGE_STORAGE_BUFFER_BIT | kTransfer)};
    const bool needs_dummy = info.weights != 0 && (info.weights & photopic::kWeightClasses) == 0;
    if (needs_dummy) all.push_back(image_bytes({1, 1}, VK_FORMAT_R8_UINT, VK_IMAGE_USAGE_SAMPLED_BIT));
    return all;
  }
  VkExtent2D extent = info.max_extent;
  if (is_pyramid_without_level_0(info)) extent = {std::max(extent.width / 2, 1u), std::max(extent.height / 2, 1u)};
  return level_allocations(extent, VK_FORMAT_R32_SFLOAT, 0);
}

/// From a part that a descriptor can begin at to the next one.
VkDeviceSize part_stride(std::size_t part_bytes) {
  const VkDeviceSize alignment = test::context().properties().limits.minStorageBufferOffsetAlignment;
  return (part_bytes + alignment - 1) / alignment * alignment;
}

VkDeviceSize parts_bytes(std::size_t part_bytes, std::uint32_t count, VkBufferUsageFlags usage) {
  return buffer_bytes(part_stride(part_bytes) * count, VK_BUFFER_USAGE_STORAGE_BUFFER_BIT | usage);
}

VkDeviceSize slots_bytes(std::size_t part_bytes, std::uint32_t view_count) {
  return parts_bytes(part_bytes, 16 + 4 * view_count, 0);
}

/// States and the meter's settings.
std::vector<VkDeviceSize> adaptation_allocations(std::uint32_t view_count) {
  return {parts_bytes(sizeof(test::State), view_count, kTransfer),
          slots_bytes(sizeof(photopic::gpu::MeterTables), view_count)};
}

/// Levels from half of each side on, until both are at most 64, in an image whose mip levels are as large; sums of the
/// workgroups of two levels; settings; a state that nobody reads; weights on the way up.
std::vector<VkDeviceSize> glare_allocations(const photopic::MadeFor& info) {
  const auto half = [](VkExtent2D e) { return VkExtent2D{(e.width + 1) / 2, (e.height + 1) / 2}; };
  const auto groups = [](VkExtent2D e) { return VkDeviceSize{(e.width + 28) / 29} * ((e.height + 3) / 4); };
  const VkExtent2D first = half(info.max_extent);
  std::uint32_t multiple = 1;
  for (VkExtent2D e = first; std::max(e.width, e.height) > 64; e = half(e)) multiple *= 2;
  const VkExtent2D padded = {(first.width + multiple - 1) / multiple * multiple,
                             (first.height + multiple - 1) / multiple * multiple};
  return {image_bytes(padded, info.glare_levels, VK_IMAGE_USAGE_SAMPLED_BIT | VK_IMAGE_USAGE_STORAGE_BIT),
          buffer_bytes(12 * (groups(first) + groups(half(first))), VK_BUFFER_USAGE_STORAGE_BUFFER_BIT),
          buffer_bytes(sizeof(test::State), VK_BUFFER_USAGE_STORAGE_BUFFER_BIT), slots_bytes(3520, info.view_count),
          buffer_bytes(31744, VK_BUFFER_USAGE_STORAGE_BUFFER_BIT)};
}

/// On NVIDIA GPUs with halves, pictures of 8-bit codes and of effects without passes need no image of signals.
bool sharpens_in_tiles(const photopic::MadeFor& info) {
  const bool is_nvidia = test::context().driver().driverID == VK_DRIVER_ID_NVIDIA_PROPRIETARY;
  return is_nvidia && test::context().lend().shader_float16 && (info.effects & photopic::kPassEffects) == 0 &&
         (info.steps & photopic::kDrawStep) == 0 && info.ldr_format == VK_FORMAT_R8G8B8A8_UNORM && !info.content_light;
}

/// A slot of the final pass has its parts up to the last one that the object reads, after those of a fused meter. Noise
/// is there once: after a whole slot in the last one's place.
VkDeviceSize finish_bytes(const photopic::MadeFor& info) {
  using photopic::gpu::FinishData;
  const std::size_t before = (info.steps & photopic::kFusedStep) != 0 ? PHOTOPIC_FINISH_AFTER_METER : 0;
  std::size_t bytes = sizeof(photopic::gpu::FinishTables);
  if ((info.effects & photopic::kEffectGlare) != 0) bytes = offsetof(FinishData, aces2);
  if ((info.tone_mappers & tone_mapper_bit(photopic::ToneMapper::aces2)) != 0) bytes = sizeof(FinishData);
  const bool has_grain = (info.effects & photopic::kEffectGrain) != 0;
  if (!has_grain && !(info.dither && info.blue_noise)) return slots_bytes(before + bytes, info.view_count);
  const std::size_t noise = 8192 + (has_grain ? 4 * 512 * 512 : 0);
  const VkDeviceSize all =
      part_stride(before + bytes) * (15 + 4 * info.view_count) + before + sizeof(FinishData) + noise;
  return buffer_bytes(all, VK_BUFFER_USAGE_STORAGE_BUFFER_BIT);
}

/// All of an object that meters: docs/memory.md.
std::vector<VkDeviceSize> expected_allocations(const photopic::MadeFor& info) {
  std::vector<VkDeviceSize> all = method_allocations(info);
  for (const VkDeviceSize bytes : adaptation_allocations(info.view_count)) all.push_back(bytes);
  if ((info.steps & photopic::kToneMapStep) != 0) {
    all.push_back(finish_bytes(info));
    if ((info.effects & photopic::kEffectGlare) != 0) {
      for (const VkDeviceSize bytes : glare_allocations(info)) all.push_back(bytes);
    }
  }
  if ((info.effects & photopic::kEffectSharpening) != 0 && !sharpens_in_tiles(info)) {
    all.push_back(image_bytes(info.max_extent, VK_FORMAT_R16G16B16A16_SFLOAT,
                              VK_IMAGE_USAGE_SAMPLED_BIT | VK_IMAGE_USAGE_STORAGE_BIT, 1, false));
  }
  if ((info.effects & photopic::kEffectNight) != 0) {
    all.push_back(parts_bytes(sizeof(photopic::gpu::NightExposure), info.view_count, 0));
  }
  if ((info.effects & photopic::kEffectAcuity) != 0) {  // two of 2 texels a side beside each other, one of 4 below
    const auto part = [&](std::uint32_t side) {
      return VkExtent2D{(info.max_extent.width + side - 1) / side, (info.max_extent.height + side - 1) / side};
    };
    const VkExtent2D levels = {2 * part(2).width, part(2).height + 1 + part(4).height + 1};
    all.push_back(parts_bytes(sizeof(photopic::gpu::NightExposure), info.view_count, 0));
    all.push_back(image_bytes(levels, VK_FORMAT_R16G16B16A16_SFLOAT,
                              VK_IMAGE_USAGE_SAMPLED_BIT | VK_IMAGE_USAGE_STORAGE_BIT, 1, false));
  }
  if (info.statistics_slots > 0) {
    all.push_back(
        buffer_bytes(sizeof(test::State) * info.view_count * info.statistics_slots, VK_BUFFER_USAGE_TRANSFER_DST_BIT));
  }
  if (info.exposure_image != photopic::ExposureImage::none) {
    all.push_back(image_bytes({1, 1}, VK_FORMAT_R32_SFLOAT,
                              VK_IMAGE_USAGE_SAMPLED_BIT | VK_IMAGE_USAGE_STORAGE_BIT |
                                  VK_IMAGE_USAGE_TRANSFER_SRC_BIT | VK_IMAGE_USAGE_TRANSFER_DST_BIT,
                              info.view_count));
  }
  return all;
}

/// The shim's device, each buffer and image with memory of its own.
photopic::Device separate(const LoaderShim& shim) {
  photopic::Device device = shim.device();
  device.separate_memory = true;
  return device;
}

template <class Object>
void expect_allocations(const LoaderShim& shim, const Object& post, std::vector<VkDeviceSize> expected) {
  std::vector<VkDeviceSize> sizes;
  for (const LoaderShim::Allocation& allocation : shim.allocations()) sizes.push_back(allocation.size_bytes);
  std::sort(sizes.begin(), sizes.end());
  std::sort(expected.begin(), expected.end());
  EXPECT_EQ(sizes, expected);
  EXPECT_EQ(post.memory_bytes(), shim.allocated_bytes());
}

std::vector<photopic::MadeFor> every_kind() {
  using photopic::ExposureImage;
  constexpr MeterMethod kSinglePass = MeterMethod::single_pass;
  constexpr std::uint32_t kAllSteps = photopic::kMeterStep | photopic::kToneMapStep | photopic::kFusedStep;
  return {{.meter_method = MeterMethod::pyramid, .tone_mappers = 1},
          {.steps = photopic::kMeterStep, .meter_method = photopic::MeterMethod::pyramid, .pyramid_level_0 = false},
          {.steps = photopic::kMeterStep,
           .meter_method = photopic::MeterMethod::pyramid,
           .pyramid_factor = photopic::PyramidFactor::corrected},
          {.steps = photopic::kMeterStep,
           .meter_method = photopic::MeterMethod::pyramid,
           .exposure_image = ExposureImage::multiplier,
           .statistics_slots = 1},
          {.steps = photopic::kMeterStep, .meter_method = kSinglePass},
          {.steps = photopic::kMeterStep, .meter_method = kSinglePass, .extrema = true, .max_workgroups = 1},
          {.steps = photopic::kMeterStep, .meter_method = kSinglePass, .histogram = true, .statistics_slots = 64},
          {.steps = photopic::kMeterStep, .meter_method = kSinglePass, .weights = photopic::kWeightSpot},
          {.steps = photopic::kMeterStep, .meter_method = kSinglePass, .weights = photopic::kWeightClasses},
          {.steps = kAllSteps, .meter_method = kSinglePass, .exposure_image = ExposureImage::dlss, .tone_mappers = 1},
          {.steps = kAllSteps, .meter_method = kSinglePass, .tone_mappers = 1, .dither = true, .blue_noise = true},
          {.steps = photopic::kMeterStep | photopic::kToneMapStep,
           .meter_method = kSinglePass,
           .tone_mappers = 1,
           .effects = photopic::kEffectGlare},
          {.steps = photopic::kMeterStep | photopic::kToneMapStep,
           .meter_method = kSinglePass,
           .tone_mappers = 1,
           .effects = photopic::kAllEffects & ~(photopic::kEffectGlare | photopic::kEffectLocalExposure)}};
}

TEST(Memory, OfNaiveMetersIsWhatIsDocumented) {
  using photopic::LevelFormat;
  using photopic::NaiveMethod;
  const bool has_halves = test::context().lend().shader_storage_image_extended_formats;
  for (const auto method : {NaiveMethod::blit_chain, NaiveMethod::blit_chain_even_crop, NaiveMethod::pyramid}) {
    for (const auto level_format : {LevelFormat::r32f, LevelFormat::r16f}) {
      if (level_format == LevelFormat::r16f && !has_halves) continue;
      LoaderShim shim(test::context());
      shim.make_no_pipelines();
      const photopic::NaiveMeter naive =
          test::make(separate(shim), {.max_extent = {130, 70}, .method = method, .level_format = level_format});
      const VkFormat format = level_format == LevelFormat::r16f ? VK_FORMAT_R16_SFLOAT : VK_FORMAT_R32_SFLOAT;
      std::vector<VkDeviceSize> expected =
          level_allocations({130, 70}, format, method == NaiveMethod::pyramid ? 0 : VK_IMAGE_USAGE_TRANSFER_DST_BIT);
      for (const VkDeviceSize bytes : adaptation_allocations(1)) expected.push_back(bytes);
      expect_allocations(shim, naive, expected);
    }
  }
}

TEST(Memory, IsWhatIsDocumented) {
  std::size_t kind = 0;
  for (photopic::MadeFor info : every_kind()) {
    SCOPED_TRACE(testing::Message() << "kind " << kind++);
    for (const std::uint32_t view_count : {1u, 2u, 100u}) {
      info.view_count = view_count;
      info.max_extent = view_count == 1   ? VkExtent2D{1, 1}
                        : view_count == 2 ? VkExtent2D{130, 70}
                                          : VkExtent2D{3840, 2160};
      LoaderShim shim(test::context());
      shim.make_no_pipelines();
      PostProcess post = test::make(separate(shim), info);
      expect_allocations(shim, post, expected_allocations(info));
      if (view_count != 2) continue;
      info.max_extent = {64, 64};
      test::context().check(post.resize(info.max_extent));
      expect_allocations(shim, post, expected_allocations(info));
    }
  }
}

TEST(Memory, MostViews) {
  for (const MeterMethod method : {MeterMethod::pyramid, MeterMethod::single_pass}) {
    const photopic::MadeFor info = {.max_extent = {1920, 1080},
                                    .view_count = 1024,
                                    .steps = photopic::kMeterStep,
                                    .meter_method = method,
                                    .statistics_slots = 64};
    LoaderShim shim(test::context());
    shim.make_no_pipelines();
    const PostProcess post = test::make(separate(shim), info);
    expect_allocations(shim, post, expected_allocations(info));
  }
}

TEST(Memory, ToneMappingAloneNeedsItsSettings) {
  LoaderShim shim(test::context());
  shim.make_no_pipelines();
  const PostProcess post = test::make(separate(shim), {.max_extent = {3840, 2160},
                                                       .steps = photopic::kToneMapStep,
                                                       .exposure_image = photopic::ExposureImage::multiplier,
                                                       .statistics_slots = 64,
                                                       .tone_mappers = 1});
  expect_allocations(shim, post, {slots_bytes(sizeof(photopic::gpu::FinishTables), 1)});
}

TEST(Memory, TablesOfAces2AreForThoseWhoAskForIt) {
  LoaderShim shim(test::context());
  shim.make_no_pipelines();
  const PostProcess post = test::make(
      separate(shim), {.max_extent = {64, 64}, .tone_mappers = tone_mapper_bit(photopic::ToneMapper::aces2)});
  expect_allocations(shim, post, expected_allocations(photopic::made_for(post)));
}

TEST(Memory, NightHasATableForEachViewAndAcuityAverages) {
  for (const VkExtent2D extent : {VkExtent2D{64, 64}, VkExtent2D{333, 1}}) {
    LoaderShim shim(test::context());
    shim.make_no_pipelines();
    const PostProcess post = test::make(
        separate(shim),
        {.max_extent = extent, .view_count = 3, .effects = photopic::kEffectNight | photopic::kEffectAcuity});
    expect_allocations(shim, post, expected_allocations(photopic::made_for(post)));
  }
}

double texels_of_all_levels(VkExtent2D extent) {
  double sum = 0.0;
  for (std::uint32_t side = std::max(extent.width, extent.height), level = 0; side > 0; side /= 2, ++level) {
    sum += double(std::max(extent.width >> level, 1u)) * std::max(extent.height >> level, 1u);
  }
  return sum;
}

/// In numbers that don't come from the driver: a level image of 4 bytes a texel with its mips; or a fixed size.
TEST(Memory, FollowsTheFormula) {
  const VkDeviceSize state_bytes = sizeof(test::State) + sizeof(photopic::gpu::MeterTables);
  for (const VkExtent2D extent : {VkExtent2D{1280, 720}, {1920, 1080}, {3840, 2160}}) {
    const PostProcess pyramid = test::make(
        {.max_extent = extent, .steps = photopic::kMeterStep, .meter_method = photopic::MeterMethod::pyramid});
    const double bytes = 4.0 * texels_of_all_levels(extent) + double(state_bytes) + 16.0;
    EXPECT_LE(texels_of_all_levels(extent), 4.0 / 3.0 * extent.width * extent.height + 16.0);
    EXPECT_GE(double(pyramid.memory_bytes()), bytes);
    // Devices pad rows and levels to tiles: a sixteenth, and a page of 64 KiB per level and allocation.
    EXPECT_LE(double(pyramid.memory_bytes()), bytes * 17.0 / 16.0 + 65536.0 * 15.0);
    const PostProcess post =
        test::make({.max_extent = extent, .steps = photopic::kMeterStep, .meter_method = MeterMethod::single_pass});
    EXPECT_GE(post.memory_bytes(), sizeof(photopic::gpu::MeterAccumulators) + state_bytes);
    EXPECT_LE(post.memory_bytes(), sizeof(photopic::gpu::MeterAccumulators) + state_bytes + 2 * 65536);
  }
}

TEST(Memory, StatesAreAlignedForTheDevice) {
  const VkDeviceSize alignment = test::context().properties().limits.minStorageBufferOffsetAlignment;
  for (const MeterMethod method : {MeterMethod::pyramid, MeterMethod::single_pass}) {
    const PostProcess post =
        test::make({.max_extent = {1, 1}, .view_count = 3, .steps = photopic::kMeterStep, .meter_method = method});
    EXPECT_EQ(post.state_stride_bytes() % alignment, 0u);
    EXPECT_GE(post.state_stride_bytes(), sizeof(test::State));
    EXPECT_LT(post.state_stride_bytes(), sizeof(test::State) + alignment);
  }
}

class MemoryOfFrames : public testing::Test {
 protected:
  static constexpr VkExtent2D kExtent = {64, 48};

  photopic::Frame frame(std::uint32_t i) const {
    return {.hdr = {hdr_.view()},
            .ldr = {ldr_.view()},
            .extent = {1 + i, 1 + i % 48},
            .delta_time_s = 0.016f,
            .cut = i % 20 == 19,
            .view = i % 2};
  }
  static photopic::Settings settings(std::uint32_t i) {
    photopic::Settings result;
    result.tone_map.tone_mapper = photopic::ToneMapper(i % 3);
    result.exposure.min_curve.count = i % 3;
    result.exposure.min_curve.points[1] = {1.0f, 0.0f};
    return result;
  }
  /// Records with `commands`, 60 times, and expects that nothing was made.
  void expect_nothing_made(const std::function<void(VkCommandBuffer, std::uint32_t)>& commands) {
    const std::uint32_t creations = shim_.calls_that_create();
    const auto alive = shim_.alive();
    const std::uint32_t recorded = shim_.commands_recorded();
    test::submit([&](VkCommandBuffer command_buffer) {
      for (std::uint32_t i = 0; i < 60; ++i) {
        commands(command_buffer, i);
        engine::memory_barrier(test::context(), command_buffer, engine::kComputeWrite,
                               engine::kComputeWrite);  // the host's, for `ldr`
      }
    });
    EXPECT_EQ(shim_.calls_that_create(), creations);
    EXPECT_EQ(shim_.alive(), alive);
    EXPECT_GT(shim_.commands_recorded(), recorded + 60);
  }

  LoaderShim shim_{test::context()};
  const test::HdrImage hdr_ = test::make_uniform_hdr(kExtent, 2.0);
  const engine::Image ldr_ = test::make_ldr(kExtent, VK_FORMAT_R8G8B8A8_UNORM);
};

TEST_F(MemoryOfFrames, RecordingMakesNothing) {
  PostProcess post = test::make(
      shim_.device(),
      {.max_extent = kExtent, .view_count = 2, .meter_method = photopic::MeterMethod::pyramid, .tone_mappers = 7});
  expect_nothing_made(
      [&](VkCommandBuffer c, std::uint32_t i) { test::context().check(post.record(c, frame(i), settings(i))); });
}

TEST_F(MemoryOfFrames, RecordingFusedFramesAndImportsMakesNothing) {
  PostProcess post =
      test::make(shim_.device(), {.max_extent = kExtent,
                                  .view_count = 2,
                                  .steps = photopic::kMeterStep | photopic::kToneMapStep | photopic::kFusedStep,
                                  .meter_method = MeterMethod::single_pass,
                                  .statistics_slots = 2,
                                  .tone_mappers = 7});
  const engine::Buffer buffer = test::make_state_buffer(sizeof(test::State));
  expect_nothing_made([&](VkCommandBuffer c, std::uint32_t i) {
    test::context().check(post.record_fused(c, frame(i), settings(i)));
    if (i % 7 != 3) return;
    test::context().check(post.record_export(c, i % 2, {buffer.handle(), 0}));
    engine::memory_barrier(test::context(), c, engine::kTransferWrite, engine::kTransferRead | engine::kTransferWrite);
    test::context().check(post.record_import(c, (i + 1) % 2, photopic::Buffer{buffer.handle(), 0}));
    engine::memory_barrier(test::context(), c, engine::kTransferRead,
                           engine::kTransferWrite);  // the host's, for `buffer`
  });
  test::State state;
  EXPECT_EQ(post.statistics(0, &state), photopic::Status::ok);
  EXPECT_EQ(post.statistics(1, &state), photopic::Status::ok);
}

}  // namespace
