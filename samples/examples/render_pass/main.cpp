// SPDX-License-Identifier: MIT
// Example in C++17 with a render pass, as Vulkan 1.1 has it: a scene, exposed and tone mapped by Photopic; the pass
// leaves the HDR image as the module reads it. Writes the last of 60 frames: `render_pass OUT.ppm`.
#include "host.hpp"

namespace {

using namespace example;

/// After it, compute shaders read the image in SHADER_READ_ONLY_OPTIMAL; before it, those of the frame before are done.
vk::raii::RenderPass make_pass(const Host& host) {
  using Stage = vk::PipelineStageFlagBits;
  using Access = vk::AccessFlagBits;
  const vk::AttachmentDescription color({}, kHdrFormat, vk::SampleCountFlagBits::e1, vk::AttachmentLoadOp::eDontCare,
                                        vk::AttachmentStoreOp::eStore, {}, {}, vk::ImageLayout::eUndefined,
                                        vk::ImageLayout::eShaderReadOnlyOptimal);
  const vk::AttachmentReference reference(0, vk::ImageLayout::eColorAttachmentOptimal);
  const vk::SubpassDescription subpass({}, vk::PipelineBindPoint::eGraphics, {}, reference);
  const vk::SubpassDependency around[] = {
      {VK_SUBPASS_EXTERNAL, 0, Stage::eComputeShader, Stage::eColorAttachmentOutput, {}, Access::eColorAttachmentWrite},
      {0, VK_SUBPASS_EXTERNAL, Stage::eColorAttachmentOutput, Stage::eComputeShader, Access::eColorAttachmentWrite,
       Access::eShaderRead}};
  return {host.device, vk::RenderPassCreateInfo({}, color, subpass, around)};
}

void barrier(const vk::raii::CommandBuffer& commands, vk::Image image, vk::ImageLayout from, vk::ImageLayout to,
             vk::PipelineStageFlags before, vk::AccessFlags wrote, vk::PipelineStageFlags after, vk::AccessFlags uses) {
  const vk::ImageMemoryBarrier info(wrote, uses, from, to, VK_QUEUE_FAMILY_IGNORED, VK_QUEUE_FAMILY_IGNORED, image,
                                    Host::kAll);
  commands.pipelineBarrier(before, after, {}, {}, {}, info);
}

void run(const char* file) {
  using Layout = vk::ImageLayout;
  using Usage = vk::ImageUsageFlagBits;
  using Stage = vk::PipelineStageFlagBits;
  using Access = vk::AccessFlagBits;
  const Host host(VK_API_VERSION_1_2, nullptr);
  const Host::Image hdr = host.make_image(kHdrFormat, Usage::eColorAttachment | Usage::eSampled);
  const Host::Image ldr = host.make_image(vk::Format::eR8G8B8A8Unorm, Usage::eStorage | Usage::eTransferSrc);
  const Host::Buffer picture = host.make_readback(kExtent.width * kExtent.height * 4);
  const vk::PushConstantRange push(vk::ShaderStageFlagBits::eFragment, 0, sizeof(float));
  const vk::raii::PipelineLayout layout(host.device, {{}, {}, push});
  const vk::raii::RenderPass pass = make_pass(host);
  const vk::raii::Framebuffer target(host.device, {{}, *pass, *hdr.view, kExtent.width, kExtent.height, 1});
  const vk::raii::Pipeline scene = make_scene_pipeline(host, *layout, *pass, nullptr);

  photopic::CreateInfo info;
  info.max_extent = kExtent;
  photopic::PostProcess post;  // ends before the device
  check(post.create(host.lend(), info));
  const photopic::Settings settings;
  for (int i = 0; i < 60; ++i) {
    host.submit([&](const vk::raii::CommandBuffer& commands) {
      commands.beginRenderPass({*pass, *target, {{}, kExtent}}, vk::SubpassContents::eInline);
      commands.bindPipeline(vk::PipelineBindPoint::eGraphics, *scene);
      commands.pushConstants<float>(*layout, vk::ShaderStageFlagBits::eFragment, 0, float(i) / 60.0f);
      commands.draw(3, 1, 0, 0);
      commands.endRenderPass();
      // What record() asks for: ldr in GENERAL; the pass has done so of hdr.
      barrier(commands, *ldr.image, Layout::eUndefined, Layout::eGeneral, Stage::eTransfer, {}, Stage::eComputeShader,
              Access::eShaderWrite);
      photopic::Frame frame;
      frame.hdr.view = *hdr.view;
      frame.ldr.view = *ldr.view;
      frame.extent = kExtent;
      frame.delta_time_s = 1.0f / 60.0f;
      check(post.record(*commands, frame, settings));
      barrier(commands, *ldr.image, Layout::eGeneral, Layout::eTransferSrcOptimal, Stage::eComputeShader,
              Access::eShaderWrite, Stage::eTransfer, Access::eTransferRead);
      commands.copyImageToBuffer(
          *ldr.image, Layout::eTransferSrcOptimal, *picture.buffer,
          vk::BufferImageCopy(0, 0, 0, {Host::kAll.aspectMask, 0, 0, 1}, {}, vk::Extent3D(kExtent, 1)));
    });
  }
  write_ppm(file, picture);
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 2) return EXIT_FAILURE;
  run(argv[1]);
}
