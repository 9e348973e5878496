// SPDX-License-Identifier: MIT
// A compute pipeline with what it reads and writes.
#ifndef PHOTOPIC_TESTS_BENCH_KERNEL_H
#define PHOTOPIC_TESTS_BENCH_KERNEL_H

#include <bench/interface.h>

#include <initializer_list>
#include <span>
#include <vector>

#include "engine/commands.h"
#include "engine/memory.h"

namespace bench {

/// Everything before is finished and visible to everything after.
void full_barrier(VkCommandBuffer command_buffer);

/// What a binding is given.
struct Resource {
  VkDescriptorImageInfo image = {};
  VkDescriptorBufferInfo buffer = {};
};
/// SAMPLED_IMAGE, in SHADER_READ_ONLY_OPTIMAL.
Resource sampled(const engine::Image& image);
/// STORAGE_IMAGE, in GENERAL.
Resource storage(const engine::Image& image);
/// STORAGE_BUFFER.
Resource storage(const engine::Buffer& buffer, VkDeviceSize offset_bytes = 0, VkDeviceSize size_bytes = VK_WHOLE_SIZE);

class Kernel {
 public:
  /// `bindings` are numbered from 0, in set 0.
  Kernel(const engine::Context& context, std::span<const std::uint32_t> spirv, std::vector<VkDescriptorType> bindings,
         std::uint32_t push_bytes = 0);
  ~Kernel();
  Kernel(const Kernel&) = delete;
  Kernel& operator=(const Kernel&) = delete;

  /// One resource for each binding; `push` holds push_bytes.
  void dispatch(VkCommandBuffer command_buffer, std::initializer_list<Resource> resources, const void* push,
                VkExtent2D groups) const;

 private:
  explicit Kernel(const engine::Context& context) : context_(context) {}

  const engine::Context& context_;
  std::vector<VkDescriptorType> bindings_;
  std::uint32_t push_bytes_ = 0;
  VkDescriptorSetLayout set_layout_ = VK_NULL_HANDLE;
  VkPipelineLayout layout_ = VK_NULL_HANDLE;
  VkPipeline pipeline_ = VK_NULL_HANDLE;
};

}  // namespace bench

#endif
