// SPDX-License-Identifier: MIT
// Copies of states and exposure images, and recorded command buffers.
#include "adapt/handover_rig.h"

#include <cstddef>
#include <cstring>

namespace test {

std::uint32_t checksum_of(const State& state) {
  std::uint32_t words[PHOTOPIC_STATE_WORDS];
  static_assert(sizeof words == offsetof(State, white_balance));
  std::memcpy(words, &state, sizeof words);
  std::uint32_t checksum = PHOTOPIC_STATE_CHECKSUM_SEED;
  for (std::size_t i = 0; i < offsetof(State, checksum) / sizeof words[0]; ++i) checksum ^= words[i];
  return checksum;
}

bool same_bytes(const State& a, const State& b) { return std::memcmp(&a, &b, sizeof a) == 0; }

bool same_but_owner(const State& a, const State& b) {
  State c = b;
  c.epoch_instance = a.epoch_instance;
  c.epoch_reset = a.epoch_reset;
  c.serial = a.serial;
  c.checksum = a.checksum;
  c.glare_scattered_fraction = a.glare_scattered_fraction;
  c.glare_removed_fraction = a.glare_removed_fraction;
  return same_bytes(a, c);
}

State run_frame(photopic::PostProcess& post, UniformImages& images, const RigFrame& frame) {
  return run_frames(post, images, {frame})[0];
}

void record_frame(VkCommandBuffer command_buffer, photopic::PostProcess& post, UniformImages& images,
                  const RigFrame& frame) {
  const photopic::Frame meter_frame = {.hdr = {images.at_ev100(frame.scene_ev100).view()},
                                       .extent = kRigExtent,
                                       .delta_time_s = float(frame.dt_s),
                                       .cut = frame.cut,
                                       .view = frame.view};
  context().check(
      post.record_meter(command_buffer, meter_frame, {.meter = asking_for(post), .exposure = frame.settings}));
}

engine::Buffer make_state_buffer(VkDeviceSize size_bytes) {
  engine::Buffer buffer(context(), size_bytes, VK_BUFFER_USAGE_TRANSFER_SRC_BIT | VK_BUFFER_USAGE_TRANSFER_DST_BIT,
                        engine::MemoryUse::readback);
  std::memset(buffer.mapped().data(), 0, buffer.mapped().size());
  return buffer;
}

State state_in(const engine::Buffer& buffer, VkDeviceSize offset_bytes) {
  State state;
  std::memcpy(&state, buffer.mapped().data() + offset_bytes, sizeof state);
  return state;
}

ExposureImageLog::ExposureImageLog(std::uint32_t capacity)
    : buffer_(context(), capacity * sizeof(float), VK_BUFFER_USAGE_TRANSFER_DST_BIT, engine::MemoryUse::readback) {}

void ExposureImageLog::record(VkCommandBuffer command_buffer, VkImage exposure_image) {
  engine::image_barrier(context(), command_buffer, exposure_image, VK_IMAGE_LAYOUT_GENERAL,
                        VK_IMAGE_LAYOUT_TRANSFER_SRC_OPTIMAL, engine::kTransferWrite, engine::kTransferRead);
  VkBufferImageCopy copy = {};
  copy.bufferOffset = count_++ * sizeof(float);
  copy.imageSubresource = {VK_IMAGE_ASPECT_COLOR_BIT, 0, 0, 1};
  copy.imageExtent = {1, 1, 1};
  context().vk().vkCmdCopyImageToBuffer(command_buffer, exposure_image, VK_IMAGE_LAYOUT_TRANSFER_SRC_OPTIMAL,
                                        buffer_.handle(), 1, &copy);
  engine::image_barrier(context(), command_buffer, exposure_image, VK_IMAGE_LAYOUT_TRANSFER_SRC_OPTIMAL,
                        VK_IMAGE_LAYOUT_GENERAL, engine::kTransferRead, engine::kTransferRead);
  engine::memory_barrier(context(), command_buffer, engine::kTransferWrite, engine::kHostRead);
}

float ExposureImageLog::at(std::uint32_t index) const {
  float exposure = 0.0f;
  std::memcpy(&exposure, buffer_.mapped().data() + index * sizeof exposure, sizeof exposure);
  return exposure;
}

Recorded::Recorded() {
  VkCommandPoolCreateInfo info = {};
  info.sType = VK_STRUCTURE_TYPE_COMMAND_POOL_CREATE_INFO;
  info.queueFamilyIndex = context().queue_family();
  engine::check(context().vk().vkCreateCommandPool(context().device(), &info, nullptr, &pool_), "vkCreateCommandPool");
}

Recorded::~Recorded() { context().vk().vkDestroyCommandPool(context().device(), pool_, nullptr); }

VkCommandBuffer Recorded::record(const std::function<void(VkCommandBuffer)>& commands) {
  VkCommandBufferAllocateInfo info = {};
  info.sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_ALLOCATE_INFO;
  info.commandPool = pool_;
  info.commandBufferCount = 1;
  VkCommandBuffer command_buffer = VK_NULL_HANDLE;
  engine::check(context().vk().vkAllocateCommandBuffers(context().device(), &info, &command_buffer),
                "vkAllocateCommandBuffers");
  VkCommandBufferBeginInfo begin = {};
  begin.sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_BEGIN_INFO;
  engine::check(context().vk().vkBeginCommandBuffer(command_buffer, &begin), "vkBeginCommandBuffer");
  commands(command_buffer);
  engine::check(context().vk().vkEndCommandBuffer(command_buffer), "vkEndCommandBuffer");
  return command_buffer;
}

void Recorded::submit(VkCommandBuffer command_buffer) {
  VkSubmitInfo info = {};
  info.sType = VK_STRUCTURE_TYPE_SUBMIT_INFO;
  info.commandBufferCount = 1;
  info.pCommandBuffers = &command_buffer;
  engine::check(context().vk().vkQueueSubmit(context().queue(), 1, &info, VK_NULL_HANDLE), "vkQueueSubmit");
  engine::check(context().vk().vkQueueWaitIdle(context().queue()), "vkQueueWaitIdle");
}

}  // namespace test
