// SPDX-License-Identifier: MIT
// Tests of what the engine keeps between uses: shared pipelines, command buffers and staging memory.
#include <cmath>
#include <cstring>
#include <stdexcept>
#include <utility>
#include <vector>

#include "engine/transfer/image_transfer.h"
#include "engine/transfer/memory.h"
#include "gpu/fixture.h"
#include "gpu/hdr_image.h"
#include "gpu/loader_shim.h"

namespace {

using photopic::MadeFor;
using photopic::PostProcess;

constexpr VkExtent2D kEngineExtent = {20, 14};
const photopic::MadeFor kEngineInfo = {.max_extent = kEngineExtent, .steps = photopic::kMeterStep};

/// Pipelines of two objects, and of them and a third after both have ended.
std::pair<std::size_t, std::size_t> pipelines_alive(bool shares) {
  engine::ContextOptions options;
  options.shares_pipelines = shares;
  engine::Context context(options);
  test::LoaderShim shim(context);
  PostProcess first, second;
  context.check(test::create(shim.device(), kEngineInfo, &first));
  context.check(test::create(shim.device(), kEngineInfo, &second));
  const std::size_t both = shim.alive_of("vkCreateComputePipelines");
  first = {};
  second = {};
  PostProcess third;
  context.check(test::create(shim.device(), kEngineInfo, &third));
  return {both, shim.alive_of("vkCreateComputePipelines")};
}

TEST(Engine, SharesPipelinesOfTheSameCode) {
  const auto [both, one] = pipelines_alive(false);
  EXPECT_GT(one, 0u);
  EXPECT_EQ(both, 2 * one);
  const auto [shared, again] = pipelines_alive(true);
  EXPECT_EQ(shared, one);
  EXPECT_EQ(again, one);
}

TEST(Engine, ObjectsMeterAsBeforeThroughSharedPipelines) {
  const auto mean_of = [](bool shares) {
    engine::ContextOptions options;
    options.shares_pipelines = shares;
    engine::Context context(options);
    engine::Image hdr(context, kEngineExtent, VK_FORMAT_R16G16B16A16_SFLOAT,
                      VK_IMAGE_USAGE_SAMPLED_BIT | VK_IMAGE_USAGE_TRANSFER_DST_BIT);
    const std::vector<std::byte> four(std::size_t{8} * kEngineExtent.width * kEngineExtent.height, std::byte{0x44});
    engine::upload(context, hdr, four);
    photopic::gpu::ExposureState state;
    for (int i = 0; i < 2; ++i) {  // the second time with pipelines that outlived their object
      PostProcess post;
      context.check(test::create(context.lend(), kEngineInfo, &post));
      engine::submit_and_wait(context, [&](VkCommandBuffer commands) {
        context.check(
            post.record_meter(commands, {.hdr = {hdr.view()}, .extent = kEngineExtent}, {.meter = {}, .exposure = {}}));
      });
      const auto bytes = engine::read_back(context, post.state_buffer(), 0, sizeof state);
      std::memcpy(&state, bytes.data(), sizeof state);
    }
    return state.mean_log2_luminance;
  };
  const float mean = mean_of(false);
  EXPECT_NEAR(mean, std::log2(4.265625), 4e-6);  // 0x4444 as half; as meter_variants() holds single passes to
  EXPECT_EQ(mean_of(true), mean);
}

TEST(Engine, RecordsAfterARecordingThatThrew) {
  EXPECT_THROW(engine::submit_and_wait(test::context(), [](VkCommandBuffer) { throw std::runtime_error("halfway"); }),
               std::runtime_error);
  int count = 0;
  engine::submit_and_wait(test::context(), [&](VkCommandBuffer) {
    ++count;
    engine::submit_and_wait(test::context(), [&](VkCommandBuffer) { ++count; });
  });
  EXPECT_EQ(count, 2);
}

/// Smaller than what is kept, larger, and larger than what may be kept.
TEST(Engine, ReadsBackWhatWasUploadedWithKeptMemory) {
  for (const VkExtent2D extent : {VkExtent2D{8, 8}, {64, 3}, {5, 5}, {2100, 2100}, {8, 8}}) {
    const engine::Image image(
        test::context(), extent, VK_FORMAT_R8G8B8A8_UNORM,
        VK_IMAGE_USAGE_SAMPLED_BIT | VK_IMAGE_USAGE_TRANSFER_SRC_BIT | VK_IMAGE_USAGE_TRANSFER_DST_BIT);
    std::vector<std::byte> texels(std::size_t{4} * extent.width * extent.height);
    for (std::size_t i = 0; i < texels.size(); ++i) texels[i] = std::byte(i * 7 + extent.width);
    engine::upload(test::context(), image, texels);
    EXPECT_EQ(engine::read_back(test::context(), image, extent.height, VK_IMAGE_LAYOUT_SHADER_READ_ONLY_OPTIMAL),
              texels)
        << extent.width;
  }
}

}  // namespace
