// SPDX-License-Identifier: MIT
// Tests of engine::Context on OpenGL, beside others on Vulkan.
#include <gtest/gtest.h>

#include <algorithm>
#include <span>
#include <vector>

#include "engine/transfer/commands.h"
#include "engine/transfer/image_transfer.h"
#include "engine/transfer/uploads.h"

namespace {

constexpr VkExtent2D kOddExtent = {13, 7};  // rows that no alignment suits

/// Texels that went to an image and came back.
void expect_round_trip(const engine::Context& context, VkFormat format) {
  const engine::Image image(
      context, kOddExtent, format,
      VK_IMAGE_USAGE_SAMPLED_BIT | VK_IMAGE_USAGE_TRANSFER_DST_BIT | VK_IMAGE_USAGE_TRANSFER_SRC_BIT);
  std::vector<std::byte> texels(kOddExtent.width * kOddExtent.height * engine::texel_bytes(format));
  for (std::size_t i = 0; i < texels.size(); ++i) texels[i] = std::byte(i % 61);  // no half or float of these is NaN
  engine::upload(context, image, texels);
  EXPECT_EQ(engine::read_back(context, image, kOddExtent.height, VK_IMAGE_LAYOUT_SHADER_READ_ONLY_OPTIMAL), texels)
      << "format " << format;
}

void expect_to_work(const engine::Context& context) {
  for (const VkFormat format :
       {VK_FORMAT_R8_UNORM, VK_FORMAT_R16_SFLOAT, VK_FORMAT_R32_SFLOAT, VK_FORMAT_R8G8B8A8_UNORM,
        VK_FORMAT_R16G16B16A16_SFLOAT, VK_FORMAT_R32G32B32A32_SFLOAT}) {
    expect_round_trip(context, format);
  }
}

TEST(OpenGlDevice, IsOneAtATime) {
  {
    const engine::Context first({.backend = engine::Backend::opengl});
    EXPECT_THROW(engine::Context({.backend = engine::Backend::opengl}), engine::Error);
    expect_to_work(first);
  }
  expect_to_work(engine::Context({.backend = engine::Backend::opengl}));
}

TEST(OpenGlDevice, StandsBesideVulkanWhicheverComesFirst) {
  const engine::Context before({});
  {
    const engine::Context opengl({.backend = engine::Backend::opengl});
    const engine::Context after({});
    EXPECT_EQ(opengl.api(), "OpenGL 4.5");
    EXPECT_EQ(after.api().find("Vulkan "), 0u);
    EXPECT_NE(opengl.vk().vkCmdDispatch, after.vk().vkCmdDispatch);
    EXPECT_EQ(volk::vkCmdDispatch, nullptr);  // a function of the process would be one device's
    for (const engine::Context* context : {&opengl, &before, &after, &opengl}) expect_to_work(*context);
  }
  expect_to_work(before);
}

TEST(OpenGlDevice, HasLevelsLayersAndSlices) {
  engine::Context context({.backend = engine::Backend::opengl, .validation = true});
  const engine::ImageInfo infos[] = {
      {.type = VK_IMAGE_VIEW_TYPE_2D, .extent = {8, 4, 1}, .format = VK_FORMAT_R8G8B8A8_SRGB, .levels = 4},
      {.type = VK_IMAGE_VIEW_TYPE_2D_ARRAY, .extent = {5, 3, 1}, .format = VK_FORMAT_R16_SFLOAT, .layers = 4},
      {.type = VK_IMAGE_VIEW_TYPE_3D, .extent = {5, 3, 2}, .format = VK_FORMAT_R32_UINT}};
  for (engine::ImageInfo info : infos) {
    info.usage = VK_IMAGE_USAGE_SAMPLED_BIT | VK_IMAGE_USAGE_TRANSFER_DST_BIT | VK_IMAGE_USAGE_TRANSFER_SRC_BIT;
    const engine::Image image(context, info);
    const std::size_t texel_bytes = info.format == VK_FORMAT_R16_SFLOAT ? 2 : 4;
    std::vector<std::vector<std::byte>> levels;
    for (std::uint32_t i = 0; i < info.levels; ++i) {
      const std::size_t texels = std::size_t{std::max(info.extent.width >> i, 1u)} *
                                 std::max(info.extent.height >> i, 1u) * info.extent.depth * info.layers;
      levels.emplace_back(texels * texel_bytes, std::byte(i + 1));
    }
    for (std::size_t i = 0; i < levels[0].size(); ++i) levels[0][i] = std::byte(i % 59);
    const std::vector<std::span<const std::byte>> spans(levels.begin(), levels.end());
    engine::upload_levels(context, image, spans);
    const engine::Buffer read(context, levels[0].size(), VK_BUFFER_USAGE_TRANSFER_DST_BIT, engine::MemoryUse::readback);
    engine::submit_and_wait(context, [&](VkCommandBuffer commands) {
      VkBufferImageCopy copy = {};
      copy.imageSubresource = {VK_IMAGE_ASPECT_COLOR_BIT, 0, 0, info.layers};
      copy.imageExtent = info.extent;
      context.vk().vkCmdCopyImageToBuffer(commands, image.handle(), VK_IMAGE_LAYOUT_TRANSFER_SRC_OPTIMAL, read.handle(),
                                          1, &copy);
      engine::memory_barrier(context, commands, engine::kTransferWrite, engine::kHostRead);
    });
    EXPECT_EQ(std::vector<std::byte>(read.mapped().begin(), read.mapped().end()), levels[0]) << info.format;
  }
  EXPECT_EQ(context.take_validation_messages(), std::vector<std::string>{});
}

}  // namespace
