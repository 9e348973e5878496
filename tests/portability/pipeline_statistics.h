// SPDX-License-Identifier: MIT
// What a driver says of the pipelines that the module makes (VK_KHR_pipeline_executable_properties).
#ifndef PHOTOPIC_TESTS_PORTABILITY_PIPELINE_STATISTICS_H
#define PHOTOPIC_TESTS_PORTABILITY_PIPELINE_STATISTICS_H

#include <map>
#include <string>

#include "engine/device/context.h"
#include "gpu/loader_shim.h"

namespace portability {

using Statistics = std::map<std::string, std::uint64_t>;  ///< by the driver's names, of the executable that computes

/// Collects statistics of each pipeline that is made through `shim` from now on. Pipelines of the same code and
/// constants are made once, and live until the device does. One at a time.
class PipelineStatistics {
 public:
  PipelineStatistics(const engine::Context& context, test::LoaderShim& shim);
  ~PipelineStatistics();
  PipelineStatistics(const PipelineStatistics&) = delete;
  PipelineStatistics& operator=(const PipelineStatistics&) = delete;

  /// By "PASS" or "PASS[CONSTANT=VALUE,...]", constants that aren't 0. Two of one name are told apart by "#2".
  const std::map<std::string, Statistics>& by_name() const;
};

}  // namespace portability

#endif
