// SPDX-License-Identifier: MIT
// Layouts, shaders, render passes and framebuffers.
#include "engine/device/pass_objects.h"

namespace engine {

ShaderModule make_shader(const Context& context, std::span<const std::uint32_t> words) {
  VkShaderModuleCreateInfo info = {};
  info.sType = VK_STRUCTURE_TYPE_SHADER_MODULE_CREATE_INFO;
  info.codeSize = words.size_bytes();
  info.pCode = words.data();
  return {context, info};
}

DescriptorSetLayout make_set_layout(const Context& context, const std::vector<VkDescriptorSetLayoutBinding>& bindings,
                                    bool is_pushed) {
  VkDescriptorSetLayoutCreateInfo info = {};
  info.sType = VK_STRUCTURE_TYPE_DESCRIPTOR_SET_LAYOUT_CREATE_INFO;
  if (is_pushed) info.flags = VK_DESCRIPTOR_SET_LAYOUT_CREATE_PUSH_DESCRIPTOR_BIT_KHR;
  info.bindingCount = std::uint32_t(bindings.size());
  info.pBindings = bindings.data();
  return {context, info};
}

PipelineLayout make_pipeline_layout(const Context& context, const std::vector<VkDescriptorSetLayout>& sets,
                                    const VkPushConstantRange& push) {
  VkPipelineLayoutCreateInfo info = {};
  info.sType = VK_STRUCTURE_TYPE_PIPELINE_LAYOUT_CREATE_INFO;
  info.setLayoutCount = std::uint32_t(sets.size());
  info.pSetLayouts = sets.data();
  info.pushConstantRangeCount = push.size == 0 ? 0 : 1;
  info.pPushConstantRanges = &push;
  return {context, info};
}

VkAttachmentDescription attachment(VkFormat format, VkImageLayout final_layout, std::uint32_t samples) {
  VkAttachmentDescription description = {};
  description.format = format;
  description.samples = VkSampleCountFlagBits(samples);
  description.loadOp = VK_ATTACHMENT_LOAD_OP_CLEAR;
  description.storeOp = VK_ATTACHMENT_STORE_OP_STORE;
  description.stencilLoadOp = VK_ATTACHMENT_LOAD_OP_DONT_CARE;
  description.stencilStoreOp = VK_ATTACHMENT_STORE_OP_DONT_CARE;
  description.initialLayout = VK_IMAGE_LAYOUT_UNDEFINED;
  description.finalLayout = final_layout;
  return description;
}

RenderPass make_render_pass(const Context& context, const std::vector<VkAttachmentDescription>& attachments,
                            const std::vector<VkSubpassDependency>& dependencies, bool has_color) {
  const std::uint32_t colors = has_color ? 1 : 0;
  const VkAttachmentReference color = {0, VK_IMAGE_LAYOUT_COLOR_ATTACHMENT_OPTIMAL};
  const VkAttachmentReference depth = {colors, VK_IMAGE_LAYOUT_DEPTH_STENCIL_ATTACHMENT_OPTIMAL};
  VkSubpassDescription subpass = {};
  subpass.pipelineBindPoint = VK_PIPELINE_BIND_POINT_GRAPHICS;
  subpass.colorAttachmentCount = colors;
  subpass.pColorAttachments = &color;
  subpass.pDepthStencilAttachment = attachments.size() > colors ? &depth : nullptr;
  VkRenderPassCreateInfo info = {};
  info.sType = VK_STRUCTURE_TYPE_RENDER_PASS_CREATE_INFO;
  info.attachmentCount = std::uint32_t(attachments.size());
  info.pAttachments = attachments.data();
  info.subpassCount = 1;
  info.pSubpasses = &subpass;
  info.dependencyCount = std::uint32_t(dependencies.size());
  info.pDependencies = dependencies.data();
  return {context, info};
}

Framebuffer make_framebuffer(const Context& context, VkRenderPass pass, const std::vector<VkImageView>& views,
                             VkExtent2D extent) {
  VkFramebufferCreateInfo info = {};
  info.sType = VK_STRUCTURE_TYPE_FRAMEBUFFER_CREATE_INFO;
  info.renderPass = pass;
  info.attachmentCount = std::uint32_t(views.size());
  info.pAttachments = views.data();
  info.width = extent.width;
  info.height = extent.height;
  info.layers = 1;
  return {context, info};
}

void begin_pass(const Context& context, VkCommandBuffer command_buffer, VkRenderPass pass,
                const Framebuffer& framebuffer, VkExtent2D extent, const std::vector<VkClearValue>& clear) {
  VkRenderPassBeginInfo info = {};
  info.sType = VK_STRUCTURE_TYPE_RENDER_PASS_BEGIN_INFO;
  info.renderPass = pass;
  info.framebuffer = framebuffer.get();
  info.renderArea.extent = extent;
  info.clearValueCount = std::uint32_t(clear.size());
  info.pClearValues = clear.data();
  context.vk().vkCmdBeginRenderPass(command_buffer, &info, VK_SUBPASS_CONTENTS_INLINE);
  const VkViewport viewport = {0.0f, 0.0f, float(extent.width), float(extent.height), 0.0f, 1.0f};
  const VkRect2D scissor = {{0, 0}, extent};
  context.vk().vkCmdSetViewport(command_buffer, 0, 1, &viewport);
  context.vk().vkCmdSetScissor(command_buffer, 0, 1, &scissor);
}

}  // namespace engine
