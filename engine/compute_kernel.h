// SPDX-License-Identifier: MIT
// Compute pipeline with its bindings.
#ifndef PHOTOPIC_ENGINE_COMPUTE_KERNEL_H
#define PHOTOPIC_ENGINE_COMPUTE_KERNEL_H

#include <initializer_list>
#include <span>
#include <vector>

#include "engine/device/bound_resources.h"
#include "engine/transfer/memory.h"

namespace engine {

/// What a binding is given.
struct Resource {
  VkDescriptorImageInfo image = {};
  VkDescriptorBufferInfo buffer = {};
};
/// SAMPLED_IMAGE, in SHADER_READ_ONLY_OPTIMAL.
Resource sampled(const Image& image);
/// COMBINED_IMAGE_SAMPLER, in SHADER_READ_ONLY_OPTIMAL.
Resource sampled(const Image& image, VkSampler sampler);
/// STORAGE_IMAGE, in GENERAL.
Resource storage(const Image& image);
/// STORAGE_BUFFER.
Resource storage(const Buffer& buffer, VkDeviceSize offset_bytes = 0, VkDeviceSize size_bytes = VK_WHOLE_SIZE);

/// Resources are bound with each dispatch. Throws Error.
class ComputeKernel {
 public:
  /// `bindings` are numbered from 0, in set 0.
  ComputeKernel(const Context& context, std::span<const std::uint32_t> spirv, std::vector<VkDescriptorType> bindings,
                std::uint32_t push_bytes = 0);
  /// One resource for each binding; `push` holds push_bytes.
  void dispatch(VkCommandBuffer command_buffer, std::initializer_list<Resource> resources, const void* push,
                VkExtent2D groups) const;

 private:
  const Context* context_;
  std::vector<VkDescriptorType> bindings_;
  std::uint32_t push_bytes_ = 0;
  BoundResources bound_;
  PipelineLayout layout_;
  Pipeline pipeline_;
};

}  // namespace engine

#endif
