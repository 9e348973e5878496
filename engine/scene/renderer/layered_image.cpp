// SPDX-License-Identifier: MIT
// Making and filling of images with levels, layers or depth.
#include "engine/scene/renderer/layered_image.h"

#include <algorithm>
#include <cstring>
#include <utility>

#include "engine/commands.h"
#include "engine/image_transfer.h"

namespace engine {
namespace {

VkDeviceMemory allocate(const Context& context, const VkMemoryRequirements& requirements) {
  const auto& properties = context.memory_properties();
  VkMemoryAllocateInfo info = {};
  info.sType = VK_STRUCTURE_TYPE_MEMORY_ALLOCATE_INFO;
  info.allocationSize = requirements.size;
  const auto is_allowed = [&](std::uint32_t type) { return (requirements.memoryTypeBits >> type & 1u) != 0; };
  for (std::uint32_t i = properties.memoryTypeCount; i-- > 0;) {
    if (is_allowed(i)) info.memoryTypeIndex = i;
  }
  for (std::uint32_t i = properties.memoryTypeCount; i-- > 0;) {
    const bool is_local = (properties.memoryTypes[i].propertyFlags & VK_MEMORY_PROPERTY_DEVICE_LOCAL_BIT) != 0;
    if (is_allowed(i) && is_local) info.memoryTypeIndex = i;
  }
  VkDeviceMemory memory = VK_NULL_HANDLE;
  check(context.vk().vkAllocateMemory(context.device(), &info, nullptr, &memory), "vkAllocateMemory");
  return memory;
}

VkImageType image_type(VkImageViewType type) {
  return type == VK_IMAGE_VIEW_TYPE_3D ? VK_IMAGE_TYPE_3D : VK_IMAGE_TYPE_2D;
}

VkExtent3D level_extent(const VkExtent3D& extent, std::uint32_t level) {
  return {std::max(extent.width >> level, 1u), std::max(extent.height >> level, 1u),
          std::max(extent.depth >> level, 1u)};
}

VkDeviceSize largest_allocation_bytes(const Context& context) {
  VkPhysicalDeviceMaintenance3Properties limits = {};
  limits.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_MAINTENANCE_3_PROPERTIES;
  VkPhysicalDeviceProperties2 properties = {};
  properties.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_PROPERTIES_2;
  properties.pNext = &limits;
  context.vk().vkGetPhysicalDeviceProperties2(context.physical_device(), &properties);
  return limits.maxMemoryAllocationSize;
}

}  // namespace

// Delegates to the empty one, so that the destructor runs if it throws half way.
LayeredImage::LayeredImage(const Context& context, const LayeredImageInfo& info) : LayeredImage() {
  context_ = &context;
  info_ = info;
  VkImageCreateInfo image_info = {};
  image_info.sType = VK_STRUCTURE_TYPE_IMAGE_CREATE_INFO;
  image_info.imageType = image_type(info.type);
  image_info.format = info.format;
  image_info.extent = info.extent;
  image_info.mipLevels = info.levels;
  image_info.arrayLayers = info.layers;
  image_info.samples = VK_SAMPLE_COUNT_1_BIT;
  image_info.tiling = VK_IMAGE_TILING_OPTIMAL;
  image_info.usage = info.usage;
  check(context.vk().vkCreateImage(context.device(), &image_info, nullptr, &image_), "vkCreateImage");
  VkMemoryRequirements requirements;
  context.vk().vkGetImageMemoryRequirements(context.device(), image_, &requirements);
  memory_ = allocate(context, requirements);
  check(context.vk().vkBindImageMemory(context.device(), image_, memory_, 0), "vkBindImageMemory");
  VkImageViewCreateInfo view_info = {};
  view_info.sType = VK_STRUCTURE_TYPE_IMAGE_VIEW_CREATE_INFO;
  view_info.image = image_;
  view_info.viewType = info.type;
  view_info.format = info.format;
  view_info.subresourceRange = {info.aspects, 0, info.levels, 0, info.layers};
  check(context.vk().vkCreateImageView(context.device(), &view_info, nullptr, &view_), "vkCreateImageView");
}

LayeredImage& LayeredImage::operator=(LayeredImage&& other) noexcept {
  std::swap(context_, other.context_);
  std::swap(image_, other.image_);
  std::swap(memory_, other.memory_);
  std::swap(view_, other.view_);
  std::swap(info_, other.info_);
  return *this;
}

LayeredImage::~LayeredImage() {
  if (context_ == nullptr) return;
  context_->vk().vkDestroyImageView(context_->device(), view_, nullptr);
  context_->vk().vkDestroyImage(context_->device(), image_, nullptr);
  context_->vk().vkFreeMemory(context_->device(), memory_, nullptr);
}

void upload_levels(const Context& context, const LayeredImage& image, std::span<const std::vector<std::byte>> levels) {
  VkDeviceSize size_bytes = 0;
  for (const auto& level : levels) size_bytes += level.size();
  const Buffer staging(context, size_bytes, VK_BUFFER_USAGE_TRANSFER_SRC_BIT, MemoryUse::upload);
  std::vector<VkBufferImageCopy> copies;
  std::size_t offset = 0;
  for (std::uint32_t i = 0; i < levels.size(); ++i) {
    std::memcpy(staging.mapped().data() + offset, levels[i].data(), levels[i].size());
    VkBufferImageCopy copy = {};
    copy.bufferOffset = offset;
    copy.imageSubresource = {image.info().aspects, i, 0, image.info().layers};
    copy.imageExtent = level_extent(image.info().extent, i);
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

Buffer upload_buffer(const Context& context, std::span<const std::byte> bytes, VkBufferUsageFlags usage,
                     VkPipelineStageFlags stages, VkAccessFlags access, const std::string& what) {
  if (bytes.size() > largest_allocation_bytes(context)) {
    throw Error(what + ": " + std::to_string(bytes.size()) + " bytes, more than the device holds in one piece");
  }
  const std::size_t size = std::max<std::size_t>(bytes.size(), 4);
  Buffer buffer(context, size, usage | VK_BUFFER_USAGE_TRANSFER_DST_BIT, MemoryUse::device);
  const Buffer staging(context, std::min(size, kBandBytes), VK_BUFFER_USAGE_TRANSFER_SRC_BIT, MemoryUse::upload);
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
  throw Error("the device has no image format that the scene renderer needs");
}

}  // namespace engine
