// SPDX-License-Identifier: MIT
#include "window.h"

#include <cstdio>
#include <cstdlib>
#include <iterator>

void check(bool is_ok, const char* what) {
  if (is_ok) return;
  std::fprintf(stderr, "engine: %s has failed\n", what);
  std::exit(1);
}

namespace {

void make_device(Window& window) {
  const VkApplicationInfo application = {.sType = VK_STRUCTURE_TYPE_APPLICATION_INFO, .apiVersion = VK_API_VERSION_1_2};
  const char* const instance_extensions[] = {VK_KHR_SURFACE_EXTENSION_NAME, VK_EXT_HEADLESS_SURFACE_EXTENSION_NAME,
                                             VK_EXT_SWAPCHAIN_COLOR_SPACE_EXTENSION_NAME};
  const VkInstanceCreateInfo instance = {.sType = VK_STRUCTURE_TYPE_INSTANCE_CREATE_INFO,
                                         .pApplicationInfo = &application,
                                         .enabledExtensionCount = std::uint32_t(std::size(instance_extensions)),
                                         .ppEnabledExtensionNames = instance_extensions};
  check(vkCreateInstance(&instance, nullptr, &window.instance) == VK_SUCCESS,
        "vkCreateInstance with headless surfaces");
  std::uint32_t one = 1;
  check(vkEnumeratePhysicalDevices(window.instance, &one, &window.gpu) >= 0 && one == 1, "vkEnumeratePhysicalDevices");
  const float priority = 1.0f;
  const VkDeviceQueueCreateInfo queue = {
      .sType = VK_STRUCTURE_TYPE_DEVICE_QUEUE_CREATE_INFO, .queueCount = 1, .pQueuePriorities = &priority};
  const char* const device_extensions[] = {VK_KHR_SWAPCHAIN_EXTENSION_NAME};
  const VkDeviceCreateInfo device = {.sType = VK_STRUCTURE_TYPE_DEVICE_CREATE_INFO,
                                     .queueCreateInfoCount = 1,
                                     .pQueueCreateInfos = &queue,
                                     .enabledExtensionCount = 1,
                                     .ppEnabledExtensionNames = device_extensions};
  check(vkCreateDevice(window.gpu, &device, nullptr, &window.device) == VK_SUCCESS, "vkCreateDevice");
  vkGetDeviceQueue(window.device, 0, 0, &window.queue);
}

VkDeviceMemory allocate(const Window& window, const VkMemoryRequirements& needs, VkMemoryPropertyFlags flags) {
  VkPhysicalDeviceMemoryProperties types;
  vkGetPhysicalDeviceMemoryProperties(window.gpu, &types);
  VkMemoryAllocateInfo info = {.sType = VK_STRUCTURE_TYPE_MEMORY_ALLOCATE_INFO, .allocationSize = needs.size};
  for (std::uint32_t i = types.memoryTypeCount; i-- > 0;) {
    const bool fits = (types.memoryTypes[i].propertyFlags & flags) == flags;
    if (fits && (needs.memoryTypeBits >> i & 1u) != 0) info.memoryTypeIndex = i;
  }
  VkDeviceMemory memory = VK_NULL_HANDLE;
  check(vkAllocateMemory(window.device, &info, nullptr, &memory) == VK_SUCCESS, "vkAllocateMemory");
  return memory;
}

}  // namespace

Window make_window(VkExtent2D extent) {
  Window window;
  make_device(window);
  const VkHeadlessSurfaceCreateInfoEXT headless = {.sType = VK_STRUCTURE_TYPE_HEADLESS_SURFACE_CREATE_INFO_EXT};
  const auto create = reinterpret_cast<PFN_vkCreateHeadlessSurfaceEXT>(
      vkGetInstanceProcAddr(window.instance, "vkCreateHeadlessSurfaceEXT"));
  VkSurfaceKHR surface = VK_NULL_HANDLE;
  check(create != nullptr && create(window.instance, &headless, nullptr, &surface) == VK_SUCCESS, "a surface");
  VkBool32 is_supported = VK_FALSE;
  vkGetPhysicalDeviceSurfaceSupportKHR(window.gpu, 0, surface, &is_supported);
  check(is_supported == VK_TRUE, "presenting to the surface");
  VkSurfaceFormatKHR formats[64];
  std::uint32_t count = std::uint32_t(std::size(formats));
  vkGetPhysicalDeviceSurfaceFormatsKHR(window.gpu, surface, &count, formats);
  if (!photopic::choose_surface_format(formats, count, photopic::OutputEncoding::hdr10, false, &window.choice)) {
    std::fputs("engine: the surface has no HDR10: turn on the display's HDR, or see docs/story-engine.md\n", stderr);
    std::exit(1);
  }

  const VkSwapchainCreateInfoKHR info = {.sType = VK_STRUCTURE_TYPE_SWAPCHAIN_CREATE_INFO_KHR,
                                         .surface = surface,
                                         .minImageCount = 3,
                                         .imageFormat = window.choice.surface.format,
                                         .imageColorSpace = window.choice.surface.colorSpace,
                                         .imageExtent = extent,
                                         .imageArrayLayers = 1,
                                         .imageUsage = VK_IMAGE_USAGE_TRANSFER_DST_BIT,
                                         .preTransform = VK_SURFACE_TRANSFORM_IDENTITY_BIT_KHR,
                                         .compositeAlpha = VK_COMPOSITE_ALPHA_OPAQUE_BIT_KHR,
                                         .presentMode = VK_PRESENT_MODE_FIFO_KHR};
  check(vkCreateSwapchainKHR(window.device, &info, nullptr, &window.swapchain) == VK_SUCCESS, "vkCreateSwapchainKHR");
  vkGetSwapchainImagesKHR(window.device, window.swapchain, &count, nullptr);
  window.images.resize(count);
  vkGetSwapchainImagesKHR(window.device, window.swapchain, &count, window.images.data());

  const VkCommandPoolCreateInfo pool_info = {.sType = VK_STRUCTURE_TYPE_COMMAND_POOL_CREATE_INFO,
                                             .flags = VK_COMMAND_POOL_CREATE_RESET_COMMAND_BUFFER_BIT};
  VkCommandPool pool = VK_NULL_HANDLE;
  check(vkCreateCommandPool(window.device, &pool_info, nullptr, &pool) == VK_SUCCESS, "vkCreateCommandPool");
  const VkCommandBufferAllocateInfo commands = {.sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_ALLOCATE_INFO,
                                                .commandPool = pool,
                                                .level = VK_COMMAND_BUFFER_LEVEL_PRIMARY,
                                                .commandBufferCount = 1};
  check(vkAllocateCommandBuffers(window.device, &commands, &window.commands) == VK_SUCCESS, "a command buffer");
  const VkFenceCreateInfo fence = {.sType = VK_STRUCTURE_TYPE_FENCE_CREATE_INFO};
  check(vkCreateFence(window.device, &fence, nullptr, &window.fence) == VK_SUCCESS, "vkCreateFence");
  const VkSemaphoreCreateInfo semaphore = {.sType = VK_STRUCTURE_TYPE_SEMAPHORE_CREATE_INFO};
  window.drawn.resize(window.images.size());
  for (VkSemaphore& drawn : window.drawn) {
    check(vkCreateSemaphore(window.device, &semaphore, nullptr, &drawn) == VK_SUCCESS, "vkCreateSemaphore");
  }
  return window;
}

photopic::Device lend(const Window& window) {
  photopic::Device lent;
  lent.instance = window.instance;
  lent.physical_device = window.gpu;
  lent.device = window.device;
  lent.api_version = VK_API_VERSION_1_2;
  lent.get_instance_proc_addr = vkGetInstanceProcAddr;
  lent.frames_in_flight = 1;
  lent.message = [](photopic::Status, const char* text, void*) { std::fprintf(stderr, "engine: %s\n", text); };
  return lent;
}

Image make_image(const Window& window, VkFormat format, VkImageUsageFlags usage, VkExtent2D extent) {
  const VkImageCreateInfo info = {.sType = VK_STRUCTURE_TYPE_IMAGE_CREATE_INFO,
                                  .imageType = VK_IMAGE_TYPE_2D,
                                  .format = format,
                                  .extent = {extent.width, extent.height, 1},
                                  .mipLevels = 1,
                                  .arrayLayers = 1,
                                  .samples = VK_SAMPLE_COUNT_1_BIT,
                                  .usage = usage};
  Image made;
  check(vkCreateImage(window.device, &info, nullptr, &made.image) == VK_SUCCESS, "vkCreateImage");
  VkMemoryRequirements needs;
  vkGetImageMemoryRequirements(window.device, made.image, &needs);
  vkBindImageMemory(window.device, made.image, allocate(window, needs, VK_MEMORY_PROPERTY_DEVICE_LOCAL_BIT), 0);
  const VkImageViewCreateInfo view = {.sType = VK_STRUCTURE_TYPE_IMAGE_VIEW_CREATE_INFO,
                                      .image = made.image,
                                      .viewType = VK_IMAGE_VIEW_TYPE_2D,
                                      .format = format,
                                      .subresourceRange = {VK_IMAGE_ASPECT_COLOR_BIT, 0, 1, 0, 1}};
  check(vkCreateImageView(window.device, &view, nullptr, &made.view) == VK_SUCCESS, "vkCreateImageView");
  return made;
}

Upload make_upload(const Window& window, VkDeviceSize size) {
  const VkBufferCreateInfo info = {
      .sType = VK_STRUCTURE_TYPE_BUFFER_CREATE_INFO, .size = size, .usage = VK_BUFFER_USAGE_TRANSFER_SRC_BIT};
  Upload made;
  check(vkCreateBuffer(window.device, &info, nullptr, &made.buffer) == VK_SUCCESS, "vkCreateBuffer");
  VkMemoryRequirements needs;
  vkGetBufferMemoryRequirements(window.device, made.buffer, &needs);
  const VkDeviceMemory memory =
      allocate(window, needs, VK_MEMORY_PROPERTY_HOST_VISIBLE_BIT | VK_MEMORY_PROPERTY_HOST_COHERENT_BIT);
  vkBindBufferMemory(window.device, made.buffer, memory, 0);
  check(vkMapMemory(window.device, memory, 0, VK_WHOLE_SIZE, 0, &made.memory) == VK_SUCCESS, "vkMapMemory");
  return made;
}

void barrier(VkCommandBuffer commands, VkImage image, VkImageLayout from, VkImageLayout to) {
  const VkImageMemoryBarrier info = {.sType = VK_STRUCTURE_TYPE_IMAGE_MEMORY_BARRIER,
                                     .srcAccessMask = VK_ACCESS_MEMORY_WRITE_BIT,
                                     .dstAccessMask = VK_ACCESS_MEMORY_READ_BIT | VK_ACCESS_MEMORY_WRITE_BIT,
                                     .oldLayout = from,
                                     .newLayout = to,
                                     .srcQueueFamilyIndex = VK_QUEUE_FAMILY_IGNORED,
                                     .dstQueueFamilyIndex = VK_QUEUE_FAMILY_IGNORED,
                                     .image = image,
                                     .subresourceRange = {VK_IMAGE_ASPECT_COLOR_BIT, 0, 1, 0, 1}};
  constexpr VkPipelineStageFlags kAll = VK_PIPELINE_STAGE_ALL_COMMANDS_BIT;
  vkCmdPipelineBarrier(commands, kAll, kAll, 0, 0, nullptr, 0, nullptr, 1, &info);
}
