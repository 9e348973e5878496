// SPDX-License-Identifier: MIT
// Minimal program with a Vulkan device of its own that embeds Photopic: meters a 64x64 image of luminance 4 for one
// second, tone maps it, and prints EV100 (5) and exposure. Errors end the program; a renderer would do better.
#include <photopic/post_process.h>
#include <vulkan/vulkan.h>

#include <cstdio>
#include <cstdlib>
#include <cstring>

namespace {

constexpr VkExtent2D kExtent = {64, 64};

void check(bool good, const char* what) {
  if (good) return;
  std::fprintf(stderr, "photopic-minimal: %s failed\n", what);
  std::exit(1);
}
void check(VkResult result, const char* what) { check(result == VK_SUCCESS, what); }

struct Host {
  VkInstance instance;
  VkPhysicalDevice gpu;
  VkDevice device;
  VkQueue queue;
  VkCommandBuffer cmd;
  VkPhysicalDeviceMemoryProperties memory;
};

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

  const float priority = 1.0f;
  VkDeviceQueueCreateInfo queue_info = {.sType = VK_STRUCTURE_TYPE_DEVICE_QUEUE_CREATE_INFO,
                                        .queueFamilyIndex = 0,  // has compute on every device known
                                        .queueCount = 1,
                                        .pQueuePriorities = &priority};
  const char* extension = VK_KHR_PUSH_DESCRIPTOR_EXTENSION_NAME;  // all that Photopic asks for
  VkDeviceCreateInfo device_info = {.sType = VK_STRUCTURE_TYPE_DEVICE_CREATE_INFO,
                                    .queueCreateInfoCount = 1,
                                    .pQueueCreateInfos = &queue_info,
                                    .enabledExtensionCount = 1,
                                    .ppEnabledExtensionNames = &extension};
  check(vkCreateDevice(host.gpu, &device_info, nullptr, &host.device), "vkCreateDevice");
  vkGetDeviceQueue(host.device, 0, 0, &host.queue);

  VkCommandPoolCreateInfo pool_info = {.sType = VK_STRUCTURE_TYPE_COMMAND_POOL_CREATE_INFO};
  VkCommandPool pool;
  check(vkCreateCommandPool(host.device, &pool_info, nullptr, &pool), "vkCreateCommandPool");
  VkCommandBufferAllocateInfo cmd_info = {.sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_ALLOCATE_INFO,
                                          .commandPool = pool,
                                          .level = VK_COMMAND_BUFFER_LEVEL_PRIMARY,
                                          .commandBufferCount = 1};
  check(vkAllocateCommandBuffers(host.device, &cmd_info, &host.cmd), "vkAllocateCommandBuffers");
  return host;
}

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

struct Image {
  VkImage image;
  VkImageView view;
};

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
                                     .subresourceRange = {VK_IMAGE_ASPECT_COLOR_BIT, 0, 1, 0, 1}};
  check(vkCreateImageView(host.device, &view_info, nullptr, &image.view), "vkCreateImageView");
  return image;
}

void barrier(VkCommandBuffer cmd, VkImage image, VkImageLayout from, VkImageLayout to, VkPipelineStageFlags before,
             VkAccessFlags wrote, VkPipelineStageFlags after, VkAccessFlags reads) {
  VkImageMemoryBarrier info = {.sType = VK_STRUCTURE_TYPE_IMAGE_MEMORY_BARRIER,
                               .srcAccessMask = wrote,
                               .dstAccessMask = reads,
                               .oldLayout = from,
                               .newLayout = to,
                               .image = image,
                               .subresourceRange = {VK_IMAGE_ASPECT_COLOR_BIT, 0, 1, 0, 1}};
  vkCmdPipelineBarrier(cmd, before, after, 0, 0, nullptr, 0, nullptr, 1, &info);
}

}  // namespace

int main() {
  const Host host = make_host();
  const Image hdr =
      make_image(host, VK_FORMAT_R16G16B16A16_SFLOAT, VK_IMAGE_USAGE_SAMPLED_BIT | VK_IMAGE_USAGE_TRANSFER_DST_BIT);
  const Image ldr = make_image(host, VK_FORMAT_R8G8B8A8_UNORM, VK_IMAGE_USAGE_STORAGE_BIT);

  const photopic::Device device = {
      .instance = host.instance,
      .physical_device = host.gpu,
      .device = host.device,
      .api_version = VK_API_VERSION_1_2,
      .queue_family = 0,
      .get_instance_proc_addr = vkGetInstanceProcAddr,
      .message = [](photopic::Status, const char* text, void*) { std::fprintf(stderr, "%s\n", text); }};
  photopic::PostProcess post;
  check(photopic::PostProcess::create(device, {.max_extent = kExtent}, &post) == photopic::Status::ok, "create");

  VkBuffer readback;
  VkBufferCreateInfo buffer_info = {.sType = VK_STRUCTURE_TYPE_BUFFER_CREATE_INFO,
                                    .size = sizeof(photopic::gpu::ExposureState),
                                    .usage = VK_BUFFER_USAGE_TRANSFER_DST_BIT};
  check(vkCreateBuffer(host.device, &buffer_info, nullptr, &readback), "vkCreateBuffer");
  VkMemoryRequirements needs;
  vkGetBufferMemoryRequirements(host.device, readback, &needs);
  const VkDeviceMemory memory =
      allocate(host, needs, VK_MEMORY_PROPERTY_HOST_VISIBLE_BIT | VK_MEMORY_PROPERTY_HOST_COHERENT_BIT);
  vkBindBufferMemory(host.device, readback, memory, 0);

  VkCommandBufferBeginInfo begin_info = {.sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_BEGIN_INFO};
  check(vkBeginCommandBuffer(host.cmd, &begin_info), "vkBeginCommandBuffer");
  // The scene, here: a grey of luminance 4.
  barrier(host.cmd, hdr.image, VK_IMAGE_LAYOUT_UNDEFINED, VK_IMAGE_LAYOUT_TRANSFER_DST_OPTIMAL,
          VK_PIPELINE_STAGE_TOP_OF_PIPE_BIT, 0, VK_PIPELINE_STAGE_TRANSFER_BIT, VK_ACCESS_TRANSFER_WRITE_BIT);
  const VkClearColorValue grey = {{4.0f, 4.0f, 4.0f, 1.0f}};
  const VkImageSubresourceRange all = {VK_IMAGE_ASPECT_COLOR_BIT, 0, 1, 0, 1};
  vkCmdClearColorImage(host.cmd, hdr.image, VK_IMAGE_LAYOUT_TRANSFER_DST_OPTIMAL, &grey, 1, &all);
  // What record() asks for: hdr readable by compute shaders, ldr in GENERAL.
  barrier(host.cmd, hdr.image, VK_IMAGE_LAYOUT_TRANSFER_DST_OPTIMAL, VK_IMAGE_LAYOUT_SHADER_READ_ONLY_OPTIMAL,
          VK_PIPELINE_STAGE_TRANSFER_BIT, VK_ACCESS_TRANSFER_WRITE_BIT, VK_PIPELINE_STAGE_COMPUTE_SHADER_BIT,
          VK_ACCESS_SHADER_READ_BIT);
  barrier(host.cmd, ldr.image, VK_IMAGE_LAYOUT_UNDEFINED, VK_IMAGE_LAYOUT_GENERAL, VK_PIPELINE_STAGE_TOP_OF_PIPE_BIT, 0,
          VK_PIPELINE_STAGE_COMPUTE_SHADER_BIT, VK_ACCESS_SHADER_WRITE_BIT);
  for (int frame = 0; frame < 60; ++frame) {
    const photopic::Frame work = {.hdr = hdr.view, .ldr = ldr.view, .extent = kExtent, .delta_time_s = 1.0f / 60.0f};
    check(post.record(host.cmd, work, {}) == photopic::Status::ok, "record");
    // The next frame overwrites what this one wrote.
    barrier(host.cmd, ldr.image, VK_IMAGE_LAYOUT_GENERAL, VK_IMAGE_LAYOUT_GENERAL, VK_PIPELINE_STAGE_COMPUTE_SHADER_BIT,
            VK_ACCESS_SHADER_WRITE_BIT, VK_PIPELINE_STAGE_COMPUTE_SHADER_BIT, VK_ACCESS_SHADER_WRITE_BIT);
  }
  VkMemoryBarrier to_copy = {VK_STRUCTURE_TYPE_MEMORY_BARRIER, nullptr, VK_ACCESS_SHADER_WRITE_BIT,
                             VK_ACCESS_TRANSFER_READ_BIT};
  vkCmdPipelineBarrier(host.cmd, VK_PIPELINE_STAGE_COMPUTE_SHADER_BIT, VK_PIPELINE_STAGE_TRANSFER_BIT, 0, 1, &to_copy,
                       0, nullptr, 0, nullptr);
  const VkBufferCopy copy = {0, 0, sizeof(photopic::gpu::ExposureState)};
  vkCmdCopyBuffer(host.cmd, post.state_buffer(), readback, 1, &copy);
  VkMemoryBarrier to_host = {VK_STRUCTURE_TYPE_MEMORY_BARRIER, nullptr, VK_ACCESS_TRANSFER_WRITE_BIT,
                             VK_ACCESS_HOST_READ_BIT};
  vkCmdPipelineBarrier(host.cmd, VK_PIPELINE_STAGE_TRANSFER_BIT, VK_PIPELINE_STAGE_HOST_BIT, 0, 1, &to_host, 0, nullptr,
                       0, nullptr);
  check(vkEndCommandBuffer(host.cmd), "vkEndCommandBuffer");
  VkSubmitInfo submit = {.sType = VK_STRUCTURE_TYPE_SUBMIT_INFO, .commandBufferCount = 1, .pCommandBuffers = &host.cmd};
  check(vkQueueSubmit(host.queue, 1, &submit, VK_NULL_HANDLE), "vkQueueSubmit");
  check(vkDeviceWaitIdle(host.device), "vkDeviceWaitIdle");

  void* mapped;
  check(vkMapMemory(host.device, memory, 0, VK_WHOLE_SIZE, 0, &mapped), "vkMapMemory");
  photopic::gpu::ExposureState state;
  std::memcpy(&state, mapped, sizeof state);
  std::printf("EV100 %.4f, exposure %.6f\n", state.adapted_ev100, state.exposure);
  return 0;  // the process takes the rest of the device with it; post goes first
}
