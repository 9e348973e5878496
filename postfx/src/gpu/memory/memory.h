// SPDX-License-Identifier: MIT
// Buffers in device memory.
#ifndef PHOTOPIC_SRC_GPU_MEMORY_H
#define PHOTOPIC_SRC_GPU_MEMORY_H

#include <span>

#include "gpu/host/gpu.h"
#include "gpu/memory/allocation.h"

namespace photopic {

/// A buffer and its part of memory, which it has from create() on, or once Gpu::memory_plan is bound.
class DeviceBuffer final : private MemoryUser {
 public:
  /// `name` for captures; it must outlive this object.
  DeviceBuffer(const Gpu& gpu, const char* name) : gpu_(gpu), name_(name), allocation_(gpu) {}
  ~DeviceBuffer();

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

 private:
  Status create(VkDeviceSize size_bytes, VkBufferUsageFlags usage, std::span<const VkMemoryPropertyFlags> wishes,
                VkDeviceSize zeroed_bytes, bool stays_mapped) noexcept;
  Status bind_memory() noexcept override;

  const Gpu& gpu_;
  const char* name_;
  VkBuffer buffer_ = VK_NULL_HANDLE;
  void* mapped_ = nullptr;
  VkDeviceSize zeroed_bytes_ = 0;
  bool stays_mapped_ = false;
  bool is_zeroed_ = false;
  Allocation allocation_;
};

}  // namespace photopic

#endif
