// SPDX-License-Identifier: MIT
// Vulkan objects that end with their scope.
#ifndef PHOTOPIC_ENGINE_DEVICE_OBJECT_H
#define PHOTOPIC_ENGINE_DEVICE_OBJECT_H

#include <utility>

#include "engine/context.h"

namespace engine {

/// `kDestroy`: the member of the table, such as vkDestroyPipeline.
template <typename Handle, auto kDestroy>
class DeviceObject {
 public:
  DeviceObject() = default;
  DeviceObject(const Context& context, Handle handle) : context_(&context), handle_(handle) {}
  DeviceObject(DeviceObject&& other) noexcept { *this = std::move(other); }
  DeviceObject& operator=(DeviceObject&& other) noexcept {
    std::swap(context_, other.context_);
    std::swap(handle_, other.handle_);
    return *this;
  }
  ~DeviceObject() {
    if (handle_ != VK_NULL_HANDLE) (context_->vk().*kDestroy)(context_->device(), handle_, nullptr);
  }

  Handle get() const { return handle_; }

 private:
  const Context* context_ = nullptr;
  Handle handle_ = VK_NULL_HANDLE;
};

using DescriptorPool = DeviceObject<VkDescriptorPool, &FunctionTable::vkDestroyDescriptorPool>;
using DescriptorSetLayout = DeviceObject<VkDescriptorSetLayout, &FunctionTable::vkDestroyDescriptorSetLayout>;
using Framebuffer = DeviceObject<VkFramebuffer, &FunctionTable::vkDestroyFramebuffer>;
using Pipeline = DeviceObject<VkPipeline, &FunctionTable::vkDestroyPipeline>;
using PipelineLayout = DeviceObject<VkPipelineLayout, &FunctionTable::vkDestroyPipelineLayout>;
using RenderPass = DeviceObject<VkRenderPass, &FunctionTable::vkDestroyRenderPass>;
using Sampler = DeviceObject<VkSampler, &FunctionTable::vkDestroySampler>;
using ShaderModule = DeviceObject<VkShaderModule, &FunctionTable::vkDestroyShaderModule>;

}  // namespace engine

#endif
