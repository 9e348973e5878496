// SPDX-License-Identifier: MIT
// Compute passes on the device.
#ifndef PHOTOPIC_SRC_GPU_COMPUTE_PASS_H
#define PHOTOPIC_SRC_GPU_COMPUTE_PASS_H

#include <cassert>
#include <cstdint>
#include <memory>
#include <span>

#include "gpu/host/gpu.h"
#include "gpu/passes/binding.h"
#include "gpu/passes/binding_ring.h"
#include "gpu/passes/pass_desc.h"

namespace photopic {

/// A PassDesc made runnable: layouts, sampler and one pipeline per variant (set of specialisation constants).
class ComputePass {
 public:
  explicit ComputePass(const Gpu& gpu) : gpu_(gpu), ring_(gpu) {}
  ~ComputePass();
  ComputePass(const ComputePass&) = delete;
  ComputePass& operator=(const ComputePass&) = delete;

  /// `dispatches`: how many with other bindings than the two before it has in a recording, at most.
  Status create(const PassDesc& desc, std::uint32_t dispatches = 1, VkFilter filter = VK_FILTER_NEAREST) noexcept;
  /// Asks for a pipeline; it is there after Gpu::batch's create(). Variants are counted from 0, gaps are allowed.
  Status add_variant(std::uint32_t variant, std::span<const Specialization> constants) noexcept;
  bool has_variant(std::uint32_t variant) const {
    return variant < variant_count_ && pipelines_[variant] != VK_NULL_HANDLE;
  }

  template <class Params>
  void dispatch(VkCommandBuffer command_buffer, std::uint32_t variant, VkExtent2D groups, const Params& params,
                std::span<const Binding> bindings) const noexcept {
    assert(sizeof(Params) == desc_->push_bytes);
    dispatch_bytes(command_buffer, variant, groups, &params, bindings);
  }

  // For PipelineBatch.
  /// Of the variant with these constants; for the caller to destroy.
  Status create_module(std::span<const Specialization> constants, VkShaderModule* module) const noexcept;
  VkPipelineLayout layout() const { return layout_; }
  void set_pipeline(std::uint32_t variant, VkPipeline pipeline) noexcept;

 private:
  Status make_room(std::uint32_t variant) noexcept;
  void bind(VkCommandBuffer command_buffer, std::span<const Binding> bindings) const noexcept;
  void dispatch_bytes(VkCommandBuffer command_buffer, std::uint32_t variant, VkExtent2D groups, const void* params,
                      std::span<const Binding> bindings) const noexcept;

  const Gpu& gpu_;
  const PassDesc* desc_ = nullptr;
  VkSampler sampler_ = VK_NULL_HANDLE;
  VkSampler linear_sampler_ = VK_NULL_HANDLE;  // of filtered images
  VkDescriptorSetLayout set_layout_ = VK_NULL_HANDLE;
  VkPipelineLayout layout_ = VK_NULL_HANDLE;
  mutable BindingRing ring_;  // where nothing is pushed
  std::unique_ptr<VkPipeline[]> pipelines_;
  std::uint32_t variant_count_ = 0;
};

}  // namespace photopic

#endif
