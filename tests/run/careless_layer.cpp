// SPDX-License-Identifier: MIT
// Vulkan layer of the tests between the layer of `photopic run` and validation: it loses barriers, as a careless layer
// would.
// PHOTOPIC_CARELESS=picture   those between a copy for tools and the tools
// PHOTOPIC_CARELESS=overlay   those between a copy and the overlay that is drawn over it
// otherwise                   those before copies of presented images
#include <vulkan/vk_layer.h>
#include <vulkan/vulkan.h>

#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <string_view>

#include "run/layer_link.h"

namespace {

PFN_vkGetInstanceProcAddr next_instance = nullptr;
PFN_vkGetDeviceProcAddr next_device = nullptr;
PFN_vkCmdPipelineBarrier next_barrier = nullptr;
VkInstance instance = VK_NULL_HANDLE;

VKAPI_ATTR VkResult VKAPI_CALL create_instance(const VkInstanceCreateInfo* info, const VkAllocationCallbacks* allocator,
                                               VkInstance* created) {
  const VkResult result = test::create_next_instance(info, allocator, created, &next_instance);
  instance = *created;
  return result;
}

VKAPI_ATTR VkResult VKAPI_CALL create_device(VkPhysicalDevice physical, const VkDeviceCreateInfo* info,
                                             const VkAllocationCallbacks* allocator, VkDevice* created) {
  const VkResult result = test::create_next_device(instance, physical, info, allocator, created, &next_device);
  next_barrier = reinterpret_cast<PFN_vkCmdPipelineBarrier>(next_device(*created, "vkCmdPipelineBarrier"));
  return result;
}

VKAPI_ATTR void VKAPI_CALL barrier(VkCommandBuffer commands, VkPipelineStageFlags before, VkPipelineStageFlags after,
                                   VkDependencyFlags flags, std::uint32_t memory_count, const VkMemoryBarrier* memory,
                                   std::uint32_t buffer_count, const VkBufferMemoryBarrier* buffers,
                                   std::uint32_t image_count, const VkImageMemoryBarrier* images) {
  const char* const variable = std::getenv("PHOTOPIC_CARELESS");
  const std::string_view word = variable != nullptr ? variable : "";
  if (image_count == 1 && (word == "picture"   ? images->newLayout == VK_IMAGE_LAYOUT_SHADER_READ_ONLY_OPTIMAL
                           : word == "overlay" ? images->newLayout == VK_IMAGE_LAYOUT_GENERAL
                                               : images->oldLayout == VK_IMAGE_LAYOUT_PRESENT_SRC_KHR)) {
    return;
  }
  next_barrier(commands, before, after, flags, memory_count, memory, buffer_count, buffers, image_count, images);
}

PFN_vkVoidFunction VKAPI_CALL get_device_proc(VkDevice device, const char* name) {
  if (std::strcmp(name, "vkGetDeviceProcAddr") == 0) return reinterpret_cast<PFN_vkVoidFunction>(get_device_proc);
  if (std::strcmp(name, "vkCmdPipelineBarrier") == 0) return reinterpret_cast<PFN_vkVoidFunction>(barrier);
  return next_device(device, name);
}

PFN_vkVoidFunction VKAPI_CALL get_instance_proc(VkInstance of, const char* name) {
  if (std::strcmp(name, "vkGetInstanceProcAddr") == 0) return reinterpret_cast<PFN_vkVoidFunction>(get_instance_proc);
  if (std::strcmp(name, "vkCreateInstance") == 0) return reinterpret_cast<PFN_vkVoidFunction>(create_instance);
  if (std::strcmp(name, "vkCreateDevice") == 0) return reinterpret_cast<PFN_vkVoidFunction>(create_device);
  return next_instance != nullptr ? next_instance(of, name) : nullptr;
}

}  // namespace

extern "C" __attribute__((visibility("default"))) VKAPI_ATTR VkResult VKAPI_CALL
vkNegotiateLoaderLayerInterfaceVersion(VkNegotiateLayerInterface* version) {
  version->loaderLayerInterfaceVersion = 2;
  version->pfnGetInstanceProcAddr = get_instance_proc;
  version->pfnGetDeviceProcAddr = get_device_proc;
  version->pfnGetPhysicalDeviceProcAddr = nullptr;
  return VK_SUCCESS;
}
