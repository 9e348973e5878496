// SPDX-License-Identifier: MIT
// Finding, writing and reuse of slots.
#include "gpu/memory/content_slots.h"

#include <algorithm>
#include <cstring>
#include <new>
#include <numeric>

#include "gpu/host/report.h"

namespace photopic {

Status ByteSlots::create(std::size_t size_bytes, std::uint32_t slot_count, const Constants& constants) noexcept {
  const VkDeviceSize alignment = std::max<VkDeviceSize>(gpu_.limits.minStorageBufferOffsetAlignment, 1);
  size_bytes_ = size_bytes;
  constants_ = constants;
  stride_bytes_ = (size_bytes + alignment - 1) / alignment * alignment;
  slot_count_ = slot_count;
  const VkDeviceSize last_bytes = constants.size_bytes != 0 ? constants.offset_bytes + constants.size_bytes : 0;
  buffer_bytes_ = stride_bytes_ * (slot_count - 1) + std::max(stride_bytes_, last_bytes);
  copies_.reset(new (std::nothrow) std::byte[size_bytes * slot_count]());
  order_.reset(new (std::nothrow) std::uint32_t[slot_count]);
  if (copies_ == nullptr || order_ == nullptr) {
    return report(gpu_.device, Status::out_of_memory, "create: out of host memory");
  }
  std::iota(order_.get(), order_.get() + slot_count, 0u);
  return buffer_.create_mapped(buffer_bytes_, VK_BUFFER_USAGE_STORAGE_BUFFER_BIT);
}

std::byte* ByteSlots::constants() const noexcept { return mapped(slot_count_ - 1) + constants_.offset_bytes; }

Binding ByteSlots::binding_of(const void* content) noexcept {
  std::uint32_t* const first = order_.get();
  std::uint32_t* const last = first + slot_count_ - 1;
  std::uint32_t* const found =
      std::find_if(first, last, [&](std::uint32_t slot) { return std::memcmp(copy(slot), content, size_bytes_) == 0; });
  const std::uint32_t slot = *found;
  if (std::memcmp(copy(slot), content, size_bytes_) != 0) {  // the last, and another content
    std::memcpy(copy(slot), content, size_bytes_);
    std::memcpy(mapped(slot), content, size_bytes_);
    if (has_constants()) {
      const auto words = static_cast<std::uint32_t>((slot_count_ - 1 - slot) * stride_bytes_ / sizeof(std::uint32_t));
      std::memcpy(mapped(slot) + constants_.word_offset_bytes, &words, sizeof words);
    }
  }
  std::rotate(first, found, found + 1);
  return binding(slot);
}

}  // namespace photopic
