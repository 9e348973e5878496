// SPDX-License-Identifier: MIT
// Watch over the module's pipelines: size of their code, their dispatches, and other code in their place.
#ifndef PHOTOPIC_TOOLS_BENCH_METHODS_PIPELINE_CODE_H
#define PHOTOPIC_TOOLS_BENCH_METHODS_PIPELINE_CODE_H

#include <string>
#include <unordered_map>
#include <vector>

#include "bench/methods/other_code.h"
#include "engine/device/context.h"

namespace bench {

/// One number of the driver's on a pipeline, such as its "Register Count".
struct Statistic {
  std::string name;
  std::string value;
  bool operator==(const Statistic&) const = default;
};

struct PipelineCode {
  std::string method;
  std::string pipeline;  ///< as the module names it
  std::vector<Statistic> statistics;
  bool operator==(const PipelineCode&) const = default;
};

/// Receives each dispatch of the module.
class DispatchListener {
 public:
  virtual ~DispatchListener() = default;
  /// `pass`: as the module names it.
  virtual void begin(VkCommandBuffer command_buffer, const std::string& pass) = 0;
  virtual void end(VkCommandBuffer command_buffer) = 0;
};

/// Stands between the module and the driver. Asks for statistics of each pipeline that the module makes, sees which of
/// them a method binds, tells a listener of dispatches, and makes pipelines of other code. One at a time: a loader's
/// functions have no room for more. Outlives what is made with it.
class PipelineWatch {
 public:
  explicit PipelineWatch(engine::Context& context);
  ~PipelineWatch();
  PipelineWatch(const PipelineWatch&) = delete;
  PipelineWatch& operator=(const PipelineWatch&) = delete;

  /// The context's device, with a loader of this watch.
  photopic::Device lend() const;

  /// What is bound from here to stop() belongs to `method`.
  void start(const std::string& method) { method_ = method; }
  void stop() { method_.clear(); }

  /// Of what was bound, each once, in the order of binding. Empty where the driver has no statistics.
  const std::vector<PipelineCode>& codes() const { return codes_; }

  /// Null: none.
  void listen(DispatchListener* listener) { listener_ = listener; }
  /// Pipelines that are made from here have the code of `other`, where that differs. Null: their own.
  void replace(const OtherCode* other);
  /// Modules that were replaced since the last replace().
  std::uint32_t replaced() const { return replaced_; }

 private:
  struct Hooks;  // the loader's functions that differ
  void see(VkPipeline pipeline);
  std::vector<Statistic> statistics_of(VkPipeline pipeline) const;
  std::string name_of(VkPipeline pipeline) const;

  engine::Context& context_;
  PFN_vkGetDeviceProcAddr get_device_proc_addr_ = nullptr;
  PFN_vkSetDebugUtilsObjectNameEXT set_object_name_ = nullptr;  ///< null: only listened to
  PFN_vkCreateShaderModule create_shader_module_ = nullptr;
  PFN_vkCreateComputePipelines create_compute_pipelines_ = nullptr;
  PFN_vkCmdBindPipeline cmd_bind_pipeline_ = nullptr;
  PFN_vkCmdDispatch cmd_dispatch_ = nullptr;
  std::unordered_map<std::uint64_t, std::string> names_;  ///< by handle; of a handle used again, the last
  std::string method_;                                    ///< empty: none
  std::vector<PipelineCode> codes_;
  VkPipeline bound_ = VK_NULL_HANDLE;  ///< last
  DispatchListener* listener_ = nullptr;
  const OtherCode* other_ = nullptr;
  std::unordered_map<VkShaderModule, const OtherCode::Words*> replacements_;  ///< by the module of a pass's own code
  std::uint32_t replaced_ = 0;
};

}  // namespace bench

#endif
