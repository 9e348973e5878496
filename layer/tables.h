// SPDX-License-Identifier: MIT
// Vulkan functions of the chain below, by the names that the specification has.
#ifndef PHOTOPIC_LAYER_TABLES_H
#define PHOTOPIC_LAYER_TABLES_H

#include <vulkan/vulkan_core.h>

namespace layer {

/// All are asked for while the instance is made: later, the next layer may answer with the top of the chain.
#define PHOTOPIC_LAYER_INSTANCE_FUNCTIONS(X) \
  X(DestroyInstance)                         \
  X(DestroySurfaceKHR)                       \
  X(GetPhysicalDeviceFormatProperties)       \
  X(GetPhysicalDeviceMemoryProperties)       \
  X(GetPhysicalDeviceProperties)             \
  X(GetPhysicalDeviceProperties2)            \
  X(GetPhysicalDeviceQueueFamilyProperties)  \
  X(GetPhysicalDeviceSurfaceCapabilitiesKHR)

#define PHOTOPIC_LAYER_DEVICE_FUNCTIONS(X) \
  X(AllocateCommandBuffers)                \
  X(AllocateMemory)                        \
  X(BeginCommandBuffer)                    \
  X(BindBufferMemory)                      \
  X(BindImageMemory)                       \
  X(CmdCopyBuffer)                         \
  X(CmdCopyImage)                          \
  X(CmdCopyImageToBuffer)                  \
  X(CmdPipelineBarrier)                    \
  X(CreateBuffer)                          \
  X(CreateCommandPool)                     \
  X(CreateFence)                           \
  X(CreateImage)                           \
  X(CreateImageView)                       \
  X(CreateSemaphore)                       \
  X(CreateSwapchainKHR)                    \
  X(DestroyBuffer)                         \
  X(DestroyCommandPool)                    \
  X(DestroyDevice)                         \
  X(DestroyFence)                          \
  X(DestroyImage)                          \
  X(DestroyImageView)                      \
  X(DestroySemaphore)                      \
  X(DestroySwapchainKHR)                   \
  X(EndCommandBuffer)                      \
  X(FreeMemory)                            \
  X(GetBufferMemoryRequirements)           \
  X(GetDeviceQueue)                        \
  X(GetDeviceQueue2)                       \
  X(GetImageMemoryRequirements)            \
  X(GetSwapchainImagesKHR)                 \
  X(InvalidateMappedMemoryRanges)          \
  X(MapMemory)                             \
  X(QueuePresentKHR)                       \
  X(QueueSubmit)                           \
  X(ResetCommandPool)                      \
  X(ResetFences)                           \
  X(SetHdrMetadataEXT)                     \
  X(WaitForFences)

#define PHOTOPIC_LAYER_MEMBER(name) PFN_vk##name name = nullptr;
struct InstanceTable {
  PFN_vkGetInstanceProcAddr GetInstanceProcAddr = nullptr;
  PHOTOPIC_LAYER_INSTANCE_FUNCTIONS(PHOTOPIC_LAYER_MEMBER)
};
struct DeviceTable {
  PFN_vkGetDeviceProcAddr GetDeviceProcAddr = nullptr;
  PHOTOPIC_LAYER_DEVICE_FUNCTIONS(PHOTOPIC_LAYER_MEMBER)
};
#undef PHOTOPIC_LAYER_MEMBER

}  // namespace layer

#endif
