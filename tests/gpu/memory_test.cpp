// SPDX-License-Identifier: MIT
// What is allocated, when, and whether memory_bytes() says so.
#include <algorithm>
#include <cmath>

#include "gpu/loader_shim.h"
#include "gpu/tone_map_rig.h"

namespace {

using photopic::CreateInfo;
using photopic::PostProcess;
using test::LoaderShim;

double texels_of_all_levels(VkExtent2D extent) {
  double sum = 0.0;
  for (std::uint32_t side = std::max(extent.width, extent.height), level = 0; side > 0; side /= 2, ++level) {
    sum += double(std::max(extent.width >> level, 1u)) * std::max(extent.height >> level, 1u);
  }
  return sum;
}

TEST(Memory, IsWhatTheObjectSays) {
  for (const VkExtent2D extent : {VkExtent2D{1, 1}, {130, 70}, {1920, 1080}, {3840, 2160}}) {
    for (const std::uint32_t view_count : {1u, 2u, 1024u}) {
      LoaderShim shim(test::context());
      PostProcess post = test::make(shim.device(), {.max_extent = extent, .view_count = view_count, .tone_mappers = 1});
      EXPECT_EQ(post.memory_bytes(), shim.allocated_bytes());
      test::context().check(post.resize({64, 64}));
      EXPECT_EQ(post.memory_bytes(), shim.allocated_bytes());
      EXPECT_EQ(shim.allocations().size(), 2u);
    }
  }
}

/// A level image of 4 or 2 bytes a texel with its mips, and one state per view.
TEST(Memory, FollowsTheFormula) {
  for (const VkExtent2D extent : {VkExtent2D{1280, 720}, {1920, 1080}, {3840, 2160}}) {
    for (const auto level_format : {photopic::LevelFormat::r32f, photopic::LevelFormat::r16f}) {
      for (const std::uint32_t view_count : {1u, 100u}) {
        const PostProcess post = test::make({.max_extent = extent,
                                             .view_count = view_count,
                                             .steps = photopic::kMeterStep,
                                             .level_format = level_format});
        const double texel_bytes = level_format == photopic::LevelFormat::r32f ? 4.0 : 2.0;
        const double level_bytes = texel_bytes * texels_of_all_levels(extent);
        const double state_bytes = double(post.state_stride_bytes()) * view_count + sizeof(photopic::gpu::MeterStats);
        EXPECT_LE(texels_of_all_levels(extent), 4.0 / 3.0 * extent.width * extent.height + 16.0);
        EXPECT_GE(double(post.memory_bytes()), level_bytes + state_bytes);
        // Devices pad rows and levels to tiles: a sixteenth, and a page of 64 KiB per level and allocation.
        EXPECT_LE(double(post.memory_bytes()), (level_bytes + state_bytes) * 17.0 / 16.0 + 65536.0 * 14.0);
      }
    }
  }
}

TEST(Memory, StatesAreAlignedForTheDevice) {
  const VkDeviceSize alignment = test::context().properties().limits.minStorageBufferOffsetAlignment;
  const PostProcess post = test::make({.max_extent = {1, 1}, .view_count = 3, .steps = photopic::kMeterStep});
  EXPECT_EQ(post.state_stride_bytes() % alignment, 0u);
  EXPECT_GE(post.state_stride_bytes(), sizeof(test::State));
  EXPECT_LT(post.state_stride_bytes(), sizeof(test::State) + alignment);
}

TEST(Memory, RecordingMakesAndAllocatesNothing) {
  constexpr VkExtent2D kExtent = {64, 48};
  LoaderShim shim(test::context());
  PostProcess post = test::make(shim.device(), {.max_extent = kExtent, .view_count = 2});
  const test::HdrImage hdr = test::make_uniform_hdr(kExtent, 2.0);
  const engine::Image ldr = test::make_ldr(kExtent, VK_FORMAT_R8G8B8A8_UNORM);
  const std::uint32_t creations = shim.calls_that_create();
  const auto alive = shim.alive();
  const std::uint32_t commands = shim.commands_recorded();
  test::submit([&](VkCommandBuffer command_buffer) {
    for (std::uint32_t i = 0; i < 60; ++i) {
      const photopic::Frame frame = {.hdr = hdr.view(),
                                     .ldr = ldr.view(),
                                     .extent = {1 + i, 1 + i % 48},
                                     .delta_time_s = 0.016f,
                                     .reset_history = i % 20 == 19,
                                     .view = i % 2};
      photopic::Settings settings;
      settings.tone_map.tone_mapper = photopic::ToneMapper(i % photopic::kToneMapperCount);
      test::context().check(post.record(command_buffer, frame, settings));
      engine::memory_barrier(command_buffer, engine::kComputeWrite, engine::kComputeWrite);  // the host's, for `ldr`
    }
  });
  EXPECT_EQ(shim.calls_that_create(), creations);
  EXPECT_EQ(shim.alive(), alive);
  EXPECT_GT(shim.commands_recorded(), commands + 60);
}

}  // namespace
