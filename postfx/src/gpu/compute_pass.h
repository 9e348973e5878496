// SPDX-License-Identifier: MIT
// A compute pass that can be dispatched.
#ifndef PHOTOPIC_SRC_GPU_COMPUTE_PASS_H
#define PHOTOPIC_SRC_GPU_COMPUTE_PASS_H

#include <array>
#include <cassert>
#include <cstdint>
#include <span>

#include "gpu/gpu.h"
#include "gpu/pass_desc.h"

namespace photopic {

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

}  // namespace photopic

#endif
