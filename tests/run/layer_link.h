// SPDX-License-Identifier: MIT
// The loader's chain, for layers of the tests.
#ifndef PHOTOPIC_TESTS_RUN_LAYER_LINK_H
#define PHOTOPIC_TESTS_RUN_LAYER_LINK_H

#include <vulkan/vk_layer.h>

namespace test {

/// The link that the loader has made for this layer, in the pNext of what an instance or a device is made from.
template <class Link>
Link* link_of(const void* chain, VkStructureType type) {
  auto* one = static_cast<Link*>(const_cast<void*>(chain));
  while (one != nullptr && (one->sType != type || one->function != VK_LAYER_LINK_INFO)) {
    one = static_cast<Link*>(const_cast<void*>(one->pNext));
  }
  return one;
}

/// Makes the instance by the next layer, whose function for names goes to `next`.
inline VkResult create_next_instance(const VkInstanceCreateInfo* info, const VkAllocationCallbacks* allocator,
                                     VkInstance* created, PFN_vkGetInstanceProcAddr* next) {
  auto* const link = link_of<VkLayerInstanceCreateInfo>(info->pNext, VK_STRUCTURE_TYPE_LOADER_INSTANCE_CREATE_INFO);
  *next = link->u.pLayerInfo->pfnNextGetInstanceProcAddr;
  const auto create = reinterpret_cast<PFN_vkCreateInstance>((*next)(nullptr, "vkCreateInstance"));
  link->u.pLayerInfo = link->u.pLayerInfo->pNext;
  return create(info, allocator, created);
}

/// The same of a device.
inline VkResult create_next_device(VkInstance instance, VkPhysicalDevice physical, const VkDeviceCreateInfo* info,
                                   const VkAllocationCallbacks* allocator, VkDevice* created,
                                   PFN_vkGetDeviceProcAddr* next) {
  auto* const link = link_of<VkLayerDeviceCreateInfo>(info->pNext, VK_STRUCTURE_TYPE_LOADER_DEVICE_CREATE_INFO);
  *next = link->u.pLayerInfo->pfnNextGetDeviceProcAddr;
  const auto create =
      reinterpret_cast<PFN_vkCreateDevice>(link->u.pLayerInfo->pfnNextGetInstanceProcAddr(instance, "vkCreateDevice"));
  link->u.pLayerInfo = link->u.pLayerInfo->pNext;
  return create(physical, info, allocator, created);
}

}  // namespace test

#endif
