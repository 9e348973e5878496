/* SPDX-License-Identifier: MIT */
/* Example in C with a window of GLFW: a sun that moves in an HDR picture, exposed and tone mapped by Photopic, blitted
 * to the swapchain. `c_window [FRAMES]` ends after so many; without, when the window is closed. */
/* clang-format off */
#define GLFW_INCLUDE_VULKAN
#include <GLFW/glfw3.h>
#include <math.h>
#include <photopic/photopic.h>
#include <stdio.h>
#include <stdlib.h>
enum { kWidth = 320, kHeight = 180, kMaxImages = 8 };

static VkInstance instance;
static VkPhysicalDevice gpu;
static VkDevice device;
static VkQueue queue;
static VkCommandBuffer cmd;

static void check(int good, const char* what) {
  if (good) return;
  fprintf(stderr, "c_window: %s failed: %s\n", what, photopic_last_error());
  exit(1);
}

static void make_device(void) {
  const float priority = 1.0f;
  const char* extension = VK_KHR_SWAPCHAIN_EXTENSION_NAME;
  const VkApplicationInfo application = {.sType = VK_STRUCTURE_TYPE_APPLICATION_INFO,
      .apiVersion = VK_API_VERSION_1_2};
  VkInstanceCreateInfo instance_info = {.sType = VK_STRUCTURE_TYPE_INSTANCE_CREATE_INFO,
      .pApplicationInfo = &application};
  const VkDeviceQueueCreateInfo queue_info = {.sType = VK_STRUCTURE_TYPE_DEVICE_QUEUE_CREATE_INFO, .queueCount = 1,
      .pQueuePriorities = &priority};
  const VkDeviceCreateInfo device_info = {.sType = VK_STRUCTURE_TYPE_DEVICE_CREATE_INFO, .queueCreateInfoCount = 1,
      .pQueueCreateInfos = &queue_info, .enabledExtensionCount = 1, .ppEnabledExtensionNames = &extension};
  const VkCommandPoolCreateInfo pool_info = {.sType = VK_STRUCTURE_TYPE_COMMAND_POOL_CREATE_INFO,
      .flags = VK_COMMAND_POOL_CREATE_RESET_COMMAND_BUFFER_BIT};
  VkCommandBufferAllocateInfo cmd_info = {.sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_ALLOCATE_INFO,
      .commandBufferCount = 1};
  uint32_t count = 1;
  instance_info.ppEnabledExtensionNames = glfwGetRequiredInstanceExtensions(&instance_info.enabledExtensionCount);
  check(vkCreateInstance(&instance_info, NULL, &instance) == VK_SUCCESS, "vkCreateInstance");
  vkEnumeratePhysicalDevices(instance, &count, &gpu);
  check(count == 1 && vkCreateDevice(gpu, &device_info, NULL, &device) == VK_SUCCESS, "vkCreateDevice");
  vkGetDeviceQueue(device, 0, 0, &queue);
  check(vkCreateCommandPool(device, &pool_info, NULL, &cmd_info.commandPool) == VK_SUCCESS, "vkCreateCommandPool");
  check(vkAllocateCommandBuffers(device, &cmd_info, &cmd) == VK_SUCCESS, "vkAllocateCommandBuffers");
}

static VkDeviceMemory allocate(VkMemoryRequirements needs, VkMemoryPropertyFlags flags) {
  VkPhysicalDeviceMemoryProperties types;
  VkMemoryAllocateInfo info = {.sType = VK_STRUCTURE_TYPE_MEMORY_ALLOCATE_INFO, .allocationSize = needs.size};
  VkDeviceMemory memory;
  vkGetPhysicalDeviceMemoryProperties(gpu, &types);
  while ((needs.memoryTypeBits >> info.memoryTypeIndex & 1) == 0 ||
         (types.memoryTypes[info.memoryTypeIndex].propertyFlags & flags) != flags) {
    ++info.memoryTypeIndex;
  }
  check(vkAllocateMemory(device, &info, NULL, &memory) == VK_SUCCESS, "vkAllocateMemory");
  return memory;
}

static VkImage make_image(VkFormat format, VkImageUsageFlags usage, VkImageView* view) {
  const VkImageCreateInfo info = {.sType = VK_STRUCTURE_TYPE_IMAGE_CREATE_INFO, .imageType = VK_IMAGE_TYPE_2D,
      .format = format, .extent = {kWidth, kHeight, 1}, .mipLevels = 1, .arrayLayers = 1,
      .samples = VK_SAMPLE_COUNT_1_BIT, .usage = usage};
  VkImageViewCreateInfo view_info = {.sType = VK_STRUCTURE_TYPE_IMAGE_VIEW_CREATE_INFO,
      .viewType = VK_IMAGE_VIEW_TYPE_2D, .format = format,
      .subresourceRange = {VK_IMAGE_ASPECT_COLOR_BIT, 0, 1, 0, 1}};
  VkMemoryRequirements needs;
  check(vkCreateImage(device, &info, NULL, &view_info.image) == VK_SUCCESS, "vkCreateImage");
  vkGetImageMemoryRequirements(device, view_info.image, &needs);
  vkBindImageMemory(device, view_info.image, allocate(needs, VK_MEMORY_PROPERTY_DEVICE_LOCAL_BIT), 0);
  check(vkCreateImageView(device, &view_info, NULL, view) == VK_SUCCESS, "vkCreateImageView");
  return view_info.image;
}

/* All that came before, and whatever follows. */
static void barrier(VkImage image, VkImageLayout from, VkImageLayout to) {
  const VkImageMemoryBarrier info = {.sType = VK_STRUCTURE_TYPE_IMAGE_MEMORY_BARRIER,
      .srcAccessMask = VK_ACCESS_MEMORY_WRITE_BIT,
      .dstAccessMask = VK_ACCESS_MEMORY_READ_BIT | VK_ACCESS_MEMORY_WRITE_BIT, .oldLayout = from, .newLayout = to,
      .image = image, .subresourceRange = {VK_IMAGE_ASPECT_COLOR_BIT, 0, 1, 0, 1}};
  const VkPipelineStageFlags all = VK_PIPELINE_STAGE_ALL_COMMANDS_BIT;
  vkCmdPipelineBarrier(cmd, all, all, 0, 0, NULL, 0, NULL, 1, &info);
}

/* Scene-linear: a sky, a dark ground, and a sun of 5000. */
static void draw(float* rgba, float time_s) {
  int x, y;
  for (y = 0; y < kHeight; ++y) {
    for (x = 0; x < kWidth; ++x, rgba += 4) {
      const float sky = y < 120 ? 8.0f + 0.1f * (float)y : (x / 16 + y / 12) % 2 == 0 ? 0.5f : 0.05f;
      const float sun = hypotf((float)x - 160.0f - 140.0f * sinf(time_s), (float)y - 50.0f) < 12.0f ? 5000.0f : 0.0f;
      rgba[0] = sky * (y < 120 ? 0.6f : 1.0f) + sun;
      rgba[1] = sky * 0.8f + 0.9f * sun;
      rgba[2] = sky * (y < 120 ? 1.2f : 0.5f) + 0.7f * sun;
      rgba[3] = 1.0f;
    }
  }
}

int main(int argc, char** argv) {
  const int frames = argc > 1 ? atoi(argv[1]) : 0;
  GLFWwindow* window;
  VkSurfaceKHR surface = VK_NULL_HANDLE;
  VkSurfaceCapabilitiesKHR surface_is;
  VkSwapchainKHR swapchain;
  VkImage images[kMaxImages], hdr, ldr;
  VkImageView hdr_view, ldr_view;
  VkBuffer staging;
  VkMemoryRequirements needs;
  VkDeviceMemory memory;
  VkFence fence;
  void* texels;
  photopic_settings* settings;
  photopic_post_process* post;
  photopic_post_process_info info = {PHOTOPIC_INIT(photopic_post_process_info), .max_extent = {kWidth, kHeight}};
  const VkBufferCreateInfo buffer_info = {.sType = VK_STRUCTURE_TYPE_BUFFER_CREATE_INFO,
      .size = kWidth * kHeight * 16, .usage = VK_BUFFER_USAGE_TRANSFER_SRC_BIT};
  const VkFenceCreateInfo fence_info = {.sType = VK_STRUCTURE_TYPE_FENCE_CREATE_INFO};
  uint32_t image_count = kMaxImages, i;
  int frame = 0;

  check(glfwInit() && glfwVulkanSupported(), "GLFW with Vulkan");
  make_device();
  glfwWindowHint(GLFW_CLIENT_API, GLFW_NO_API);
  glfwWindowHint(GLFW_RESIZABLE, GLFW_FALSE);
  window = glfwCreateWindow(640, 360, "Photopic", NULL, NULL);
  check(window != NULL && glfwCreateWindowSurface(instance, window, NULL, &surface) == VK_SUCCESS, "a window");
  vkGetPhysicalDeviceSurfaceSupportKHR(gpu, 0, surface, &i);
  vkGetPhysicalDeviceSurfaceCapabilitiesKHR(gpu, surface, &surface_is);
  {
    const VkSwapchainCreateInfoKHR swapchain_info = {.sType = VK_STRUCTURE_TYPE_SWAPCHAIN_CREATE_INFO_KHR,
        .surface = surface, .minImageCount = surface_is.minImageCount,
        .imageFormat = VK_FORMAT_B8G8R8A8_UNORM, .imageColorSpace = VK_COLOR_SPACE_SRGB_NONLINEAR_KHR,
        .imageExtent = {640, 360}, .imageArrayLayers = 1, .imageUsage = VK_IMAGE_USAGE_TRANSFER_DST_BIT,
        .preTransform = surface_is.currentTransform, .compositeAlpha = VK_COMPOSITE_ALPHA_OPAQUE_BIT_KHR,
        .presentMode = VK_PRESENT_MODE_FIFO_KHR};
    check(vkCreateSwapchainKHR(device, &swapchain_info, NULL, &swapchain) == VK_SUCCESS, "vkCreateSwapchainKHR");
  }
  vkGetSwapchainImagesKHR(device, swapchain, &image_count, images);
  vkCreateFence(device, &fence_info, NULL, &fence);
  hdr = make_image(VK_FORMAT_R32G32B32A32_SFLOAT, VK_IMAGE_USAGE_SAMPLED_BIT | VK_IMAGE_USAGE_TRANSFER_DST_BIT,
                   &hdr_view);
  ldr = make_image(VK_FORMAT_R8G8B8A8_UNORM, VK_IMAGE_USAGE_STORAGE_BIT | VK_IMAGE_USAGE_TRANSFER_SRC_BIT, &ldr_view);
  vkCreateBuffer(device, &buffer_info, NULL, &staging);
  vkGetBufferMemoryRequirements(device, staging, &needs);
  memory = allocate(needs, VK_MEMORY_PROPERTY_HOST_VISIBLE_BIT | VK_MEMORY_PROPERTY_HOST_COHERENT_BIT);
  vkBindBufferMemory(device, staging, memory, 0);
  check(vkMapMemory(device, memory, 0, VK_WHOLE_SIZE, 0, &texels) == VK_SUCCESS, "vkMapMemory");
  {
    const photopic_device lent = {PHOTOPIC_INIT(photopic_device), .instance = instance, .physical_device = gpu,
        .device = device, .api_version = VK_API_VERSION_1_2, .get_instance_proc_addr = vkGetInstanceProcAddr,
        .frames_in_flight = 1};
    check(photopic_settings_create(&settings) == PHOTOPIC_OK, "photopic_settings_create");
    info.uses[0] = settings;
    check(photopic_post_process_create(&lent, &info, &post) == PHOTOPIC_OK, "photopic_post_process_create");
  }
  for (; !glfwWindowShouldClose(window) && (frames == 0 || frame < frames); ++frame) {
    const VkCommandBufferBeginInfo begin = {.sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_BEGIN_INFO};
    const VkSubmitInfo submit = {.sType = VK_STRUCTURE_TYPE_SUBMIT_INFO, .commandBufferCount = 1,
        .pCommandBuffers = &cmd};
    const VkBufferImageCopy copy = {.imageSubresource = {VK_IMAGE_ASPECT_COLOR_BIT, 0, 0, 1},
        .imageExtent = {kWidth, kHeight, 1}};
    const VkImageBlit blit = {.srcSubresource = {VK_IMAGE_ASPECT_COLOR_BIT, 0, 0, 1},
        .srcOffsets = {{0, 0, 0}, {kWidth, kHeight, 1}}, .dstSubresource = {VK_IMAGE_ASPECT_COLOR_BIT, 0, 0, 1},
        .dstOffsets = {{0, 0, 0}, {640, 360, 1}}};
    const photopic_frame picture = {PHOTOPIC_INIT(photopic_frame), .hdr = {.view = hdr_view}, .ldr = {.view = ldr_view},
        .extent = {kWidth, kHeight}, .delta_time_s = 1.0f / 60.0f};
    VkPresentInfoKHR present = {.sType = VK_STRUCTURE_TYPE_PRESENT_INFO_KHR, .swapchainCount = 1,
        .pSwapchains = &swapchain, .pImageIndices = &i};
    draw(texels, (float)frame / 60.0f);
    /* One frame at a time, for brevity: the fences wait for all. */
    check(vkAcquireNextImageKHR(device, swapchain, UINT64_MAX, VK_NULL_HANDLE, fence, &i) >= 0,
          "vkAcquireNextImageKHR");
    vkWaitForFences(device, 1, &fence, VK_TRUE, UINT64_MAX);
    vkResetFences(device, 1, &fence);
    vkBeginCommandBuffer(cmd, &begin);
    barrier(hdr, VK_IMAGE_LAYOUT_UNDEFINED, VK_IMAGE_LAYOUT_TRANSFER_DST_OPTIMAL);
    vkCmdCopyBufferToImage(cmd, staging, hdr, VK_IMAGE_LAYOUT_TRANSFER_DST_OPTIMAL, 1, &copy);
    barrier(hdr, VK_IMAGE_LAYOUT_TRANSFER_DST_OPTIMAL, VK_IMAGE_LAYOUT_SHADER_READ_ONLY_OPTIMAL);
    barrier(ldr, VK_IMAGE_LAYOUT_UNDEFINED, VK_IMAGE_LAYOUT_GENERAL);
    check(photopic_post_process_record(post, cmd, &picture, settings) == PHOTOPIC_OK, "a recording");
    barrier(ldr, VK_IMAGE_LAYOUT_GENERAL, VK_IMAGE_LAYOUT_TRANSFER_SRC_OPTIMAL);
    barrier(images[i], VK_IMAGE_LAYOUT_UNDEFINED, VK_IMAGE_LAYOUT_TRANSFER_DST_OPTIMAL);
    vkCmdBlitImage(cmd, ldr, VK_IMAGE_LAYOUT_TRANSFER_SRC_OPTIMAL, images[i], VK_IMAGE_LAYOUT_TRANSFER_DST_OPTIMAL, 1,
                   &blit, VK_FILTER_NEAREST);
    barrier(images[i], VK_IMAGE_LAYOUT_TRANSFER_DST_OPTIMAL, VK_IMAGE_LAYOUT_PRESENT_SRC_KHR);
    vkEndCommandBuffer(cmd);
    check(vkQueueSubmit(queue, 1, &submit, VK_NULL_HANDLE) == VK_SUCCESS, "vkQueueSubmit");
    check(vkQueueWaitIdle(queue) == VK_SUCCESS && vkQueuePresentKHR(queue, &present) >= 0, "vkQueuePresentKHR");
    glfwPollEvents();
  }
  vkDeviceWaitIdle(device);
  photopic_post_process_destroy(post);
  photopic_settings_destroy(settings);
  printf("%d frames\n", frame);
  return 0; /* the process takes the rest with it */
}
