// SPDX-License-Identifier: MIT
// Layouts, pipelines and descriptors of a pass.
#include "gpu/passes/pass.h"

#include <algorithm>
#include <array>
#include <cassert>
#include <new>
#include <span>
#include <utility>

#include "gpu/host/debug_names.h"
#include "gpu/host/report.h"
#include "gpu/passes/device_needs.h"

namespace photopic {

Pass::~Pass() {
  if (sampler_ == VK_NULL_HANDLE) return;  // the first object that create() makes
  const VkDevice device = gpu_.device.device;
  for (std::uint32_t i = 0; i < variant_count_; ++i) {
    gpu_.vk.vkDestroyPipeline(device, pipelines_[i], gpu_.device.allocator);
  }
  gpu_.vk.vkDestroyPipelineLayout(device, layout_, gpu_.device.allocator);
  gpu_.vk.vkDestroyDescriptorSetLayout(device, set_layout_, gpu_.device.allocator);
  gpu_.vk.vkDestroySampler(device, linear_sampler_, gpu_.device.allocator);
  gpu_.vk.vkDestroySampler(device, sampler_, gpu_.device.allocator);
}

Status Pass::create(const PassDesc& desc, std::uint32_t dispatches, VkFilter filter) noexcept {
  desc_ = &desc;
  dispatches_ = dispatches;
  const VkTable& vk = gpu_.vk;
  const VkDevice device = gpu_.device.device;
  const VkAllocationCallbacks* allocator = gpu_.device.allocator;

  VkSamplerCreateInfo sampler_info = {};
  sampler_info.sType = VK_STRUCTURE_TYPE_SAMPLER_CREATE_INFO;
  sampler_info.magFilter = filter;
  sampler_info.minFilter = filter;
  sampler_info.mipmapMode = VK_SAMPLER_MIPMAP_MODE_NEAREST;
  sampler_info.addressModeU = VK_SAMPLER_ADDRESS_MODE_CLAMP_TO_EDGE;
  sampler_info.addressModeV = VK_SAMPLER_ADDRESS_MODE_CLAMP_TO_EDGE;
  sampler_info.addressModeW = VK_SAMPLER_ADDRESS_MODE_CLAMP_TO_EDGE;
  Status status =
      check(gpu_.device, vk.vkCreateSampler(device, &sampler_info, allocator, &sampler_), "vkCreateSampler");
  if (status != Status::ok) return status;
  for (std::uint32_t i = 0; i < desc.bindings.size(); ++i) {
    if (desc.bindings[i] == BindingKind::filtered_image) filter_linearly(i);
  }
  if (filtered_ != 0) {
    sampler_info.magFilter = sampler_info.minFilter = VK_FILTER_LINEAR;
    status =
        check(gpu_.device, vk.vkCreateSampler(device, &sampler_info, allocator, &linear_sampler_), "vkCreateSampler");
    if (status != Status::ok) return status;
  }

  if (!gpu_.has_ample_limits) return Status::ok;
  bindings_ = ~0u;
  return make_layout();
}

Status Pass::make_layout() noexcept {
  if (layout_ != VK_NULL_HANDLE) return Status::ok;
  const VkTable& vk = gpu_.vk;
  const VkDevice device = gpu_.device.device;
  const VkAllocationCallbacks* allocator = gpu_.device.allocator;
  VkDescriptorSetLayoutBinding bindings[kMaxBindings] = {};
  std::uint32_t count = 0;
  for (std::uint32_t i = 0; i < desc_->bindings.size(); ++i) {
    if (!has_binding(i)) continue;
    bindings[count].binding = i;
    bindings[count].descriptorType = descriptor_type(desc_->bindings[i]);
    bindings[count].descriptorCount = 1;
    bindings[count].stageFlags = stage_;
    ++count;
  }
  VkDescriptorSetLayoutCreateInfo set_info = {};
  set_info.sType = VK_STRUCTURE_TYPE_DESCRIPTOR_SET_LAYOUT_CREATE_INFO;
  set_info.flags = gpu_.has_ring() ? 0 : VK_DESCRIPTOR_SET_LAYOUT_CREATE_PUSH_DESCRIPTOR_BIT_KHR;
  set_info.bindingCount = count;
  set_info.pBindings = bindings;
  if (set_layout_ == VK_NULL_HANDLE) {
    PHOTOPIC_TRY(check(gpu_.device, vk.vkCreateDescriptorSetLayout(device, &set_info, allocator, &set_layout_),
                       "vkCreateDescriptorSetLayout"));
    if (gpu_.has_ring()) {
      PHOTOPIC_TRY(ring_.create(set_layout_, desc_->bindings, dispatches_ * gpu_.recordings_in_flight));
    }
  }
  const VkPushConstantRange push = {VkShaderStageFlags{stage_}, 0, desc_->push_bytes};
  VkPipelineLayoutCreateInfo layout_info = {};
  layout_info.sType = VK_STRUCTURE_TYPE_PIPELINE_LAYOUT_CREATE_INFO;
  layout_info.setLayoutCount = 1;
  layout_info.pSetLayouts = &set_layout_;
  layout_info.pushConstantRangeCount = 1;
  layout_info.pPushConstantRanges = &push;
  return check(gpu_.device, vk.vkCreatePipelineLayout(device, &layout_info, allocator, &layout_),
               "vkCreatePipelineLayout");
}

Status Pass::make_room(std::uint32_t variant) noexcept {
  if (variant < variant_count_) return Status::ok;
  std::unique_ptr<VkPipeline[]> pipelines(new (std::nothrow) VkPipeline[variant + 1]());
  if (pipelines == nullptr) return report(gpu_.device, Status::out_of_memory, "create: out of host memory");
  std::copy_n(pipelines_.get(), variant_count_, pipelines.get());
  pipelines_ = std::move(pipelines);
  variant_count_ = variant + 1;
  return Status::ok;
}

Status Pass::add_variant(std::uint32_t variant, std::span<const Specialization> constants) noexcept {
  std::array<Specialization, kMaxConstants> all;
  if (!gpu_.has_ample_limits) constants = with_device_constants(gpu_, constants, all);
  if (!gpu_.has_ample_limits || (desc_->spirv->needs.float16 && !gpu_.device.shader_float16)) {
    PHOTOPIC_TRY(check_needs(gpu_, *desc_, constants, &bindings_));
  }
  PHOTOPIC_TRY(make_room(variant));
  if (gpu_.batch.add(*this, variant, constants)) return Status::ok;
  return report(gpu_.device, Status::out_of_memory, "create: out of host memory");
}

void Pass::set_pipeline(std::uint32_t variant, VkPipeline pipeline) noexcept {
  pipelines_[variant] = pipeline;
  set_debug_name(gpu_, VK_OBJECT_TYPE_PIPELINE, pipeline, desc_->name);
}

Status Pass::create_module(std::span<const Specialization> constants, VkShaderModule* out) const noexcept {
  return photopic::create_module(gpu_, *desc_->spirv, constants, out);
}

void Pass::bind(VkCommandBuffer command_buffer, std::span<const Binding> bindings) const noexcept {
  const VkTable& vk = gpu_.vk;
  bool is_new = true;
  const VkDescriptorSet set = gpu_.has_ring() ? ring_.set_of(bindings, &is_new) : VK_NULL_HANDLE;
  VkDescriptorImageInfo images[kMaxBindings];
  VkDescriptorBufferInfo buffers[kMaxBindings];
  VkWriteDescriptorSet writes[kMaxBindings];
  std::uint32_t count = 0;
  for (std::uint32_t i = 0; is_new && i < bindings.size(); ++i) {
    if (!has_binding(i)) continue;
    const bool is_filtered = (filtered_ >> i & 1u) != 0;
    images[i] = {is_filtered ? linear_sampler_ : sampler_, bindings[i].view, bindings[i].layout};
    buffers[i] = {bindings[i].buffer, bindings[i].offset_bytes, bindings[i].range_bytes};
    writes[count++] = {.sType = VK_STRUCTURE_TYPE_WRITE_DESCRIPTOR_SET,
                       .pNext = nullptr,
                       .dstSet = set,
                       .dstBinding = i,
                       .dstArrayElement = 0,
                       .descriptorCount = 1,
                       .descriptorType = descriptor_type(desc_->bindings[i]),
                       .pImageInfo = &images[i],
                       .pBufferInfo = &buffers[i],
                       .pTexelBufferView = nullptr};
  }
  if (!gpu_.has_ring()) {
    vk.vkCmdPushDescriptorSetKHR(command_buffer, bind_point(), layout_, 0, count, writes);
    return;
  }
  // First, since writing a set that is bound makes the command buffer invalid.
  if (is_new) vk.vkUpdateDescriptorSets(gpu_.device.device, count, writes, 0, nullptr);
  vk.vkCmdBindDescriptorSets(command_buffer, bind_point(), layout_, 0, 1, &set, 0, nullptr);
}

void Pass::bind(VkCommandBuffer command_buffer, std::uint32_t variant, const void* params,
                std::span<const Binding> bindings) const noexcept {
  assert(has_variant(variant) && bindings.size() == desc_->bindings.size());
  const VkTable& vk = gpu_.vk;
  vk.vkCmdBindPipeline(command_buffer, bind_point(), pipelines_[variant]);
  bind(command_buffer, bindings);
  vk.vkCmdPushConstants(command_buffer, layout_, stage_, 0, desc_->push_bytes, params);
}

Status create_module(const Gpu& gpu, const PackedSpirv& packed, std::span<const Specialization> constants,
                     VkShaderModule* out) noexcept {
  const std::unique_ptr<std::uint32_t[]> words = unpack(packed);
  if (words == nullptr) return report(gpu.device, Status::out_of_memory, "create: out of host memory");
  std::size_t count = packed.word_count;
  if (!gpu.takes_whole_code) count = trim(words.get(), count, constants);
  VkShaderModuleCreateInfo info = {};
  info.sType = VK_STRUCTURE_TYPE_SHADER_MODULE_CREATE_INFO;
  info.codeSize = count * sizeof(std::uint32_t);
  info.pCode = words.get();
  return check(gpu.device, gpu.vk.vkCreateShaderModule(gpu.device.device, &info, gpu.device.allocator, out),
               "vkCreateShaderModule");
}

}  // namespace photopic
