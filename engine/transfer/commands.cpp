// SPDX-License-Identifier: MIT
// Command buffers, their submission, and barriers.
#include "engine/transfer/commands.h"

#include "engine/transfer/scratch.h"

namespace engine {

CommandPool make_command_pool(const Context& context) {
  const VkCommandPoolCreateInfo info = {.sType = VK_STRUCTURE_TYPE_COMMAND_POOL_CREATE_INFO,
                                        .flags = VK_COMMAND_POOL_CREATE_RESET_COMMAND_BUFFER_BIT,
                                        .queueFamilyIndex = context.queue_family()};
  return {context, info};
}

VkCommandBuffer allocate_command_buffer(const Context& context, const CommandPool& pool) {
  const VkCommandBufferAllocateInfo info = {.sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_ALLOCATE_INFO,
                                            .commandPool = pool.get(),
                                            .level = VK_COMMAND_BUFFER_LEVEL_PRIMARY,
                                            .commandBufferCount = 1};
  VkCommandBuffer command_buffer = VK_NULL_HANDLE;
  check(context.vk().vkAllocateCommandBuffers(context.device(), &info, &command_buffer), "vkAllocateCommandBuffers");
  return command_buffer;
}

CommandRing::CommandRing(const Context& context, std::uint32_t in_flight)
    : context_(context), pool_(make_command_pool(context)), slots_(in_flight) {
  const VkFenceCreateInfo fence_info = {.sType = VK_STRUCTURE_TYPE_FENCE_CREATE_INFO,
                                        .flags = VK_FENCE_CREATE_SIGNALED_BIT};
  for (Slot& slot : slots_) {
    slot.command_buffer = allocate_command_buffer(context, pool_);
    slot.fence = {context, fence_info};
  }
}

CommandRing::~CommandRing() { context_.vk().vkQueueWaitIdle(context_.queue()); }

VkCommandBuffer CommandRing::begin() {
  const Slot& slot = slots_[next_];
  wait(slot);
  const VkCommandBufferBeginInfo info = {.sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_BEGIN_INFO,
                                         .flags = VK_COMMAND_BUFFER_USAGE_ONE_TIME_SUBMIT_BIT};
  check(context_.vk().vkBeginCommandBuffer(slot.command_buffer, &info), "vkBeginCommandBuffer");
  return slot.command_buffer;
}

void CommandRing::submit() {
  const Slot& slot = slots_[next_];
  check(context_.vk().vkEndCommandBuffer(slot.command_buffer), "vkEndCommandBuffer");
  const VkFence fence = slot.fence.get();
  check(context_.vk().vkResetFences(context_.device(), 1, &fence), "vkResetFences");
  const VkSubmitInfo info = {
      .sType = VK_STRUCTURE_TYPE_SUBMIT_INFO, .commandBufferCount = 1, .pCommandBuffers = &slot.command_buffer};
  check(context_.vk().vkQueueSubmit(context_.queue(), 1, &info, fence), "vkQueueSubmit");
  next_ = (next_ + 1) % slots_.size();
}

void CommandRing::wait() {
  for (const Slot& slot : slots_) wait(slot);
}

void CommandRing::wait(const Slot& slot) const {
  const VkFence fence = slot.fence.get();
  check(context_.vk().vkWaitForFences(context_.device(), 1, &fence, VK_TRUE, UINT64_MAX), "vkWaitForFences");
}

void submit_and_wait(const Context& context, const std::function<void(VkCommandBuffer)>& record) {
  TransferScratch::of(context).submit_and_wait(record);
}

void memory_barrier(const Context& context, VkCommandBuffer command_buffer, Scope producer, Scope consumer) {
  const VkMemoryBarrier barrier = {VK_STRUCTURE_TYPE_MEMORY_BARRIER, nullptr, producer.access, consumer.access};
  context.vk().vkCmdPipelineBarrier(command_buffer, producer.stages, consumer.stages, 0, 1, &barrier, 0, nullptr, 0,
                                    nullptr);
}

void full_barrier(const Context& context, VkCommandBuffer command_buffer) {
  constexpr Scope kEverything = {VK_PIPELINE_STAGE_ALL_COMMANDS_BIT,
                                 VK_ACCESS_MEMORY_READ_BIT | VK_ACCESS_MEMORY_WRITE_BIT};
  memory_barrier(context, command_buffer, kEverything, kEverything);
}

void image_barrier(const Context& context, VkCommandBuffer command_buffer, VkImage image, VkImageLayout from,
                   VkImageLayout to, Scope producer, Scope consumer, VkImageAspectFlags aspects) {
  const VkImageMemoryBarrier barrier = {
      .sType = VK_STRUCTURE_TYPE_IMAGE_MEMORY_BARRIER,
      .srcAccessMask = producer.access,
      .dstAccessMask = consumer.access,
      .oldLayout = from,
      .newLayout = to,
      .srcQueueFamilyIndex = VK_QUEUE_FAMILY_IGNORED,
      .dstQueueFamilyIndex = VK_QUEUE_FAMILY_IGNORED,
      .image = image,
      .subresourceRange = {aspects, 0, VK_REMAINING_MIP_LEVELS, 0, VK_REMAINING_ARRAY_LAYERS}};
  context.vk().vkCmdPipelineBarrier(command_buffer, producer.stages, consumer.stages, 0, 0, nullptr, 0, nullptr, 1,
                                    &barrier);
}

}  // namespace engine
