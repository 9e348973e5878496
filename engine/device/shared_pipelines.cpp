// SPDX-License-Identifier: MIT
// Vulkan functions that look a pipeline up by its shader, constants and layout before they make one.
#include "engine/device/shared_pipelines.h"

#include <algorithm>
#include <cstring>
#include <map>
#include <memory>
#include <mutex>
#include <set>
#include <string>
#include <type_traits>
#include <utility>

namespace engine {
namespace {

/// What an object was made from, as bytes.
using Definition = std::string;

struct Sharing {
  PFN_vkCreateShaderModule create_shader_module = nullptr;
  PFN_vkCreateDescriptorSetLayout create_set_layout = nullptr;
  PFN_vkCreatePipelineLayout create_layout = nullptr;
  PFN_vkCreateComputePipelines create_pipelines = nullptr;
  PFN_vkDestroyPipeline destroy_pipeline = nullptr;
  PFN_vkDestroyShaderModule destroy_shader_module = nullptr;
  PFN_vkDestroyDescriptorSetLayout destroy_set_layout = nullptr;
  PFN_vkDestroyPipelineLayout destroy_layout = nullptr;
  std::map<VkShaderModule, Definition> modules;
  std::map<VkDescriptorSetLayout, Definition> set_layouts;
  std::map<VkPipelineLayout, Definition> layouts;
  std::map<Definition, VkPipeline> pipelines;
  std::set<VkPipeline> unshared;  ///< of modules or layouts that were made past this loader
  std::mutex mutex;
};

// Vulkan's functions have no user pointer.
std::mutex registry_mutex;
std::map<VkDevice, std::unique_ptr<Sharing>> registry;
PFN_vkGetInstanceProcAddr loader_instance_function = nullptr;
PFN_vkGetDeviceProcAddr loader_device_function = nullptr;

/// Null: the device doesn't share.
Sharing* sharing_of(VkDevice device) {
  const std::lock_guard lock(registry_mutex);
  const auto found = registry.find(device);
  return found == registry.end() ? nullptr : found->second.get();
}

template <class Value>
void append(Definition& definition, const Value& value) {
  definition.append(reinterpret_cast<const char*>(&value), sizeof value);
}

VKAPI_ATTR VkResult VKAPI_CALL create_shader_module(VkDevice device, const VkShaderModuleCreateInfo* info,
                                                    const VkAllocationCallbacks* allocator, VkShaderModule* module) {
  Sharing& sharing = *sharing_of(device);
  const VkResult result = sharing.create_shader_module(device, info, allocator, module);
  if (result != VK_SUCCESS) return result;
  const std::lock_guard lock(sharing.mutex);
  sharing.modules[*module].assign(reinterpret_cast<const char*>(info->pCode), info->codeSize);
  return result;
}

VKAPI_ATTR VkResult VKAPI_CALL create_set_layout(VkDevice device, const VkDescriptorSetLayoutCreateInfo* info,
                                                 const VkAllocationCallbacks* allocator,
                                                 VkDescriptorSetLayout* layout) {
  Sharing& sharing = *sharing_of(device);
  const VkResult result = sharing.create_set_layout(device, info, allocator, layout);
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
  const std::lock_guard lock(sharing.mutex);
  sharing.set_layouts[*layout] = std::move(definition);
  return result;
}

VKAPI_ATTR VkResult VKAPI_CALL create_layout(VkDevice device, const VkPipelineLayoutCreateInfo* info,
                                             const VkAllocationCallbacks* allocator, VkPipelineLayout* layout) {
  Sharing& sharing = *sharing_of(device);
  const VkResult result = sharing.create_layout(device, info, allocator, layout);
  if (result != VK_SUCCESS) return result;
  const std::lock_guard lock(sharing.mutex);
  Definition definition;
  for (std::uint32_t i = 0; i < info->setLayoutCount; ++i) {
    const auto set_layout = sharing.set_layouts.find(info->pSetLayouts[i]);
    if (set_layout == sharing.set_layouts.end()) return result;
    append(definition, i);
    definition += set_layout->second;
  }
  for (std::uint32_t i = 0; i < info->pushConstantRangeCount; ++i) append(definition, info->pPushConstantRanges[i]);
  sharing.layouts[*layout] = std::move(definition);
  return result;
}

/// Empty: unknown.
Definition definition_of(const Sharing& sharing, const VkComputePipelineCreateInfo& info) {
  const auto code = sharing.modules.find(info.stage.module);
  const auto layout = sharing.layouts.find(info.layout);
  if (code == sharing.modules.end() || layout == sharing.layouts.end()) return {};
  Definition definition = code->second + layout->second;
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
  Sharing& sharing = *sharing_of(device);
  std::fill_n(made, count, VkPipeline{VK_NULL_HANDLE});
  const std::lock_guard lock(sharing.mutex);
  for (std::uint32_t i = 0; i < count; ++i) {
    const Definition definition = definition_of(sharing, infos[i]);
    if (definition.empty()) {
      const VkResult result = sharing.create_pipelines(device, cache, 1, &infos[i], allocator, &made[i]);
      if (result != VK_SUCCESS) return result;
      sharing.unshared.insert(made[i]);
      continue;
    }
    VkPipeline& pipeline = sharing.pipelines[definition];
    if (pipeline == VK_NULL_HANDLE) {  // which outlives the object and its allocator
      const VkResult result = sharing.create_pipelines(device, cache, 1, &infos[i], nullptr, &pipeline);
      if (result != VK_SUCCESS) return result;
    }
    made[i] = pipeline;
  }
  return VK_SUCCESS;
}

/// Destroys an object and forgets its definition: its handle may come again for what is made past this loader.
template <class Handle, std::map<Handle, Definition> Sharing::*kDefinitions, auto Sharing::*kDestroy>
VKAPI_ATTR void VKAPI_CALL destroy(VkDevice device, Handle object, const VkAllocationCallbacks* allocator) {
  Sharing& sharing = *sharing_of(device);
  const std::lock_guard lock(sharing.mutex);
  (sharing.*kDefinitions).erase(object);
  (sharing.*kDestroy)(device, object, allocator);
}

/// A shared one is kept.
VKAPI_ATTR void VKAPI_CALL destroy_pipeline(VkDevice device, VkPipeline pipeline,
                                            const VkAllocationCallbacks* allocator) {
  Sharing& sharing = *sharing_of(device);
  const std::lock_guard lock(sharing.mutex);
  if (sharing.unshared.erase(pipeline) != 0) sharing.destroy_pipeline(device, pipeline, allocator);
}

/// Calls `visit(name, the device's function, the function in its place)`.
template <class Visit>
void visit_functions(Sharing& sharing, const Visit& visit) {
  using S = Sharing;
  visit("vkCreateShaderModule", sharing.create_shader_module, create_shader_module);
  visit("vkCreateDescriptorSetLayout", sharing.create_set_layout, create_set_layout);
  visit("vkCreatePipelineLayout", sharing.create_layout, create_layout);
  visit("vkCreateComputePipelines", sharing.create_pipelines, create_pipelines);
  visit("vkDestroyShaderModule", sharing.destroy_shader_module,
        destroy<VkShaderModule, &S::modules, &S::destroy_shader_module>);
  visit("vkDestroyDescriptorSetLayout", sharing.destroy_set_layout,
        destroy<VkDescriptorSetLayout, &S::set_layouts, &S::destroy_set_layout>);
  visit("vkDestroyPipelineLayout", sharing.destroy_layout, destroy<VkPipelineLayout, &S::layouts, &S::destroy_layout>);
  visit("vkDestroyPipeline", sharing.destroy_pipeline, destroy_pipeline);
}

VKAPI_ATTR PFN_vkVoidFunction VKAPI_CALL device_function(VkDevice device, const char* name) {
  PFN_vkVoidFunction found = nullptr;
  if (Sharing* const sharing = sharing_of(device)) {
    visit_functions(*sharing, [&](const char* other, const auto&, auto* replacement) {
      if (std::strcmp(name, other) == 0) found = reinterpret_cast<PFN_vkVoidFunction>(replacement);
    });
  }
  return found != nullptr ? found : loader_device_function(device, name);
}

VKAPI_ATTR PFN_vkVoidFunction VKAPI_CALL instance_function(VkInstance instance, const char* name) {
  return std::strcmp(name, "vkGetDeviceProcAddr") == 0 ? reinterpret_cast<PFN_vkVoidFunction>(&device_function)
                                                       : loader_instance_function(instance, name);
}

}  // namespace

PFN_vkGetInstanceProcAddr share_pipelines(VkInstance instance, VkDevice device, PFN_vkGetInstanceProcAddr loader) {
  const auto get = reinterpret_cast<PFN_vkGetDeviceProcAddr>(loader(instance, "vkGetDeviceProcAddr"));
  auto sharing = std::make_unique<Sharing>();
  visit_functions(*sharing, [&](const char* name, auto& function, const auto&) {
    function = reinterpret_cast<std::decay_t<decltype(function)>>(get(device, name));
  });
  const std::lock_guard lock(registry_mutex);
  loader_instance_function = loader;  // the same for every device
  loader_device_function = get;
  registry[device] = std::move(sharing);
  return &instance_function;
}

void destroy_shared_pipelines(VkDevice device) {
  std::unique_ptr<Sharing> sharing;
  {
    const std::lock_guard lock(registry_mutex);
    const auto found = registry.find(device);
    if (found == registry.end()) return;
    sharing = std::move(found->second);
    registry.erase(found);
  }
  for (const auto& [definition, pipeline] : sharing->pipelines) sharing->destroy_pipeline(device, pipeline, nullptr);
}

}  // namespace engine
