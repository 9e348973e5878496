// SPDX-License-Identifier: MIT
// Making of graphics pipelines.
#include "engine/scene/renderer/graphics_pipeline.h"

#include <scene/interface.h>

#include <cstddef>
#include <vector>

#include "engine/scene/scene.h"

namespace engine {
namespace {

constexpr VkVertexInputBindingDescription kVertexBinding = {0, sizeof(Vertex), VK_VERTEX_INPUT_RATE_VERTEX};
// First those that shadows need.
constexpr VkVertexInputAttributeDescription kVertexAttributes[] = {
    {SCENE_VERTEX_POSITION, 0, VK_FORMAT_R32G32B32_SFLOAT, offsetof(Vertex, position)},
    {SCENE_VERTEX_TEXTURE_COORDINATE, 0, VK_FORMAT_R32G32_SFLOAT, offsetof(Vertex, texture_coordinate)},
    {SCENE_VERTEX_COLOR, 0, VK_FORMAT_R16G16B16A16_UNORM, offsetof(Vertex, color)},
    {SCENE_VERTEX_NORMAL, 0, VK_FORMAT_R32G32B32_SFLOAT, offsetof(Vertex, normal)},
    {SCENE_VERTEX_TANGENT, 0, VK_FORMAT_R32G32B32A32_SFLOAT, offsetof(Vertex, tangent)}};

VkPipelineVertexInputStateCreateInfo vertex_input(VertexInput input) {
  VkPipelineVertexInputStateCreateInfo state = {};
  state.sType = VK_STRUCTURE_TYPE_PIPELINE_VERTEX_INPUT_STATE_CREATE_INFO;
  if (input == VertexInput::none) return state;
  state.vertexBindingDescriptionCount = 1;
  state.pVertexBindingDescriptions = &kVertexBinding;
  state.vertexAttributeDescriptionCount = input == VertexInput::all ? 5 : 3;
  state.pVertexAttributeDescriptions = kVertexAttributes;
  return state;
}

VkPipelineRasterizationStateCreateInfo rasterization(const GraphicsPipelineInfo& info) {
  VkPipelineRasterizationStateCreateInfo state = {};
  state.sType = VK_STRUCTURE_TYPE_PIPELINE_RASTERIZATION_STATE_CREATE_INFO;
  state.polygonMode = VK_POLYGON_MODE_FILL;
  state.cullMode = info.cull;
  state.frontFace = info.front;
  state.depthBiasEnable = info.depth_bias != 0.0f;
  state.depthBiasConstantFactor = info.depth_bias;
  state.lineWidth = 1.0f;
  return state;
}

VkPipelineDepthStencilStateCreateInfo depth_stencil(const GraphicsPipelineInfo& info) {
  VkPipelineDepthStencilStateCreateInfo state = {};
  state.sType = VK_STRUCTURE_TYPE_PIPELINE_DEPTH_STENCIL_STATE_CREATE_INFO;
  state.depthTestEnable = VK_TRUE;
  state.depthWriteEnable = info.writes_depth;
  state.depthCompareOp = info.depth_compare;
  return state;
}

/// Alpha stays as it is in the target.
VkPipelineColorBlendAttachmentState color_target(const GraphicsPipelineInfo& info) {
  VkPipelineColorBlendAttachmentState state = {};
  state.blendEnable = info.blends;
  state.srcColorBlendFactor = VK_BLEND_FACTOR_SRC_ALPHA;
  state.dstColorBlendFactor = VK_BLEND_FACTOR_ONE_MINUS_SRC_ALPHA;
  state.srcAlphaBlendFactor = VK_BLEND_FACTOR_ZERO;
  state.dstAlphaBlendFactor = VK_BLEND_FACTOR_ONE;
  state.colorWriteMask =
      VK_COLOR_COMPONENT_R_BIT | VK_COLOR_COMPONENT_G_BIT | VK_COLOR_COMPONENT_B_BIT | VK_COLOR_COMPONENT_A_BIT;
  return state;
}

VkPipelineShaderStageCreateInfo stage(VkShaderStageFlagBits bit, VkShaderModule shader,
                                      const VkSpecializationInfo* constants) {
  VkPipelineShaderStageCreateInfo info = {};
  info.sType = VK_STRUCTURE_TYPE_PIPELINE_SHADER_STAGE_CREATE_INFO;
  info.stage = bit;
  info.module = shader;
  info.pName = "main";
  info.pSpecializationInfo = constants;
  return info;
}

}  // namespace

Pipeline make_graphics_pipeline(const Context& context, const GraphicsPipelineInfo& info) {
  std::vector<VkSpecializationMapEntry> entries;
  for (std::uint32_t i = 0; i < info.constants.size(); ++i) {
    entries.push_back({i, i * std::uint32_t(sizeof(std::int32_t)), sizeof(std::int32_t)});
  }
  const VkSpecializationInfo constants = {std::uint32_t(entries.size()), entries.data(),
                                          entries.size() * sizeof(std::int32_t), info.constants.data()};
  std::vector<VkPipelineShaderStageCreateInfo> stages = {stage(VK_SHADER_STAGE_VERTEX_BIT, info.vertex, nullptr)};
  if (info.fragment != VK_NULL_HANDLE) {
    stages.push_back(stage(VK_SHADER_STAGE_FRAGMENT_BIT, info.fragment, &constants));
  }
  const auto vertices = vertex_input(info.input);
  VkPipelineInputAssemblyStateCreateInfo assembly = {};
  assembly.sType = VK_STRUCTURE_TYPE_PIPELINE_INPUT_ASSEMBLY_STATE_CREATE_INFO;
  assembly.topology = VK_PRIMITIVE_TOPOLOGY_TRIANGLE_LIST;
  VkPipelineViewportStateCreateInfo viewport = {};
  viewport.sType = VK_STRUCTURE_TYPE_PIPELINE_VIEWPORT_STATE_CREATE_INFO;
  viewport.viewportCount = 1;
  viewport.scissorCount = 1;
  const auto raster = rasterization(info);
  VkPipelineMultisampleStateCreateInfo multisample = {};
  multisample.sType = VK_STRUCTURE_TYPE_PIPELINE_MULTISAMPLE_STATE_CREATE_INFO;
  multisample.rasterizationSamples = VkSampleCountFlagBits(info.samples);
  const auto depth = depth_stencil(info);
  const VkPipelineColorBlendAttachmentState target = color_target(info);
  VkPipelineColorBlendStateCreateInfo blend = {};
  blend.sType = VK_STRUCTURE_TYPE_PIPELINE_COLOR_BLEND_STATE_CREATE_INFO;
  blend.attachmentCount = info.has_color ? 1 : 0;
  blend.pAttachments = &target;
  const VkDynamicState dynamic_states[] = {VK_DYNAMIC_STATE_VIEWPORT, VK_DYNAMIC_STATE_SCISSOR};
  VkPipelineDynamicStateCreateInfo dynamic = {};
  dynamic.sType = VK_STRUCTURE_TYPE_PIPELINE_DYNAMIC_STATE_CREATE_INFO;
  dynamic.dynamicStateCount = std::uint32_t(std::size(dynamic_states));
  dynamic.pDynamicStates = dynamic_states;
  VkGraphicsPipelineCreateInfo pipeline_info = {};
  pipeline_info.sType = VK_STRUCTURE_TYPE_GRAPHICS_PIPELINE_CREATE_INFO;
  pipeline_info.stageCount = std::uint32_t(stages.size());
  pipeline_info.pStages = stages.data();
  pipeline_info.pVertexInputState = &vertices;
  pipeline_info.pInputAssemblyState = &assembly;
  pipeline_info.pViewportState = &viewport;
  pipeline_info.pRasterizationState = &raster;
  pipeline_info.pMultisampleState = &multisample;
  pipeline_info.pDepthStencilState = &depth;
  pipeline_info.pColorBlendState = &blend;
  pipeline_info.pDynamicState = &dynamic;
  pipeline_info.layout = info.layout;
  pipeline_info.renderPass = info.pass;
  VkPipeline pipeline = VK_NULL_HANDLE;
  check(context.vk().vkCreateGraphicsPipelines(context.device(), VK_NULL_HANDLE, 1, &pipeline_info, nullptr, &pipeline),
        "vkCreateGraphicsPipelines");
  return {context, pipeline};
}

}  // namespace engine
