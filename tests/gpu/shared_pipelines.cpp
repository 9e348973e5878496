// SPDX-License-Identifier: MIT
// Pipelines by what they are made of.
#include "gpu/shared_pipelines.h"

#include <cstring>
#include <map>
#include <string>
#include <vector>

namespace test {
namespace {

PFN_vkGetInstanceProcAddr loader_instance_function = nullptr;
PFN_vkGetDeviceProcAddr loader_device_function = nullptr;

/// What an object was made from, as bytes.
using Definition = std::string;
std::map<VkShaderModule, Definition> modules;
std::map<VkDescriptorSetLayout, Definition> set_layouts;
std::map<VkPipelineLayout, Definition> layouts;
std::map<Definition, VkPipeline> pipelines;

template <class Value>
void append(Definition& definition, const Value& value) {
  definition.append(reinterpret_cast<const char*>(&value), sizeof value);
}

template <class Function>
Function real(VkDevice device, const char* name) {
  return reinterpret_cast<Function>(loader_device_function(device, name));
}

VKAPI_ATTR VkResult VKAPI_CALL create_shader_module(VkDevice device, const VkShaderModuleCreateInfo* info,
                                                    const VkAllocationCallbacks* allocator, VkShaderModule* module) {
  const VkResult result =
      real<PFN_vkCreateShaderModule>(device, "vkCreateShaderModule")(device, info, allocator, module);
  if (result == VK_SUCCESS) modules[*module].assign(reinterpret_cast<const char*>(info->pCode), info->codeSize);
  return result;
}

VKAPI_ATTR VkResult VKAPI_CALL create_set_layout(VkDevice device, const VkDescriptorSetLayoutCreateInfo* info,
                                                 const VkAllocationCallbacks* allocator,
                                                 VkDescriptorSetLayout* layout) {
  const VkResult result =
      real<PFN_vkCreateDescriptorSetLayout>(device, "vkCreateDescriptorSetLayout")(device, info, allocator, layout);
  if (result != VK_SUCCESS) return result;
  Definition definition;
  append(definition, info->flags);
  for (std::uint32_t i = 0; i < info->bindingCount; ++i) {
    const VkDescriptorSetLayoutBinding& binding = info->pBindings[i];
    append(definition, binding.binding);
    append(definition, binding.descriptorType);
    append(definition, binding.descriptorCount);
    append(definition, binding.stageFlags);
    const bool is_immutable = binding.pImmutableSamplers != nullptr;
    append(definition, is_immutable);
    for (std::uint32_t k = 0; is_immutable && k < binding.descriptorCount; ++k) {
      append(definition, binding.pImmutableSamplers[k]);
    }
  }
  set_layouts[*layout] = std::move(definition);
  return result;
}

VKAPI_ATTR VkResult VKAPI_CALL create_layout(VkDevice device, const VkPipelineLayoutCreateInfo* info,
                                             const VkAllocationCallbacks* allocator, VkPipelineLayout* layout) {
  const VkResult result =
      real<PFN_vkCreatePipelineLayout>(device, "vkCreatePipelineLayout")(device, info, allocator, layout);
  if (result != VK_SUCCESS) return result;
  Definition definition;
  for (std::uint32_t i = 0; i < info->setLayoutCount; ++i) {
    append(definition, i);
    definition += set_layouts.at(info->pSetLayouts[i]);
  }
  for (std::uint32_t i = 0; i < info->pushConstantRangeCount; ++i) append(definition, info->pPushConstantRanges[i]);
  layouts[*layout] = std::move(definition);
  return result;
}

Definition definition_of(const VkComputePipelineCreateInfo& info) {
  Definition definition = modules.at(info.stage.module) + layouts.at(info.layout);
  append(definition, info.flags);
  if (const VkSpecializationInfo* constants = info.stage.pSpecializationInfo) {
    for (std::uint32_t i = 0; i < constants->mapEntryCount; ++i) {
      const VkSpecializationMapEntry& entry = constants->pMapEntries[i];
      append(definition, entry.constantID);
      definition.append(static_cast<const char*>(constants->pData) + entry.offset, entry.size);
    }
  }
  return definition;
}

VKAPI_ATTR VkResult VKAPI_CALL create_pipelines(VkDevice device, VkPipelineCache cache, std::uint32_t count,
                                                const VkComputePipelineCreateInfo* infos,
                                                const VkAllocationCallbacks* allocator, VkPipeline* made) {
  const auto create = real<PFN_vkCreateComputePipelines>(device, "vkCreateComputePipelines");
  std::memset(made, 0, count * sizeof *made);
  for (std::uint32_t i = 0; i < count; ++i) {
    VkPipeline& pipeline = pipelines[definition_of(infos[i])];
    if (pipeline == VK_NULL_HANDLE) {
      const VkResult result = create(device, cache, 1, &infos[i], allocator, &pipeline);
      if (result != VK_SUCCESS) return result;
    }
    made[i] = pipeline;
  }
  return VK_SUCCESS;
}

VKAPI_ATTR void VKAPI_CALL keep_pipeline(VkDevice, VkPipeline, const VkAllocationCallbacks*) {}

VKAPI_ATTR PFN_vkVoidFunction VKAPI_CALL device_function(VkDevice device, const char* name) {
  const auto is = [&](const char* other) { return std::strcmp(name, other) == 0; };
  if (is("vkCreateShaderModule")) return reinterpret_cast<PFN_vkVoidFunction>(&create_shader_module);
  if (is("vkCreateDescriptorSetLayout")) return reinterpret_cast<PFN_vkVoidFunction>(&create_set_layout);
  if (is("vkCreatePipelineLayout")) return reinterpret_cast<PFN_vkVoidFunction>(&create_layout);
  if (is("vkCreateComputePipelines")) return reinterpret_cast<PFN_vkVoidFunction>(&create_pipelines);
  if (is("vkDestroyPipeline")) return reinterpret_cast<PFN_vkVoidFunction>(&keep_pipeline);
  return loader_device_function(device, name);
}

VKAPI_ATTR PFN_vkVoidFunction VKAPI_CALL instance_function(VkInstance instance, const char* name) {
  const PFN_vkVoidFunction function = loader_instance_function(instance, name);
  if (std::strcmp(name, "vkGetDeviceProcAddr") != 0) return function;
  loader_device_function = reinterpret_cast<PFN_vkGetDeviceProcAddr>(function);
  return reinterpret_cast<PFN_vkVoidFunction>(&device_function);
}

}  // namespace

PFN_vkGetInstanceProcAddr share_pipelines(PFN_vkGetInstanceProcAddr real_one) {
  loader_instance_function = real_one;
  return &instance_function;
}

void destroy_shared_pipelines(VkDevice device) {
  if (pipelines.empty()) return;
  const auto destroy = real<PFN_vkDestroyPipeline>(device, "vkDestroyPipeline");
  for (const auto& [definition, pipeline] : pipelines) destroy(device, pipeline, nullptr);
  pipelines.clear();
}

}  // namespace test
