// SPDX-License-Identifier: MIT
// Making of buffers and images, each with memory of its own.
#include "engine/memory.h"

#include <utility>

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

VkDeviceMemory allocate(const Context& context, const VkMemoryRequirements& requirements, MemoryUse use) {
  VkMemoryAllocateInfo info = {};
  info.sType = VK_STRUCTURE_TYPE_MEMORY_ALLOCATE_INFO;
  info.allocationSize = requirements.size;
  info.memoryTypeIndex = memory_type(context, requirements.memoryTypeBits, use);
  VkDeviceMemory memory = VK_NULL_HANDLE;
  check(context.vk().vkAllocateMemory(context.device(), &info, nullptr, &memory), "vkAllocateMemory");
  return memory;
}

}  // namespace

// Constructors delegate to the empty one, so that the destructor runs if they throw half way.
Buffer::Buffer(const Context& context, VkDeviceSize size_bytes, VkBufferUsageFlags usage, MemoryUse use) : Buffer() {
  context_ = &context;
  size_bytes_ = size_bytes;
  VkBufferCreateInfo info = {};
  info.sType = VK_STRUCTURE_TYPE_BUFFER_CREATE_INFO;
  info.size = size_bytes;
  info.usage = usage;
  check(context.vk().vkCreateBuffer(context.device(), &info, nullptr, &buffer_), "vkCreateBuffer");
  VkMemoryRequirements requirements;
  context.vk().vkGetBufferMemoryRequirements(context.device(), buffer_, &requirements);
  memory_ = allocate(context, requirements, use);
  check(context.vk().vkBindBufferMemory(context.device(), buffer_, memory_, 0), "vkBindBufferMemory");
  if (use == MemoryUse::device) return;
  void* mapped = nullptr;
  check(context.vk().vkMapMemory(context.device(), memory_, 0, VK_WHOLE_SIZE, 0, &mapped), "vkMapMemory");
  mapped_ = static_cast<std::byte*>(mapped);
}

Buffer& Buffer::operator=(Buffer&& other) noexcept {
  std::swap(context_, other.context_);
  std::swap(buffer_, other.buffer_);
  std::swap(memory_, other.memory_);
  std::swap(size_bytes_, other.size_bytes_);
  std::swap(mapped_, other.mapped_);
  return *this;
}

Buffer::~Buffer() {
  if (context_ == nullptr) return;
  context_->vk().vkDestroyBuffer(context_->device(), buffer_, nullptr);
  context_->vk().vkFreeMemory(context_->device(), memory_, nullptr);
}

Image::Image(const Context& context, VkExtent2D extent, VkFormat format, VkImageUsageFlags usage) : Image() {
  context_ = &context;
  extent_ = extent;
  format_ = format;
  VkImageCreateInfo info = {};
  info.sType = VK_STRUCTURE_TYPE_IMAGE_CREATE_INFO;
  info.imageType = VK_IMAGE_TYPE_2D;
  info.format = format;
  info.extent = {extent.width, extent.height, 1};
  info.mipLevels = 1;
  info.arrayLayers = 1;
  info.samples = VK_SAMPLE_COUNT_1_BIT;
  info.tiling = VK_IMAGE_TILING_OPTIMAL;
  info.usage = usage;
  check(context.vk().vkCreateImage(context.device(), &info, nullptr, &image_), "vkCreateImage");
  VkMemoryRequirements requirements;
  context.vk().vkGetImageMemoryRequirements(context.device(), image_, &requirements);
  memory_ = allocate(context, requirements, MemoryUse::device);
  check(context.vk().vkBindImageMemory(context.device(), image_, memory_, 0), "vkBindImageMemory");
  VkImageViewCreateInfo view_info = {};
  view_info.sType = VK_STRUCTURE_TYPE_IMAGE_VIEW_CREATE_INFO;
  view_info.image = image_;
  view_info.viewType = VK_IMAGE_VIEW_TYPE_2D;
  view_info.format = format;
  view_info.subresourceRange = {VK_IMAGE_ASPECT_COLOR_BIT, 0, 1, 0, 1};
  check(context.vk().vkCreateImageView(context.device(), &view_info, nullptr, &view_), "vkCreateImageView");
}

Image& Image::operator=(Image&& other) noexcept {
  std::swap(context_, other.context_);
  std::swap(image_, other.image_);
  std::swap(memory_, other.memory_);
  std::swap(view_, other.view_);
  std::swap(extent_, other.extent_);
  std::swap(format_, other.format_);
  return *this;
}

Image::~Image() {
  if (context_ == nullptr) return;
  context_->vk().vkDestroyImageView(context_->device(), view_, nullptr);
  context_->vk().vkDestroyImage(context_->device(), image_, nullptr);
  context_->vk().vkFreeMemory(context_->device(), memory_, nullptr);
}

VkDeviceSize texel_bytes(VkFormat format) {
  switch (format) {
    case VK_FORMAT_R8_UNORM:
      return 1;
    case VK_FORMAT_R16_SFLOAT:
    case VK_FORMAT_R16_UNORM:
      return 2;
    case VK_FORMAT_R32_SFLOAT:
    case VK_FORMAT_R8G8B8A8_UNORM:
    case VK_FORMAT_B8G8R8A8_UNORM:
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
