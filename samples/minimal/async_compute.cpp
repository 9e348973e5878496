// SPDX-License-Identifier: MIT
// Metering on a compute queue beside the one that renders and tone maps: two semaphores, and an image that moves
// between two families. Prints EV100 and exposure after 60 frames.
#include <photopic/post_process.h>

#include <cstdio>
#include <cstring>

#include "host.h"

namespace {

VkSemaphore make_semaphore(const Host& host) {
  VkSemaphoreCreateInfo info = {.sType = VK_STRUCTURE_TYPE_SEMAPHORE_CREATE_INFO};
  VkSemaphore semaphore;
  check(vkCreateSemaphore(host.device, &info, nullptr, &semaphore), "vkCreateSemaphore");
  return semaphore;
}

void begin(VkCommandBuffer cmd) {
  VkCommandBufferBeginInfo info = {.sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_BEGIN_INFO};
  check(vkBeginCommandBuffer(cmd, &info), "vkBeginCommandBuffer");
}

/// A null semaphore: nothing is waited for, or signalled.
void submit(VkQueue queue, VkCommandBuffer cmd, VkSemaphore waited, VkSemaphore signalled) {
  check(vkEndCommandBuffer(cmd), "vkEndCommandBuffer");
  const VkPipelineStageFlags stage = VK_PIPELINE_STAGE_COMPUTE_SHADER_BIT | VK_PIPELINE_STAGE_TRANSFER_BIT;
  VkSubmitInfo info = {.sType = VK_STRUCTURE_TYPE_SUBMIT_INFO,
                       .waitSemaphoreCount = waited != VK_NULL_HANDLE ? 1u : 0u,
                       .pWaitSemaphores = &waited,
                       .pWaitDstStageMask = &stage,
                       .commandBufferCount = 1,
                       .pCommandBuffers = &cmd,
                       .signalSemaphoreCount = signalled != VK_NULL_HANDLE ? 1u : 0u,
                       .pSignalSemaphores = &signalled};
  check(vkQueueSubmit(queue, 1, &info, VK_NULL_HANDLE), "vkQueueSubmit");
}

}  // namespace

void run_async_compute(const Host& host) {
  constexpr VkImageLayout kRead = VK_IMAGE_LAYOUT_SHADER_READ_ONLY_OPTIMAL;
  constexpr VkImageLayout kCleared = VK_IMAGE_LAYOUT_TRANSFER_DST_OPTIMAL;
  constexpr VkPipelineStageFlags kCompute = VK_PIPELINE_STAGE_COMPUTE_SHADER_BIT;
  constexpr VkPipelineStageFlags kTransfer = VK_PIPELINE_STAGE_TRANSFER_BIT;
  const Image hdr =
      make_image(host, VK_FORMAT_R16G16B16A16_SFLOAT, VK_IMAGE_USAGE_SAMPLED_BIT | VK_IMAGE_USAGE_TRANSFER_DST_BIT);
  const Image ldr = make_image(host, VK_FORMAT_R8G8B8A8_UNORM, VK_IMAGE_USAGE_STORAGE_BIT);
  // An object's buffers belong to its own family: what the other queue reads is exported to a buffer of both.
  const Mapped exposure = make_readback(host, sizeof(photopic::gpu::ExposureState),
                                        VK_BUFFER_USAGE_TRANSFER_DST_BIT | VK_BUFFER_USAGE_STORAGE_BUFFER_BIT);
  photopic::PostProcess meter, tone_mapper;
  const photopic::CreateInfo meter_info = {.max_extent = kExtent, .steps = photopic::kMeter};
  const photopic::CreateInfo tone_map_info = {.max_extent = kExtent, .steps = photopic::kFinish};
  check(meter.create(lend(host, host.compute_family), meter_info) == photopic::Status::ok, "create");
  check(tone_mapper.create(lend(host, host.family), tone_map_info) == photopic::Status::ok, "create");
  const VkCommandBuffer render = make_command_buffer(host, host.family);
  const VkCommandBuffer measure = make_command_buffer(host, host.compute_family);
  const VkCommandBuffer show = make_command_buffer(host, host.family);
  const VkSemaphore scene_ready = make_semaphore(host), exposure_ready = make_semaphore(host);

  // The meter acquires the image and releases it again; the tone mapper acquires it.
  const photopic::Frame metered = {
      .hdr = {hdr.view, hdr.image,
              photopic::of_family({kTransfer, VK_ACCESS_TRANSFER_WRITE_BIT, kCleared}, host.family),
              photopic::of_family({kCompute, VK_ACCESS_SHADER_READ_BIT, kRead}, host.family)},
      .extent = kExtent,
      .delta_time_s = 1.0f / 60.0f};
  const photopic::Frame shown = {
      .hdr = {hdr.view,
              hdr.image,
              photopic::of_family({kCompute, 0, kRead}, host.compute_family),
              {kCompute, VK_ACCESS_SHADER_READ_BIT, kRead}},
      .ldr = {ldr.view, ldr.image, photopic::discard, {kCompute, VK_ACCESS_SHADER_READ_BIT, VK_IMAGE_LAYOUT_GENERAL}},
      .extent = kExtent,
      .exposure = {exposure.buffer}};

  for (int frame = 0; frame < 60; ++frame) {
    // The scene, here: a grey of luminance 4. What was in the image is discarded: nobody has to release it for that.
    begin(render);
    barrier(render, hdr.image, VK_IMAGE_LAYOUT_UNDEFINED, kCleared, kCompute, 0, kTransfer,
            VK_ACCESS_TRANSFER_WRITE_BIT);
    const VkClearColorValue grey = {{4.0f, 4.0f, 4.0f, 1.0f}};
    vkCmdClearColorImage(render, hdr.image, kCleared, &grey, 1, &kColor);
    if (host.family != host.compute_family) {  // released with the layouts of the barrier that acquires it
      barrier(render, hdr.image, kCleared, kRead, kTransfer, VK_ACCESS_TRANSFER_WRITE_BIT,
              VK_PIPELINE_STAGE_BOTTOM_OF_PIPE_BIT, 0, host.family, host.compute_family);
    }
    submit(host.queue, render, VK_NULL_HANDLE, scene_ready);

    begin(measure);
    check(meter.record_meter(measure, metered, photopic::Settings{}) == photopic::Status::ok, "record_meter");
    check(meter.record_export(measure, 0, {exposure.buffer}) == photopic::Status::ok, "record_export");
    submit(host.compute_queue, measure, scene_ready, exposure_ready);

    begin(show);
    check(tone_mapper.record_finish(show, shown, {}) == photopic::Status::ok, "record_finish");
    submit(host.queue, show, exposure_ready, VK_NULL_HANDLE);
    check(vkDeviceWaitIdle(host.device), "vkDeviceWaitIdle");  // a renderer has fences, and frames in flight
  }

  photopic::gpu::ExposureState state;
  std::memcpy(&state, exposure.memory, sizeof state);
  std::printf("EV100 %.4f, exposure %.6f\n", state.adapted_ev100, state.exposure);
}
