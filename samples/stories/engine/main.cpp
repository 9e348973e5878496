// SPDX-License-Identifier: MIT
// A small engine in HDR: a street at night on an HDR10 swapchain, with the eye's glare, local exposure, and a menu that
// opens with frame 10. `engine [FRAMES] [UI-NITS]`: frames until it ends, default 20; white of the menu, default 250.
#include <cstdlib>

#include "scene.h"
#include "window.h"

namespace {

constexpr VkExtent2D kExtent = {kWidth, kHeight};
constexpr int kMenuOpens = 10;

photopic::Settings make_look(float ui_white_nits) {
  photopic::Settings look;
  look.meter.highlight_stops = 6.0f;
  look.exposure.compensation_ev = -1.0f;  // it is night
  look.tone_map.tone_mapper = photopic::ToneMapper::agx_hdr;
  look.display.encoding = photopic::OutputEncoding::hdr10;
  look.display.peak_nits = 800.0f;
  look.display.ui_white_nits = ui_white_nits;
  look.display.ui_scene_limit_nits = 100.0f;  // the lamp behind the menu doesn't outshine its text
  look.glare.glare = photopic::GlareProfile::eye;
  look.glare.glare_source = photopic::GlareSource::excess;  // the viewer's eye scatters what the display shows
  look.local_exposure.local_exposure = photopic::LocalExposure::on;
  look.local_exposure.shadow_contrast = 0.7f;
  return look;
}

void copy(VkCommandBuffer commands, const Upload& from, const Image& to) {
  const VkBufferImageCopy region = {.imageSubresource = {VK_IMAGE_ASPECT_COLOR_BIT, 0, 0, 1},
                                    .imageExtent = {kWidth, kHeight, 1}};
  barrier(commands, to.image, VK_IMAGE_LAYOUT_UNDEFINED, VK_IMAGE_LAYOUT_TRANSFER_DST_OPTIMAL);
  vkCmdCopyBufferToImage(commands, from.buffer, to.image, VK_IMAGE_LAYOUT_TRANSFER_DST_OPTIMAL, 1, &region);
  barrier(commands, to.image, VK_IMAGE_LAYOUT_TRANSFER_DST_OPTIMAL, VK_IMAGE_LAYOUT_SHADER_READ_ONLY_OPTIMAL);
}

}  // namespace

int main(int argc, char** argv) {
  const int frames = argc > 1 ? std::atoi(argv[1]) : 20;
  const photopic::Settings look = make_look(argc > 2 ? float(std::atof(argv[2])) : 250.0f);
  const Window window = make_window(kExtent);
  constexpr VkImageUsageFlags kRead = VK_IMAGE_USAGE_SAMPLED_BIT | VK_IMAGE_USAGE_TRANSFER_DST_BIT;
  const Image hdr = make_image(window, VK_FORMAT_R32G32B32A32_SFLOAT, kRead, kExtent);
  const Image ui = make_image(window, VK_FORMAT_R8G8B8A8_UNORM, kRead, kExtent);
  const Image ldr = make_image(window, window.choice.ldr_format,
                               VK_IMAGE_USAGE_STORAGE_BIT | VK_IMAGE_USAGE_TRANSFER_SRC_BIT, kExtent);
  const Upload street = make_upload(window, kWidth * kHeight * 16);
  const Upload menu = make_upload(window, kWidth * kHeight * 4);
  draw_street(static_cast<float*>(street.memory));

  photopic::Tuning tuning = {};
  tuning.packed_format = window.choice.packed_format;
  const photopic::CreateInfo info = {.max_extent = kExtent,
                                     .uses = {look},
                                     .output = {.format = window.choice.ldr_format},
                                     .with = photopic::kWithUi,
                                     .tuning = &tuning};
  photopic::PostProcess post;
  check(post.create(lend(window), info) == photopic::Status::ok, "PostProcess::create");

  for (int number = 0; number < frames; ++number) {
    std::uint32_t index = 0;
    check(vkAcquireNextImageKHR(window.device, window.swapchain, ~0ull, VK_NULL_HANDLE, window.fence, &index) >= 0,
          "vkAcquireNextImageKHR");
    vkWaitForFences(window.device, 1, &window.fence, VK_TRUE, ~0ull);
    vkResetFences(window.device, 1, &window.fence);
    draw_menu(static_cast<std::uint8_t*>(menu.memory), number >= kMenuOpens);

    const VkCommandBuffer commands = window.commands;
    const VkCommandBufferBeginInfo begin = {.sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_BEGIN_INFO};
    vkBeginCommandBuffer(commands, &begin);
    copy(commands, street, hdr);  // an engine draws here
    copy(commands, menu, ui);
    barrier(commands, ldr.image, VK_IMAGE_LAYOUT_UNDEFINED, VK_IMAGE_LAYOUT_GENERAL);
    photopic::Frame frame;
    frame.hdr.view = hdr.view;
    frame.ldr.view = ldr.view;
    frame.ui.view = ui.view;
    frame.extent = kExtent;
    frame.delta_time_s = 1.0f / 60.0f;
    check(post.record(commands, frame, look) == photopic::Status::ok, "PostProcess::record");
    barrier(commands, ldr.image, VK_IMAGE_LAYOUT_GENERAL, VK_IMAGE_LAYOUT_TRANSFER_SRC_OPTIMAL);
    barrier(commands, window.images[index], VK_IMAGE_LAYOUT_UNDEFINED, VK_IMAGE_LAYOUT_TRANSFER_DST_OPTIMAL);
    const VkImageCopy texels = {.srcSubresource = {VK_IMAGE_ASPECT_COLOR_BIT, 0, 0, 1},
                                .dstSubresource = {VK_IMAGE_ASPECT_COLOR_BIT, 0, 0, 1},
                                .extent = {kWidth, kHeight, 1}};
    vkCmdCopyImage(commands, ldr.image, VK_IMAGE_LAYOUT_TRANSFER_SRC_OPTIMAL, window.images[index],
                   VK_IMAGE_LAYOUT_TRANSFER_DST_OPTIMAL, 1, &texels);
    barrier(commands, window.images[index], VK_IMAGE_LAYOUT_TRANSFER_DST_OPTIMAL, VK_IMAGE_LAYOUT_PRESENT_SRC_KHR);
    vkEndCommandBuffer(commands);

    const VkSubmitInfo submit = {.sType = VK_STRUCTURE_TYPE_SUBMIT_INFO,
                                 .commandBufferCount = 1,
                                 .pCommandBuffers = &commands,
                                 .signalSemaphoreCount = 1,
                                 .pSignalSemaphores = &window.drawn[index]};
    check(vkQueueSubmit(window.queue, 1, &submit, window.fence) == VK_SUCCESS, "vkQueueSubmit");
    vkWaitForFences(window.device, 1, &window.fence, VK_TRUE, ~0ull);
    vkResetFences(window.device, 1, &window.fence);
    const VkPresentInfoKHR present = {.sType = VK_STRUCTURE_TYPE_PRESENT_INFO_KHR,
                                      .waitSemaphoreCount = 1,
                                      .pWaitSemaphores = &window.drawn[index],
                                      .swapchainCount = 1,
                                      .pSwapchains = &window.swapchain,
                                      .pImageIndices = &index};
    check(vkQueuePresentKHR(window.queue, &present) >= 0, "vkQueuePresentKHR");
  }
  vkDeviceWaitIdle(window.device);
  return 0;
}
