// SPDX-License-Identifier: MIT
// Layouts, shaders, render passes and framebuffers.
#include "engine/device/pass_objects.h"

namespace engine {

ShaderModule make_shader(const Context& context, std::span<const std::uint32_t> words) {
  const VkShaderModuleCreateInfo info = {
      .sType = VK_STRUCTURE_TYPE_SHADER_MODULE_CREATE_INFO, .codeSize = words.size_bytes(), .pCode = words.data()};
  return {context, info};
}

DescriptorSetLayout make_set_layout(const Context& context, const std::vector<VkDescriptorSetLayoutBinding>& bindings,
                                    bool is_pushed) {
  const VkDescriptorSetLayoutCreateInfo info = {
      .sType = VK_STRUCTURE_TYPE_DESCRIPTOR_SET_LAYOUT_CREATE_INFO,
      .flags =
          is_pushed ? VkDescriptorSetLayoutCreateFlags{VK_DESCRIPTOR_SET_LAYOUT_CREATE_PUSH_DESCRIPTOR_BIT_KHR} : 0,
      .bindingCount = std::uint32_t(bindings.size()),
      .pBindings = bindings.data()};
  return {context, info};
}

PipelineLayout make_pipeline_layout(const Context& context, const std::vector<VkDescriptorSetLayout>& sets,
                                    const VkPushConstantRange& push) {
  const VkPipelineLayoutCreateInfo info = {.sType = VK_STRUCTURE_TYPE_PIPELINE_LAYOUT_CREATE_INFO,
                                           .setLayoutCount = std::uint32_t(sets.size()),
                                           .pSetLayouts = sets.data(),
                                           .pushConstantRangeCount = push.size == 0 ? 0u : 1u,
                                           .pPushConstantRanges = &push};
  return {context, info};
}

VkAttachmentDescription attachment(VkFormat format, VkImageLayout final_layout, std::uint32_t samples) {
  return {.format = format,
          .samples = VkSampleCountFlagBits(samples),
          .loadOp = VK_ATTACHMENT_LOAD_OP_CLEAR,
          .storeOp = VK_ATTACHMENT_STORE_OP_STORE,
          .stencilLoadOp = VK_ATTACHMENT_LOAD_OP_DONT_CARE,
          .stencilStoreOp = VK_ATTACHMENT_STORE_OP_DONT_CARE,
          .initialLayout = VK_IMAGE_LAYOUT_UNDEFINED,
          .finalLayout = final_layout};
}

RenderPass make_render_pass(const Context& context, const std::vector<VkAttachmentDescription>& attachments,
                            const std::vector<VkSubpassDependency>& dependencies, bool has_color) {
  const std::uint32_t colors = has_color ? 1 : 0;
  const VkAttachmentReference color = {0, VK_IMAGE_LAYOUT_COLOR_ATTACHMENT_OPTIMAL};
  const VkAttachmentReference depth = {colors, VK_IMAGE_LAYOUT_DEPTH_STENCIL_ATTACHMENT_OPTIMAL};
  const VkSubpassDescription subpass = {.pipelineBindPoint = VK_PIPELINE_BIND_POINT_GRAPHICS,
                                        .colorAttachmentCount = colors,
                                        .pColorAttachments = &color,
                                        .pDepthStencilAttachment = attachments.size() > colors ? &depth : nullptr};
  const VkRenderPassCreateInfo info = {.sType = VK_STRUCTURE_TYPE_RENDER_PASS_CREATE_INFO,
                                       .attachmentCount = std::uint32_t(attachments.size()),
                                       .pAttachments = attachments.data(),
                                       .subpassCount = 1,
                                       .pSubpasses = &subpass,
                                       .dependencyCount = std::uint32_t(dependencies.size()),
                                       .pDependencies = dependencies.data()};
  return {context, info};
}

Framebuffer make_framebuffer(const Context& context, VkRenderPass pass, const std::vector<VkImageView>& views,
                             VkExtent2D extent) {
  const VkFramebufferCreateInfo info = {.sType = VK_STRUCTURE_TYPE_FRAMEBUFFER_CREATE_INFO,
                                        .renderPass = pass,
                                        .attachmentCount = std::uint32_t(views.size()),
                                        .pAttachments = views.data(),
                                        .width = extent.width,
                                        .height = extent.height,
                                        .layers = 1};
  return {context, info};
}

void begin_pass(const Context& context, VkCommandBuffer command_buffer, VkRenderPass pass,
                const Framebuffer& framebuffer, VkExtent2D extent, const std::vector<VkClearValue>& clear) {
  const VkRenderPassBeginInfo info = {.sType = VK_STRUCTURE_TYPE_RENDER_PASS_BEGIN_INFO,
                                      .renderPass = pass,
                                      .framebuffer = framebuffer.get(),
                                      .renderArea = {{0, 0}, extent},
                                      .clearValueCount = std::uint32_t(clear.size()),
                                      .pClearValues = clear.data()};
  context.vk().vkCmdBeginRenderPass(command_buffer, &info, VK_SUBPASS_CONTENTS_INLINE);
  const VkViewport viewport = {0.0f, 0.0f, float(extent.width), float(extent.height), 0.0f, 1.0f};
  const VkRect2D scissor = {{0, 0}, extent};
  context.vk().vkCmdSetViewport(command_buffer, 0, 1, &viewport);
  context.vk().vkCmdSetScissor(command_buffer, 0, 1, &scissor);
}

}  // namespace engine
