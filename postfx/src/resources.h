// SPDX-License-Identifier: MIT
// Vulkan objects of the module, each owned by one class. Nothing here is recorded but dispatches and barriers.
#ifndef PHOTOPIC_SRC_RESOURCES_H
#define PHOTOPIC_SRC_RESOURCES_H

#include <photopic/device.h>

#include <array>
#include <cassert>
#include <cstdint>
#include <span>

#include "passes.h"
#include "vk_table.h"

namespace photopic {

/// The host's device and what is known about it. Lives in PostProcess::Impl; everything below points to it.
struct Gpu {
  Device device;
  VkTable vk;
  VkPhysicalDeviceLimits limits = {};
  VkPhysicalDeviceMemoryProperties memory = {};
  VkQueueFlags queue_flags = 0;
  bool is_cpu = false;                   ///< a software implementation
  bool has_subgroup_arithmetic = false;  ///< in compute shaders

  Status init(const Device& host) noexcept;
  VkFormatFeatureFlags optimal_features(VkFormat format) const noexcept;
};

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
  explicit Buffer(const Gpu& gpu) : gpu_(gpu), allocation_(gpu) {}
  ~Buffer();

  /// Device-local.
  Status create(VkDeviceSize size_bytes, VkBufferUsageFlags usage) noexcept;
  /// Device-local, the first `zeroed_bytes` zero-filled by the CPU, if the device has memory that both reach at full
  /// speed, as all with a resizable or a 256 MiB BAR do. Else is_zeroed() is false, and nothing is filled.
  Status create_zeroed(VkDeviceSize size_bytes, VkBufferUsageFlags usage, VkDeviceSize zeroed_bytes) noexcept;
  /// Read by the CPU at mapped(), zero-filled.
  Status create_readback(VkDeviceSize size_bytes, VkBufferUsageFlags usage) noexcept;
  VkBuffer handle() const { return buffer_; }
  bool is_zeroed() const { return is_zeroed_; }
  const void* mapped() const { return mapped_; }
  VkDeviceSize memory_bytes() const { return allocation_.size_bytes(); }

 private:
  Status create(VkDeviceSize size_bytes, VkBufferUsageFlags usage,
                std::span<const VkMemoryPropertyFlags> wishes) noexcept;
  Status map_zeroed(VkDeviceSize size_bytes) noexcept;

  const Gpu& gpu_;
  VkBuffer buffer_ = VK_NULL_HANDLE;
  void* mapped_ = nullptr;
  bool is_zeroed_ = false;
  Allocation allocation_;
};

inline constexpr std::uint32_t kMaxLevels = 16;  // of an image of up to 65535 texels a side

/// A 2D image with a full mip chain and one view per level. Used in GENERAL throughout.
class LevelImage {
 public:
  explicit LevelImage(const Gpu& gpu) : gpu_(gpu), allocation_(gpu) {}
  ~LevelImage();

  Status create(VkExtent2D extent, VkFormat format, VkImageUsageFlags usage) noexcept;
  VkImage handle() const { return image_; }
  VkImageView level(std::uint32_t index) const { return views_[index]; }
  std::uint32_t level_count() const { return level_count_; }
  VkExtent2D extent() const { return extent_; }
  VkDeviceSize memory_bytes() const { return allocation_.size_bytes(); }

 private:
  const Gpu& gpu_;
  VkImage image_ = VK_NULL_HANDLE;
  Allocation allocation_;
  std::array<VkImageView, kMaxLevels> views_ = {};
  std::uint32_t level_count_ = 0;
  VkExtent2D extent_ = {};
};

/// What a dispatch binds, in the order of PassDesc::bindings.
struct Binding {
  VkImageView view = VK_NULL_HANDLE;
  VkImageLayout layout = VK_IMAGE_LAYOUT_UNDEFINED;
  VkBuffer buffer = VK_NULL_HANDLE;
  VkDeviceSize offset_bytes = 0;
  VkDeviceSize range_bytes = 0;
};
inline Binding image_binding(VkImageView view, VkImageLayout layout) { return {.view = view, .layout = layout}; }
inline Binding buffer_binding(VkBuffer buffer, VkDeviceSize offset_bytes, VkDeviceSize range_bytes) {
  return {.buffer = buffer, .offset_bytes = offset_bytes, .range_bytes = range_bytes};
}

inline constexpr std::uint32_t kMaxBindings = 10;

/// Value of a 32-bit specialisation constant.
struct Specialization {
  std::uint32_t id;
  std::uint32_t value;
};

/// A PassDesc made runnable: layouts, sampler and one pipeline per variant (set of specialisation constants).
class ComputePass {
 public:
  static constexpr std::uint32_t kMaxVariants = 24;

  explicit ComputePass(const Gpu& gpu) : gpu_(gpu) {}
  ~ComputePass();
  ComputePass(const ComputePass&) = delete;
  ComputePass& operator=(const ComputePass&) = delete;

  Status create(const PassDesc& desc, VkFilter filter = VK_FILTER_NEAREST) noexcept;
  Status add_variant(std::uint32_t variant, std::span<const Specialization> constants) noexcept;
  bool has_variant(std::uint32_t variant) const {
    return variant < kMaxVariants && pipelines_[variant] != VK_NULL_HANDLE;
  }

  template <class Params>
  void dispatch(VkCommandBuffer command_buffer, std::uint32_t variant, VkExtent2D groups, const Params& params,
                std::span<const Binding> bindings) const noexcept {
    assert(sizeof(Params) == desc_->push_bytes);
    dispatch_bytes(command_buffer, variant, groups, &params, bindings);
  }

 private:
  void dispatch_bytes(VkCommandBuffer command_buffer, std::uint32_t variant, VkExtent2D groups, const void* params,
                      std::span<const Binding> bindings) const noexcept;

  const Gpu& gpu_;
  const PassDesc* desc_ = nullptr;
  VkSampler sampler_ = VK_NULL_HANDLE;
  VkDescriptorSetLayout set_layout_ = VK_NULL_HANDLE;
  VkPipelineLayout layout_ = VK_NULL_HANDLE;
  std::array<VkPipeline, kMaxVariants> pipelines_ = {};
};

/// A point in the command stream: what was done before it, or what waits after it.
struct Access {
  VkPipelineStageFlags stages;
  VkAccessFlags access;
};
inline constexpr Access kComputeWrite = {VK_PIPELINE_STAGE_COMPUTE_SHADER_BIT, VK_ACCESS_SHADER_WRITE_BIT};
inline constexpr Access kComputeRead = {VK_PIPELINE_STAGE_COMPUTE_SHADER_BIT, VK_ACCESS_SHADER_READ_BIT};
inline constexpr Access kComputeReadWrite = {VK_PIPELINE_STAGE_COMPUTE_SHADER_BIT,
                                             VK_ACCESS_SHADER_READ_BIT | VK_ACCESS_SHADER_WRITE_BIT};
inline constexpr Access kHostRead = {VK_PIPELINE_STAGE_HOST_BIT, VK_ACCESS_HOST_READ_BIT};
inline constexpr Access kTransferRead = {VK_PIPELINE_STAGE_TRANSFER_BIT, VK_ACCESS_TRANSFER_READ_BIT};
inline constexpr Access kTransferWrite = {VK_PIPELINE_STAGE_TRANSFER_BIT, VK_ACCESS_TRANSFER_WRITE_BIT};
constexpr Access operator|(Access a, Access b) { return {a.stages | b.stages, a.access | b.access}; }

/// Global memory barrier from `producer` to `consumer`.
void memory_barrier(const Gpu& gpu, VkCommandBuffer command_buffer, Access producer, Access consumer) noexcept;
/// Moves `level_count` levels of `image` from one layout to another (from UNDEFINED: and discards them), between
/// `producer` and `consumer`.
void layout_barrier(const Gpu& gpu, VkCommandBuffer command_buffer, VkImage image, std::uint32_t first_level,
                    std::uint32_t level_count, VkImageLayout from, VkImageLayout to, Access producer,
                    Access consumer) noexcept;

}  // namespace photopic

#endif
