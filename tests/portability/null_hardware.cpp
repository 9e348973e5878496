// SPDX-License-Identifier: MIT
// Vulkan functions that make numbers in place of objects.
#include "portability/null_hardware.h"

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <map>
#include <vector>

namespace portability {
namespace {

constexpr VkDeviceSize kAlignment_bytes = 256;
constexpr VkDeviceSize kMostTexel_bytes = 16;
constexpr VkDeviceSize kHeap_bytes = VkDeviceSize{8} << 30;

template <class Handle>
Handle new_handle() {
  static std::uint64_t count = 0x1000;
  count += 0x10;
  Handle handle;
  std::memcpy(&handle, &count, sizeof handle);
  return handle;
}

std::map<VkImage, VkDeviceSize> image_bytes;
std::map<VkBuffer, VkDeviceSize> buffer_bytes;
std::map<VkDeviceMemory, std::vector<std::byte>> memories;

VKAPI_ATTR VkResult VKAPI_CALL create_image(VkDevice, const VkImageCreateInfo* info, const VkAllocationCallbacks*,
                                            VkImage* out) {
  *out = new_handle<VkImage>();
  const VkDeviceSize level_bytes = kMostTexel_bytes * info->extent.width * info->extent.height * info->arrayLayers;
  image_bytes[*out] = 2 * level_bytes + kAlignment_bytes;  // all mip levels are less than twice the first
  return VK_SUCCESS;
}

VKAPI_ATTR VkResult VKAPI_CALL create_buffer(VkDevice, const VkBufferCreateInfo* info, const VkAllocationCallbacks*,
                                             VkBuffer* out) {
  *out = new_handle<VkBuffer>();
  buffer_bytes[*out] = info->size;
  return VK_SUCCESS;
}

VKAPI_ATTR VkResult VKAPI_CALL create_view(VkDevice, const VkImageViewCreateInfo*, const VkAllocationCallbacks*,
                                           VkImageView* out) {
  *out = new_handle<VkImageView>();
  return VK_SUCCESS;
}

VKAPI_ATTR void VKAPI_CALL image_requirements(VkDevice, VkImage image, VkMemoryRequirements* out) {
  *out = {image_bytes[image], kAlignment_bytes, 1};
}

VKAPI_ATTR void VKAPI_CALL buffer_requirements(VkDevice, VkBuffer buffer, VkMemoryRequirements* out) {
  *out = {buffer_bytes[buffer], kAlignment_bytes, 1};
}

VKAPI_ATTR VkResult VKAPI_CALL allocate(VkDevice, const VkMemoryAllocateInfo* info, const VkAllocationCallbacks*,
                                        VkDeviceMemory* out) {
  *out = new_handle<VkDeviceMemory>();
  memories[*out].resize(info->allocationSize);
  return VK_SUCCESS;
}

VKAPI_ATTR void VKAPI_CALL free_memory(VkDevice, VkDeviceMemory memory, const VkAllocationCallbacks*) {
  memories.erase(memory);
}

VKAPI_ATTR VkResult VKAPI_CALL map(VkDevice, VkDeviceMemory memory, VkDeviceSize offset_bytes, VkDeviceSize,
                                   VkMemoryMapFlags, void** out) {
  *out = memories[memory].data() + offset_bytes;
  return VK_SUCCESS;
}

template <class Handle>
VKAPI_ATTR VkResult VKAPI_CALL bind(VkDevice, Handle, VkDeviceMemory, VkDeviceSize) {
  return VK_SUCCESS;
}

template <class Handle>
VKAPI_ATTR void VKAPI_CALL destroy(VkDevice, Handle, const VkAllocationCallbacks*) {}

VKAPI_ATTR void VKAPI_CALL memory_properties(VkPhysicalDevice, VkPhysicalDeviceMemoryProperties* out) {
  *out = {};
  out->memoryTypeCount = 1;
  out->memoryTypes[0].propertyFlags =
      VK_MEMORY_PROPERTY_DEVICE_LOCAL_BIT | VK_MEMORY_PROPERTY_HOST_VISIBLE_BIT | VK_MEMORY_PROPERTY_HOST_COHERENT_BIT;
  out->memoryHeapCount = 1;
  out->memoryHeaps[0] = {kHeap_bytes, VK_MEMORY_HEAP_DEVICE_LOCAL_BIT};
}

}  // namespace

void fake_objects(test::LoaderShim& shim) {
  const auto replace = [&shim](const char* name, auto* function) {
    shim.replace(name, reinterpret_cast<PFN_vkVoidFunction>(function));
  };
  replace("vkGetPhysicalDeviceMemoryProperties", &memory_properties);
  replace("vkAllocateMemory", &allocate);
  replace("vkFreeMemory", &free_memory);
  replace("vkMapMemory", &map);
  replace("vkCreateImage", &create_image);
  replace("vkGetImageMemoryRequirements", &image_requirements);
  replace("vkBindImageMemory", &bind<VkImage>);
  replace("vkDestroyImage", &destroy<VkImage>);
  replace("vkCreateImageView", &create_view);
  replace("vkDestroyImageView", &destroy<VkImageView>);
  replace("vkCreateBuffer", &create_buffer);
  replace("vkGetBufferMemoryRequirements", &buffer_requirements);
  replace("vkBindBufferMemory", &bind<VkBuffer>);
  replace("vkDestroyBuffer", &destroy<VkBuffer>);
}

}  // namespace portability
