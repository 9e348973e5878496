// SPDX-License-Identifier: MIT
// Graphics pipelines of passes that draw, and the draw.
#include "gpu/passes/draw_pass.h"

#include <iterator>
#include <memory>
#include <new>

#include "gpu/host/report.h"

namespace photopic {
namespace {

constexpr VkDynamicState kDynamic[] = {VK_DYNAMIC_STATE_VIEWPORT, VK_DYNAMIC_STATE_SCISSOR};
constexpr VkColorComponentFlags kAllChannels =
    VK_COLOR_COMPONENT_R_BIT | VK_COLOR_COMPONENT_G_BIT | VK_COLOR_COMPONENT_B_BIT | VK_COLOR_COMPONENT_A_BIT;

}  // namespace

DrawState::~DrawState() {
  if (vertex_ == VK_NULL_HANDLE) return;
  gpu_.vk.vkDestroyShaderModule(gpu_.device.device, vertex_, gpu_.device.allocator);
}

Status DrawState::create(const PackedSpirv& vertex, const Output& target, VkFormat format) noexcept {
  target_ = target;
  format_ = format;
  rendering_.sType = VK_STRUCTURE_TYPE_PIPELINE_RENDERING_CREATE_INFO;
  rendering_.viewMask = target.view_mask;
  rendering_.colorAttachmentCount = 1;
  rendering_.pColorAttachmentFormats = &format_;
  rendering_.depthAttachmentFormat = target.depth_format;
  rendering_.stencilAttachmentFormat = target.stencil_format;
  vertex_input_.sType = VK_STRUCTURE_TYPE_PIPELINE_VERTEX_INPUT_STATE_CREATE_INFO;
  assembly_.sType = VK_STRUCTURE_TYPE_PIPELINE_INPUT_ASSEMBLY_STATE_CREATE_INFO;
  assembly_.topology = VK_PRIMITIVE_TOPOLOGY_TRIANGLE_LIST;
  viewport_.sType = VK_STRUCTURE_TYPE_PIPELINE_VIEWPORT_STATE_CREATE_INFO;
  viewport_.viewportCount = 1;
  viewport_.scissorCount = 1;
  rasterization_.sType = VK_STRUCTURE_TYPE_PIPELINE_RASTERIZATION_STATE_CREATE_INFO;
  rasterization_.polygonMode = VK_POLYGON_MODE_FILL;
  rasterization_.cullMode = VK_CULL_MODE_NONE;
  rasterization_.lineWidth = 1.0f;
  multisample_.sType = VK_STRUCTURE_TYPE_PIPELINE_MULTISAMPLE_STATE_CREATE_INFO;
  multisample_.rasterizationSamples = static_cast<VkSampleCountFlagBits>(target.samples);
  depth_.sType = VK_STRUCTURE_TYPE_PIPELINE_DEPTH_STENCIL_STATE_CREATE_INFO;  // no test, nothing written
  depth_.depthCompareOp = VK_COMPARE_OP_ALWAYS;
  channels_.colorWriteMask = kAllChannels;
  blend_.sType = VK_STRUCTURE_TYPE_PIPELINE_COLOR_BLEND_STATE_CREATE_INFO;
  blend_.attachmentCount = 1;
  blend_.pAttachments = &channels_;
  dynamic_.sType = VK_STRUCTURE_TYPE_PIPELINE_DYNAMIC_STATE_CREATE_INFO;
  dynamic_.dynamicStateCount = static_cast<std::uint32_t>(std::size(kDynamic));
  dynamic_.pDynamicStates = kDynamic;
  return create_module(gpu_, vertex, {}, &vertex_);
}

void DrawState::describe(const VkPipelineShaderStageCreateInfo& fragment, VkPipelineLayout layout,
                         DrawPipelineInfo* out) const noexcept {
  out->stages[0] = {.sType = VK_STRUCTURE_TYPE_PIPELINE_SHADER_STAGE_CREATE_INFO,
                    .pNext = nullptr,
                    .flags = 0,
                    .stage = VK_SHADER_STAGE_VERTEX_BIT,
                    .module = vertex_,
                    .pName = "main",
                    .pSpecializationInfo = nullptr};
  out->stages[1] = fragment;
  VkGraphicsPipelineCreateInfo& info = out->pipeline;
  info = {};
  info.sType = VK_STRUCTURE_TYPE_GRAPHICS_PIPELINE_CREATE_INFO;
  if (target_.render_pass == VK_NULL_HANDLE) info.pNext = &rendering_;
  info.stageCount = 2;
  info.pStages = out->stages;
  info.pVertexInputState = &vertex_input_;
  info.pInputAssemblyState = &assembly_;
  info.pViewportState = &viewport_;
  info.pRasterizationState = &rasterization_;
  info.pMultisampleState = &multisample_;
  info.pDepthStencilState = &depth_;
  info.pColorBlendState = &blend_;
  info.pDynamicState = &dynamic_;
  info.layout = layout;
  info.renderPass = target_.render_pass;
  info.subpass = target_.subpass;
}

Status create_draw_pipelines(const Gpu& gpu, const DrawPipelineInfo* infos, std::uint32_t count,
                             VkPipeline* out) noexcept {
  const std::unique_ptr<VkGraphicsPipelineCreateInfo[]> pipelines(new (std::nothrow)
                                                                      VkGraphicsPipelineCreateInfo[count]);
  if (pipelines == nullptr) return report(gpu.device, Status::out_of_memory, "create: out of host memory");
  for (std::uint32_t i = 0; i < count; ++i) pipelines[i] = infos[i].pipeline;
  return check(gpu.device,
               gpu.vk.vkCreateGraphicsPipelines(gpu.device.device, gpu.device.pipeline_cache, count, pipelines.get(),
                                                gpu.device.allocator, out),
               "vkCreateGraphicsPipelines");
}

Status DrawPass::create(const PassDesc& desc, const PackedSpirv& vertex, const Output& target,
                        VkFormat format) noexcept {
  PHOTOPIC_TRY(state_.create(vertex, target, format));
  set_draw_state(&state_);
  return Pass::create(desc, 1, VK_FILTER_NEAREST);
}

void DrawPass::draw_area(VkCommandBuffer command_buffer, const VkRect2D& area) const noexcept {
  const VkViewport viewport = {static_cast<float>(area.offset.x),
                               static_cast<float>(area.offset.y),
                               static_cast<float>(area.extent.width),
                               static_cast<float>(area.extent.height),
                               0.0f,
                               1.0f};
  gpu_.vk.vkCmdSetViewport(command_buffer, 0, 1, &viewport);
  gpu_.vk.vkCmdSetScissor(command_buffer, 0, 1, &area);
  gpu_.vk.vkCmdDraw(command_buffer, 3, 1, 0, 0);
}

}  // namespace photopic
