// SPDX-License-Identifier: MIT
// Replacements of the functions that make pipelines and name them.
#include "portability/pipeline_statistics.h"

#include <cstdint>
#include <cstring>
#include <memory>
#include <stdexcept>
#include <type_traits>
#include <vector>

namespace portability {
namespace {

struct Made {
  VkPipeline pipeline;
  std::string constants;
  Statistics statistics;
};

struct Collection {
  VkDevice device;
  PFN_vkCreateShaderModule create_module;
  PFN_vkCreateComputePipelines create_compute;
  PFN_vkCreateGraphicsPipelines create_graphics;
  PFN_vkGetPipelineExecutablePropertiesKHR executables;
  PFN_vkGetPipelineExecutableStatisticsKHR statistics;
  std::map<VkShaderModule, std::string> code;  // words, as bytes
  std::map<std::string, Made> made;            // by code, constants and state
  std::map<VkPipeline, std::string> keys;
  std::map<std::string, Statistics> by_name;
};
std::unique_ptr<Collection> all;

std::string constants_of(const VkSpecializationInfo* info) {
  std::string text;
  for (std::uint32_t i = 0; info != nullptr && i < info->mapEntryCount; ++i) {
    std::uint32_t value = 0;
    std::memcpy(&value, static_cast<const char*>(info->pData) + info->pMapEntries[i].offset, sizeof value);
    if (value == 0) continue;
    text += (text.empty() ? "" : ",") + std::to_string(info->pMapEntries[i].constantID) + "=" + std::to_string(value);
  }
  return text;
}

std::uint64_t number_of(const VkPipelineExecutableStatisticKHR& statistic) {
  switch (statistic.format) {
    case VK_PIPELINE_EXECUTABLE_STATISTIC_FORMAT_FLOAT64_KHR:
      return static_cast<std::uint64_t>(statistic.value.f64);
    case VK_PIPELINE_EXECUTABLE_STATISTIC_FORMAT_BOOL32_KHR:
      return statistic.value.b32;
    default:
      return statistic.value.u64;
  }
}

/// Of the last executable: that of a drawn pass is its fragment shader.
Statistics statistics_of(VkPipeline pipeline) {
  VkPipelineInfoKHR info = {};
  info.sType = VK_STRUCTURE_TYPE_PIPELINE_INFO_KHR;
  info.pipeline = pipeline;
  std::uint32_t count = 0;
  all->executables(all->device, &info, &count, nullptr);
  if (count == 0) throw std::runtime_error("the driver has no statistics of a pipeline");
  VkPipelineExecutableInfoKHR executable = {};
  executable.sType = VK_STRUCTURE_TYPE_PIPELINE_EXECUTABLE_INFO_KHR;
  executable.pipeline = pipeline;
  executable.executableIndex = count - 1;
  all->statistics(all->device, &executable, &count, nullptr);
  VkPipelineExecutableStatisticKHR empty = {};
  empty.sType = VK_STRUCTURE_TYPE_PIPELINE_EXECUTABLE_STATISTIC_KHR;
  std::vector<VkPipelineExecutableStatisticKHR> found(count, empty);
  all->statistics(all->device, &executable, &count, found.data());
  Statistics statistics;
  for (const VkPipelineExecutableStatisticKHR& one : found) statistics[one.name] = number_of(one);
  return statistics;
}

VKAPI_ATTR VkResult VKAPI_CALL create_module(VkDevice device, const VkShaderModuleCreateInfo* info,
                                             const VkAllocationCallbacks* allocator, VkShaderModule* out) {
  const VkResult result = all->create_module(device, info, allocator, out);
  if (result == VK_SUCCESS) all->code[*out].assign(reinterpret_cast<const char*>(info->pCode), info->codeSize);
  return result;
}

/// Makes a pipeline unless there is one of this key. `create(Info*, VkPipeline*)` calls the driver.
template <class Info, class Create>
VkResult make(const std::string& key, const std::string& constants, Info info, Create&& create, VkPipeline* out) {
  const auto found = all->made.find(key);
  if (found != all->made.end()) {
    *out = found->second.pipeline;
    return VK_SUCCESS;
  }
  info.flags |= VK_PIPELINE_CREATE_CAPTURE_STATISTICS_BIT_KHR;
  const VkResult result = create(&info, out);
  if (result != VK_SUCCESS) return result;
  all->made[key] = {*out, constants, statistics_of(*out)};
  all->keys[*out] = key;
  return VK_SUCCESS;
}

VKAPI_ATTR VkResult VKAPI_CALL create_compute(VkDevice device, VkPipelineCache cache, std::uint32_t count,
                                              const VkComputePipelineCreateInfo* infos,
                                              const VkAllocationCallbacks* allocator, VkPipeline* out) {
  for (std::uint32_t i = 0; i < count; ++i) {
    const std::string constants = constants_of(infos[i].stage.pSpecializationInfo);
    const auto create = [&](const VkComputePipelineCreateInfo* info, VkPipeline* pipeline) {
      return all->create_compute(device, cache, 1, info, allocator, pipeline);
    };
    const VkResult result = make(all->code[infos[i].stage.module] + constants, constants, infos[i], create, &out[i]);
    if (result != VK_SUCCESS) return result;
  }
  return VK_SUCCESS;
}

VKAPI_ATTR VkResult VKAPI_CALL create_graphics(VkDevice device, VkPipelineCache cache, std::uint32_t count,
                                               const VkGraphicsPipelineCreateInfo* infos,
                                               const VkAllocationCallbacks* allocator, VkPipeline* out) {
  for (std::uint32_t i = 0; i < count; ++i) {
    const VkPipelineShaderStageCreateInfo& stage = infos[i].pStages[infos[i].stageCount - 1];
    const std::string constants = constants_of(stage.pSpecializationInfo);
    const auto create = [&](const VkGraphicsPipelineCreateInfo* info, VkPipeline* pipeline) {
      return all->create_graphics(device, cache, 1, info, allocator, pipeline);
    };
    const VkResult result = make(all->code[stage.module] + constants, constants, infos[i], create, &out[i]);
    if (result != VK_SUCCESS) return result;
  }
  return VK_SUCCESS;
}

VKAPI_ATTR void VKAPI_CALL keep(VkDevice, VkPipeline, const VkAllocationCallbacks*) {}

VKAPI_ATTR VkResult VKAPI_CALL set_name(VkDevice, const VkDebugUtilsObjectNameInfoEXT* info) {
  if (info->objectType != VK_OBJECT_TYPE_PIPELINE) return VK_SUCCESS;
  VkPipeline pipeline;
  std::memcpy(&pipeline, &info->objectHandle, sizeof pipeline);
  const auto key = all->keys.find(pipeline);
  if (key == all->keys.end()) return VK_SUCCESS;
  const Made& made = all->made.at(key->second);
  std::string name = info->pObjectName;
  name = name.substr(name.find(' ') + 1);  // "photopic NAME"
  if (!made.constants.empty()) name += "[" + made.constants + "]";
  std::string unique = name;
  for (int i = 2; all->by_name.contains(unique); ++i) unique = name + "#" + std::to_string(i);
  all->by_name[unique] = made.statistics;
  all->keys.erase(key);  // it has its name
  return VK_SUCCESS;
}

}  // namespace

PipelineStatistics::PipelineStatistics(const engine::Context& context, test::LoaderShim& shim) {
  if (!context.has_pipeline_statistics()) throw std::runtime_error("the driver has no pipeline statistics");
  const VkDevice device = context.device();
  const auto lookup = reinterpret_cast<PFN_vkGetDeviceProcAddr>(
      context.vk().vkGetInstanceProcAddr(context.instance(), "vkGetDeviceProcAddr"));
  const auto load = [&](auto& function, const char* name) {
    function = reinterpret_cast<std::remove_reference_t<decltype(function)>>(lookup(device, name));
  };
  all = std::make_unique<Collection>();
  all->device = device;
  load(all->create_module, "vkCreateShaderModule");
  load(all->create_compute, "vkCreateComputePipelines");
  load(all->create_graphics, "vkCreateGraphicsPipelines");
  load(all->executables, "vkGetPipelineExecutablePropertiesKHR");
  load(all->statistics, "vkGetPipelineExecutableStatisticsKHR");
  shim.replace("vkCreateShaderModule", reinterpret_cast<PFN_vkVoidFunction>(&create_module));
  shim.replace("vkCreateComputePipelines", reinterpret_cast<PFN_vkVoidFunction>(&create_compute));
  shim.replace("vkCreateGraphicsPipelines", reinterpret_cast<PFN_vkVoidFunction>(&create_graphics));
  shim.replace("vkDestroyPipeline", reinterpret_cast<PFN_vkVoidFunction>(&keep));
  shim.replace("vkSetDebugUtilsObjectNameEXT", reinterpret_cast<PFN_vkVoidFunction>(&set_name));
}

PipelineStatistics::~PipelineStatistics() { all.reset(); }

const std::map<std::string, Statistics>& PipelineStatistics::by_name() const { return all->by_name; }

}  // namespace portability
