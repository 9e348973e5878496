// SPDX-License-Identifier: MIT
// Descriptor sets as lists of names that are bound with the set.
#include <epoxy/gl.h>

#include "engine/opengl/functions.h"
#include "engine/opengl/objects.h"

namespace engine::opengl {

VKAPI_ATTR VkResult VKAPI_CALL CreateDescriptorPool(VkDevice, const VkDescriptorPoolCreateInfo*,
                                                    const VkAllocationCallbacks*, VkDescriptorPool* out) {
  *out = reinterpret_cast<VkDescriptorPool>(new DescriptorPool);
  return VK_SUCCESS;
}

VKAPI_ATTR void VKAPI_CALL DestroyDescriptorPool(VkDevice, VkDescriptorPool pool, const VkAllocationCallbacks*) {
  delete object_of<DescriptorPool>(pool);
}

VKAPI_ATTR VkResult VKAPI_CALL AllocateDescriptorSets(VkDevice, const VkDescriptorSetAllocateInfo* info,
                                                      VkDescriptorSet* out) {
  DescriptorPool& pool = *object_of<DescriptorPool>(info->descriptorPool);
  for (std::uint32_t i = 0; i < info->descriptorSetCount; ++i) {
    pool.sets.push_back(std::make_unique<DescriptorSet>());
    out[i] = reinterpret_cast<VkDescriptorSet>(pool.sets.back().get());
  }
  return VK_SUCCESS;
}

VKAPI_ATTR void VKAPI_CALL UpdateDescriptorSets(VkDevice, std::uint32_t count, const VkWriteDescriptorSet* writes,
                                                std::uint32_t, const VkCopyDescriptorSet*) {
  for (const VkWriteDescriptorSet* write = writes; write != writes + count; ++write) {
    DescriptorSet& set = *object_of<DescriptorSet>(write->dstSet);
    // What is beyond one binding goes on at the next.
    for (std::uint32_t i = 0; i < write->descriptorCount; ++i) {
      Descriptor& descriptor = set.bindings.at(write->dstBinding + i);
      descriptor.type = write->descriptorType;
      if (write->descriptorType == VK_DESCRIPTOR_TYPE_UNIFORM_BUFFER) {
        const VkDescriptorBufferInfo& buffer = write->pBufferInfo[i];
        descriptor.name = name_in(buffer.buffer);
        descriptor.offset = static_cast<std::int64_t>(buffer.offset);
        descriptor.size = static_cast<std::int64_t>(buffer.range);
      } else {
        descriptor.name = name_in(write->pImageInfo[i].imageView);
        descriptor.sampler = name_in(write->pImageInfo[i].sampler);
      }
    }
  }
}

VKAPI_ATTR void VKAPI_CALL CmdBindDescriptorSets(VkCommandBuffer, VkPipelineBindPoint, VkPipelineLayout, std::uint32_t,
                                                 std::uint32_t count, const VkDescriptorSet* sets, std::uint32_t,
                                                 const std::uint32_t*) {
  for (const VkDescriptorSet* set = sets; set != sets + count; ++set) {
    for (GLuint binding = 0; binding < kBindings; ++binding) {
      const Descriptor& descriptor = object_of<DescriptorSet>(*set)->bindings[binding];
      if (descriptor.type == VK_DESCRIPTOR_TYPE_UNIFORM_BUFFER) {
        glBindBufferRange(GL_UNIFORM_BUFFER, binding, descriptor.name, static_cast<GLintptr>(descriptor.offset),
                          static_cast<GLsizeiptr>(descriptor.size));
      } else if (descriptor.type == VK_DESCRIPTOR_TYPE_COMBINED_IMAGE_SAMPLER) {
        glBindTextureUnit(binding, descriptor.name);
        glBindSampler(binding, descriptor.sampler);
      }
    }
  }
}

}  // namespace engine::opengl
