// SPDX-License-Identifier: MIT
// Vulkan's functions as one context has them.
#ifndef PHOTOPIC_ENGINE_FUNCTION_TABLE_H
#define PHOTOPIC_ENGINE_FUNCTION_TABLE_H

#include "engine/device/vk.h"

/// In a namespace, so that volk's pointers of the process can't be called by mistake: a device's functions are reached
/// through its context's table alone.
namespace volk {
#include <volk.h>
}

// X(name without "vk"): of an instance and its physical devices.
#define ENGINE_INSTANCE_FUNCTIONS(X)         \
  X(DestroyInstance)                         \
  X(EnumeratePhysicalDevices)                \
  X(EnumerateDeviceExtensionProperties)      \
  X(GetPhysicalDeviceFeatures2)              \
  X(GetPhysicalDeviceFormatProperties)       \
  X(GetPhysicalDeviceMemoryProperties)       \
  X(GetPhysicalDeviceProperties)             \
  X(GetPhysicalDeviceProperties2)            \
  X(GetPhysicalDeviceQueueFamilyProperties)  \
  X(CreateDevice)                            \
  X(CreateDebugUtilsMessengerEXT)            \
  X(DestroyDebugUtilsMessengerEXT)           \
  X(DestroySurfaceKHR)                       \
  X(GetPhysicalDeviceSurfaceCapabilitiesKHR) \
  X(GetPhysicalDeviceSurfaceFormatsKHR)      \
  X(GetPhysicalDeviceSurfacePresentModesKHR) \
  X(GetPhysicalDeviceSurfaceSupportKHR)

namespace engine {

/// Null where the instance lacks the extension.
struct InstanceTable {
  PFN_vkGetInstanceProcAddr vkGetInstanceProcAddr = nullptr;
#define ENGINE_MEMBER(name) PFN_vk##name vk##name = nullptr;
  ENGINE_INSTANCE_FUNCTIONS(ENGINE_MEMBER)
#undef ENGINE_MEMBER
};

/// What Context::vk() gives: of its instance, and of its device.
struct FunctionTable : InstanceTable, volk::VolkDeviceTable {};

/// From the loader, which volk must have opened.
InstanceTable load_functions(VkInstance instance);
/// Adds those of a device of `instance`.
void load_device_functions(VkInstance instance, VkDevice device, FunctionTable* table);

}  // namespace engine

#endif
