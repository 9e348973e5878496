// SPDX-License-Identifier: MIT
// Passes that draw a triangle over a rectangle of a host's attachment.
#ifndef PHOTOPIC_SRC_GPU_DRAW_PASS_H
#define PHOTOPIC_SRC_GPU_DRAW_PASS_H

#include <photopic/post_process.h>

#include <cassert>
#include <cstdint>
#include <span>

#include "gpu/passes/pass.h"

namespace photopic {

/// What describes one pipeline, and what that points to.
struct DrawPipelineInfo {
  VkPipelineShaderStageCreateInfo stages[2];
  VkGraphicsPipelineCreateInfo pipeline;
};

/// What all pipelines of a pass that draws have in common: the vertex shader, and where they draw.
class DrawState {
 public:
  explicit DrawState(const Gpu& gpu) : gpu_(gpu) {}
  ~DrawState();
  DrawState(const DrawState&) = delete;
  DrawState& operator=(const DrawState&) = delete;

  /// `format`: of the colour attachment.
  Status create(const PackedSpirv& vertex, const Output& target, VkFormat format) noexcept;
  /// `*out` points into this object and to itself.
  void describe(const VkPipelineShaderStageCreateInfo& fragment, VkPipelineLayout layout,
                DrawPipelineInfo* out) const noexcept;

 private:
  const Gpu& gpu_;
  Output target_;
  VkFormat format_ = VK_FORMAT_UNDEFINED;
  VkShaderModule vertex_ = VK_NULL_HANDLE;
  VkPipelineRenderingCreateInfo rendering_ = {};
  VkPipelineVertexInputStateCreateInfo vertex_input_ = {};
  VkPipelineInputAssemblyStateCreateInfo assembly_ = {};
  VkPipelineViewportStateCreateInfo viewport_ = {};
  VkPipelineRasterizationStateCreateInfo rasterization_ = {};
  VkPipelineMultisampleStateCreateInfo multisample_ = {};
  VkPipelineDepthStencilStateCreateInfo depth_ = {};
  VkPipelineColorBlendAttachmentState channels_ = {};
  VkPipelineColorBlendStateCreateInfo blend_ = {};
  VkPipelineDynamicStateCreateInfo dynamic_ = {};
};

Status create_draw_pipelines(const Gpu& gpu, const DrawPipelineInfo* infos, std::uint32_t count,
                             VkPipeline* out) noexcept;

class DrawPass : public Pass {
 public:
  explicit DrawPass(const Gpu& gpu) : Pass(gpu, VK_SHADER_STAGE_FRAGMENT_BIT), state_(gpu) {}

  /// `desc`: the fragment shader. Once a recording, with other bindings than the two before it.
  Status create(const PassDesc& desc, const PackedSpirv& vertex, const Output& target, VkFormat format) noexcept;

  /// Over `area` of the attachment.
  template <class Params>
  void draw(VkCommandBuffer command_buffer, std::uint32_t variant, const VkRect2D& area, const Params& params,
            std::span<const Binding> bindings) const noexcept {
    assert(sizeof(Params) == desc_->push_bytes);
    bind(command_buffer, variant, &params, bindings);
    draw_area(command_buffer, area);
  }

 private:
  void draw_area(VkCommandBuffer command_buffer, const VkRect2D& area) const noexcept;

  DrawState state_;
};

}  // namespace photopic

#endif
