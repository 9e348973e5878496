// SPDX-License-Identifier: MIT
// Host's device with its functions and its limits.
#ifndef PHOTOPIC_SRC_GPU_GPU_H
#define PHOTOPIC_SRC_GPU_GPU_H

#include <photopic/device.h>

#include <cstdint>

#include "gpu/host/vk_table.h"
#include "gpu/passes/pipeline_batch.h"

namespace photopic {

/// The host's device and what is known about it. Lives in the Impl of each public class; all that this makes points to
/// it.
struct Gpu {
  Device device;
  VkTable vk;
  VkPhysicalDeviceLimits limits = {};
  VkPhysicalDeviceMemoryProperties memory = {};
  VkQueueFlags queue_flags = 0;
  bool is_cpu = false;                   ///< a software implementation
  bool has_subgroup_arithmetic = false;  ///< in compute shaders
  mutable PipelineBatch batch;           ///< pipelines that passes wait for

  Status init(const Device& host) noexcept;
  VkFormatFeatureFlags optimal_features(VkFormat format) const noexcept;
};

}  // namespace photopic

#endif
