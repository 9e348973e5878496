// SPDX-License-Identifier: MIT
// Device memory, and buffers in it.
#ifndef PHOTOPIC_SRC_GPU_MEMORY_H
#define PHOTOPIC_SRC_GPU_MEMORY_H

#include <cstdint>
#include <span>

#include "gpu/host/gpu.h"

namespace photopic {

/// One VkDeviceMemory.
class Allocation {
 public:
  explicit Allocation(const Gpu& gpu) : gpu_(gpu) {}
  ~Allocation();
  Allocation(const Allocation&) = delete;
  Allocation& operator=(const Allocation&) = delete;

  /// Of the first memory type that has all of the first of `wishes` that any has; of any, if none can be met.
  Status allocate(const VkMemoryRequirements& requirements, std::span<const VkMemoryPropertyFlags> wishes) noexcept;
  VkDeviceMemory memory() const { return memory_; }
  VkDeviceSize size_bytes() const { return size_bytes_; }
  bool has(VkMemoryPropertyFlags flags) const { return (flags_ & flags) == flags; }

 private:
  const Gpu& gpu_;
  VkDeviceMemory memory_ = VK_NULL_HANDLE;
  VkDeviceSize size_bytes_ = 0;
  VkMemoryPropertyFlags flags_ = 0;
};

/// A buffer with memory of its own.
class Buffer {
 public:
  /// `name` for captures; it must outlive this object.
  Buffer(const Gpu& gpu, const char* name) : gpu_(gpu), name_(name), allocation_(gpu) {}
  ~Buffer();

  /// Device-local.
  Status create(VkDeviceSize size_bytes, VkBufferUsageFlags usage) noexcept;
  /// Device-local, the first `zeroed_bytes` zero-filled by the CPU, if the device has memory that both reach at full
  /// speed, as all with a resizable or a 256 MiB BAR do. Else is_zeroed() is false, and nothing is filled.
  Status create_zeroed(VkDeviceSize size_bytes, VkBufferUsageFlags usage, VkDeviceSize zeroed_bytes) noexcept;
  /// Written by the CPU at mapped(), read by the device; zero-filled. Device-local where there is such memory.
  Status create_mapped(VkDeviceSize size_bytes, VkBufferUsageFlags usage) noexcept;
  /// Read by the CPU at mapped(), zero-filled.
  Status create_readback(VkDeviceSize size_bytes, VkBufferUsageFlags usage) noexcept;
  VkBuffer handle() const { return buffer_; }
  bool is_zeroed() const { return is_zeroed_; }
  void* mapped() const { return mapped_; }
  VkDeviceSize memory_bytes() const { return allocation_.size_bytes(); }

 private:
  Status create(VkDeviceSize size_bytes, VkBufferUsageFlags usage,
                std::span<const VkMemoryPropertyFlags> wishes) noexcept;
  Status map_zeroed(VkDeviceSize size_bytes) noexcept;

  const Gpu& gpu_;
  const char* name_;
  VkBuffer buffer_ = VK_NULL_HANDLE;
  void* mapped_ = nullptr;
  bool is_zeroed_ = false;
  Allocation allocation_;
};

}  // namespace photopic

#endif
