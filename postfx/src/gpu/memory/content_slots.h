// SPDX-License-Identifier: MIT
// Slots of a buffer with contents that seldom change: the CPU writes each content once, passes read it from then on.
#ifndef PHOTOPIC_SRC_GPU_CONTENT_SLOTS_H
#define PHOTOPIC_SRC_GPU_CONTENT_SLOTS_H

#include <cstddef>
#include <cstdint>
#include <memory>
#include <type_traits>

#include "gpu/host/gpu.h"
#include "gpu/memory/memory.h"
#include "gpu/passes/compute_pass.h"

namespace photopic {

/// 16 slots for changes while recordings are in flight, and 4 for each view.
constexpr std::uint32_t settings_slot_count(std::uint32_t view_count) noexcept { return 16 + 4 * view_count; }

/// ContentSlots of any type.
class ByteSlots {
 public:
  ByteSlots(const Gpu& gpu, const char* name) : gpu_(gpu), buffer_(gpu, name) {}

  /// What all slots read, in the buffer once: `size_bytes`, at `offset_bytes` from the last slot. A word of each slot,
  /// at `word_offset_bytes`, says how many words farther away it is from the slot. Contents have any number there.
  struct Constants {
    std::size_t offset_bytes = 0;
    std::size_t size_bytes = 0;
    std::size_t word_offset_bytes = 0;
  };

  /// `size_bytes` of the content.
  Status create(std::size_t size_bytes, std::uint32_t slot_count, const Constants& constants) noexcept;
  Status create(std::size_t size_bytes, std::uint32_t slot_count) noexcept {
    return create(size_bytes, slot_count, {});
  }
  /// Where the caller writes the constants, once there is memory.
  std::byte* constants() const noexcept;
  Binding binding_of(const void* content) noexcept;
  Binding any() const noexcept { return binding(order_[0]); }

 private:
  Binding binding(std::uint32_t slot) const noexcept {
    const VkDeviceSize offset_bytes = slot * stride_bytes_;
    return buffer_binding(buffer_.handle(), offset_bytes, has_constants() ? buffer_bytes_ - offset_bytes : size_bytes_);
  }
  bool has_constants() const { return constants_.size_bytes != 0; }
  std::byte* mapped(std::uint32_t slot) const {
    return static_cast<std::byte*>(buffer_.mapped()) + slot * stride_bytes_;
  }
  std::byte* copy(std::uint32_t slot) const { return copies_.get() + slot * size_bytes_; }

  const Gpu& gpu_;
  DeviceBuffer buffer_;
  std::size_t size_bytes_ = 0;
  Constants constants_ = {};
  VkDeviceSize buffer_bytes_ = 0;
  VkDeviceSize stride_bytes_ = 0;
  std::uint32_t slot_count_ = 0;
  std::unique_ptr<std::byte[]> copies_;     // the buffer's memory may be slow to read
  std::unique_ptr<std::uint32_t[]> order_;  // slots, the one that was asked for last first
};

/// A recording binds the slot that holds what it needs; nothing is recorded to bring it there. So it may be dropped, or
/// submitted in any order and any number of times: it stays valid until (slots - 1) other contents have been bound
/// since. ADR 13.
template <class Content>
class ContentSlots {
  static_assert(std::is_trivially_copyable_v<Content>);

 public:
  ContentSlots(const Gpu& gpu, const char* name) : slots_(gpu, name) {}

  /// At least two slots; all begin as zeros.
  Status create(std::uint32_t slot_count) noexcept { return slots_.create(sizeof(Content), slot_count); }

  /// Where this content is: in the slot that has it, else written to the one that was asked for least recently. Visible
  /// to command buffers that are submitted after the call. Costs a comparison of bytes where it is what was asked for
  /// last, one with each slot where it is new.
  Binding binding_of(const Content& content) noexcept { return slots_.binding_of(&content); }
  /// A slot with any content, for passes that read none of it.
  Binding any() const noexcept { return slots_.any(); }

 private:
  ByteSlots slots_;
};

}  // namespace photopic

#endif
