// SPDX-License-Identifier: MIT
// Statistics of pipelines by VK_KHR_pipeline_executable_properties.
#include "bench/methods/pipeline_code.h"

#include <algorithm>
#include <cstring>

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
    return the_watch->get_device_proc_addr_(device, name);
  }

  static VKAPI_ATTR VkResult VKAPI_CALL set_object_name(VkDevice device, const VkDebugUtilsObjectNameInfoEXT* info) {
    the_watch->names_[info->objectHandle] = info->pObjectName;
    return the_watch->set_object_name_ != nullptr ? the_watch->set_object_name_(device, info) : VK_SUCCESS;
  }

  static VKAPI_ATTR VkResult VKAPI_CALL create_compute_pipelines(VkDevice device, VkPipelineCache cache,
                                                                 std::uint32_t count,
                                                                 const VkComputePipelineCreateInfo* infos,
                                                                 const VkAllocationCallbacks* allocator,
                                                                 VkPipeline* pipelines) {
    std::vector<VkComputePipelineCreateInfo> with_statistics(infos, infos + count);
    for (VkComputePipelineCreateInfo& info : with_statistics) {
      info.flags |= VK_PIPELINE_CREATE_CAPTURE_STATISTICS_BIT_KHR;
    }
    return the_watch->create_compute_pipelines_(device, cache, count, with_statistics.data(), allocator, pipelines);
  }

  static VKAPI_ATTR void VKAPI_CALL cmd_bind_pipeline(VkCommandBuffer command_buffer, VkPipelineBindPoint point,
                                                      VkPipeline pipeline) {
    if (!the_watch->method_.empty()) the_watch->see(pipeline);
    the_watch->cmd_bind_pipeline_(command_buffer, point, pipeline);
  }
};

PipelineWatch::PipelineWatch(engine::Context& context) : context_(context) {
  const auto of_instance = [&](const char* name) {
    return context.vk().vkGetInstanceProcAddr(context.instance(), name);
  };
  get_device_proc_addr_ = PFN_vkGetDeviceProcAddr(of_instance("vkGetDeviceProcAddr"));
  set_object_name_ = PFN_vkSetDebugUtilsObjectNameEXT(of_instance("vkSetDebugUtilsObjectNameEXT"));
  create_compute_pipelines_ = context.vk().vkCreateComputePipelines;
  cmd_bind_pipeline_ = context.vk().vkCmdBindPipeline;
  the_watch = this;
}

PipelineWatch::~PipelineWatch() { the_watch = nullptr; }

photopic::Device PipelineWatch::lend() const {
  photopic::Device device = context_.lend();
  if (context_.has_pipeline_statistics()) device.get_instance_proc_addr = Hooks::get_instance_proc_addr;
  return device;
}

void PipelineWatch::see(VkPipeline pipeline) {
  const auto name = names_.find(std::uint64_t(pipeline));
  PipelineCode code = {method_, name != names_.end() ? name->second : "?", statistics_of(pipeline)};
  if (std::find(codes_.begin(), codes_.end(), code) == codes_.end()) codes_.push_back(std::move(code));
}

std::vector<Statistic> PipelineWatch::statistics_of(VkPipeline pipeline) const {
  VkPipelineExecutableInfoKHR info = {};
  info.sType = VK_STRUCTURE_TYPE_PIPELINE_EXECUTABLE_INFO_KHR;
  info.pipeline = pipeline;  // a compute pipeline's first executable is its only one
  std::uint32_t count = 0;
  const auto get = context_.vk().vkGetPipelineExecutableStatisticsKHR;
  engine::check(get(context_.device(), &info, &count, nullptr), "vkGetPipelineExecutableStatisticsKHR");
  VkPipelineExecutableStatisticKHR empty = {};
  empty.sType = VK_STRUCTURE_TYPE_PIPELINE_EXECUTABLE_STATISTIC_KHR;
  std::vector<VkPipelineExecutableStatisticKHR> all(count, empty);
  engine::check(get(context_.device(), &info, &count, all.data()), "vkGetPipelineExecutableStatisticsKHR");
  std::vector<Statistic> statistics;
  for (const VkPipelineExecutableStatisticKHR& one : all) statistics.push_back({one.name, text_of(one)});
  return statistics;
}

}  // namespace bench
