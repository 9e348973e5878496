// SPDX-License-Identifier: MIT
// Render passes, dynamic rendering, and copies of attachments.
#include "embedding/draw_rig.h"

#include <cstring>

#include "engine/device/pass_objects.h"

namespace test {
namespace {

constexpr VkFormat kDepth = VK_FORMAT_D32_SFLOAT;
constexpr VkImageLayout kAttached = VK_IMAGE_LAYOUT_COLOR_ATTACHMENT_OPTIMAL;
constexpr engine::Scope kDrawn = {VK_PIPELINE_STAGE_COLOR_ATTACHMENT_OUTPUT_BIT, VK_ACCESS_COLOR_ATTACHMENT_WRITE_BIT};
constexpr engine::Scope kDepthTest = {
    VK_PIPELINE_STAGE_EARLY_FRAGMENT_TESTS_BIT | VK_PIPELINE_STAGE_LATE_FRAGMENT_TESTS_BIT,
    VK_ACCESS_DEPTH_STENCIL_ATTACHMENT_WRITE_BIT};
constexpr VkClearColorValue kClear = {{0.25f, 0.5f, 0.75f, 1.0f}};

std::uint32_t texel_size(VkFormat format) {
  switch (format) {
    case VK_FORMAT_R8G8B8A8_SRGB:
    case VK_FORMAT_B8G8R8A8_SRGB:
    case VK_FORMAT_A2R10G10B10_UNORM_PACK32:
      return 4;
    case VK_FORMAT_R4G4B4A4_UNORM_PACK16:
      return 2;
    default:
      return std::uint32_t(engine::texel_bytes(format));
  }
}

engine::Image make_image(const AttachmentInfo& info, VkFormat format, VkImageUsageFlags usage,
                         VkSampleCountFlagBits samples, VkImageAspectFlags aspects = VK_IMAGE_ASPECT_COLOR_BIT) {
  return {context(), engine::ImageInfo{.type = info.layers > 1 ? VK_IMAGE_VIEW_TYPE_2D_ARRAY : VK_IMAGE_VIEW_TYPE_2D,
                                       .extent = {info.extent.width, info.extent.height, 1},
                                       .format = format,
                                       .usage = usage,
                                       .layers = info.layers,
                                       .samples = samples,
                                       .aspects = aspects}};
}

void copy_layers(VkCommandBuffer commands, const engine::Image& image, const engine::Buffer& buffer, bool to_image) {
  VkBufferImageCopy copy = {};
  copy.imageSubresource = {VK_IMAGE_ASPECT_COLOR_BIT, 0, 0, image.info().layers};
  copy.imageExtent = image.info().extent;
  const auto& vk = context().vk();
  if (to_image) {
    vk.vkCmdCopyBufferToImage(commands, buffer.handle(), image.handle(), VK_IMAGE_LAYOUT_TRANSFER_DST_OPTIMAL, 1,
                              &copy);
  } else {
    vk.vkCmdCopyImageToBuffer(commands, image.handle(), VK_IMAGE_LAYOUT_TRANSFER_SRC_OPTIMAL, buffer.handle(), 1,
                              &copy);
  }
}

VkDeviceSize all_bytes(const engine::Image& image) {
  const VkExtent3D& extent = image.info().extent;
  return VkDeviceSize{texel_size(image.format())} * extent.width * extent.height * image.info().layers;
}

}  // namespace

std::vector<std::byte> read_layers(const engine::Image& image) {
  const engine::Buffer buffer(context(), all_bytes(image), VK_BUFFER_USAGE_TRANSFER_DST_BIT,
                              engine::MemoryUse::readback);
  submit([&](VkCommandBuffer commands) {
    copy_layers(commands, image, buffer, false);
    engine::memory_barrier(context(), commands, engine::kTransferWrite, engine::kHostRead);
  });
  return {buffer.mapped().begin(), buffer.mapped().end()};
}

engine::Image make_layers(VkExtent2D extent, VkFormat format, std::uint32_t layers,
                          const std::vector<std::byte>& texels) {
  engine::Image image = make_image({.extent = extent, .layers = layers}, format,
                                   VK_IMAGE_USAGE_SAMPLED_BIT | VK_IMAGE_USAGE_TRANSFER_DST_BIT, VK_SAMPLE_COUNT_1_BIT);
  const engine::Buffer buffer(context(), all_bytes(image), VK_BUFFER_USAGE_TRANSFER_SRC_BIT, engine::MemoryUse::upload);
  std::memcpy(buffer.mapped().data(), texels.data(), texels.size());
  submit([&](VkCommandBuffer commands) {
    engine::image_barrier(context(), commands, image.handle(), VK_IMAGE_LAYOUT_UNDEFINED,
                          VK_IMAGE_LAYOUT_TRANSFER_DST_OPTIMAL, engine::kTransferWrite, engine::kTransferWrite);
    copy_layers(commands, image, buffer, true);
    engine::image_barrier(
        context(), commands, image.handle(), VK_IMAGE_LAYOUT_TRANSFER_DST_OPTIMAL,
        VK_IMAGE_LAYOUT_SHADER_READ_ONLY_OPTIMAL, engine::kTransferWrite,
        {VK_PIPELINE_STAGE_COMPUTE_SHADER_BIT | VK_PIPELINE_STAGE_FRAGMENT_SHADER_BIT, VK_ACCESS_SHADER_READ_BIT});
  });
  return image;
}

Attachment::Attachment(const AttachmentInfo& info)
    : info_(info),
      color_(make_image(info, info.format, VK_IMAGE_USAGE_COLOR_ATTACHMENT_BIT | VK_IMAGE_USAGE_TRANSFER_SRC_BIT,
                        VK_SAMPLE_COUNT_1_BIT)) {
  if (is_resolved()) {
    many_ =
        make_image(info, info.format, VK_IMAGE_USAGE_COLOR_ATTACHMENT_BIT | VK_IMAGE_USAGE_SAMPLED_BIT, info.samples);
  }
  if (info.has_depth) {
    depth_ =
        make_image(info, kDepth, VK_IMAGE_USAGE_DEPTH_STENCIL_ATTACHMENT_BIT, info.samples, VK_IMAGE_ASPECT_DEPTH_BIT);
  }
  if (!info.is_dynamic) make_render_pass();
}

photopic::Output Attachment::target() const {
  photopic::Output target;
  target.format = info_.format;
  target.is_drawn = VK_TRUE;
  target.render_pass = pass_.get();
  if (info_.is_dynamic && info_.has_depth) target.depth_format = kDepth;
  target.samples = info_.samples;
  target.view_mask = info_.view_mask;
  return target;
}

void Attachment::make_render_pass() {
  // The picture, then what is resolved to it, then depth.
  std::vector<VkAttachmentDescription> attachments;
  std::vector<VkImageView> views;
  const auto add = [&](const engine::Image& image, VkImageLayout layout, VkSampleCountFlagBits samples) {
    attachments.push_back(engine::attachment(image.format(), layout, samples));
    views.push_back(image.view());
    return VkAttachmentReference{std::uint32_t(views.size() - 1), layout};
  };
  const VkAttachmentReference picture = add(color_, kAttached, VK_SAMPLE_COUNT_1_BIT);
  const VkAttachmentReference many = is_resolved() ? add(many_, kAttached, info_.samples) : picture;
  VkAttachmentReference depth = {};
  if (info_.has_depth) depth = add(depth_, VK_IMAGE_LAYOUT_DEPTH_STENCIL_ATTACHMENT_OPTIMAL, info_.samples);
  VkSubpassDescription subpass = {};
  subpass.colorAttachmentCount = 1;
  subpass.pColorAttachments = &many;
  if (is_resolved()) subpass.pResolveAttachments = &picture;
  if (info_.has_depth) subpass.pDepthStencilAttachment = &depth;
  const std::uint32_t mask = info_.view_mask;
  VkRenderPassMultiviewCreateInfo multiview = {};
  multiview.sType = VK_STRUCTURE_TYPE_RENDER_PASS_MULTIVIEW_CREATE_INFO;
  multiview.subpassCount = 1;
  multiview.pViewMasks = &mask;
  VkRenderPassCreateInfo info = {};
  info.sType = VK_STRUCTURE_TYPE_RENDER_PASS_CREATE_INFO;
  if (mask != 0) info.pNext = &multiview;
  info.attachmentCount = std::uint32_t(attachments.size());
  info.pAttachments = attachments.data();
  info.subpassCount = 1;
  info.pSubpasses = &subpass;
  pass_ = {context(), info};
  frame_ = engine::make_framebuffer(context(), pass_.get(), {views.begin(), views.end()}, info_.extent);
}

void Attachment::begin_dynamic(VkCommandBuffer commands) const {
  VkRenderingAttachmentInfo color = {};
  color.sType = VK_STRUCTURE_TYPE_RENDERING_ATTACHMENT_INFO;
  color.imageView = is_resolved() ? many_.view() : color_.view();
  color.imageLayout = kAttached;
  if (is_resolved()) {
    color.resolveMode = VK_RESOLVE_MODE_AVERAGE_BIT;
    color.resolveImageView = color_.view();
    color.resolveImageLayout = kAttached;
  }
  color.loadOp = VK_ATTACHMENT_LOAD_OP_CLEAR;
  color.storeOp = VK_ATTACHMENT_STORE_OP_STORE;
  color.clearValue.color = kClear;
  VkRenderingAttachmentInfo depth = color;
  depth.imageView = depth_.view();
  depth.imageLayout = VK_IMAGE_LAYOUT_DEPTH_STENCIL_ATTACHMENT_OPTIMAL;
  depth.resolveMode = VK_RESOLVE_MODE_NONE;
  depth.resolveImageView = VK_NULL_HANDLE;
  depth.clearValue.depthStencil = {0.0f, 0};  // a test would fail
  VkRenderingInfo info = {};
  info.sType = VK_STRUCTURE_TYPE_RENDERING_INFO;
  info.renderArea.extent = info_.extent;
  info.layerCount = 1;
  info.viewMask = info_.view_mask;
  info.colorAttachmentCount = 1;
  info.pColorAttachments = &color;
  if (info_.has_depth) info.pDepthAttachment = &depth;
  context().vk().vkCmdBeginRenderingKHR(commands, &info);
}

void Attachment::record(VkCommandBuffer commands, const std::function<void()>& draw) const {
  const auto& vk = context().vk();
  for (const engine::Image* image : {&color_, &many_}) {
    if (image->handle() == VK_NULL_HANDLE) continue;
    engine::image_barrier(context(), commands, image->handle(), VK_IMAGE_LAYOUT_UNDEFINED, kAttached,
                          kDrawn | engine::kTransferRead, kDrawn);
  }
  if (info_.has_depth) {
    engine::image_barrier(context(), commands, depth_.handle(), VK_IMAGE_LAYOUT_UNDEFINED,
                          VK_IMAGE_LAYOUT_DEPTH_STENCIL_ATTACHMENT_OPTIMAL, kDepthTest, kDepthTest,
                          VK_IMAGE_ASPECT_DEPTH_BIT);
  }
  if (info_.is_dynamic) {
    begin_dynamic(commands);
    draw();
    vk.vkCmdEndRenderingKHR(commands);
  } else {
    VkClearValue clears[3] = {};
    clears[0].color = kClear;
    clears[1].color = kClear;  // or depth, nearer than all
    if (!is_resolved()) clears[1].depthStencil = {0.0f, 0};
    VkRenderPassBeginInfo begin = {};
    begin.sType = VK_STRUCTURE_TYPE_RENDER_PASS_BEGIN_INFO;
    begin.renderPass = pass_.get();
    begin.framebuffer = frame_.get();
    begin.renderArea.extent = info_.extent;
    begin.clearValueCount = 3;
    begin.pClearValues = clears;
    vk.vkCmdBeginRenderPass(commands, &begin, VK_SUBPASS_CONTENTS_INLINE);
    draw();
    vk.vkCmdEndRenderPass(commands);
  }
  engine::image_barrier(context(), commands, color_.handle(), kAttached, VK_IMAGE_LAYOUT_TRANSFER_SRC_OPTIMAL, kDrawn,
                        engine::kTransferRead);
}

std::vector<std::byte> Attachment::read() const { return read_layers(color_); }

photopic::MadeFor made_for_drawing(VkExtent2D extent, const photopic::Settings& settings) {
  return {.max_extent = extent,
          .encodings = photopic::encoding_bit(settings.display.encoding),
          .tone_mappers = photopic::tone_mapper_bit(settings.tone_map.tone_mapper),
          .effects = photopic::effects_of(settings),
          .dither = settings.tone_map.dither};
}

}  // namespace test
