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
    {SCENE_VERTEX_TANGENT, 0, VK_FORMAT_R32G32B32A32_SFLOAT, offsetof(Vertex, tangent)},
    {SCENE_VERTEX_SECOND_COORDINATE, 0, VK_FORMAT_R32G32_SFLOAT, offsetof(Vertex, second_coordinate)}};

VkPipelineVertexInputStateCreateInfo vertex_input(VertexInput input) {
  VkPipelineVertexInputStateCreateInfo state = {.sType = VK_STRUCTURE_TYPE_PIPELINE_VERTEX_INPUT_STATE_CREATE_INFO};
  if (input == VertexInput::none) return state;
  state.vertexBindingDescriptionCount = 1;
  state.pVertexBindingDescriptions = &kVertexBinding;
  state.vertexAttributeDescriptionCount = input == VertexInput::all ? 6 : 3;
  state.pVertexAttributeDescriptions = kVertexAttributes;
  return state;
}

VkPipelineRasterizationStateCreateInfo rasterization(const GraphicsPipelineInfo& info) {
  return {.sType = VK_STRUCTURE_TYPE_PIPELINE_RASTERIZATION_STATE_CREATE_INFO,
          .polygonMode = VK_POLYGON_MODE_FILL,
          .cullMode = info.cull,
          .frontFace = info.front,
          .depthBiasEnable = info.depth_bias != 0.0f,
          .depthBiasConstantFactor = info.depth_bias,
          .lineWidth = 1.0f};
}

VkPipelineDepthStencilStateCreateInfo depth_stencil(const GraphicsPipelineInfo& info) {
  return {.sType = VK_STRUCTURE_TYPE_PIPELINE_DEPTH_STENCIL_STATE_CREATE_INFO,
          .depthTestEnable = VK_TRUE,
          .depthWriteEnable = info.writes_depth,
          .depthCompareOp = info.depth_compare};
}

/// Alpha stays as it is in the target.
VkPipelineColorBlendAttachmentState color_target(const GraphicsPipelineInfo& info) {
  return {.blendEnable = info.blends,
          .srcColorBlendFactor = VK_BLEND_FACTOR_SRC_ALPHA,
          .dstColorBlendFactor = VK_BLEND_FACTOR_ONE_MINUS_SRC_ALPHA,
          .srcAlphaBlendFactor = VK_BLEND_FACTOR_ZERO,
          .dstAlphaBlendFactor = VK_BLEND_FACTOR_ONE,
          .colorWriteMask = VK_COLOR_COMPONENT_R_BIT | VK_COLOR_COMPONENT_G_BIT | VK_COLOR_COMPONENT_B_BIT |
                            VK_COLOR_COMPONENT_A_BIT};
}

VkPipelineShaderStageCreateInfo stage(VkShaderStageFlagBits bit, VkShaderModule shader,
                                      const VkSpecializationInfo* constants) {
  return {.sType = VK_STRUCTURE_TYPE_PIPELINE_SHADER_STAGE_CREATE_INFO,
          .stage = bit,
          .module = shader,
          .pName = "main",
          .pSpecializationInfo = constants};
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
  const VkPipelineInputAssemblyStateCreateInfo assembly = {
      .sType = VK_STRUCTURE_TYPE_PIPELINE_INPUT_ASSEMBLY_STATE_CREATE_INFO,
      .topology = VK_PRIMITIVE_TOPOLOGY_TRIANGLE_LIST};
  const VkPipelineViewportStateCreateInfo viewport = {
      .sType = VK_STRUCTURE_TYPE_PIPELINE_VIEWPORT_STATE_CREATE_INFO, .viewportCount = 1, .scissorCount = 1};
  const auto raster = rasterization(info);
  const VkPipelineMultisampleStateCreateInfo multisample = {
      .sType = VK_STRUCTURE_TYPE_PIPELINE_MULTISAMPLE_STATE_CREATE_INFO,
      .rasterizationSamples = VkSampleCountFlagBits(info.samples)};
  const auto depth = depth_stencil(info);
  const VkPipelineColorBlendAttachmentState target = color_target(info);
  const VkPipelineColorBlendStateCreateInfo blend = {.sType = VK_STRUCTURE_TYPE_PIPELINE_COLOR_BLEND_STATE_CREATE_INFO,
                                                     .attachmentCount = info.has_color ? 1u : 0u,
                                                     .pAttachments = &target};
  const VkDynamicState dynamic_states[] = {VK_DYNAMIC_STATE_VIEWPORT, VK_DYNAMIC_STATE_SCISSOR};
  const VkPipelineDynamicStateCreateInfo dynamic = {.sType = VK_STRUCTURE_TYPE_PIPELINE_DYNAMIC_STATE_CREATE_INFO,
                                                    .dynamicStateCount = std::uint32_t(std::size(dynamic_states)),
                                                    .pDynamicStates = dynamic_states};
  const VkGraphicsPipelineCreateInfo pipeline_info = {.sType = VK_STRUCTURE_TYPE_GRAPHICS_PIPELINE_CREATE_INFO,
                                                      .stageCount = std::uint32_t(stages.size()),
                                                      .pStages = stages.data(),
                                                      .pVertexInputState = &vertices,
                                                      .pInputAssemblyState = &assembly,
                                                      .pViewportState = &viewport,
                                                      .pRasterizationState = &raster,
                                                      .pMultisampleState = &multisample,
                                                      .pDepthStencilState = &depth,
                                                      .pColorBlendState = &blend,
                                                      .pDynamicState = &dynamic,
                                                      .layout = info.layout,
                                                      .renderPass = info.pass};
  VkPipeline pipeline = VK_NULL_HANDLE;
  check(context.vk().vkCreateGraphicsPipelines(context.device(), VK_NULL_HANDLE, 1, &pipeline_info, nullptr, &pipeline),
        "vkCreateGraphicsPipelines");
  return {context, pipeline};
}

}  // namespace engine
