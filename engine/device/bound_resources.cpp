// SPDX-License-Identifier: MIT
// Making of a ring of descriptor sets, and the choice between it and push descriptors.
#include "engine/device/bound_resources.h"

#include "engine/device/pass_objects.h"

namespace engine {

BoundResources::BoundResources(const Context& context, const std::vector<VkDescriptorSetLayoutBinding>& bindings)
    : context_(&context), layout_(make_set_layout(context, bindings, context.has_push_descriptors())) {
  if (context.has_push_descriptors() || bindings.empty()) return;
  std::vector<VkDescriptorPoolSize> sizes;
  for (const VkDescriptorSetLayoutBinding& binding : bindings) {
    sizes.push_back({binding.descriptorType, binding.descriptorCount * kRing});
  }
  const VkDescriptorPoolCreateInfo pool_info = {.sType = VK_STRUCTURE_TYPE_DESCRIPTOR_POOL_CREATE_INFO,
                                                .maxSets = kRing,
                                                .poolSizeCount = std::uint32_t(sizes.size()),
                                                .pPoolSizes = sizes.data()};
  pool_ = {context, pool_info};
  const std::vector<VkDescriptorSetLayout> layouts(kRing, layout_.get());
  const VkDescriptorSetAllocateInfo sets_info = {.sType = VK_STRUCTURE_TYPE_DESCRIPTOR_SET_ALLOCATE_INFO,
                                                 .descriptorPool = pool_.get(),
                                                 .descriptorSetCount = kRing,
                                                 .pSetLayouts = layouts.data()};
  sets_.resize(kRing);
  check(context.vk().vkAllocateDescriptorSets(context.device(), &sets_info, sets_.data()), "vkAllocateDescriptorSets");
}

void BoundResources::bind(VkCommandBuffer command_buffer, VkPipelineBindPoint point, VkPipelineLayout layout,
                          std::span<VkWriteDescriptorSet> writes) const {
  if (writes.empty()) return;
  const FunctionTable& vk = context_->vk();
  if (sets_.empty()) {
    vk.vkCmdPushDescriptorSetKHR(command_buffer, point, layout, 0, std::uint32_t(writes.size()), writes.data());
    return;
  }
  const VkDescriptorSet set = sets_[next_];
  next_ = (next_ + 1) % kRing;
  for (VkWriteDescriptorSet& write : writes) write.dstSet = set;
  vk.vkUpdateDescriptorSets(context_->device(), std::uint32_t(writes.size()), writes.data(), 0, nullptr);
  vk.vkCmdBindDescriptorSets(command_buffer, point, layout, 0, 1, &set, 0, nullptr);
}

}  // namespace engine
