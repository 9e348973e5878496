// SPDX-License-Identifier: MIT
// Vulkan objects that end with their scope.
#ifndef PHOTOPIC_ENGINE_DEVICE_OBJECT_H
#define PHOTOPIC_ENGINE_DEVICE_OBJECT_H

#include <utility>

#include "engine/device/context.h"

namespace engine {

/// `Functions`: the members of the table that make and end it.
template <typename Handle, typename Functions>
class DeviceObject {
 public:
  DeviceObject() = default;
  DeviceObject(const Context& context, Handle handle) : context_(&context), handle_(handle) {}
  /// Throws Error.
  template <typename CreateInfo>
  DeviceObject(const Context& context, const CreateInfo& info) : context_(&context) {
    check((context.vk().*Functions::kCreate)(context.device(), &info, nullptr, &handle_), Functions::kCall);
  }
  DeviceObject(DeviceObject&& other) noexcept { *this = std::move(other); }
  DeviceObject& operator=(DeviceObject&& other) noexcept {
    std::swap(context_, other.context_);
    std::swap(handle_, other.handle_);
    return *this;
  }
  ~DeviceObject() {
    if (handle_ != VK_NULL_HANDLE) (context_->vk().*Functions::kDestroy)(context_->device(), handle_, nullptr);
  }

  Handle get() const { return handle_; }

 private:
  const Context* context_ = nullptr;
  Handle handle_ = VK_NULL_HANDLE;
};

#define ENGINE_DEVICE_OBJECT(Name, Handle, create, destroy)   \
  struct Name##Functions {                                    \
    static constexpr auto kCreate = &FunctionTable::create;   \
    static constexpr auto kDestroy = &FunctionTable::destroy; \
    static constexpr const char* kCall = #create;             \
  };                                                          \
  using Name = DeviceObject<Handle, Name##Functions>;
ENGINE_DEVICE_OBJECT(BufferObject, VkBuffer, vkCreateBuffer, vkDestroyBuffer)
ENGINE_DEVICE_OBJECT(CommandPool, VkCommandPool, vkCreateCommandPool, vkDestroyCommandPool)
ENGINE_DEVICE_OBJECT(DescriptorPool, VkDescriptorPool, vkCreateDescriptorPool, vkDestroyDescriptorPool)
ENGINE_DEVICE_OBJECT(DescriptorSetLayout, VkDescriptorSetLayout, vkCreateDescriptorSetLayout,
                     vkDestroyDescriptorSetLayout)
ENGINE_DEVICE_OBJECT(DeviceMemory, VkDeviceMemory, vkAllocateMemory, vkFreeMemory)
ENGINE_DEVICE_OBJECT(Fence, VkFence, vkCreateFence, vkDestroyFence)
ENGINE_DEVICE_OBJECT(Framebuffer, VkFramebuffer, vkCreateFramebuffer, vkDestroyFramebuffer)
ENGINE_DEVICE_OBJECT(ImageObject, VkImage, vkCreateImage, vkDestroyImage)
ENGINE_DEVICE_OBJECT(ImageView, VkImageView, vkCreateImageView, vkDestroyImageView)
ENGINE_DEVICE_OBJECT(PipelineLayout, VkPipelineLayout, vkCreatePipelineLayout, vkDestroyPipelineLayout)
ENGINE_DEVICE_OBJECT(QueryPool, VkQueryPool, vkCreateQueryPool, vkDestroyQueryPool)
ENGINE_DEVICE_OBJECT(RenderPass, VkRenderPass, vkCreateRenderPass, vkDestroyRenderPass)
ENGINE_DEVICE_OBJECT(Sampler, VkSampler, vkCreateSampler, vkDestroySampler)
ENGINE_DEVICE_OBJECT(Semaphore, VkSemaphore, vkCreateSemaphore, vkDestroySemaphore)
ENGINE_DEVICE_OBJECT(ShaderModule, VkShaderModule, vkCreateShaderModule, vkDestroyShaderModule)
#undef ENGINE_DEVICE_OBJECT

/// Made in several ways: by the handle that came of one.
struct PipelineFunctions {
  static constexpr auto kDestroy = &FunctionTable::vkDestroyPipeline;
};
using Pipeline = DeviceObject<VkPipeline, PipelineFunctions>;

}  // namespace engine

#endif
