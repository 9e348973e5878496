// SPDX-License-Identifier: MIT
// Buffers and images that the layer makes on a program's device.
#include "layer/objects.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

#include <cerrno>
#include <initializer_list>

namespace layer {
namespace {

/// A memory type of `types` with the first of `choices` that there is. -1: there is none.
int memory_type(const VkPhysicalDeviceMemoryProperties& memory, std::uint32_t types,
                std::initializer_list<VkMemoryPropertyFlags> choices) {
  for (const VkMemoryPropertyFlags flags : choices) {
    for (std::uint32_t i = 0; i < memory.memoryTypeCount; ++i) {
      if ((types >> i & 1u) != 0 && (memory.memoryTypes[i].propertyFlags & flags) == flags) return int(i);
    }
  }
  return -1;
}

Outcome allocate(Device& device, const VkMemoryRequirements& needs,
                 std::initializer_list<VkMemoryPropertyFlags> choices, VkDeviceMemory* memory) {
  const int type = memory_type(device.memory, needs.memoryTypeBits, choices);
  if (type < 0) return {VK_ERROR_OUT_OF_DEVICE_MEMORY, "vkAllocateMemory"};
  const VkMemoryAllocateInfo info = {.sType = VK_STRUCTURE_TYPE_MEMORY_ALLOCATE_INFO,
                                     .allocationSize = needs.size,
                                     .memoryTypeIndex = std::uint32_t(type)};
  return {device.vk.AllocateMemory(device.handle, &info, nullptr, memory), "vkAllocateMemory"};
}

}  // namespace

ReadBuffer::~ReadBuffer() {
  device_.vk.DestroyBuffer(device_.handle, buffer_, nullptr);
  device_.vk.FreeMemory(device_.handle, memory_, nullptr);
}

Outcome ReadBuffer::create(VkDeviceSize size) {
  if (mapped_ != nullptr) return {};
  const DeviceTable& vk = device_.vk;
  size_ = size;
  const VkBufferCreateInfo info = {
      .sType = VK_STRUCTURE_TYPE_BUFFER_CREATE_INFO, .size = size, .usage = VK_BUFFER_USAGE_TRANSFER_DST_BIT};
  Outcome outcome = {vk.CreateBuffer(device_.handle, &info, nullptr, &buffer_), "vkCreateBuffer"};
  if (!outcome) return outcome;
  VkMemoryRequirements needs = {};
  vk.GetBufferMemoryRequirements(device_.handle, buffer_, &needs);
  outcome = allocate(
      device_, needs,
      {VK_MEMORY_PROPERTY_HOST_VISIBLE_BIT | VK_MEMORY_PROPERTY_HOST_CACHED_BIT, VK_MEMORY_PROPERTY_HOST_VISIBLE_BIT},
      &memory_);
  if (outcome) outcome = {vk.BindBufferMemory(device_.handle, buffer_, memory_, 0), "vkBindBufferMemory"};
  if (outcome) outcome = {vk.MapMemory(device_.handle, memory_, 0, VK_WHOLE_SIZE, 0, &mapped_), "vkMapMemory"};
  return outcome;
}

void ReadBuffer::record_barrier(VkCommandBuffer commands) const {
  const VkBufferMemoryBarrier barrier = {.sType = VK_STRUCTURE_TYPE_BUFFER_MEMORY_BARRIER,
                                         .srcAccessMask = VK_ACCESS_TRANSFER_WRITE_BIT,
                                         .dstAccessMask = VK_ACCESS_HOST_READ_BIT,
                                         .srcQueueFamilyIndex = VK_QUEUE_FAMILY_IGNORED,
                                         .dstQueueFamilyIndex = VK_QUEUE_FAMILY_IGNORED,
                                         .buffer = buffer_,
                                         .size = VK_WHOLE_SIZE};
  device_.vk.CmdPipelineBarrier(commands, VK_PIPELINE_STAGE_TRANSFER_BIT, VK_PIPELINE_STAGE_HOST_BIT, 0, 0, nullptr, 1,
                                &barrier, 0, nullptr);
}

Outcome ReadBuffer::invalidate() const {
  const VkMappedMemoryRange range = {
      .sType = VK_STRUCTURE_TYPE_MAPPED_MEMORY_RANGE, .memory = memory_, .size = VK_WHOLE_SIZE};
  return {device_.vk.InvalidateMappedMemoryRanges(device_.handle, 1, &range), "vkInvalidateMappedMemoryRanges"};
}

int ReadBuffer::sealed_file() const {
  const int file = ::memfd_create("photopic frame", MFD_CLOEXEC | MFD_ALLOW_SEALING);
  const char* at = static_cast<const char*>(mapped_);
  for (std::size_t left = size_; file >= 0 && left > 0;) {
    const ssize_t written = ::write(file, at, left);
    if (written < 0 && errno == EINTR) continue;
    if (written <= 0) {
      ::close(file);
      return -1;
    }
    at += written;
    left -= std::size_t(written);
  }
  if (file >= 0) ::fcntl(file, F_ADD_SEALS, F_SEAL_SHRINK | F_SEAL_GROW | F_SEAL_WRITE | F_SEAL_SEAL);
  return file;
}

Outcome OwnImage::create(VkFormat format, VkExtent2D extent, VkImageUsageFlags usage) {
  if (view_ != VK_NULL_HANDLE && extent.width == extent_.width && extent.height == extent_.height) return {};
  destroy();
  extent_ = extent;
  const DeviceTable& vk = device_.vk;
  const VkImageCreateInfo info = {.sType = VK_STRUCTURE_TYPE_IMAGE_CREATE_INFO,
                                  .imageType = VK_IMAGE_TYPE_2D,
                                  .format = format,
                                  .extent = {extent.width, extent.height, 1},
                                  .mipLevels = 1,
                                  .arrayLayers = 1,
                                  .samples = VK_SAMPLE_COUNT_1_BIT,
                                  .tiling = VK_IMAGE_TILING_OPTIMAL,
                                  .usage = usage};
  Outcome outcome = {vk.CreateImage(device_.handle, &info, nullptr, &image_), "vkCreateImage"};
  if (!outcome) return outcome;
  VkMemoryRequirements needs = {};
  vk.GetImageMemoryRequirements(device_.handle, image_, &needs);
  outcome = allocate(device_, needs, {VK_MEMORY_PROPERTY_DEVICE_LOCAL_BIT, 0}, &memory_);
  if (outcome) outcome = {vk.BindImageMemory(device_.handle, image_, memory_, 0), "vkBindImageMemory"};
  if (!outcome) return outcome;
  const VkImageViewCreateInfo view_info = {.sType = VK_STRUCTURE_TYPE_IMAGE_VIEW_CREATE_INFO,
                                           .image = image_,
                                           .viewType = VK_IMAGE_VIEW_TYPE_2D,
                                           .format = format,
                                           .subresourceRange = {VK_IMAGE_ASPECT_COLOR_BIT, 0, 1, 0, 1}};
  return {vk.CreateImageView(device_.handle, &view_info, nullptr, &view_), "vkCreateImageView"};
}

void OwnImage::destroy() {
  device_.vk.DestroyImageView(device_.handle, view_, nullptr);
  device_.vk.DestroyImage(device_.handle, image_, nullptr);
  device_.vk.FreeMemory(device_.handle, memory_, nullptr);
  view_ = VK_NULL_HANDLE;
  image_ = VK_NULL_HANDLE;
  memory_ = VK_NULL_HANDLE;
}

void record_image_copy(const Device& device, VkCommandBuffer commands, VkImage from, VkImage to, VkExtent2D extent) {
  const VkImageCopy copy = {.srcSubresource = {VK_IMAGE_ASPECT_COLOR_BIT, 0, 0, 1},
                            .dstSubresource = {VK_IMAGE_ASPECT_COLOR_BIT, 0, 0, 1},
                            .extent = {extent.width, extent.height, 1}};
  device.vk.CmdCopyImage(commands, from, VK_IMAGE_LAYOUT_TRANSFER_SRC_OPTIMAL, to, VK_IMAGE_LAYOUT_TRANSFER_DST_OPTIMAL,
                         1, &copy);
}

VkImageMemoryBarrier image_barrier(VkImage image, VkImageLayout before, VkImageLayout after, VkAccessFlags from,
                                   VkAccessFlags to) {
  return {.sType = VK_STRUCTURE_TYPE_IMAGE_MEMORY_BARRIER,
          .srcAccessMask = from,
          .dstAccessMask = to,
          .oldLayout = before,
          .newLayout = after,
          .srcQueueFamilyIndex = VK_QUEUE_FAMILY_IGNORED,
          .dstQueueFamilyIndex = VK_QUEUE_FAMILY_IGNORED,
          .image = image,
          .subresourceRange = {VK_IMAGE_ASPECT_COLOR_BIT, 0, 1, 0, 1}};
}

}  // namespace layer
