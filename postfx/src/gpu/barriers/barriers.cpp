// SPDX-License-Identifier: MIT
// Recording of memory and layout barriers.
#include "gpu/barriers/barriers.h"

namespace photopic {

void memory_barrier(const Gpu& gpu, VkCommandBuffer command_buffer, Access producer, Access consumer) noexcept {
  const VkMemoryBarrier barrier = {VK_STRUCTURE_TYPE_MEMORY_BARRIER, nullptr, producer.access, consumer.access};
  gpu.vk.vkCmdPipelineBarrier(command_buffer, producer.stages, consumer.stages, 0, 1, &barrier, 0, nullptr, 0, nullptr);
}

void layout_barrier(const Gpu& gpu, VkCommandBuffer command_buffer, VkImage image, std::uint32_t first_level,
                    std::uint32_t level_count, VkImageLayout from, VkImageLayout to, Access producer,
                    Access consumer) noexcept {
  const VkImageMemoryBarrier barrier = {
      .sType = VK_STRUCTURE_TYPE_IMAGE_MEMORY_BARRIER,
      .pNext = nullptr,
      .srcAccessMask = producer.access,
      .dstAccessMask = consumer.access,
      .oldLayout = from,
      .newLayout = to,
      .srcQueueFamilyIndex = VK_QUEUE_FAMILY_IGNORED,
      .dstQueueFamilyIndex = VK_QUEUE_FAMILY_IGNORED,
      .image = image,
      .subresourceRange = {VK_IMAGE_ASPECT_COLOR_BIT, first_level, level_count, 0, 1}};
  gpu.vk.vkCmdPipelineBarrier(command_buffer, producer.stages, consumer.stages, 0, 0, nullptr, 0, nullptr, 1, &barrier);
}

}  // namespace photopic
