/* SPDX-License-Identifier: MIT */
/* Minimal program in C with a Vulkan device of its own that embeds Photopic: meters a 64x64 image of luminance 4 for
 * one second, tone maps it, and prints EV100 (5) and exposure. Errors end the program; a renderer would do better. */
#include <photopic/photopic.h>
#include <stdio.h>
#include <stdlib.h>
#include <vulkan/vulkan.h>

static const VkExtent2D kExtent = {64, 64};

static void check(int good, const char* what) {
  if (good) return;
  fprintf(stderr, "photopic-minimal-c: %s failed: %s\n", what, photopic_last_error());
  exit(1);
}

typedef struct Host {
  VkInstance instance;
  VkPhysicalDevice gpu;
  VkDevice device;
  VkQueue queue;
  VkCommandBuffer cmd;
} Host;

static Host make_host(void) {
  Host host;
  uint32_t count = 1;
  const float priority = 1.0f;
  const VkApplicationInfo application = {.sType = VK_STRUCTURE_TYPE_APPLICATION_INFO, .apiVersion = VK_API_VERSION_1_2};
  const VkInstanceCreateInfo instance_info = {.sType = VK_STRUCTURE_TYPE_INSTANCE_CREATE_INFO,
                                              .pApplicationInfo = &application};
  const VkDeviceQueueCreateInfo queue_info = {.sType = VK_STRUCTURE_TYPE_DEVICE_QUEUE_CREATE_INFO,
                                              .queueFamilyIndex = 0, /* has compute on every device known */
                                              .queueCount = 1,
                                              .pQueuePriorities = &priority};
  const VkDeviceCreateInfo device_info = {
      .sType = VK_STRUCTURE_TYPE_DEVICE_CREATE_INFO, .queueCreateInfoCount = 1, .pQueueCreateInfos = &queue_info};
  const VkCommandPoolCreateInfo pool_info = {.sType = VK_STRUCTURE_TYPE_COMMAND_POOL_CREATE_INFO};
  VkCommandBufferAllocateInfo cmd_info = {.sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_ALLOCATE_INFO,
                                          .level = VK_COMMAND_BUFFER_LEVEL_PRIMARY,
                                          .commandBufferCount = 1};
  check(vkCreateInstance(&instance_info, NULL, &host.instance) == VK_SUCCESS, "vkCreateInstance");
  vkEnumeratePhysicalDevices(host.instance, &count, &host.gpu); /* the first; VK_INCOMPLETE if there are more */
  check(count == 1, "finding a Vulkan device");
  check(vkCreateDevice(host.gpu, &device_info, NULL, &host.device) == VK_SUCCESS, "vkCreateDevice");
  vkGetDeviceQueue(host.device, 0, 0, &host.queue);
  check(vkCreateCommandPool(host.device, &pool_info, NULL, &cmd_info.commandPool) == VK_SUCCESS, "vkCreateCommandPool");
  check(vkAllocateCommandBuffers(host.device, &cmd_info, &host.cmd) == VK_SUCCESS, "vkAllocateCommandBuffers");
  return host;
}

typedef struct Image {
  VkImage image;
  VkImageView view;
} Image;

static Image make_image(const Host* host, VkFormat format, VkImageUsageFlags usage) {
  Image image;
  const VkImageCreateInfo info = {.sType = VK_STRUCTURE_TYPE_IMAGE_CREATE_INFO,
                                  .imageType = VK_IMAGE_TYPE_2D,
                                  .format = format,
                                  .extent = {kExtent.width, kExtent.height, 1},
                                  .mipLevels = 1,
                                  .arrayLayers = 1,
                                  .samples = VK_SAMPLE_COUNT_1_BIT,
                                  .usage = usage};
  VkImageViewCreateInfo view_info = {.sType = VK_STRUCTURE_TYPE_IMAGE_VIEW_CREATE_INFO,
                                     .viewType = VK_IMAGE_VIEW_TYPE_2D,
                                     .format = format,
                                     .subresourceRange = {VK_IMAGE_ASPECT_COLOR_BIT, 0, 1, 0, 1}};
  VkMemoryAllocateInfo memory_info = {.sType = VK_STRUCTURE_TYPE_MEMORY_ALLOCATE_INFO};
  VkMemoryRequirements needs;
  VkDeviceMemory memory;
  check(vkCreateImage(host->device, &info, NULL, &image.image) == VK_SUCCESS, "vkCreateImage");
  vkGetImageMemoryRequirements(host->device, image.image, &needs);
  memory_info.allocationSize = needs.size;
  while ((needs.memoryTypeBits >> memory_info.memoryTypeIndex & 1) == 0) ++memory_info.memoryTypeIndex;
  check(vkAllocateMemory(host->device, &memory_info, NULL, &memory) == VK_SUCCESS, "vkAllocateMemory");
  vkBindImageMemory(host->device, image.image, memory, 0);
  view_info.image = image.image;
  check(vkCreateImageView(host->device, &view_info, NULL, &image.view) == VK_SUCCESS, "vkCreateImageView");
  return image;
}

static void barrier(VkCommandBuffer cmd, VkImage image, VkImageLayout from, VkImageLayout to,
                    VkPipelineStageFlags before, VkAccessFlags wrote, VkPipelineStageFlags after, VkAccessFlags uses) {
  const VkImageMemoryBarrier info = {.sType = VK_STRUCTURE_TYPE_IMAGE_MEMORY_BARRIER,
                                     .srcAccessMask = wrote,
                                     .dstAccessMask = uses,
                                     .oldLayout = from,
                                     .newLayout = to,
                                     .image = image,
                                     .subresourceRange = {VK_IMAGE_ASPECT_COLOR_BIT, 0, 1, 0, 1}};
  vkCmdPipelineBarrier(cmd, before, after, 0, 0, NULL, 0, NULL, 1, &info);
}

int main(void) {
  const Host host = make_host();
  const Image hdr =
      make_image(&host, VK_FORMAT_R16G16B16A16_SFLOAT, VK_IMAGE_USAGE_SAMPLED_BIT | VK_IMAGE_USAGE_TRANSFER_DST_BIT);
  const Image ldr = make_image(&host, VK_FORMAT_R8G8B8A8_UNORM, VK_IMAGE_USAGE_STORAGE_BIT);
  const photopic_device device = {PHOTOPIC_INIT(photopic_device),
                                  .instance = host.instance,
                                  .physical_device = host.gpu,
                                  .device = host.device,
                                  .api_version = VK_API_VERSION_1_2,
                                  .queue_family = 0,
                                  .get_instance_proc_addr = vkGetInstanceProcAddr,
                                  .frames_in_flight = 1};
  photopic_post_process_info info = {PHOTOPIC_INIT(photopic_post_process_info), .max_extent = {64, 64},
                                     .statistics_slots = 1};
  const photopic_frame frame = {PHOTOPIC_INIT(photopic_frame), .hdr = {.view = hdr.view}, .ldr = {.view = ldr.view},
                                .extent = {64, 64}, .delta_time_s = 1.0f / 60.0f};
  photopic_exposure_state state = {PHOTOPIC_INIT(photopic_exposure_state), .exposure = 0.0f};
  const VkCommandBufferBeginInfo begin_info = {.sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_BEGIN_INFO};
  const VkSubmitInfo submit = {
      .sType = VK_STRUCTURE_TYPE_SUBMIT_INFO, .commandBufferCount = 1, .pCommandBuffers = &host.cmd};
  const VkClearColorValue grey = {{4.0f, 4.0f, 4.0f, 1.0f}};
  const VkImageSubresourceRange all = {VK_IMAGE_ASPECT_COLOR_BIT, 0, 1, 0, 1};
  photopic_settings* settings;
  photopic_post_process* post;
  int i;

  check(photopic_settings_create(&settings) == PHOTOPIC_OK, "photopic_settings_create");
  check(photopic_settings_set_word(settings, "tone_map.tone_mapper", "pbr-neutral") == PHOTOPIC_OK, "a setting");
  info.uses[0] = settings;
  check(photopic_post_process_create(&device, &info, &post) == PHOTOPIC_OK, "photopic_post_process_create");

  check(vkBeginCommandBuffer(host.cmd, &begin_info) == VK_SUCCESS, "vkBeginCommandBuffer");
  /* The scene, here: a grey of luminance 4. */
  barrier(host.cmd, hdr.image, VK_IMAGE_LAYOUT_UNDEFINED, VK_IMAGE_LAYOUT_TRANSFER_DST_OPTIMAL,
          VK_PIPELINE_STAGE_TOP_OF_PIPE_BIT, 0, VK_PIPELINE_STAGE_TRANSFER_BIT, VK_ACCESS_TRANSFER_WRITE_BIT);
  vkCmdClearColorImage(host.cmd, hdr.image, VK_IMAGE_LAYOUT_TRANSFER_DST_OPTIMAL, &grey, 1, &all);
  /* What a recording asks for: hdr readable by compute shaders, ldr in GENERAL. */
  barrier(host.cmd, hdr.image, VK_IMAGE_LAYOUT_TRANSFER_DST_OPTIMAL, VK_IMAGE_LAYOUT_SHADER_READ_ONLY_OPTIMAL,
          VK_PIPELINE_STAGE_TRANSFER_BIT, VK_ACCESS_TRANSFER_WRITE_BIT, VK_PIPELINE_STAGE_COMPUTE_SHADER_BIT,
          VK_ACCESS_SHADER_READ_BIT);
  barrier(host.cmd, ldr.image, VK_IMAGE_LAYOUT_UNDEFINED, VK_IMAGE_LAYOUT_GENERAL, VK_PIPELINE_STAGE_TOP_OF_PIPE_BIT, 0,
          VK_PIPELINE_STAGE_COMPUTE_SHADER_BIT, VK_ACCESS_SHADER_WRITE_BIT);
  for (i = 0; i < 60; ++i) {
    check(photopic_post_process_record(post, host.cmd, &frame, settings) == PHOTOPIC_OK, "a recording");
    /* The next frame overwrites what this one wrote. */
    barrier(host.cmd, ldr.image, VK_IMAGE_LAYOUT_GENERAL, VK_IMAGE_LAYOUT_GENERAL, VK_PIPELINE_STAGE_COMPUTE_SHADER_BIT,
            VK_ACCESS_SHADER_WRITE_BIT, VK_PIPELINE_STAGE_COMPUTE_SHADER_BIT, VK_ACCESS_SHADER_WRITE_BIT);
  }
  check(vkEndCommandBuffer(host.cmd) == VK_SUCCESS, "vkEndCommandBuffer");
  check(vkQueueSubmit(host.queue, 1, &submit, VK_NULL_HANDLE) == VK_SUCCESS, "vkQueueSubmit");
  check(vkDeviceWaitIdle(host.device) == VK_SUCCESS, "vkDeviceWaitIdle");

  check(photopic_post_process_statistics(post, 0, &state) == PHOTOPIC_OK, "photopic_post_process_statistics");
  printf("EV100 %.4f, exposure %.6f\n", (double)state.adapted_ev100, (double)state.exposure);
  photopic_post_process_destroy(post); /* the GPU is done with it */
  photopic_settings_destroy(settings);
  return 0; /* the process takes the rest of the device with it */
}
