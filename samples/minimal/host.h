// SPDX-License-Identifier: MIT
// Vulkan of the minimal program: a device, memory, images, barriers. Errors end it; a renderer would do better.
#ifndef PHOTOPIC_SAMPLES_MINIMAL_HOST_H
#define PHOTOPIC_SAMPLES_MINIMAL_HOST_H

#include <photopic/device.h>
#include <vulkan/vulkan.h>

constexpr VkExtent2D kExtent = {64, 64};
constexpr VkImageSubresourceRange kColor = {VK_IMAGE_ASPECT_COLOR_BIT, 0, 1, 0, 1};

void check(bool good, const char* what);
inline void check(VkResult result, const char* what) { check(result == VK_SUCCESS, what); }

struct Host {
  VkInstance instance;
  VkPhysicalDevice gpu;
  VkDevice device;
  uint32_t family;
  VkQueue queue;
  uint32_t compute_family;  // of a queue beside it; the same where the device has no other
  VkQueue compute_queue;
  VkPhysicalDeviceMemoryProperties memory;
};

Host make_host();
/// As Photopic borrows it, for command buffers of that family.
photopic::Device lend(const Host& host, uint32_t family);
VkCommandBuffer make_command_buffer(const Host& host, uint32_t family);

struct Image {
  VkImage image;
  VkImageView view;
};
Image make_image(const Host& host, VkFormat format, VkImageUsageFlags usage);

struct Mapped {
  VkBuffer buffer;
  void* memory;
};
/// That both families write and read, and the CPU reads.
Mapped make_readback(const Host& host, VkDeviceSize size_bytes, VkBufferUsageFlags usage);

void barrier(VkCommandBuffer cmd, VkImage image, VkImageLayout from, VkImageLayout to, VkPipelineStageFlags before,
             VkAccessFlags wrote, VkPipelineStageFlags after, VkAccessFlags reads,
             uint32_t from_family = VK_QUEUE_FAMILY_IGNORED, uint32_t to_family = VK_QUEUE_FAMILY_IGNORED);

/// Metering on the compute queue, tone mapping on the other one.
void run_async_compute(const Host& host);

#endif
