// SPDX-License-Identifier: MIT
// Names of a host that the C++ of docs/embedding.md takes for granted.
#include <photopic/host_tone_map.h>
#include <photopic/post_process.h>
#include <vulkan/vulkan.h>

#include <cstdio>
#include <thread>

struct Allocator {
  VkResult give(VkDeviceSize, VkDeviceSize, std::uint32_t, bool, photopic::MemoryBlock*);
  void take(void*);
};
struct OneBlock {
  VkDeviceMemory memory;
  VkDeviceSize size_bytes, used_bytes;
  std::uint32_t memory_type;
  char* mapped;
};
void draw();
void draw_without_post_processing();

extern VkInstance instance;
extern VkPhysicalDevice gpu;
extern VkDevice vk_device;
extern std::uint32_t family;
extern photopic::Device device;
extern photopic::CreateInfo info;
extern photopic::PostProcess post;
extern photopic::Settings settings;
extern photopic::Frame frame;
extern photopic::MemoryCallbacks memory;
extern Allocator* allocator;
extern OneBlock block;
extern VkCommandBuffer cmd;
extern VkExtent2D size;
extern float dt;
extern VkImageView hdr_view, ldr_view, both_eyes_view, both_pictures_view;
extern VkImage hdr_image, ldr_image;
extern VkImageSubresourceRange color_range;
extern VkRenderPass render_pass;
extern VkRenderPassBeginInfo begin;
