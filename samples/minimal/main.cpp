// SPDX-License-Identifier: MIT
// Minimal program with a Vulkan device of its own that embeds Photopic: meters a 64x64 image of luminance 4 for one
// second, tone maps it, and prints EV100 (5) and exposure. --async-compute: on two queues (async_compute.cpp).
#include <photopic/post_process.h>

#include <cstdio>
#include <cstring>

#include "host.h"

int main(int argc, char** argv) {
  const Host host = make_host();
  if (argc > 1 && std::strcmp(argv[1], "--async-compute") == 0) {
    run_async_compute(host);
    return 0;
  }
  const Image hdr =
      make_image(host, VK_FORMAT_R16G16B16A16_SFLOAT, VK_IMAGE_USAGE_SAMPLED_BIT | VK_IMAGE_USAGE_TRANSFER_DST_BIT);
  const Image ldr = make_image(host, VK_FORMAT_R8G8B8A8_UNORM, VK_IMAGE_USAGE_STORAGE_BIT);

  photopic::PostProcess post;
  check(post.create(lend(host, host.family), {.max_extent = kExtent}) == photopic::Status::ok, "create");

  const Mapped readback = make_readback(host, sizeof(photopic::gpu::ExposureState), VK_BUFFER_USAGE_TRANSFER_DST_BIT);

  const VkCommandBuffer cmd = make_command_buffer(host, host.family);
  VkCommandBufferBeginInfo begin_info = {.sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_BEGIN_INFO};
  check(vkBeginCommandBuffer(cmd, &begin_info), "vkBeginCommandBuffer");
  // The scene, here: a grey of luminance 4.
  barrier(cmd, hdr.image, VK_IMAGE_LAYOUT_UNDEFINED, VK_IMAGE_LAYOUT_TRANSFER_DST_OPTIMAL,
          VK_PIPELINE_STAGE_TOP_OF_PIPE_BIT, 0, VK_PIPELINE_STAGE_TRANSFER_BIT, VK_ACCESS_TRANSFER_WRITE_BIT);
  const VkClearColorValue grey = {{4.0f, 4.0f, 4.0f, 1.0f}};
  vkCmdClearColorImage(cmd, hdr.image, VK_IMAGE_LAYOUT_TRANSFER_DST_OPTIMAL, &grey, 1, &kColor);
  // What record() asks for: hdr readable by compute shaders, ldr in GENERAL.
  barrier(cmd, hdr.image, VK_IMAGE_LAYOUT_TRANSFER_DST_OPTIMAL, VK_IMAGE_LAYOUT_SHADER_READ_ONLY_OPTIMAL,
          VK_PIPELINE_STAGE_TRANSFER_BIT, VK_ACCESS_TRANSFER_WRITE_BIT, VK_PIPELINE_STAGE_COMPUTE_SHADER_BIT,
          VK_ACCESS_SHADER_READ_BIT);
  barrier(cmd, ldr.image, VK_IMAGE_LAYOUT_UNDEFINED, VK_IMAGE_LAYOUT_GENERAL, VK_PIPELINE_STAGE_TOP_OF_PIPE_BIT, 0,
          VK_PIPELINE_STAGE_COMPUTE_SHADER_BIT, VK_ACCESS_SHADER_WRITE_BIT);
  for (int frame = 0; frame < 60; ++frame) {
    const photopic::Frame work = {
        .hdr = {hdr.view}, .ldr = {ldr.view}, .extent = kExtent, .delta_time_s = 1.0f / 60.0f};
    check(post.record(cmd, work, {}) == photopic::Status::ok, "record");
    // The next frame overwrites what this one wrote.
    barrier(cmd, ldr.image, VK_IMAGE_LAYOUT_GENERAL, VK_IMAGE_LAYOUT_GENERAL, VK_PIPELINE_STAGE_COMPUTE_SHADER_BIT,
            VK_ACCESS_SHADER_WRITE_BIT, VK_PIPELINE_STAGE_COMPUTE_SHADER_BIT, VK_ACCESS_SHADER_WRITE_BIT);
  }
  VkMemoryBarrier to_copy = {VK_STRUCTURE_TYPE_MEMORY_BARRIER, nullptr, VK_ACCESS_SHADER_WRITE_BIT,
                             VK_ACCESS_TRANSFER_READ_BIT};
  vkCmdPipelineBarrier(cmd, VK_PIPELINE_STAGE_COMPUTE_SHADER_BIT, VK_PIPELINE_STAGE_TRANSFER_BIT, 0, 1, &to_copy, 0,
                       nullptr, 0, nullptr);
  const VkBufferCopy copy = {0, 0, sizeof(photopic::gpu::ExposureState)};
  vkCmdCopyBuffer(cmd, post.state_buffer(), readback.buffer, 1, &copy);
  VkMemoryBarrier to_host = {VK_STRUCTURE_TYPE_MEMORY_BARRIER, nullptr, VK_ACCESS_TRANSFER_WRITE_BIT,
                             VK_ACCESS_HOST_READ_BIT};
  vkCmdPipelineBarrier(cmd, VK_PIPELINE_STAGE_TRANSFER_BIT, VK_PIPELINE_STAGE_HOST_BIT, 0, 1, &to_host, 0, nullptr, 0,
                       nullptr);
  check(vkEndCommandBuffer(cmd), "vkEndCommandBuffer");
  VkSubmitInfo submit = {.sType = VK_STRUCTURE_TYPE_SUBMIT_INFO, .commandBufferCount = 1, .pCommandBuffers = &cmd};
  check(vkQueueSubmit(host.queue, 1, &submit, VK_NULL_HANDLE), "vkQueueSubmit");
  check(vkDeviceWaitIdle(host.device), "vkDeviceWaitIdle");

  photopic::gpu::ExposureState state;
  std::memcpy(&state, readback.memory, sizeof state);
  std::printf("EV100 %.4f, exposure %.6f\n", state.adapted_ev100, state.exposure);
  return 0;  // the process takes the rest of the device with it; post goes first
}
