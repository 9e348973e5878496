// SPDX-License-Identifier: MIT
// Pipelines and recording of the pass to the window.
#include "viewer/window/presenter.h"

#include <photopic/display.h>
#include <spirv/viewer_present_frag.h>
#include <spirv/viewer_present_packed_frag.h>
#include <spirv/viewer_present_vert.h>

#include <array>

#include "engine/scene/renderer/graphics_pipeline.h"
#include "engine/transfer/commands.h"

namespace viewer {
namespace {

constexpr engine::Scope kFragmentRead = {VK_PIPELINE_STAGE_FRAGMENT_SHADER_BIT, VK_ACCESS_SHADER_READ_BIT};

engine::DescriptorSetLayout make_set_layout(const engine::Context& context) {
  const std::array<VkDescriptorSetLayoutBinding, 2> bindings = {
      {{VIEWER_PICTURE, VK_DESCRIPTOR_TYPE_COMBINED_IMAGE_SAMPLER, 1, VK_SHADER_STAGE_FRAGMENT_BIT, nullptr},
       {VIEWER_UI, VK_DESCRIPTOR_TYPE_COMBINED_IMAGE_SAMPLER, 1, VK_SHADER_STAGE_FRAGMENT_BIT, nullptr}}};
  VkDescriptorSetLayoutCreateInfo info = {};
  info.sType = VK_STRUCTURE_TYPE_DESCRIPTOR_SET_LAYOUT_CREATE_INFO;
  info.flags = VK_DESCRIPTOR_SET_LAYOUT_CREATE_PUSH_DESCRIPTOR_BIT_KHR;
  info.bindingCount = std::uint32_t(bindings.size());
  info.pBindings = bindings.data();
  return {context, info};
}

engine::PipelineLayout make_layout(const engine::Context& context, VkDescriptorSetLayout set_layout) {
  const VkPushConstantRange range = {VK_SHADER_STAGE_FRAGMENT_BIT, 0, sizeof(gpu::PresentParams)};
  VkPipelineLayoutCreateInfo info = {};
  info.sType = VK_STRUCTURE_TYPE_PIPELINE_LAYOUT_CREATE_INFO;
  info.setLayoutCount = 1;
  info.pSetLayouts = &set_layout;
  info.pushConstantRangeCount = 1;
  info.pPushConstantRanges = &range;
  return {context, info};
}

bool is_sdr(std::uint32_t encoding) {
  return encoding == PHOTOPIC_ENCODING_AUTOMATIC || encoding == PHOTOPIC_ENCODING_SRGB ||
         encoding == PHOTOPIC_ENCODING_POWER22;
}

engine::Sampler make_sampler(const engine::Context& context) {
  VkSamplerCreateInfo info = {};
  info.sType = VK_STRUCTURE_TYPE_SAMPLER_CREATE_INFO;
  return {context, info};
}

engine::RenderPass make_pass(const engine::Context& context, VkFormat format) {
  VkAttachmentDescription color = {};
  color.format = format;
  color.samples = VK_SAMPLE_COUNT_1_BIT;
  color.loadOp = VK_ATTACHMENT_LOAD_OP_DONT_CARE;  // every pixel is drawn
  color.storeOp = VK_ATTACHMENT_STORE_OP_STORE;
  color.stencilLoadOp = VK_ATTACHMENT_LOAD_OP_DONT_CARE;
  color.stencilStoreOp = VK_ATTACHMENT_STORE_OP_DONT_CARE;
  color.initialLayout = VK_IMAGE_LAYOUT_UNDEFINED;
  color.finalLayout = VK_IMAGE_LAYOUT_COLOR_ATTACHMENT_OPTIMAL;
  const VkAttachmentReference reference = {0, VK_IMAGE_LAYOUT_COLOR_ATTACHMENT_OPTIMAL};
  VkSubpassDescription subpass = {};
  subpass.pipelineBindPoint = VK_PIPELINE_BIND_POINT_GRAPHICS;
  subpass.colorAttachmentCount = 1;
  subpass.pColorAttachments = &reference;
  VkSubpassDependency acquired = {};  // the image's layout changes once it may be used
  acquired.srcSubpass = VK_SUBPASS_EXTERNAL;
  acquired.srcStageMask = VK_PIPELINE_STAGE_COLOR_ATTACHMENT_OUTPUT_BIT;
  acquired.dstStageMask = VK_PIPELINE_STAGE_COLOR_ATTACHMENT_OUTPUT_BIT;
  acquired.dstAccessMask = VK_ACCESS_COLOR_ATTACHMENT_WRITE_BIT;
  VkRenderPassCreateInfo info = {};
  info.sType = VK_STRUCTURE_TYPE_RENDER_PASS_CREATE_INFO;
  info.attachmentCount = 1;
  info.pAttachments = &color;
  info.subpassCount = 1;
  info.pSubpasses = &subpass;
  info.dependencyCount = 1;
  info.pDependencies = &acquired;
  return {context, info};
}

}  // namespace

Presenter::Presenter(const engine::Context& context)
    : context_(context),
      set_layout_(make_set_layout(context)),
      layout_(make_layout(context, set_layout_.get())),
      sampler_(make_sampler(context)) {}

VkPipeline Presenter::pipeline(const Kind& kind) {
  engine::Pipeline& pipeline =
      pipelines_[(kind.is_packed ? 1u : 0u) + (kind.is_stored ? 2u : 0u) + (kind.is_whole ? 4u : 0u)];
  if (pipeline.get() != VK_NULL_HANDLE) return pipeline.get();
  const std::span<const std::uint32_t> plain = photopic::spirv::viewer_present_frag;
  const std::span<const std::uint32_t> packed = photopic::spirv::viewer_present_packed_frag;
  const engine::ShaderModule vertex = engine::make_shader(context_, photopic::spirv::viewer_present_vert);
  const engine::ShaderModule fragment = engine::make_shader(context_, kind.is_packed ? packed : plain);
  pipeline = engine::make_graphics_pipeline(context_, {.pass = pass_.get(),
                                                       .layout = layout_.get(),
                                                       .vertex = vertex.get(),
                                                       .fragment = fragment.get(),
                                                       .constants = {kind.is_stored, kind.is_whole},
                                                       .has_color = true});
  return pipeline.get();
}

void Presenter::set_targets(VkFormat format, std::span<const engine::ImageView> views, VkExtent2D extent) {
  framebuffers_.clear();
  if (format != format_) {
    pipelines_ = {};
    pass_ = make_pass(context_, format);
    format_ = format;
  }
  extent_ = extent;
  for (const engine::ImageView& of_image : views) {
    const VkImageView view = of_image.get();
    VkFramebufferCreateInfo info = {};
    info.sType = VK_STRUCTURE_TYPE_FRAMEBUFFER_CREATE_INFO;
    info.renderPass = pass_.get();
    info.attachmentCount = 1;
    info.pAttachments = &view;
    info.width = extent.width;
    info.height = extent.height;
    info.layers = 1;
    framebuffers_.emplace_back(context_, info);
  }
}

void Presenter::record(VkCommandBuffer command_buffer, std::uint32_t index, const engine::Image& picture,
                       const engine::Image& ui, const gpu::PresentParams& params) {
  const engine::FunctionTable& vk = context_.vk();
  gpu::PresentParams shown = params;
  const bool has_picture = picture.handle() != VK_NULL_HANDLE;
  if (!has_picture) shown.width = shown.height = 0;
  engine::memory_barrier(context_, command_buffer, engine::kComputeWrite | engine::kTransferWrite, kFragmentRead);
  const VkRect2D all = {{0, 0}, extent_};
  VkRenderPassBeginInfo info = {};
  info.sType = VK_STRUCTURE_TYPE_RENDER_PASS_BEGIN_INFO;
  info.renderPass = pass_.get();
  info.framebuffer = framebuffers_[index].get();
  info.renderArea = all;
  vk.vkCmdBeginRenderPass(command_buffer, &info, VK_SUBPASS_CONTENTS_INLINE);
  const Kind kind = {
      .is_packed = has_picture && picture.format() == VK_FORMAT_R32_UINT,
      .is_stored = is_sdr(shown.surface_encoding) && (!has_picture || is_sdr(shown.picture_encoding)),
      .is_whole = !has_picture || (shown.width == shown.picture_width && shown.height == shown.picture_height)};
  vk.vkCmdBindPipeline(command_buffer, VK_PIPELINE_BIND_POINT_GRAPHICS, pipeline(kind));
  const VkViewport viewport = {0.0f, 0.0f, float(extent_.width), float(extent_.height), 0.0f, 1.0f};
  vk.vkCmdSetViewport(command_buffer, 0, 1, &viewport);
  vk.vkCmdSetScissor(command_buffer, 0, 1, &all);
  const VkDescriptorImageInfo of_ui = {sampler_.get(), ui.view(), VK_IMAGE_LAYOUT_SHADER_READ_ONLY_OPTIMAL};
  const VkDescriptorImageInfo of_picture = {sampler_.get(), picture.view(), VK_IMAGE_LAYOUT_GENERAL};
  const VkDescriptorImageInfo* const images[] = {has_picture ? &of_picture : &of_ui, &of_ui};
  std::array<VkWriteDescriptorSet, 2> writes = {};
  for (std::uint32_t i = 0; i < writes.size(); ++i) {
    writes[i].sType = VK_STRUCTURE_TYPE_WRITE_DESCRIPTOR_SET;
    writes[i].dstBinding = i == 0 ? VIEWER_PICTURE : VIEWER_UI;
    writes[i].descriptorCount = 1;
    writes[i].descriptorType = VK_DESCRIPTOR_TYPE_COMBINED_IMAGE_SAMPLER;
    writes[i].pImageInfo = images[i];
  }
  vk.vkCmdPushDescriptorSetKHR(command_buffer, VK_PIPELINE_BIND_POINT_GRAPHICS, layout_.get(), 0,
                               std::uint32_t(writes.size()), writes.data());
  vk.vkCmdPushConstants(command_buffer, layout_.get(), VK_SHADER_STAGE_FRAGMENT_BIT, 0, sizeof shown, &shown);
  vk.vkCmdDraw(command_buffer, 3, 1, 0, 0);
  vk.vkCmdEndRenderPass(command_buffer);
  engine::memory_barrier(context_, command_buffer, kFragmentRead, engine::kComputeWrite | engine::kTransferWrite);
}

}  // namespace viewer
