// SPDX-License-Identifier: MIT
// Parts of device memory: each alone, or planned and then given out of few blocks.
#ifndef PHOTOPIC_SRC_GPU_ALLOCATION_H
#define PHOTOPIC_SRC_GPU_ALLOCATION_H

#include <photopic/device.h>

#include <cstdint>
#include <span>

namespace photopic {

struct Gpu;

/// Who needs memory.
class MemoryUser {
 public:
  /// The memory is there: binds to it.
  virtual Status bind_memory() noexcept = 0;

 protected:
  ~MemoryUser() = default;
};

struct MemoryNeeds {
  VkMemoryRequirements requirements;
  /// Of the first memory type that has all of the first of these that any has; of any, if none can be met.
  std::span<const VkMemoryPropertyFlags> wishes;
  bool is_image = false;
  bool is_mapped = false;       ///< the CPU reaches it, if the type allows that, or
  bool must_be_mapped = false;  ///< ... always: `wishes` are of such types
};

/// A part of a block, which is freed with its last part.
class Allocation {
 public:
  explicit Allocation(const Gpu& gpu) : gpu_(gpu) {}
  ~Allocation();
  Allocation(const Allocation&) = delete;
  Allocation& operator=(const Allocation&) = delete;

  /// At once, in a block of its own; while Gpu::memory_plan is open, when that is bound. `user` binds then.
  Status allocate(const MemoryNeeds& needs, MemoryUser& user) noexcept;
  // In and after MemoryUser::bind_memory().
  VkDeviceMemory memory() const noexcept;
  VkDeviceSize offset_bytes() const noexcept;
  /// Where the CPU reaches it: of needs with is_mapped. Stays until the block is freed.
  Status map(void** out) const noexcept;
  /// Whether it is reached so; known after allocate().
  bool is_mapped() const { return is_mapped_; }

 private:
  friend class MemoryPlan;
  struct Block;
  static Status make_block(const Gpu& gpu, const MemoryRequest& request, Block** out) noexcept;

  const Gpu& gpu_;
  Block* block_ = nullptr;
  VkDeviceSize offset_bytes_ = 0;  // in the block
  bool is_mapped_ = false;
  // While it is planned.
  VkDeviceSize size_bytes_ = 0;
  VkDeviceSize alignment_bytes_ = 1;
  std::uint32_t type_ = 0;
  std::uint32_t type_bits_ = 0;  // of those that will do
  std::uint32_t group_ = 0;
  bool is_image_ = false;
  MemoryUser* user_ = nullptr;
  Allocation* next_ = nullptr;
};

/// Memory of all that an object makes: a block for each memory type, and another one for what has the size of pictures,
/// which resize() makes anew.
class MemoryPlan {
 public:
  /// From here on allocations are gathered. They outlive bind().
  void open() noexcept { is_open_ = true; }
  /// Makes the blocks, and has all users bind; closed from here on.
  Status bind(const Gpu& gpu) noexcept;
  /// Lists the blocks instead, as PostProcess::memory_requests() does; closed from here on. `*count` grows by their
  /// number; `out` has `room` elements, or is null.
  void list(const Gpu& gpu, std::uint32_t room, std::uint32_t* count, MemoryRequest* out) noexcept;
  /// Before list(), and before anything is made: without a plan, memory is allocated at once.
  static Status check_list(const Device& device, const std::uint32_t* count) noexcept;
  /// After list().
  static Status check_room(const Device& device, std::uint32_t room, std::uint32_t count,
                           const MemoryRequest* out) noexcept;

 private:
  friend class Allocation;
  friend class SizedMemory;
  void add(Allocation& allocation) noexcept;
  /// Calls `todo` for all that go where `like` goes: buffers first, so that the two kinds meet once.
  template <class Todo>
  void for_each_like(const Allocation& like, Todo todo) noexcept;
  bool is_first(const Allocation& allocation) const noexcept;
  MemoryRequest place(const Gpu& gpu, const Allocation& like, bool is_of_host) noexcept;

  bool is_open_ = false;
  std::uint32_t group_ = 0;
  Allocation* first_ = nullptr;
};

/// While it lives, what is planned has the size of pictures.
class SizedMemory {
 public:
  explicit SizedMemory(const Gpu& gpu) noexcept;
  ~SizedMemory();
  SizedMemory(const SizedMemory&) = delete;
  SizedMemory& operator=(const SizedMemory&) = delete;

 private:
  MemoryPlan& plan_;
};

}  // namespace photopic

#endif
