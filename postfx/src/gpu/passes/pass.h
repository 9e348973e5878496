// SPDX-License-Identifier: MIT
// Passes on the device: what compute passes and those that draw have in common.
#ifndef PHOTOPIC_SRC_GPU_PASS_H
#define PHOTOPIC_SRC_GPU_PASS_H

#include <cstdint>
#include <memory>
#include <span>

#include "gpu/host/gpu.h"
#include "gpu/passes/binding.h"
#include "gpu/passes/binding_ring.h"
#include "gpu/passes/pass_desc.h"

namespace photopic {

class DrawState;

/// A PassDesc made runnable: layouts, sampler and one pipeline per variant (set of specialisation constants).
class Pass {
 public:
  Pass(const Pass&) = delete;
  Pass& operator=(const Pass&) = delete;

  /// Asks for a pipeline; it is there after Gpu::batch's create(). Variants are counted from 0, gaps are allowed.
  /// unsupported: the device lacks what the variant needs.
  Status add_variant(std::uint32_t variant, std::span<const Specialization> constants) noexcept;
  bool has_variant(std::uint32_t variant) const {
    return variant < variant_count_ && pipelines_[variant] != VK_NULL_HANDLE;
  }

  // For PipelineBatch.
  VkShaderStageFlagBits stage() const { return stage_; }
  /// Of the variant with these constants; for the caller to destroy. On failure `*out` is untouched.
  Status create_module(std::span<const Specialization> constants, VkShaderModule* out) const noexcept;
  VkPipelineLayout layout() const { return layout_; }
  /// The layout, once. On devices that aren't Gpu::has_ample_limits, it has the bindings that the variants use, and is
  /// made after them.
  Status make_layout() noexcept;
  /// Null: a compute pipeline.
  const DrawState* draw_state() const { return draw_state_; }
  /// Before create(): a sampled image is filtered linearly, as those of BindingKind::filtered_image are.
  void filter_linearly(std::uint32_t binding) noexcept { filtered_ |= 1u << binding; }
  void set_pipeline(std::uint32_t variant, VkPipeline pipeline) noexcept;

 protected:
  Pass(const Gpu& gpu, VkShaderStageFlagBits stage) : gpu_(gpu), stage_(stage), ring_(gpu) {}
  ~Pass();

  Status create(const PassDesc& desc, std::uint32_t dispatches, VkFilter filter) noexcept;
  /// Of a DrawPass, before the first variant.
  void set_draw_state(const DrawState* state) noexcept { draw_state_ = state; }
  /// Pipeline, bindings and push constants.
  void bind(VkCommandBuffer command_buffer, std::uint32_t variant, const void* params,
            std::span<const Binding> bindings) const noexcept;

  const Gpu& gpu_;
  const PassDesc* desc_ = nullptr;

 private:
  Status make_room(std::uint32_t variant) noexcept;
  bool has_binding(std::uint32_t i) const {
    return (bindings_ >> i & 1u) != 0 && desc_->bindings[i] != BindingKind::none;
  }
  void bind(VkCommandBuffer command_buffer, std::span<const Binding> bindings) const noexcept;
  VkPipelineBindPoint bind_point() const {
    return stage_ == VK_SHADER_STAGE_COMPUTE_BIT ? VK_PIPELINE_BIND_POINT_COMPUTE : VK_PIPELINE_BIND_POINT_GRAPHICS;
  }

  VkShaderStageFlagBits stage_;  // that has the bindings
  const DrawState* draw_state_ = nullptr;
  VkSampler sampler_ = VK_NULL_HANDLE;
  VkSampler linear_sampler_ = VK_NULL_HANDLE;  // of filtered images
  VkDescriptorSetLayout set_layout_ = VK_NULL_HANDLE;
  VkPipelineLayout layout_ = VK_NULL_HANDLE;
  std::uint32_t filtered_ = 0;    // bit n: of binding n
  std::uint32_t bindings_ = 0;    // bit n: the layout has binding n
  std::uint32_t dispatches_ = 1;  // which the ring is made for, of a recording
  mutable BindingRing ring_;      // where nothing is pushed
  std::unique_ptr<VkPipeline[]> pipelines_;
  std::uint32_t variant_count_ = 0;
};

/// A module of code, trimmed to what a variant with these constants runs. On failure `*out` is untouched.
Status create_module(const Gpu& gpu, const PackedSpirv& packed, std::span<const Specialization> constants,
                     VkShaderModule* out) noexcept;

}  // namespace photopic

#endif
