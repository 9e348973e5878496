// SPDX-License-Identifier: MIT
// Names of a host that the C++ of README.md, docs/embedding.md and docs/embedding-reference.md takes for granted.
#include <photopic/gl.h>
#include <photopic/headless.h>
#include <photopic/host_tone_map.h>
#include <photopic/post_process.h>
#include <png.h>
#include <vulkan/vulkan.h>

#include <cstdio>
#include <thread>
#include <vector>

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
void log_message(photopic::Status status, const char* text, void* user);

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
extern bool cut, glare_is_on;
extern std::uint32_t hdr_texture, ldr_texture;
extern std::vector<std::uint8_t> golden_pixels, shot_pixels;
extern VkImageView hdr_view, ldr_view, both_eyes_view, both_pictures_view;
extern VkImage hdr_image, ldr_image;
extern VkImageSubresourceRange color_range;
extern VkRenderPass render_pass;
extern VkRenderPassBeginInfo begin;
