// SPDX-License-Identifier: MIT
// Making of buffers and images, each with memory of its own.
#include "engine/transfer/memory.h"

namespace engine {
namespace {

std::uint32_t memory_type(const Context& context, std::uint32_t type_bits, MemoryUse use) {
  constexpr VkMemoryPropertyFlags kHost = VK_MEMORY_PROPERTY_HOST_VISIBLE_BIT | VK_MEMORY_PROPERTY_HOST_COHERENT_BIT;
  constexpr VkMemoryPropertyFlags kLocal = VK_MEMORY_PROPERTY_DEVICE_LOCAL_BIT;
  const VkMemoryPropertyFlags required = use == MemoryUse::device ? VkMemoryPropertyFlags{0} : kHost;
  const VkMemoryPropertyFlags wanted = use == MemoryUse::device   ? kLocal
                                       : use == MemoryUse::upload ? kHost
                                                                  : kHost | VK_MEMORY_PROPERTY_HOST_CACHED_BIT;
  const auto& properties = context.memory_properties();
  for (const VkMemoryPropertyFlags flags : {wanted, required}) {
    for (std::uint32_t i = 0; i < properties.memoryTypeCount; ++i) {
      if ((type_bits >> i & 1u) != 0 && (properties.memoryTypes[i].propertyFlags & flags) == flags) return i;
    }
  }
  throw Error("the device has no memory type for this use");
}

DeviceMemory allocate(const Context& context, const VkMemoryRequirements& requirements, MemoryUse use) {
  const VkMemoryAllocateInfo info = {.sType = VK_STRUCTURE_TYPE_MEMORY_ALLOCATE_INFO,
                                     .allocationSize = requirements.size,
                                     .memoryTypeIndex = memory_type(context, requirements.memoryTypeBits, use)};
  return {context, info};
}

}  // namespace

Buffer::Buffer(const Context& context, VkDeviceSize size_bytes, VkBufferUsageFlags usage, MemoryUse use)
    : size_bytes_(size_bytes) {
  const VkBufferCreateInfo info = {.sType = VK_STRUCTURE_TYPE_BUFFER_CREATE_INFO, .size = size_bytes, .usage = usage};
  buffer_ = {context, info};
  VkMemoryRequirements requirements;
  context.vk().vkGetBufferMemoryRequirements(context.device(), handle(), &requirements);
  memory_ = allocate(context, requirements, use);
  check(context.vk().vkBindBufferMemory(context.device(), handle(), memory_.get(), 0), "vkBindBufferMemory");
  if (use == MemoryUse::device) return;
  void* mapped = nullptr;
  check(context.vk().vkMapMemory(context.device(), memory_.get(), 0, VK_WHOLE_SIZE, 0, &mapped), "vkMapMemory");
  mapped_ = static_cast<std::byte*>(mapped);
}

Image::Image(const Context& context, const ImageInfo& info) : info_(info) {
  const VkImageCreateInfo image_info = {
      .sType = VK_STRUCTURE_TYPE_IMAGE_CREATE_INFO,
      .imageType = info.type == VK_IMAGE_VIEW_TYPE_3D ? VK_IMAGE_TYPE_3D : VK_IMAGE_TYPE_2D,
      .format = info.format,
      .extent = info.extent,
      .mipLevels = info.levels,
      .arrayLayers = info.layers,
      .samples = VkSampleCountFlagBits(info.samples),
      .tiling = VK_IMAGE_TILING_OPTIMAL,
      .usage = info.usage};
  image_ = {context, image_info};
  VkMemoryRequirements requirements;
  context.vk().vkGetImageMemoryRequirements(context.device(), handle(), &requirements);
  memory_ = allocate(context, requirements, MemoryUse::device);
  check(context.vk().vkBindImageMemory(context.device(), handle(), memory_.get(), 0), "vkBindImageMemory");
  const VkImageViewCreateInfo view_info = {.sType = VK_STRUCTURE_TYPE_IMAGE_VIEW_CREATE_INFO,
                                           .image = handle(),
                                           .viewType = info.type,
                                           .format = info.format,
                                           .subresourceRange = {info.aspects, 0, info.levels, 0, info.layers}};
  view_ = {context, view_info};
}

VkDeviceSize texel_bytes(VkFormat format) {
  switch (format) {
    case VK_FORMAT_R8_UNORM:
    case VK_FORMAT_R8_UINT:
      return 1;
    case VK_FORMAT_R16_SFLOAT:
    case VK_FORMAT_R16_UNORM:
      return 2;
    case VK_FORMAT_R32_SFLOAT:
    case VK_FORMAT_R32_UINT:
    case VK_FORMAT_R8G8B8A8_UNORM:
    case VK_FORMAT_B8G8R8A8_UNORM:
    case VK_FORMAT_R8G8B8A8_SRGB:
    case VK_FORMAT_A8B8G8R8_SRGB_PACK32:
    case VK_FORMAT_A2R10G10B10_UNORM_PACK32:
    case VK_FORMAT_A2B10G10R10_UNORM_PACK32:
    case VK_FORMAT_B10G11R11_UFLOAT_PACK32:
      return 4;
    case VK_FORMAT_R16G16B16A16_SFLOAT:
    case VK_FORMAT_R16G16B16A16_UNORM:
      return 8;
    case VK_FORMAT_R32G32B32A32_SFLOAT:
      return 16;
    default:
      return 0;
  }
}

}  // namespace engine
