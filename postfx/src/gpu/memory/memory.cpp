// SPDX-License-Identifier: MIT
// Allocation of device memory, and making of buffers.
#include "gpu/memory/memory.h"

#include <cstring>
#include <span>

#include "gpu/host/debug_names.h"
#include "gpu/host/report.h"

namespace photopic {
namespace {

constexpr VkMemoryPropertyFlags kHostCoherent =
    VK_MEMORY_PROPERTY_HOST_VISIBLE_BIT | VK_MEMORY_PROPERTY_HOST_COHERENT_BIT;
constexpr VkMemoryPropertyFlags kDeviceLocal[] = {VK_MEMORY_PROPERTY_DEVICE_LOCAL_BIT};
constexpr VkMemoryPropertyFlags kSharedOrDeviceLocal[] = {kHostCoherent | VK_MEMORY_PROPERTY_DEVICE_LOCAL_BIT,
                                                          VK_MEMORY_PROPERTY_DEVICE_LOCAL_BIT};
constexpr VkMemoryPropertyFlags kMapped[] = {kHostCoherent | VK_MEMORY_PROPERTY_DEVICE_LOCAL_BIT, kHostCoherent};
constexpr VkMemoryPropertyFlags kReadback[] = {kHostCoherent | VK_MEMORY_PROPERTY_HOST_CACHED_BIT, kHostCoherent};

}  // namespace

// Destructors test their handles: an object whose function table could not be loaded has none, and no functions either.
Allocation::~Allocation() {
  if (memory_ != VK_NULL_HANDLE) gpu_.vk.vkFreeMemory(gpu_.device.device, memory_, gpu_.device.allocator);
}

Status Allocation::allocate(const VkMemoryRequirements& requirements,
                            std::span<const VkMemoryPropertyFlags> wishes) noexcept {
  // Types are ordered by the driver, the most suitable first.
  const auto first_with = [&](VkMemoryPropertyFlags flags) {
    for (std::uint32_t i = 0; i < gpu_.memory.memoryTypeCount; ++i) {
      const bool is_allowed = (requirements.memoryTypeBits >> i & 1u) != 0;
      if (is_allowed && (gpu_.memory.memoryTypes[i].propertyFlags & flags) == flags) return i;
    }
    return gpu_.memory.memoryTypeCount;
  };
  std::uint32_t chosen = gpu_.memory.memoryTypeCount;
  for (std::size_t i = 0; i < wishes.size() && chosen == gpu_.memory.memoryTypeCount; ++i) {
    chosen = first_with(wishes[i]);
  }
  if (chosen == gpu_.memory.memoryTypeCount) chosen = first_with(0);
  const VkMemoryAllocateInfo info = {.sType = VK_STRUCTURE_TYPE_MEMORY_ALLOCATE_INFO,
                                     .pNext = nullptr,
                                     .allocationSize = requirements.size,
                                     .memoryTypeIndex = chosen};
  const Status status =
      check(gpu_.device, gpu_.vk.vkAllocateMemory(gpu_.device.device, &info, gpu_.device.allocator, &memory_),
            "vkAllocateMemory");
  if (status != Status::ok) return status;
  size_bytes_ = requirements.size;
  flags_ = gpu_.memory.memoryTypes[chosen].propertyFlags;
  return status;
}

Buffer::~Buffer() {
  // Freeing memory unmaps it.
  if (buffer_ != VK_NULL_HANDLE) gpu_.vk.vkDestroyBuffer(gpu_.device.device, buffer_, gpu_.device.allocator);
}

Status Buffer::create(VkDeviceSize size_bytes, VkBufferUsageFlags usage,
                      std::span<const VkMemoryPropertyFlags> wishes) noexcept {
  const VkBufferCreateInfo info = {.sType = VK_STRUCTURE_TYPE_BUFFER_CREATE_INFO,
                                   .pNext = nullptr,
                                   .flags = 0,
                                   .size = size_bytes,
                                   .usage = usage,
                                   .sharingMode = VK_SHARING_MODE_EXCLUSIVE,
                                   .queueFamilyIndexCount = 0,
                                   .pQueueFamilyIndices = nullptr};
  const VkTable& vk = gpu_.vk;
  const VkDevice device = gpu_.device.device;
  Status status =
      check(gpu_.device, vk.vkCreateBuffer(device, &info, gpu_.device.allocator, &buffer_), "vkCreateBuffer");
  if (status != Status::ok) return status;
  set_debug_name(gpu_, VK_OBJECT_TYPE_BUFFER, buffer_, name_);
  VkMemoryRequirements requirements;
  vk.vkGetBufferMemoryRequirements(device, buffer_, &requirements);
  status = allocation_.allocate(requirements, wishes);
  if (status != Status::ok) return status;
  return check(gpu_.device, vk.vkBindBufferMemory(device, buffer_, allocation_.memory(), 0), "vkBindBufferMemory");
}

Status Buffer::create(VkDeviceSize size_bytes, VkBufferUsageFlags usage) noexcept {
  return create(size_bytes, usage, kDeviceLocal);
}

Status Buffer::map_zeroed(VkDeviceSize size_bytes) noexcept {
  const Status status =
      check(gpu_.device, gpu_.vk.vkMapMemory(gpu_.device.device, allocation_.memory(), 0, VK_WHOLE_SIZE, 0, &mapped_),
            "vkMapMemory");
  if (status == Status::ok) std::memset(mapped_, 0, size_bytes);
  is_zeroed_ = status == Status::ok;
  return status;
}

Status Buffer::create_zeroed(VkDeviceSize size_bytes, VkBufferUsageFlags usage, VkDeviceSize zeroed_bytes) noexcept {
  const Status status = create(size_bytes, usage, kSharedOrDeviceLocal);
  if (status != Status::ok || !allocation_.has(kSharedOrDeviceLocal[0])) return status;
  const Status mapped = map_zeroed(zeroed_bytes);
  if (mapped == Status::ok) gpu_.vk.vkUnmapMemory(gpu_.device.device, allocation_.memory());
  mapped_ = nullptr;
  return mapped;
}

Status Buffer::create_mapped(VkDeviceSize size_bytes, VkBufferUsageFlags usage) noexcept {
  const Status status = create(size_bytes, usage, kMapped);
  return status == Status::ok ? map_zeroed(size_bytes) : status;
}

Status Buffer::create_readback(VkDeviceSize size_bytes, VkBufferUsageFlags usage) noexcept {
  // Every device has host-coherent memory for buffers; cached where there is such memory, since the CPU reads it.
  const Status status = create(size_bytes, usage, kReadback);
  return status == Status::ok ? map_zeroed(size_bytes) : status;
}

}  // namespace photopic
