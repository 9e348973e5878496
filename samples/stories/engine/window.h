// SPDX-License-Identifier: MIT
// Vulkan of the engine: device, a surface with HDR10, its swapchain, images and buffers. Errors end the program.
#ifndef PHOTOPIC_STORY_WINDOW_H
#define PHOTOPIC_STORY_WINDOW_H

#include <photopic/hdr_display.h>
#include <photopic/post_process.h>
#include <vulkan/vulkan.h>

#include <vector>

void check(bool is_ok, const char* what);

struct Window {
  VkInstance instance = VK_NULL_HANDLE;
  VkPhysicalDevice gpu = VK_NULL_HANDLE;
  VkDevice device = VK_NULL_HANDLE;
  VkQueue queue = VK_NULL_HANDLE;
  VkSwapchainKHR swapchain = VK_NULL_HANDLE;
  std::vector<VkImage> images;
  photopic::SurfaceChoice choice;
  VkCommandBuffer commands = VK_NULL_HANDLE;
  VkFence fence = VK_NULL_HANDLE;
  std::vector<VkSemaphore> drawn;  ///< of each image: presenting waits for it until the image is acquired again
};
/// A surface without a screen (VK_EXT_headless_surface) of VK_COLOR_SPACE_HDR10_ST2084_EXT. An engine makes its
/// window's surface here; all else stays.
Window make_window(VkExtent2D extent);
photopic::Device lend(const Window& window);

struct Image {
  VkImage image = VK_NULL_HANDLE;
  VkImageView view = VK_NULL_HANDLE;
};
Image make_image(const Window& window, VkFormat format, VkImageUsageFlags usage, VkExtent2D extent);

struct Upload {
  VkBuffer buffer = VK_NULL_HANDLE;
  void* memory = nullptr;
};
Upload make_upload(const Window& window, VkDeviceSize size);

/// Later work waits for all earlier work and sees its writes: simple, not fast.
void barrier(VkCommandBuffer commands, VkImage image, VkImageLayout from, VkImageLayout to);

#endif
