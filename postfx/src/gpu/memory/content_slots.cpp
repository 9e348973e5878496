// SPDX-License-Identifier: MIT
// Finding, writing and reuse of slots.
#include "gpu/memory/content_slots.h"

#include <algorithm>
#include <cstring>
#include <new>
#include <numeric>

#include "gpu/host/report.h"

namespace photopic {

Status ByteSlots::create(std::size_t size_bytes, std::uint32_t slot_count, std::size_t constant_offset_bytes,
                         std::size_t constant_bytes) noexcept {
  const VkDeviceSize alignment = std::max<VkDeviceSize>(gpu_.limits.minStorageBufferOffsetAlignment, 1);
  size_bytes_ = size_bytes;
  constant_offset_bytes_ = constant_offset_bytes;
  bound_bytes_ = constant_bytes != 0 ? constant_offset_bytes + constant_bytes : size_bytes;
  stride_bytes_ = (bound_bytes_ + alignment - 1) / alignment * alignment;
  slot_count_ = slot_count;
  copies_.reset(new (std::nothrow) std::byte[size_bytes * slot_count]());
  order_.reset(new (std::nothrow) std::uint32_t[slot_count]);
  if (copies_ == nullptr || order_ == nullptr) {
    return report(gpu_.device, Status::out_of_memory, "create: out of host memory");
  }
  std::iota(order_.get(), order_.get() + slot_count, 0u);
  return buffer_.create_mapped(stride_bytes_ * slot_count, VK_BUFFER_USAGE_STORAGE_BUFFER_BIT);
}

void ByteSlots::write_constant(const void* constant) noexcept {
  for (std::uint32_t slot = 0; slot < slot_count_; ++slot) {
    std::memcpy(static_cast<std::byte*>(buffer_.mapped()) + slot * stride_bytes_ + constant_offset_bytes_, constant,
                bound_bytes_ - constant_offset_bytes_);
  }
}

Binding ByteSlots::binding_of(const void* content) noexcept {
  std::uint32_t* const first = order_.get();
  std::uint32_t* const last = first + slot_count_ - 1;
  std::uint32_t* const found =
      std::find_if(first, last, [&](std::uint32_t slot) { return std::memcmp(copy(slot), content, size_bytes_) == 0; });
  const std::uint32_t slot = *found;
  if (std::memcmp(copy(slot), content, size_bytes_) != 0) {  // the last, and another content
    std::memcpy(copy(slot), content, size_bytes_);
    std::memcpy(static_cast<std::byte*>(buffer_.mapped()) + slot * stride_bytes_, content, size_bytes_);
  }
  std::rotate(first, found, found + 1);
  return binding(slot);
}

}  // namespace photopic
