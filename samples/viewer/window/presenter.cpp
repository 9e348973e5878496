// SPDX-License-Identifier: MIT
// Pipelines and recording of the pass to the window.
#include "viewer/window/presenter.h"

#include <photopic/display.h>
#include <spirv/viewer_present_frag.h>
#include <spirv/viewer_present_packed_frag.h>
#include <spirv/viewer_present_vert.h>

#include <array>
#include <utility>

#include "engine/scene/renderer/graphics_pipeline.h"
#include "engine/transfer/commands.h"

namespace viewer {
namespace {

constexpr engine::Scope kFragmentRead = {VK_PIPELINE_STAGE_FRAGMENT_SHADER_BIT, VK_ACCESS_SHADER_READ_BIT};

std::vector<VkDescriptorSetLayoutBinding> bindings() {
  return {{VIEWER_PICTURE, VK_DESCRIPTOR_TYPE_COMBINED_IMAGE_SAMPLER, 1, VK_SHADER_STAGE_FRAGMENT_BIT, nullptr},
          {VIEWER_UI, VK_DESCRIPTOR_TYPE_COMBINED_IMAGE_SAMPLER, 1, VK_SHADER_STAGE_FRAGMENT_BIT, nullptr},
          {VIEWER_OTHER, VK_DESCRIPTOR_TYPE_COMBINED_IMAGE_SAMPLER, 1, VK_SHADER_STAGE_FRAGMENT_BIT, nullptr}};
}

bool is_sdr(std::uint32_t encoding) {
  return encoding == PHOTOPIC_ENCODING_AUTOMATIC || encoding == PHOTOPIC_ENCODING_SRGB ||
         encoding == PHOTOPIC_ENCODING_POWER22;
}

/// A texel is a pixel.
bool is_whole(const gpu::PresentPlace& place) {
  return place.width == place.picture_width && place.height == place.picture_height;
}

engine::Sampler make_sampler(const engine::Context& context) {
  const VkSamplerCreateInfo info = {.sType = VK_STRUCTURE_TYPE_SAMPLER_CREATE_INFO};
  return {context, info};
}

engine::RenderPass make_pass(const engine::Context& context, VkFormat format) {
  VkAttachmentDescription color = engine::attachment(format, VK_IMAGE_LAYOUT_COLOR_ATTACHMENT_OPTIMAL);
  color.loadOp = VK_ATTACHMENT_LOAD_OP_DONT_CARE;  // every pixel is drawn
  // The image's layout changes once it may be used.
  return engine::make_render_pass(
      context, {color},
      {{VK_SUBPASS_EXTERNAL, 0, VK_PIPELINE_STAGE_COLOR_ATTACHMENT_OUTPUT_BIT,
        VK_PIPELINE_STAGE_COLOR_ATTACHMENT_OUTPUT_BIT, 0, VK_ACCESS_COLOR_ATTACHMENT_WRITE_BIT, 0}});
}

}  // namespace

Presenter::Presenter(const engine::Context& context)
    : context_(context),
      bound_(context, bindings()),
      layout_(engine::make_pipeline_layout(context, {bound_.layout()},
                                           {VK_SHADER_STAGE_FRAGMENT_BIT, 0, sizeof(gpu::PresentParams)})),
      sampler_(make_sampler(context)) {}

VkPipeline Presenter::pipeline(const Kind& kind) {
  engine::Pipeline& pipeline = pipelines_[(kind.is_packed ? 1u : 0u) + (kind.is_stored ? 2u : 0u) +
                                          (kind.is_whole ? 4u : 0u) + (kind.is_wiped ? 8u : 0u)];
  if (pipeline.get() != VK_NULL_HANDLE) return pipeline.get();
  const std::span<const std::uint32_t> plain = photopic::spirv::viewer_present_frag;
  const std::span<const std::uint32_t> packed = photopic::spirv::viewer_present_packed_frag;
  const engine::ShaderModule vertex = engine::make_shader(context_, photopic::spirv::viewer_present_vert);
  const engine::ShaderModule fragment = engine::make_shader(context_, kind.is_packed ? packed : plain);
  pipeline = engine::make_graphics_pipeline(context_, {.pass = pass_.get(),
                                                       .layout = layout_.get(),
                                                       .vertex = vertex.get(),
                                                       .fragment = fragment.get(),
                                                       .constants = {kind.is_stored, kind.is_whole, kind.is_wiped},
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
    framebuffers_.push_back(engine::make_framebuffer(context_, pass_.get(), {of_image.get()}, extent));
  }
}

void Presenter::record(VkCommandBuffer command_buffer, std::uint32_t index, const engine::Image& picture,
                       const engine::Image* other, const engine::Image& ui, const gpu::PresentParams& params) {
  const engine::FunctionTable& vk = context_.vk();
  gpu::PresentParams shown = params;
  const bool has_picture = picture.handle() != VK_NULL_HANDLE;
  if (!has_picture) shown.picture.width = shown.picture.height = 0;
  engine::memory_barrier(context_, command_buffer, engine::kComputeWrite | engine::kTransferWrite, kFragmentRead);
  engine::begin_pass(context_, command_buffer, pass_.get(), framebuffers_[index], extent_);
  const Kind kind = {
      .is_packed = has_picture && picture.format() == VK_FORMAT_R32_UINT,
      .is_stored = is_sdr(shown.surface_encoding) && (!has_picture || is_sdr(shown.picture_encoding)),
      .is_whole = (!has_picture || is_whole(shown.picture)) && (other == nullptr || is_whole(shown.other)),
      .is_wiped = other != nullptr};
  vk.vkCmdBindPipeline(command_buffer, VK_PIPELINE_BIND_POINT_GRAPHICS, pipeline(kind));
  const VkDescriptorImageInfo of_ui = {sampler_.get(), ui.view(), VK_IMAGE_LAYOUT_SHADER_READ_ONLY_OPTIMAL};
  const VkDescriptorImageInfo of_picture = {sampler_.get(), picture.view(), VK_IMAGE_LAYOUT_GENERAL};
  const VkDescriptorImageInfo* const first = has_picture ? &of_picture : &of_ui;
  const VkDescriptorImageInfo of_other = {sampler_.get(), other != nullptr ? other->view() : VK_NULL_HANDLE,
                                          VK_IMAGE_LAYOUT_GENERAL};
  const std::pair<std::uint32_t, const VkDescriptorImageInfo*> images[] = {
      {VIEWER_PICTURE, first}, {VIEWER_UI, &of_ui}, {VIEWER_OTHER, other != nullptr ? &of_other : first}};
  std::array<VkWriteDescriptorSet, 3> writes = {};
  for (std::uint32_t i = 0; i < writes.size(); ++i) {
    writes[i].sType = VK_STRUCTURE_TYPE_WRITE_DESCRIPTOR_SET;
    writes[i].dstBinding = images[i].first;
    writes[i].descriptorCount = 1;
    writes[i].descriptorType = VK_DESCRIPTOR_TYPE_COMBINED_IMAGE_SAMPLER;
    writes[i].pImageInfo = images[i].second;
  }
  bound_.bind(command_buffer, VK_PIPELINE_BIND_POINT_GRAPHICS, layout_.get(), writes);
  vk.vkCmdPushConstants(command_buffer, layout_.get(), VK_SHADER_STAGE_FRAGMENT_BIT, 0, sizeof shown, &shown);
  vk.vkCmdDraw(command_buffer, 3, 1, 0, 0);
  vk.vkCmdEndRenderPass(command_buffer);
  engine::memory_barrier(context_, command_buffer, kFragmentRead, engine::kComputeWrite | engine::kTransferWrite);
}

}  // namespace viewer
