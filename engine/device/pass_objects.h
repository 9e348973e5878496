// SPDX-License-Identifier: MIT
// Layouts, shaders, render passes and framebuffers, described by the few things in which those of the programs differ.
#ifndef PHOTOPIC_ENGINE_DEVICE_PASS_OBJECTS_H
#define PHOTOPIC_ENGINE_DEVICE_PASS_OBJECTS_H

#include <cstdint>
#include <span>
#include <vector>

#include "engine/device/context.h"
#include "engine/device/device_object.h"

namespace engine {

ShaderModule make_shader(const Context& context, std::span<const std::uint32_t> words);

/// `is_pushed`: by vkCmdPushDescriptorSetKHR.
DescriptorSetLayout make_set_layout(const Context& context, const std::vector<VkDescriptorSetLayoutBinding>& bindings,
                                    bool is_pushed);
/// Without push constants if the range's size is 0.
PipelineLayout make_pipeline_layout(const Context& context, const std::vector<VkDescriptorSetLayout>& sets,
                                    const VkPushConstantRange& push);

/// Cleared at the beginning, whatever it held, and kept.
VkAttachmentDescription attachment(VkFormat format, VkImageLayout final_layout, std::uint32_t samples = 1);
/// A render pass with one subpass. The first attachment is the colour if `has_color`; the other is the depth.
RenderPass make_render_pass(const Context& context, const std::vector<VkAttachmentDescription>& attachments,
                            const std::vector<VkSubpassDependency>& dependencies, bool has_color = true);
Framebuffer make_framebuffer(const Context& context, VkRenderPass pass, const std::vector<VkImageView>& views,
                             VkExtent2D extent);
/// Viewport and scissor become all of it.
void begin_pass(const Context& context, VkCommandBuffer command_buffer, VkRenderPass pass,
                const Framebuffer& framebuffer, VkExtent2D extent, const std::vector<VkClearValue>& clear = {});

}  // namespace engine

#endif
