// SPDX-License-Identifier: MIT
// Vulkan functions on OpenGL that the samples need beyond, or more fully than, the module's own device. Each does
// what Vulkan's does, as far as the samples need it; those that are recorded do it at once.
#ifndef PHOTOPIC_ENGINE_OPENGL_FUNCTIONS_H
#define PHOTOPIC_ENGINE_OPENGL_FUNCTIONS_H

#include "engine/device/vk.h"

// X(name of the Vulkan function without "vk")
#define ENGINE_OPENGL_FUNCTIONS(X)     \
  X(GetPhysicalDeviceProperties)       \
  X(GetPhysicalDeviceProperties2)      \
  X(GetPhysicalDeviceFormatProperties) \
  X(CreateImage)                       \
  X(CreateImageView)                   \
  X(CreateSampler)                     \
  X(CreateShaderModule)                \
  X(CreateRenderPass)                  \
  X(DestroyRenderPass)                 \
  X(CreateFramebuffer)                 \
  X(DestroyFramebuffer)                \
  X(CreateDescriptorPool)              \
  X(DestroyDescriptorPool)             \
  X(AllocateDescriptorSets)            \
  X(UpdateDescriptorSets)              \
  X(CreateComputePipelines)            \
  X(CreateGraphicsPipelines)           \
  X(DestroyPipeline)                   \
  X(CreateCommandPool)                 \
  X(DestroyCommandPool)                \
  X(AllocateCommandBuffers)            \
  X(BeginCommandBuffer)                \
  X(EndCommandBuffer)                  \
  X(CreateFence)                       \
  X(DestroyFence)                      \
  X(ResetFences)                       \
  X(WaitForFences)                     \
  X(QueueSubmit)                       \
  X(QueueWaitIdle)                     \
  X(DeviceWaitIdle)                    \
  X(CreateQueryPool)                   \
  X(DestroyQueryPool)                  \
  X(GetQueryPoolResults)               \
  X(CmdResetQueryPool)                 \
  X(CmdWriteTimestamp)                 \
  X(CmdBindPipeline)                   \
  X(CmdPushConstants)                  \
  X(CmdBindDescriptorSets)             \
  X(CmdBindVertexBuffers)              \
  X(CmdBindIndexBuffer)                \
  X(CmdBeginRenderPass)                \
  X(CmdEndRenderPass)                  \
  X(CmdSetViewport)                    \
  X(CmdSetScissor)                     \
  X(CmdDraw)                           \
  X(CmdDrawIndexed)                    \
  X(CmdCopyImage)                      \
  X(CmdCopyBufferToImage)              \
  X(CmdCopyImageToBuffer)

// Those that the module's device has.
#define ENGINE_MODULE_FUNCTIONS(X)     \
  X(GetPhysicalDeviceMemoryProperties) \
  X(AllocateMemory)                    \
  X(FreeMemory)                        \
  X(MapMemory)                         \
  X(CreateBuffer)                      \
  X(DestroyBuffer)                     \
  X(GetBufferMemoryRequirements)       \
  X(BindBufferMemory)                  \
  X(DestroyImage)                      \
  X(GetImageMemoryRequirements)        \
  X(BindImageMemory)                   \
  X(DestroyImageView)                  \
  X(DestroySampler)                    \
  X(CreateDescriptorSetLayout)         \
  X(DestroyDescriptorSetLayout)        \
  X(CreatePipelineLayout)              \
  X(DestroyPipelineLayout)             \
  X(DestroyShaderModule)               \
  X(CmdPushDescriptorSetKHR)           \
  X(CmdDispatch)                       \
  X(CmdPipelineBarrier)                \
  X(CmdCopyBuffer)                     \
  X(CmdUpdateBuffer)

namespace engine::opengl {

// Typed as Vulkan's: PFN_vkCreateImage's parameters for CreateImage.
template <class Pointer>
struct Signature;
template <class Result, class... Arguments>
struct Signature<Result(VKAPI_PTR*)(Arguments...)> {
  using Type = Result(Arguments...);
};

#define ENGINE_DECLARE(name) VKAPI_ATTR Signature<PFN_vk##name>::Type name;
ENGINE_OPENGL_FUNCTIONS(ENGINE_DECLARE)
#undef ENGINE_DECLARE

}  // namespace engine::opengl

#endif
