/* SPDX-License-Identifier: MIT */
/* Names of a host that the C of docs/embedding.md and docs/embedding-reference.md take for granted. */
#include <photopic/photopic.h>
#include <vulkan/vulkan.h>

extern VkInstance instance;
extern VkPhysicalDevice gpu;
extern VkDevice vk_device;
extern uint32_t family;
extern VkCommandBuffer cmd;
extern VkExtent2D size;
extern VkImageView hdr_view, ldr_view;
extern VkImage hdr_image, ldr_image;
extern int glare_is_on;
extern VkBool32 cut;
extern float dt;
extern unsigned char golden_rgb[], shot_rgb[];
int fail(const char* text);
void print_message(photopic_result result, const char* text, void* user);
