// SPDX-License-Identifier: MIT
// Making of buffers, and the memory that they wish for.
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

// Tests its handle: an object whose function table could not be loaded has none, and no functions either.
DeviceBuffer::~DeviceBuffer() {
  if (buffer_ != VK_NULL_HANDLE) gpu_.vk.vkDestroyBuffer(gpu_.device.device, buffer_, gpu_.device.allocator);
}

Status DeviceBuffer::create(VkDeviceSize size_bytes, VkBufferUsageFlags usage,
                            std::span<const VkMemoryPropertyFlags> wishes, VkDeviceSize zeroed_bytes,
                            bool stays_mapped) noexcept {
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
  const Status status =
      check(gpu_.device, vk.vkCreateBuffer(device, &info, gpu_.device.allocator, &buffer_), "vkCreateBuffer");
  if (status != Status::ok) return status;
  set_debug_name(gpu_, VK_OBJECT_TYPE_BUFFER, buffer_, name_);
  zeroed_bytes_ = zeroed_bytes;
  stays_mapped_ = stays_mapped;
  MemoryNeeds needs = {
      .requirements = {}, .wishes = wishes, .is_mapped = zeroed_bytes != 0, .must_be_mapped = stays_mapped};
  vk.vkGetBufferMemoryRequirements(device, buffer_, &needs.requirements);
  return allocation_.allocate(needs, *this);
}

Status DeviceBuffer::bind_memory() noexcept {
  Status status =
      check(gpu_.device,
            gpu_.vk.vkBindBufferMemory(gpu_.device.device, buffer_, allocation_.memory(), allocation_.offset_bytes()),
            "vkBindBufferMemory");
  if (status != Status::ok || !allocation_.is_mapped()) return status;
  void* memory = nullptr;
  status = allocation_.map(&memory);
  if (status != Status::ok) return status;
  std::memset(memory, 0, zeroed_bytes_);
  is_zeroed_ = true;
  if (stays_mapped_) mapped_ = memory;
  return status;
}

Status DeviceBuffer::create(VkDeviceSize size_bytes, VkBufferUsageFlags usage) noexcept {
  return create(size_bytes, usage, kDeviceLocal, 0, false);
}

Status DeviceBuffer::create_zeroed(VkDeviceSize size_bytes, VkBufferUsageFlags usage,
                                   VkDeviceSize zeroed_bytes) noexcept {
  return create(size_bytes, usage, kSharedOrDeviceLocal, zeroed_bytes, false);
}

Status DeviceBuffer::create_mapped(VkDeviceSize size_bytes, VkBufferUsageFlags usage) noexcept {
  return create(size_bytes, usage, kMapped, size_bytes, true);
}

Status DeviceBuffer::create_readback(VkDeviceSize size_bytes, VkBufferUsageFlags usage) noexcept {
  // Every device has host-coherent memory for buffers; cached where there is such memory, since the CPU reads it.
  return create(size_bytes, usage, kReadback, size_bytes, true);
}

}  // namespace photopic
