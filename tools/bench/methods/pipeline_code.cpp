// SPDX-License-Identifier: MIT
// Functions of the loader that the watch answers, and statistics by VK_KHR_pipeline_executable_properties.
#include "bench/methods/pipeline_code.h"

#include <algorithm>
#include <cstring>

#include "gpu/passes/pass_desc.h"

namespace bench {
namespace {

PipelineWatch* the_watch = nullptr;

std::string text_of(const VkPipelineExecutableStatisticKHR& statistic) {
  switch (statistic.format) {
    case VK_PIPELINE_EXECUTABLE_STATISTIC_FORMAT_BOOL32_KHR:
      return statistic.value.b32 == VK_TRUE ? "yes" : "no";
    case VK_PIPELINE_EXECUTABLE_STATISTIC_FORMAT_INT64_KHR:
      return std::to_string(statistic.value.i64);
    case VK_PIPELINE_EXECUTABLE_STATISTIC_FORMAT_UINT64_KHR:
      return std::to_string(statistic.value.u64);
    default:
      return std::to_string(statistic.value.f64);
  }
}

}  // namespace

/// Each with the driver's signature.
struct PipelineWatch::Hooks {
  static VKAPI_ATTR PFN_vkVoidFunction VKAPI_CALL get_instance_proc_addr(VkInstance instance, const char* name) {
    if (std::strcmp(name, "vkGetDeviceProcAddr") == 0) return PFN_vkVoidFunction(get_device_proc_addr);
    if (std::strcmp(name, "vkSetDebugUtilsObjectNameEXT") == 0) return PFN_vkVoidFunction(set_object_name);
    return the_watch->context_.vk().vkGetInstanceProcAddr(instance, name);
  }

  static VKAPI_ATTR PFN_vkVoidFunction VKAPI_CALL get_device_proc_addr(VkDevice device, const char* name) {
    if (std::strcmp(name, "vkCreateComputePipelines") == 0) return PFN_vkVoidFunction(create_compute_pipelines);
    if (std::strcmp(name, "vkCmdBindPipeline") == 0) return PFN_vkVoidFunction(cmd_bind_pipeline);
    if (std::strcmp(name, "vkCmdDispatch") == 0) return PFN_vkVoidFunction(cmd_dispatch);
    if (the_watch->other_ != nullptr) {
      // Modules come whole, so that a hash finds their pass; pipelines get trimmed code all the same.
      if (std::strcmp(name, "vkCreateShaderModule") == 0) return PFN_vkVoidFunction(create_shader_module);
      if (std::strcmp(name, photopic::kWholeCode) == 0) return PFN_vkVoidFunction(create_shader_module);
    }
    return the_watch->get_device_proc_addr_(device, name);
  }

  static VKAPI_ATTR VkResult VKAPI_CALL set_object_name(VkDevice device, const VkDebugUtilsObjectNameInfoEXT* info) {
    the_watch->names_[info->objectHandle] = info->pObjectName;
    return the_watch->set_object_name_ != nullptr ? the_watch->set_object_name_(device, info) : VK_SUCCESS;
  }

  static VKAPI_ATTR VkResult VKAPI_CALL create_shader_module(VkDevice device, const VkShaderModuleCreateInfo* info,
                                                             const VkAllocationCallbacks* allocator,
                                                             VkShaderModule* module) {
    const VkResult result = the_watch->create_shader_module_(device, info, allocator, module);
    if (result != VK_SUCCESS) return result;
    const auto* words = the_watch->other_ != nullptr
                            ? the_watch->other_->of({info->pCode, info->codeSize / sizeof(std::uint32_t)})
                            : nullptr;
    the_watch->replacements_.erase(*module);  // a handle may be used again
    if (words == nullptr) return result;
    the_watch->replacements_[*module] = words;
    ++the_watch->replaced_;
    return result;
  }

  static VKAPI_ATTR VkResult VKAPI_CALL create_compute_pipelines(VkDevice device, VkPipelineCache cache,
                                                                 std::uint32_t count,
                                                                 const VkComputePipelineCreateInfo* infos,
                                                                 const VkAllocationCallbacks* allocator,
                                                                 VkPipeline* pipelines) {
    std::vector<VkComputePipelineCreateInfo> changed(infos, infos + count);
    std::vector<VkShaderModule> modules;  // of other code
    VkResult result = VK_SUCCESS;
    for (VkComputePipelineCreateInfo& info : changed) {
      if (the_watch->context_.has_pipeline_statistics()) info.flags |= VK_PIPELINE_CREATE_CAPTURE_STATISTICS_BIT_KHR;
      const auto other = the_watch->replacements_.find(info.stage.module);
      if (other == the_watch->replacements_.end() || result != VK_SUCCESS) continue;
      const OtherCode::Words words = trimmed(*other->second, info.stage.pSpecializationInfo);
      VkShaderModuleCreateInfo module = {};
      module.sType = VK_STRUCTURE_TYPE_SHADER_MODULE_CREATE_INFO;
      module.codeSize = words.size() * sizeof(std::uint32_t);
      module.pCode = words.data();
      result = the_watch->create_shader_module_(device, &module, allocator, &info.stage.module);
      if (result == VK_SUCCESS) modules.push_back(info.stage.module);
    }
    if (result == VK_SUCCESS) {
      result = the_watch->create_compute_pipelines_(device, cache, count, changed.data(), allocator, pipelines);
    }
    for (const VkShaderModule module : modules) {
      the_watch->context_.vk().vkDestroyShaderModule(device, module, allocator);
    }
    return result;
  }

  static VKAPI_ATTR void VKAPI_CALL cmd_bind_pipeline(VkCommandBuffer command_buffer, VkPipelineBindPoint point,
                                                      VkPipeline pipeline) {
    the_watch->bound_ = pipeline;
    if (!the_watch->method_.empty()) the_watch->see(pipeline);
    the_watch->cmd_bind_pipeline_(command_buffer, point, pipeline);
  }

  static VKAPI_ATTR void VKAPI_CALL cmd_dispatch(VkCommandBuffer command_buffer, std::uint32_t x, std::uint32_t y,
                                                 std::uint32_t z) {
    DispatchListener* const listener = the_watch->listener_;
    if (listener != nullptr) listener->begin(command_buffer, the_watch->name_of(the_watch->bound_));
    the_watch->cmd_dispatch_(command_buffer, x, y, z);
    if (listener != nullptr) listener->end(command_buffer);
  }
};

PipelineWatch::PipelineWatch(engine::Context& context) : context_(context) {
  const auto of_instance = [&](const char* name) {
    return context.vk().vkGetInstanceProcAddr(context.instance(), name);
  };
  get_device_proc_addr_ = PFN_vkGetDeviceProcAddr(of_instance("vkGetDeviceProcAddr"));
  set_object_name_ = PFN_vkSetDebugUtilsObjectNameEXT(of_instance("vkSetDebugUtilsObjectNameEXT"));
  create_shader_module_ = context.vk().vkCreateShaderModule;
  create_compute_pipelines_ = context.vk().vkCreateComputePipelines;
  cmd_bind_pipeline_ = context.vk().vkCmdBindPipeline;
  cmd_dispatch_ = context.vk().vkCmdDispatch;
  the_watch = this;
}

PipelineWatch::~PipelineWatch() { the_watch = nullptr; }

photopic::Device PipelineWatch::lend() const {
  photopic::Device device = context_.lend();
  device.get_instance_proc_addr = Hooks::get_instance_proc_addr;
  return device;
}

void PipelineWatch::replace(const OtherCode* other) {
  other_ = other;
  replaced_ = 0;
  replacements_.clear();  // their handles may be used again
}

std::string PipelineWatch::name_of(VkPipeline pipeline) const {
  const auto name = names_.find(std::uint64_t(pipeline));
  return name != names_.end() ? name->second : "?";
}

void PipelineWatch::see(VkPipeline pipeline) {
  if (!context_.has_pipeline_statistics()) return;
  PipelineCode code = {method_, name_of(pipeline), statistics_of(pipeline)};
  if (std::find(codes_.begin(), codes_.end(), code) == codes_.end()) codes_.push_back(std::move(code));
}

std::vector<Statistic> PipelineWatch::statistics_of(VkPipeline pipeline) const {
  const VkPipelineExecutableInfoKHR info = {
      .sType = VK_STRUCTURE_TYPE_PIPELINE_EXECUTABLE_INFO_KHR,
      .pipeline = pipeline};  // a compute pipeline's first executable is its only one
  std::uint32_t count = 0;
  const auto get = context_.vk().vkGetPipelineExecutableStatisticsKHR;
  engine::check(get(context_.device(), &info, &count, nullptr), "vkGetPipelineExecutableStatisticsKHR");
  const VkPipelineExecutableStatisticKHR empty = {.sType = VK_STRUCTURE_TYPE_PIPELINE_EXECUTABLE_STATISTIC_KHR};
  std::vector<VkPipelineExecutableStatisticKHR> all(count, empty);
  engine::check(get(context_.device(), &info, &count, all.data()), "vkGetPipelineExecutableStatisticsKHR");
  std::vector<Statistic> statistics;
  for (const VkPipelineExecutableStatisticKHR& one : all) statistics.push_back({one.name, text_of(one)});
  return statistics;
}

}  // namespace bench
