// SPDX-License-Identifier: MIT
#include "cli/panorama_view.h"

#include <spirv/panorama_view.h>

#include "engine/commands.h"

namespace cli {
namespace {

VkDescriptorSetLayout make_set_layout(VkDevice device) {
  const VkDescriptorSetLayoutBinding bindings[] = {
      {SCENE_PANORAMA_VIEW_PANORAMA, VK_DESCRIPTOR_TYPE_COMBINED_IMAGE_SAMPLER, 1, VK_SHADER_STAGE_COMPUTE_BIT,
       nullptr},
      {SCENE_PANORAMA_VIEW_TARGET, VK_DESCRIPTOR_TYPE_STORAGE_IMAGE, 1, VK_SHADER_STAGE_COMPUTE_BIT, nullptr}};
  VkDescriptorSetLayoutCreateInfo info = {};
  info.sType = VK_STRUCTURE_TYPE_DESCRIPTOR_SET_LAYOUT_CREATE_INFO;
  info.flags = VK_DESCRIPTOR_SET_LAYOUT_CREATE_PUSH_DESCRIPTOR_BIT_KHR;
  info.bindingCount = 2;
  info.pBindings = bindings;
  VkDescriptorSetLayout layout = VK_NULL_HANDLE;
  engine::check(vkCreateDescriptorSetLayout(device, &info, nullptr, &layout), "vkCreateDescriptorSetLayout");
  return layout;
}

VkPipelineLayout make_layout(VkDevice device, VkDescriptorSetLayout set_layout) {
  const VkPushConstantRange push = {VK_SHADER_STAGE_COMPUTE_BIT, 0, sizeof(scene::PanoramaViewParams)};
  VkPipelineLayoutCreateInfo info = {};
  info.sType = VK_STRUCTURE_TYPE_PIPELINE_LAYOUT_CREATE_INFO;
  info.setLayoutCount = 1;
  info.pSetLayouts = &set_layout;
  info.pushConstantRangeCount = 1;
  info.pPushConstantRanges = &push;
  VkPipelineLayout layout = VK_NULL_HANDLE;
  engine::check(vkCreatePipelineLayout(device, &info, nullptr, &layout), "vkCreatePipelineLayout");
  return layout;
}

VkPipeline make_pipeline(VkDevice device, VkPipelineLayout layout) {
  VkShaderModuleCreateInfo module_info = {};
  module_info.sType = VK_STRUCTURE_TYPE_SHADER_MODULE_CREATE_INFO;
  module_info.codeSize = sizeof panorama_view_spv;
  module_info.pCode = panorama_view_spv;
  VkShaderModule shader_module = VK_NULL_HANDLE;
  engine::check(vkCreateShaderModule(device, &module_info, nullptr, &shader_module), "vkCreateShaderModule");
  VkComputePipelineCreateInfo info = {};
  info.sType = VK_STRUCTURE_TYPE_COMPUTE_PIPELINE_CREATE_INFO;
  info.stage.sType = VK_STRUCTURE_TYPE_PIPELINE_SHADER_STAGE_CREATE_INFO;
  info.stage.stage = VK_SHADER_STAGE_COMPUTE_BIT;
  info.stage.module = shader_module;
  info.stage.pName = "main";
  info.layout = layout;
  VkPipeline pipeline = VK_NULL_HANDLE;
  const VkResult result = vkCreateComputePipelines(device, VK_NULL_HANDLE, 1, &info, nullptr, &pipeline);
  vkDestroyShaderModule(device, shader_module, nullptr);
  engine::check(result, "vkCreateComputePipelines");
  return pipeline;
}

VkSampler make_sampler(VkDevice device) {
  VkSamplerCreateInfo info = {};
  info.sType = VK_STRUCTURE_TYPE_SAMPLER_CREATE_INFO;
  VkSampler sampler = VK_NULL_HANDLE;
  engine::check(vkCreateSampler(device, &info, nullptr, &sampler), "vkCreateSampler");
  return sampler;
}

}  // namespace

// Delegates, so that the destructor runs if it throws half way.
PanoramaView::PanoramaView(const engine::Context& context, VkExtent2D extent) : PanoramaView(context) {
  target_ = engine::Image(context, extent, VK_FORMAT_R16G16B16A16_SFLOAT,
                          VK_IMAGE_USAGE_SAMPLED_BIT | VK_IMAGE_USAGE_STORAGE_BIT | VK_IMAGE_USAGE_TRANSFER_SRC_BIT);
  sampler_ = make_sampler(context.device());
  set_layout_ = make_set_layout(context.device());
  layout_ = make_layout(context.device(), set_layout_);
  pipeline_ = make_pipeline(context.device(), layout_);
}

PanoramaView::~PanoramaView() {
  vkDestroyPipeline(context_.device(), pipeline_, nullptr);
  vkDestroyPipelineLayout(context_.device(), layout_, nullptr);
  vkDestroyDescriptorSetLayout(context_.device(), set_layout_, nullptr);
  vkDestroySampler(context_.device(), sampler_, nullptr);
}

void PanoramaView::record(VkCommandBuffer command_buffer, const engine::Image& panorama,
                          scene::PanoramaViewParams params) const {
  params.width = target_.extent().width;
  params.height = target_.extent().height;
  const VkDescriptorImageInfo source = {sampler_, panorama.view(), VK_IMAGE_LAYOUT_SHADER_READ_ONLY_OPTIMAL};
  const VkDescriptorImageInfo target = {VK_NULL_HANDLE, target_.view(), VK_IMAGE_LAYOUT_GENERAL};
  VkWriteDescriptorSet writes[2] = {};
  for (std::uint32_t i = 0; i < 2; ++i) {
    writes[i].sType = VK_STRUCTURE_TYPE_WRITE_DESCRIPTOR_SET;
    writes[i].dstBinding = i;
    writes[i].descriptorCount = 1;
  }
  writes[0].descriptorType = VK_DESCRIPTOR_TYPE_COMBINED_IMAGE_SAMPLER;
  writes[0].pImageInfo = &source;
  writes[1].descriptorType = VK_DESCRIPTOR_TYPE_STORAGE_IMAGE;
  writes[1].pImageInfo = &target;

  // The previous frame's meter and tone map, or a copy of it, read the target.
  engine::image_barrier(command_buffer, target_.handle(), VK_IMAGE_LAYOUT_UNDEFINED, VK_IMAGE_LAYOUT_GENERAL,
                        {VK_PIPELINE_STAGE_COMPUTE_SHADER_BIT | VK_PIPELINE_STAGE_TRANSFER_BIT, 0},
                        engine::kComputeWrite);
  vkCmdBindPipeline(command_buffer, VK_PIPELINE_BIND_POINT_COMPUTE, pipeline_);
  vkCmdPushDescriptorSetKHR(command_buffer, VK_PIPELINE_BIND_POINT_COMPUTE, layout_, 0, 2, writes);
  vkCmdPushConstants(command_buffer, layout_, VK_SHADER_STAGE_COMPUTE_BIT, 0, sizeof params, &params);
  const std::uint32_t side = SCENE_PANORAMA_VIEW_GROUP_SIDE;
  vkCmdDispatch(command_buffer, (params.width + side - 1) / side, (params.height + side - 1) / side, 1);
  engine::image_barrier(command_buffer, target_.handle(), VK_IMAGE_LAYOUT_GENERAL,
                        VK_IMAGE_LAYOUT_SHADER_READ_ONLY_OPTIMAL, engine::kComputeWrite, engine::kComputeRead);
}

}  // namespace cli
