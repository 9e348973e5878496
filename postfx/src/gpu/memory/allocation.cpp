// SPDX-License-Identifier: MIT
// Choice of memory types, blocks of memory, and their parts.
#include "gpu/memory/allocation.h"

#include <algorithm>
#include <cstdio>
#include <new>

#include "gpu/host/gpu.h"
#include "gpu/host/report.h"

namespace photopic {
namespace {

/// Alignments are powers of two.
VkDeviceSize aligned(VkDeviceSize offset, VkDeviceSize alignment) {
  return (offset + alignment - 1) & ~(alignment - 1);
}

bool has(const Gpu& gpu, std::uint32_t type, VkMemoryPropertyFlags flags) {
  return (gpu.memory.memoryTypes[type].propertyFlags & flags) == flags;
}

/// Types are ordered by the driver, the most suitable first.
std::uint32_t memory_type(const Gpu& gpu, const MemoryNeeds& needs) {
  const std::uint32_t count = gpu.memory.memoryTypeCount;
  const auto first_with = [&](VkMemoryPropertyFlags flags) {
    for (std::uint32_t i = 0; i < count; ++i) {
      if ((needs.requirements.memoryTypeBits >> i & 1u) != 0 && has(gpu, i, flags)) return i;
    }
    return count;
  };
  for (const VkMemoryPropertyFlags flags : needs.wishes) {
    const std::uint32_t found = first_with(flags);
    if (found != count) return found;
  }
  return first_with(0);
}

/// Those that the CPU reaches.
std::uint32_t coherent_types(const Gpu& gpu, std::uint32_t bits) {
  for (std::uint32_t i = 0; i < gpu.memory.memoryTypeCount; ++i) {
    if (!has(gpu, i, VK_MEMORY_PROPERTY_HOST_COHERENT_BIT)) bits &= ~(1u << i);
  }
  return bits;
}

}  // namespace

struct Allocation::Block {
  const Gpu& gpu;
  MemoryBlock memory = {};
  VkDeviceSize size_bytes = 0;
  std::uint32_t parts = 0;

  ~Block() {
    if (gpu.memory_callbacks.free != nullptr) {
      gpu.memory_callbacks.free(&memory, gpu.memory_callbacks.user);
    } else {
      gpu.vk.vkFreeMemory(gpu.device.device, memory.memory, gpu.device.allocator);  // unmaps it
    }
    gpu.memory_bytes -= size_bytes;
  }
};

Status Allocation::make_block(const Gpu& gpu, const MemoryRequest& request, Block** out) noexcept {
  MemoryBlock memory = {};
  Status status = Status::ok;
  if (gpu.memory_callbacks.allocate != nullptr) {
    char call[128];
    std::snprintf(call, sizeof call, "Device::memory->allocate of %llu bytes of memory type %u",
                  static_cast<unsigned long long>(request.size_bytes), static_cast<unsigned>(request.memory_type));
    status = check(gpu.device, gpu.memory_callbacks.allocate(&request, &memory, gpu.memory_callbacks.user), call);
  } else {
    const VkMemoryAllocateInfo info = {.sType = VK_STRUCTURE_TYPE_MEMORY_ALLOCATE_INFO,
                                       .pNext = nullptr,
                                       .allocationSize = request.size_bytes,
                                       .memoryTypeIndex = request.memory_type};
    status = check(gpu.device, gpu.vk.vkAllocateMemory(gpu.device.device, &info, gpu.device.allocator, &memory.memory),
                   "vkAllocateMemory");
  }
  if (status != Status::ok) return status;
  *out = new (std::nothrow) Block{gpu, memory};
  if (*out == nullptr) {
    const Block lost = {gpu, memory};
    return report(gpu.device, Status::out_of_memory, "create: out of host memory");
  }
  (*out)->size_bytes = request.size_bytes;
  gpu.memory_bytes += request.size_bytes;
  return status;
}

Allocation::~Allocation() {
  if (block_ != nullptr && --block_->parts == 0) delete block_;
}

VkDeviceMemory Allocation::memory() const noexcept { return block_->memory.memory; }

VkDeviceSize Allocation::offset_bytes() const noexcept { return block_->memory.offset_bytes + offset_bytes_; }

Status Allocation::map(void** out) const noexcept {
  MemoryBlock& memory = block_->memory;
  if (memory.mapped == nullptr && gpu_.memory_callbacks.allocate != nullptr) {
    return report(
        gpu_.device, Status::invalid_argument,
        "create: device.memory->allocate: left MemoryBlock::mapped null, and MemoryRequest::is_mapped is true");
  }
  if (memory.mapped == nullptr) {
    const Status status =
        check(gpu_.device, gpu_.vk.vkMapMemory(gpu_.device.device, memory.memory, 0, VK_WHOLE_SIZE, 0, &memory.mapped),
              "vkMapMemory");
    if (status != Status::ok) {
      memory.mapped = nullptr;
      return status;
    }
  }
  *out = static_cast<char*>(memory.mapped) + offset_bytes_;
  return Status::ok;
}

Status Allocation::allocate(const MemoryNeeds& needs, MemoryUser& user) noexcept {
  type_ = memory_type(gpu_, needs);
  is_mapped_ = needs.must_be_mapped || (needs.is_mapped && has(gpu_, type_, VK_MEMORY_PROPERTY_HOST_COHERENT_BIT));
  type_bits_ = is_mapped_ ? coherent_types(gpu_, needs.requirements.memoryTypeBits) : needs.requirements.memoryTypeBits;
  size_bytes_ = needs.requirements.size;
  alignment_bytes_ = std::max<VkDeviceSize>(needs.requirements.alignment, 1);
  is_image_ = needs.is_image;
  user_ = &user;
  if (gpu_.memory_plan.is_open_) {
    gpu_.memory_plan.add(*this);
    return Status::ok;
  }
  PHOTOPIC_TRY(make_block(gpu_, {size_bytes_, alignment_bytes_, type_, is_mapped_, type_bits_}, &block_));
  block_->parts = 1;
  return user.bind_memory();
}

void MemoryPlan::add(Allocation& allocation) noexcept {
  allocation.group_ = group_;
  allocation.next_ = first_;
  first_ = &allocation;
}

template <class Todo>
void MemoryPlan::for_each_like(const Allocation& like, Todo todo) noexcept {
  for (const bool is_image : {false, true}) {
    for (Allocation* each = first_; each != nullptr; each = each->next_) {
      if (each->type_ == like.type_ && each->group_ == like.group_ && each->is_image_ == is_image) todo(*each);
    }
  }
}

/// Whether none that goes there is before it in the list.
bool MemoryPlan::is_first(const Allocation& allocation) const noexcept {
  const Allocation* each = first_;
  while (each->type_ != allocation.type_ || each->group_ != allocation.group_) each = each->next_;
  return each == &allocation;
}

/// Where each of them is in their block, and what that has to be.
MemoryRequest MemoryPlan::place(const Gpu& gpu, const Allocation& like, bool is_of_host) noexcept {
  MemoryRequest request = {0, 1, like.type_, false, ~0u};
  bool has_buffers = false, has_images = false;
  const VkDeviceSize granularity = std::max<VkDeviceSize>(gpu.limits.bufferImageGranularity, 1);
  for_each_like(like, [&](Allocation& each) {
    const bool is_first_image = each.is_image_ && !has_images;
    if (is_first_image && has_buffers) request.size_bytes = aligned(request.size_bytes, granularity);
    each.offset_bytes_ = aligned(request.size_bytes, each.alignment_bytes_);
    request.size_bytes = each.offset_bytes_ + each.size_bytes_;
    request.alignment_bytes = std::max(request.alignment_bytes, each.alignment_bytes_);
    request.is_mapped = request.is_mapped || each.is_mapped_;
    request.memory_type_bits &= each.type_bits_;
    (each.is_image_ ? has_images : has_buffers) = true;
  });
  if (is_of_host && has_images) {  // whatever the host has beside it
    request.alignment_bytes = std::max(request.alignment_bytes, granularity);
    request.size_bytes = aligned(request.size_bytes, granularity);
  }
  return request;
}

Status MemoryPlan::bind(const Gpu& gpu) noexcept {
  is_open_ = false;
  Status status = Status::ok;
  for (Allocation* each = first_; each != nullptr && status == Status::ok; each = each->next_) {
    if (!is_first(*each)) continue;
    Allocation::Block* block = nullptr;
    status = Allocation::make_block(gpu, place(gpu, *each, gpu.memory_callbacks.allocate != nullptr), &block);
    if (status != Status::ok) break;
    for_each_like(*each, [&](Allocation& part) {
      part.block_ = block;
      ++block->parts;
    });
  }
  for (Allocation* each = first_; each != nullptr && status == Status::ok; each = each->next_) {
    status = each->user_->bind_memory();
  }
  first_ = nullptr;
  return status;
}

void MemoryPlan::list(const Gpu& gpu, std::uint32_t room, std::uint32_t* count, MemoryRequest* out) noexcept {
  is_open_ = false;
  for (const Allocation* each = first_; each != nullptr; each = each->next_) {
    if (!is_first(*each)) continue;
    if (out != nullptr && *count < room) out[*count] = place(gpu, *each, true);
    ++*count;
  }
  first_ = nullptr;
}

Status MemoryPlan::check_list(const Device& device, const std::uint32_t* count) noexcept {
  if (count == nullptr) return report(device, Status::invalid_argument, "memory_requests: count: is null");
  if (!device.separate_memory) return Status::ok;
  return report(device, Status::invalid_argument,
                "memory_requests: device.separate_memory: each buffer and image asks for its own");
}

Status MemoryPlan::check_room(const Device& device, std::uint32_t room, std::uint32_t count,
                              const MemoryRequest* out) noexcept {
  if (out == nullptr || count <= room) return Status::ok;
  return report(device, Status::invalid_argument, "memory_requests: count = %u: there are %u",
                static_cast<unsigned>(room), static_cast<unsigned>(count));
}

SizedMemory::SizedMemory(const Gpu& gpu) noexcept : plan_(gpu.memory_plan) { plan_.group_ = 1; }

SizedMemory::~SizedMemory() { plan_.group_ = 0; }

}  // namespace photopic
