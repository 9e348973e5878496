// SPDX-License-Identifier: MIT
// Vulkan objects that end with their scope.
#ifndef PHOTOPIC_ENGINE_DEVICE_OBJECT_H
#define PHOTOPIC_ENGINE_DEVICE_OBJECT_H

#include <utility>

#include "engine/vk.h"

namespace engine {

/// `Destroy`: address of the loaded function, vkDestroyPipeline for instance.
template <typename Handle, auto Destroy>
class DeviceObject {
 public:
  DeviceObject() = default;
  DeviceObject(VkDevice device, Handle handle) : device_(device), handle_(handle) {}
  DeviceObject(DeviceObject&& other) noexcept { *this = std::move(other); }
  DeviceObject& operator=(DeviceObject&& other) noexcept {
    std::swap(device_, other.device_);
    std::swap(handle_, other.handle_);
    return *this;
  }
  ~DeviceObject() {
    if (handle_ != VK_NULL_HANDLE) (*Destroy)(device_, handle_, nullptr);
  }

  Handle get() const { return handle_; }

 private:
  VkDevice device_ = VK_NULL_HANDLE;
  Handle handle_ = VK_NULL_HANDLE;
};

using DescriptorPool = DeviceObject<VkDescriptorPool, &vkDestroyDescriptorPool>;
using DescriptorSetLayout = DeviceObject<VkDescriptorSetLayout, &vkDestroyDescriptorSetLayout>;
using Framebuffer = DeviceObject<VkFramebuffer, &vkDestroyFramebuffer>;
using Pipeline = DeviceObject<VkPipeline, &vkDestroyPipeline>;
using PipelineLayout = DeviceObject<VkPipelineLayout, &vkDestroyPipelineLayout>;
using RenderPass = DeviceObject<VkRenderPass, &vkDestroyRenderPass>;
using Sampler = DeviceObject<VkSampler, &vkDestroySampler>;
using ShaderModule = DeviceObject<VkShaderModule, &vkDestroyShaderModule>;

}  // namespace engine

#endif
