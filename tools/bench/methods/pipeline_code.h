// SPDX-License-Identifier: MIT
// Code size of the pipelines that each method binds.
#ifndef PHOTOPIC_TOOLS_BENCH_METHODS_PIPELINE_CODE_H
#define PHOTOPIC_TOOLS_BENCH_METHODS_PIPELINE_CODE_H

#include <string>
#include <unordered_map>
#include <vector>

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

/// Stands between the module and the driver: asks for statistics of each pipeline that the module makes, and sees which
/// of them a method binds. One at a time: a loader's functions have no room for more. Outlives what is made with it.
class PipelineWatch {
 public:
  explicit PipelineWatch(engine::Context& context);
  ~PipelineWatch();
  PipelineWatch(const PipelineWatch&) = delete;
  PipelineWatch& operator=(const PipelineWatch&) = delete;

  /// The context's device; with a loader of this watch where the driver has statistics.
  photopic::Device lend() const;

  /// What is bound from here to stop() belongs to `method`.
  void start(const std::string& method) { method_ = method; }
  void stop() { method_.clear(); }

  /// Of what was bound, each once, in the order of binding.
  const std::vector<PipelineCode>& codes() const { return codes_; }

 private:
  struct Hooks;  // the loader's functions that differ
  void see(VkPipeline pipeline);
  std::vector<Statistic> statistics_of(VkPipeline pipeline) const;

  engine::Context& context_;
  PFN_vkGetDeviceProcAddr get_device_proc_addr_ = nullptr;
  PFN_vkSetDebugUtilsObjectNameEXT set_object_name_ = nullptr;  ///< null: only listened to
  PFN_vkCreateComputePipelines create_compute_pipelines_ = nullptr;
  PFN_vkCmdBindPipeline cmd_bind_pipeline_ = nullptr;
  std::unordered_map<std::uint64_t, std::string> names_;  ///< by handle; of a handle used again, the last
  std::string method_;                                    ///< empty: none
  std::vector<PipelineCode> codes_;
};

}  // namespace bench

#endif
