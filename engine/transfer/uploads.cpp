// SPDX-License-Identifier: MIT
// Uploads of images with levels, layers or depth, and of buffers.
#include "engine/transfer/uploads.h"

#include <algorithm>
#include <cstring>

#include "engine/transfer/commands.h"
#include "engine/transfer/image_transfer.h"
#include "engine/transfer/scratch.h"

namespace engine {
namespace {

VkExtent3D level_extent(const VkExtent3D& extent, std::uint32_t level) {
  return {std::max(extent.width >> level, 1u), std::max(extent.height >> level, 1u),
          std::max(extent.depth >> level, 1u)};
}

VkDeviceSize largest_allocation_bytes(const Context& context) {
  VkPhysicalDeviceMaintenance3Properties limits = {.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_MAINTENANCE_3_PROPERTIES};
  VkPhysicalDeviceProperties2 properties = {.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_PROPERTIES_2, .pNext = &limits};
  context.vk().vkGetPhysicalDeviceProperties2(context.physical_device(), &properties);
  return limits.maxMemoryAllocationSize;
}

}  // namespace

void upload_levels(const Context& context, const Image& image, std::span<const std::span<const std::byte>> levels) {
  VkDeviceSize size_bytes = 0;
  for (const std::span<const std::byte> level : levels) size_bytes += level.size();
  const TransferScratch::Staging scratch(TransferScratch::of(context), size_bytes, MemoryUse::upload);
  const Buffer& staging = scratch.buffer();
  std::vector<VkBufferImageCopy> copies;
  std::size_t offset = 0;
  for (std::uint32_t i = 0; i < levels.size(); ++i) {
    std::memcpy(staging.mapped().data() + offset, levels[i].data(), levels[i].size());
    const VkBufferImageCopy copy = {.bufferOffset = offset,
                                    .imageSubresource = {image.info().aspects, i, 0, image.info().layers},
                                    .imageExtent = level_extent(image.info().extent, i)};
    copies.push_back(copy);
    offset += levels[i].size();
  }
  submit_and_wait(context, [&](VkCommandBuffer command_buffer) {
    image_barrier(context, command_buffer, image.handle(), VK_IMAGE_LAYOUT_UNDEFINED,
                  VK_IMAGE_LAYOUT_TRANSFER_DST_OPTIMAL, kTransferWrite, kTransferWrite);
    context.vk().vkCmdCopyBufferToImage(command_buffer, staging.handle(), image.handle(),
                                        VK_IMAGE_LAYOUT_TRANSFER_DST_OPTIMAL, std::uint32_t(copies.size()),
                                        copies.data());
    image_barrier(context, command_buffer, image.handle(), VK_IMAGE_LAYOUT_TRANSFER_DST_OPTIMAL,
                  VK_IMAGE_LAYOUT_SHADER_READ_ONLY_OPTIMAL, kTransferWrite,
                  {VK_PIPELINE_STAGE_FRAGMENT_SHADER_BIT, VK_ACCESS_SHADER_READ_BIT});
  });
}

void update_buffer(const Context& context, VkCommandBuffer command_buffer, const Buffer& buffer,
                   VkDeviceSize offset_bytes, std::span<const std::byte> bytes) {
  constexpr std::size_t kMost = 65536;  // that vkCmdUpdateBuffer takes at once
  for (std::size_t at = 0; at < bytes.size(); at += kMost) {
    context.vk().vkCmdUpdateBuffer(command_buffer, buffer.handle(), offset_bytes + at,
                                   std::min(kMost, bytes.size() - at), bytes.data() + at);
  }
}

Buffer upload_buffer(const Context& context, std::span<const std::byte> bytes, VkBufferUsageFlags usage,
                     VkPipelineStageFlags stages, VkAccessFlags access, const std::string& what) {
  if (bytes.size() > largest_allocation_bytes(context)) {
    throw Error(what + ": " + std::to_string(bytes.size()) + " bytes, more than the device holds in one piece");
  }
  const std::size_t size = std::max<std::size_t>(bytes.size(), 4);
  Buffer buffer(context, size, usage | VK_BUFFER_USAGE_TRANSFER_DST_BIT, MemoryUse::device);
  const TransferScratch::Staging scratch(TransferScratch::of(context), std::min(size, kBandBytes), MemoryUse::upload);
  const Buffer& staging = scratch.buffer();
  for (std::size_t offset = 0; offset < bytes.size(); offset += kBandBytes) {
    const std::size_t count = std::min(kBandBytes, bytes.size() - offset);
    std::memcpy(staging.mapped().data(), bytes.data() + offset, count);
    submit_and_wait(context, [&](VkCommandBuffer command_buffer) {
      const VkBufferCopy copy = {0, offset, count};
      context.vk().vkCmdCopyBuffer(command_buffer, staging.handle(), buffer.handle(), 1, &copy);
      memory_barrier(context, command_buffer, kTransferWrite, {stages, access});
    });
  }
  return buffer;
}

VkFormat supported_format(const Context& context, std::span<const VkFormat> formats, VkFormatFeatureFlags features) {
  for (const VkFormat format : formats) {
    VkFormatProperties properties;
    context.vk().vkGetPhysicalDeviceFormatProperties(context.physical_device(), format, &properties);
    if ((properties.optimalTilingFeatures & features) == features) return format;
  }
  throw Error("the device has no image format that is needed");
}

}  // namespace engine
