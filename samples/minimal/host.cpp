// SPDX-License-Identifier: MIT
// Device with one or two queues, and what is made on it.
#include "host.h"

#include <cstdio>
#include <cstdlib>

void check(bool good, const char* what) {
  if (good) return;
  std::fprintf(stderr, "photopic-minimal: %s failed\n", what);
  std::exit(1);
}

Host make_host() {
  Host host = {};
  VkApplicationInfo application = {.sType = VK_STRUCTURE_TYPE_APPLICATION_INFO, .apiVersion = VK_API_VERSION_1_2};
  VkInstanceCreateInfo instance_info = {.sType = VK_STRUCTURE_TYPE_INSTANCE_CREATE_INFO,
                                        .pApplicationInfo = &application};
  check(vkCreateInstance(&instance_info, nullptr, &host.instance), "vkCreateInstance");
  uint32_t count = 1;
  vkEnumeratePhysicalDevices(host.instance, &count, &host.gpu);  // the first will do; VK_INCOMPLETE if there are more
  check(count == 1, "finding a Vulkan device");
  vkGetPhysicalDeviceMemoryProperties(host.gpu, &host.memory);

  VkQueueFamilyProperties families[16];
  uint32_t family_count = 16;
  vkGetPhysicalDeviceQueueFamilyProperties(host.gpu, &family_count, families);
  host.family = host.compute_family = 0;  // has compute on every device known
  for (uint32_t i = 1; i < family_count; ++i) {
    constexpr VkQueueFlags kBoth = VK_QUEUE_COMPUTE_BIT | VK_QUEUE_GRAPHICS_BIT;
    if ((families[i].queueFlags & kBoth) == VK_QUEUE_COMPUTE_BIT) host.compute_family = i;
  }
  const bool has_two_families = host.compute_family != host.family;
  const uint32_t queue_count = !has_two_families && families[host.family].queueCount > 1 ? 2 : 1;
  const float priorities[] = {1.0f, 1.0f};
  VkDeviceQueueCreateInfo queue_infos[] = {{.sType = VK_STRUCTURE_TYPE_DEVICE_QUEUE_CREATE_INFO,
                                            .queueFamilyIndex = host.family,
                                            .queueCount = queue_count,
                                            .pQueuePriorities = priorities},
                                           {.sType = VK_STRUCTURE_TYPE_DEVICE_QUEUE_CREATE_INFO,
                                            .queueFamilyIndex = host.compute_family,
                                            .queueCount = 1,
                                            .pQueuePriorities = priorities}};
  VkDeviceCreateInfo device_info = {.sType = VK_STRUCTURE_TYPE_DEVICE_CREATE_INFO,
                                    .queueCreateInfoCount = has_two_families ? 2u : 1u,
                                    .pQueueCreateInfos = queue_infos};
  check(vkCreateDevice(host.gpu, &device_info, nullptr, &host.device), "vkCreateDevice");
  vkGetDeviceQueue(host.device, host.family, 0, &host.queue);
  vkGetDeviceQueue(host.device, host.compute_family, queue_count - 1, &host.compute_queue);
  return host;
}

photopic::Device lend(const Host& host, uint32_t family) {
  return {.instance = host.instance,
          .physical_device = host.gpu,
          .device = host.device,
          .api_version = VK_API_VERSION_1_2,
          .queue_family = family,
          .get_instance_proc_addr = vkGetInstanceProcAddr,
          .frames_in_flight = 2,
          .message = [](photopic::Status, const char* text, void*) { std::fprintf(stderr, "%s\n", text); }};
}

VkCommandBuffer make_command_buffer(const Host& host, uint32_t family) {
  VkCommandPoolCreateInfo pool_info = {.sType = VK_STRUCTURE_TYPE_COMMAND_POOL_CREATE_INFO,
                                       .flags = VK_COMMAND_POOL_CREATE_RESET_COMMAND_BUFFER_BIT,
                                       .queueFamilyIndex = family};
  VkCommandPool pool;
  check(vkCreateCommandPool(host.device, &pool_info, nullptr, &pool), "vkCreateCommandPool");
  VkCommandBufferAllocateInfo cmd_info = {.sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_ALLOCATE_INFO,
                                          .commandPool = pool,
                                          .level = VK_COMMAND_BUFFER_LEVEL_PRIMARY,
                                          .commandBufferCount = 1};
  VkCommandBuffer cmd;
  check(vkAllocateCommandBuffers(host.device, &cmd_info, &cmd), "vkAllocateCommandBuffers");
  return cmd;
}

namespace {

VkDeviceMemory allocate(const Host& host, const VkMemoryRequirements& needs, VkMemoryPropertyFlags flags) {
  VkMemoryAllocateInfo info = {.sType = VK_STRUCTURE_TYPE_MEMORY_ALLOCATE_INFO, .allocationSize = needs.size};
  while ((needs.memoryTypeBits >> info.memoryTypeIndex & 1) == 0 ||
         (host.memory.memoryTypes[info.memoryTypeIndex].propertyFlags & flags) != flags) {
    check(++info.memoryTypeIndex < host.memory.memoryTypeCount, "finding a memory type");
  }
  VkDeviceMemory memory;
  check(vkAllocateMemory(host.device, &info, nullptr, &memory), "vkAllocateMemory");
  return memory;
}

}  // namespace

Image make_image(const Host& host, VkFormat format, VkImageUsageFlags usage) {
  VkImageCreateInfo info = {.sType = VK_STRUCTURE_TYPE_IMAGE_CREATE_INFO,
                            .imageType = VK_IMAGE_TYPE_2D,
                            .format = format,
                            .extent = {kExtent.width, kExtent.height, 1},
                            .mipLevels = 1,
                            .arrayLayers = 1,
                            .samples = VK_SAMPLE_COUNT_1_BIT,
                            .usage = usage};
  Image image;
  check(vkCreateImage(host.device, &info, nullptr, &image.image), "vkCreateImage");
  VkMemoryRequirements needs;
  vkGetImageMemoryRequirements(host.device, image.image, &needs);
  vkBindImageMemory(host.device, image.image, allocate(host, needs, 0), 0);
  VkImageViewCreateInfo view_info = {.sType = VK_STRUCTURE_TYPE_IMAGE_VIEW_CREATE_INFO,
                                     .image = image.image,
                                     .viewType = VK_IMAGE_VIEW_TYPE_2D,
                                     .format = format,
                                     .subresourceRange = kColor};
  check(vkCreateImageView(host.device, &view_info, nullptr, &image.view), "vkCreateImageView");
  return image;
}

Mapped make_readback(const Host& host, VkDeviceSize size_bytes, VkBufferUsageFlags usage) {
  const uint32_t families[] = {host.family, host.compute_family};
  const bool is_shared = host.family != host.compute_family;
  VkBufferCreateInfo info = {.sType = VK_STRUCTURE_TYPE_BUFFER_CREATE_INFO,
                             .size = size_bytes,
                             .usage = usage,
                             .sharingMode = is_shared ? VK_SHARING_MODE_CONCURRENT : VK_SHARING_MODE_EXCLUSIVE,
                             .queueFamilyIndexCount = is_shared ? 2u : 0u,
                             .pQueueFamilyIndices = families};
  Mapped mapped;
  check(vkCreateBuffer(host.device, &info, nullptr, &mapped.buffer), "vkCreateBuffer");
  VkMemoryRequirements needs;
  vkGetBufferMemoryRequirements(host.device, mapped.buffer, &needs);
  const VkDeviceMemory memory =
      allocate(host, needs, VK_MEMORY_PROPERTY_HOST_VISIBLE_BIT | VK_MEMORY_PROPERTY_HOST_COHERENT_BIT);
  vkBindBufferMemory(host.device, mapped.buffer, memory, 0);
  check(vkMapMemory(host.device, memory, 0, VK_WHOLE_SIZE, 0, &mapped.memory), "vkMapMemory");
  return mapped;
}

void barrier(VkCommandBuffer cmd, VkImage image, VkImageLayout from, VkImageLayout to, VkPipelineStageFlags before,
             VkAccessFlags wrote, VkPipelineStageFlags after, VkAccessFlags reads, uint32_t from_family,
             uint32_t to_family) {
  VkImageMemoryBarrier info = {.sType = VK_STRUCTURE_TYPE_IMAGE_MEMORY_BARRIER,
                               .srcAccessMask = wrote,
                               .dstAccessMask = reads,
                               .oldLayout = from,
                               .newLayout = to,
                               .srcQueueFamilyIndex = from_family,
                               .dstQueueFamilyIndex = to_family,
                               .image = image,
                               .subresourceRange = kColor};
  vkCmdPipelineBarrier(cmd, before, after, 0, 0, nullptr, 0, nullptr, 1, &info);
}
