// SPDX-License-Identifier: MIT
// Vulkan functions that the module uses, reached through the host's loader. Each is named once, here.
#ifndef PHOTOPIC_SRC_GPU_VK_TABLE_H
#define PHOTOPIC_SRC_GPU_VK_TABLE_H

#include <photopic/device.h>

namespace photopic {

#define PHOTOPIC_INSTANCE_FUNCTIONS(X)   \
  X(vkGetDeviceProcAddr)                 \
  X(vkGetPhysicalDeviceFormatProperties) \
  X(vkGetPhysicalDeviceMemoryProperties) \
  X(vkGetPhysicalDeviceProperties)       \
  X(vkGetPhysicalDeviceProperties2)      \
  X(vkGetPhysicalDeviceQueueFamilyProperties)

#define PHOTOPIC_DEVICE_FUNCTIONS(X) \
  X(vkAllocateMemory)                \
  X(vkBindBufferMemory)              \
  X(vkBindImageMemory)               \
  X(vkCmdBindPipeline)               \
  X(vkCmdBlitImage)                  \
  X(vkCmdCopyBuffer)                 \
  X(vkCmdCopyBufferToImage)          \
  X(vkCmdDispatch)                   \
  X(vkCmdFillBuffer)                 \
  X(vkCmdPipelineBarrier)            \
  X(vkCmdPushConstants)              \
  X(vkCmdUpdateBuffer)               \
  X(vkCreateBuffer)                  \
  X(vkCreateComputePipelines)        \
  X(vkCreateDescriptorSetLayout)     \
  X(vkCreateImage)                   \
  X(vkCreateImageView)               \
  X(vkCreatePipelineLayout)          \
  X(vkCreateSampler)                 \
  X(vkCreateShaderModule)            \
  X(vkDestroyBuffer)                 \
  X(vkDestroyDescriptorSetLayout)    \
  X(vkDestroyImage)                  \
  X(vkDestroyImageView)              \
  X(vkDestroyPipeline)               \
  X(vkDestroyPipelineLayout)         \
  X(vkDestroySampler)                \
  X(vkDestroyShaderModule)           \
  X(vkFreeMemory)                    \
  X(vkGetBufferMemoryRequirements)   \
  X(vkGetImageMemoryRequirements)    \
  X(vkMapMemory)

/// Of Bindings::ring.
#define PHOTOPIC_RING_FUNCTIONS(X) \
  X(vkAllocateDescriptorSets)      \
  X(vkCmdBindDescriptorSets)       \
  X(vkCreateDescriptorPool)        \
  X(vkDestroyDescriptorPool)       \
  X(vkUpdateDescriptorSets)

/// Of kDrawStep.
#define PHOTOPIC_DRAW_FUNCTIONS(X) \
  X(vkCmdDraw)                     \
  X(vkCmdSetScissor)               \
  X(vkCmdSetViewport)              \
  X(vkCreateGraphicsPipelines)

/// Of VK_EXT_debug_utils: null where the host's instance has it not enabled.
#define PHOTOPIC_DEBUG_FUNCTIONS(X) \
  X(vkCmdBeginDebugUtilsLabelEXT)   \
  X(vkCmdEndDebugUtilsLabelEXT)     \
  X(vkSetDebugUtilsObjectNameEXT)

struct VkTable {
#define PHOTOPIC_DECLARE(name) PFN_##name name = nullptr;
  PHOTOPIC_INSTANCE_FUNCTIONS(PHOTOPIC_DECLARE)
  PHOTOPIC_DEVICE_FUNCTIONS(PHOTOPIC_DECLARE)
  PHOTOPIC_RING_FUNCTIONS(PHOTOPIC_DECLARE)
  PHOTOPIC_DRAW_FUNCTIONS(PHOTOPIC_DECLARE)
  PHOTOPIC_DEBUG_FUNCTIONS(PHOTOPIC_DECLARE)
  PFN_vkCmdPushDescriptorSetKHR vkCmdPushDescriptorSetKHR = nullptr;  ///< the extension's, or that of Vulkan 1.4
#undef PHOTOPIC_DECLARE
};

/// Fills `table`, all but functions that bind or draw. Returns null, or the name of the first function that the host's
/// loader doesn't know.
const char* load(const Device& device, VkTable* table) noexcept;
/// Those of `bindings`, which isn't automatic.
const char* load_bindings(const Device& device, Bindings bindings, VkTable* table) noexcept;
/// Those that draw.
const char* load_drawing(const Device& device, VkTable* table) noexcept;
/// Whether the device knows dynamic rendering; of Vulkan 1.3 it does, whether it is enabled or not.
bool knows_dynamic_rendering(const Device& device, const VkTable& table) noexcept;
/// What Bindings::automatic stands for with this device.
Bindings usual_bindings(const Device& device, const VkTable& table) noexcept;

}  // namespace photopic

#endif
