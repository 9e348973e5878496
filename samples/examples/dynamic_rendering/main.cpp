// SPDX-License-Identifier: MIT
// Example in C++17 with vulkan.hpp on Vulkan 1.3: a scene drawn with dynamic rendering, exposed and tone mapped by
// Photopic. Writes the last of 60 frames: `dynamic_rendering OUT.ppm`.
#include "host.hpp"

namespace {

using namespace example;

/// Everything before, then everything after: a renderer names its stages.
void barrier(const vk::raii::CommandBuffer& commands, vk::Image image, vk::ImageLayout from, vk::ImageLayout to) {
  const auto all = vk::PipelineStageFlagBits2::eAllCommands;
  const auto access = vk::AccessFlagBits2::eMemoryRead | vk::AccessFlagBits2::eMemoryWrite;
  const vk::ImageMemoryBarrier2 info(all, access, all, access, from, to, 0, 0, image, Host::kAll);
  commands.pipelineBarrier2({{}, {}, {}, info});
}

void run(const char* file) {
  using Layout = vk::ImageLayout;
  using Usage = vk::ImageUsageFlagBits;
  vk::PhysicalDeviceVulkan13Features features;
  features.dynamicRendering = true;
  features.synchronization2 = true;
  const Host host(VK_API_VERSION_1_3, &features);
  const Host::Image hdr = host.make_image(kHdrFormat, Usage::eColorAttachment | Usage::eSampled);
  const Host::Image ldr = host.make_image(vk::Format::eR8G8B8A8Unorm, Usage::eStorage | Usage::eTransferSrc);
  const Host::Buffer picture = host.make_readback(kExtent.width * kExtent.height * 4);
  const vk::PushConstantRange push(vk::ShaderStageFlagBits::eFragment, 0, sizeof(float));
  const vk::raii::PipelineLayout layout(host.device, {{}, {}, push});
  const vk::PipelineRenderingCreateInfo rendering(0, kHdrFormat);
  const vk::raii::Pipeline scene = make_scene_pipeline(host, *layout, {}, &rendering);

  photopic::CreateInfo info;
  info.max_extent = kExtent;
  photopic::PostProcess post;  // ends before the device
  check(post.create(host.lend(), info));
  const photopic::Settings settings;
  for (int i = 0; i < 60; ++i) {
    host.submit([&](const vk::raii::CommandBuffer& commands) {
      barrier(commands, *hdr.image, Layout::eUndefined, Layout::eColorAttachmentOptimal);
      const vk::RenderingAttachmentInfo color(*hdr.view, Layout::eColorAttachmentOptimal);
      commands.beginRendering({{}, {{}, kExtent}, 1, 0, color});
      commands.bindPipeline(vk::PipelineBindPoint::eGraphics, *scene);
      commands.pushConstants<float>(*layout, vk::ShaderStageFlagBits::eFragment, 0, float(i) / 60.0f);
      commands.draw(3, 1, 0, 0);
      commands.endRendering();
      // What record() asks for: hdr readable by compute shaders, ldr in GENERAL.
      barrier(commands, *hdr.image, Layout::eColorAttachmentOptimal, Layout::eShaderReadOnlyOptimal);
      barrier(commands, *ldr.image, Layout::eUndefined, Layout::eGeneral);
      photopic::Frame frame;
      frame.hdr.view = *hdr.view;
      frame.ldr.view = *ldr.view;
      frame.extent = kExtent;
      frame.delta_time_s = 1.0f / 60.0f;
      check(post.record(*commands, frame, settings));
      barrier(commands, *ldr.image, Layout::eGeneral, Layout::eTransferSrcOptimal);
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
