// SPDX-License-Identifier: MIT
// Making and dispatching of compute pipelines.
#include "engine/compute_kernel.h"

#include "engine/device/pass_objects.h"

namespace engine {
namespace {

std::vector<VkDescriptorSetLayoutBinding> numbered(const std::vector<VkDescriptorType>& types) {
  std::vector<VkDescriptorSetLayoutBinding> bindings;
  bindings.reserve(types.size());
  for (const VkDescriptorType type : types) {
    bindings.push_back({std::uint32_t(bindings.size()), type, 1, VK_SHADER_STAGE_COMPUTE_BIT, nullptr});
  }
  return bindings;
}

Pipeline make_pipeline(const Context& context, VkPipelineLayout layout, std::span<const std::uint32_t> spirv) {
  const ShaderModule shader = make_shader(context, spirv);
  const VkPipelineShaderStageCreateInfo stage = {.sType = VK_STRUCTURE_TYPE_PIPELINE_SHADER_STAGE_CREATE_INFO,
                                                 .stage = VK_SHADER_STAGE_COMPUTE_BIT,
                                                 .module = shader.get(),
                                                 .pName = "main"};
  const VkComputePipelineCreateInfo info = {
      .sType = VK_STRUCTURE_TYPE_COMPUTE_PIPELINE_CREATE_INFO, .stage = stage, .layout = layout};
  VkPipeline pipeline = VK_NULL_HANDLE;
  check(context.vk().vkCreateComputePipelines(context.device(), VK_NULL_HANDLE, 1, &info, nullptr, &pipeline),
        "vkCreateComputePipelines");
  return {context, pipeline};
}

}  // namespace

Resource sampled(const Image& image) {
  return {.image = {VK_NULL_HANDLE, image.view(), VK_IMAGE_LAYOUT_SHADER_READ_ONLY_OPTIMAL}};
}

Resource sampled(const Image& image, VkSampler sampler) {
  return {.image = {sampler, image.view(), VK_IMAGE_LAYOUT_SHADER_READ_ONLY_OPTIMAL}};
}

Resource storage(const Image& image) { return {.image = {VK_NULL_HANDLE, image.view(), VK_IMAGE_LAYOUT_GENERAL}}; }

Resource storage(const Buffer& buffer, VkDeviceSize offset_bytes, VkDeviceSize size_bytes) {
  return {.buffer = {buffer.handle(), offset_bytes, size_bytes}};
}

ComputeKernel::ComputeKernel(const Context& context, std::span<const std::uint32_t> spirv,
                             std::vector<VkDescriptorType> bindings, std::uint32_t push_bytes)
    : context_(&context),
      bindings_(std::move(bindings)),
      push_bytes_(push_bytes),
      bound_(context, numbered(bindings_)),
      layout_(make_pipeline_layout(context, {bound_.layout()}, {VK_SHADER_STAGE_COMPUTE_BIT, 0, push_bytes})),
      pipeline_(make_pipeline(context, layout_.get(), spirv)) {}

void ComputeKernel::dispatch(VkCommandBuffer command_buffer, std::initializer_list<Resource> resources,
                             const void* push, VkExtent2D groups) const {
  std::vector<VkWriteDescriptorSet> writes;
  writes.reserve(resources.size());
  for (const Resource& resource : resources) {
    const VkWriteDescriptorSet write = {.sType = VK_STRUCTURE_TYPE_WRITE_DESCRIPTOR_SET,
                                        .dstBinding = std::uint32_t(writes.size()),
                                        .descriptorCount = 1,
                                        .descriptorType = bindings_.at(writes.size()),
                                        .pImageInfo = &resource.image,
                                        .pBufferInfo = &resource.buffer};
    writes.push_back(write);
  }
  context_->vk().vkCmdBindPipeline(command_buffer, VK_PIPELINE_BIND_POINT_COMPUTE, pipeline_.get());
  bound_.bind(command_buffer, VK_PIPELINE_BIND_POINT_COMPUTE, layout_.get(), writes);
  if (push_bytes_ != 0) {
    context_->vk().vkCmdPushConstants(command_buffer, layout_.get(), VK_SHADER_STAGE_COMPUTE_BIT, 0, push_bytes_, push);
  }
  context_->vk().vkCmdDispatch(command_buffer, groups.width, groups.height, 1);
}

}  // namespace engine
